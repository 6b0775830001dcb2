"""Reading a snapshot as a network."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sdk.cli.bus.in_process import run_on
from trivet import BusClient
from trivet.bus import load_network
from trivet.cli.bus.snapshot.read import read_network
from trivet.cli.failures import UsageError
from trivet_stubs import BusStub


@pytest.mark.parametrize("arguments", [[], ["--format", "csv"], ["--format", "csv", "--raw"]])
def test_network_of_a_snapshot_is_that_of_the_service(
    bus_stub: BusStub, bus_client: BusClient, tmp_path: Path, arguments: list[str]
) -> None:
    stop = dict(bus_stub.records.stops[0], Description="=1+1", RoadName="'-quoted")
    bus_stub.records = type(bus_stub.records)(
        stops=(stop, *bus_stub.records.stops[1:]), services=bus_stub.records.services, routes=bus_stub.records.routes
    )
    assert run_on(bus_stub, "snapshot", str(tmp_path), *arguments).status == 0
    found, wanted = read_network(tmp_path), load_network(bus_client)
    assert not found.diff(wanted), str(found.diff(wanted))
    assert found.fetched_at == bus_stub.clock.now()


def test_folder_without_a_snapshot_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no snapshot; run `trivet bus snapshot"):
        read_network(tmp_path)
    (tmp_path / "snapshot.part.json").write_text("{}")
    with pytest.raises(UsageError, match=r"not complete; run .* again to continue"):
        read_network(tmp_path)


@pytest.mark.parametrize("damage", ["", "{", "[]\n", '{"BusStopCode": 1}\n'])
def test_file_that_was_changed_is_refused(bus_stub: BusStub, tmp_path: Path, damage: str) -> None:
    assert run_on(bus_stub, "snapshot", str(tmp_path)).status == 0
    (tmp_path / "bus_stop.ndjson").write_text(damage)
    with pytest.raises(UsageError, match=r"bus_stop\.ndjson: .*take a new snapshot"):
        read_network(tmp_path)
