"""The files of a snapshot: cells, repeated keys, Parquet, and reading them as a network."""

from __future__ import annotations

import csv
import json
import sys
import types
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.bus.in_process import run_on
from trivet import BusClient
from trivet.bus import load_network
from trivet.cli.bus.snapshot.files import cell, check_format, open_network, publish, read_network
from trivet.cli.bus.snapshot.manifest import LISTS, FileFormat, Progress
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options
from trivet_stubs import BusStub

STOP = {
    "BusStopCode": "01012",
    "RoadName": "=HYPERLINK(1)",
    "Description": 'a "b",\nc',
    "Latitude": 1,
    "Longitude": -0.5,
}


def fetched(folder: Path, format_: FileFormat, *, raw: bool = False) -> Progress:
    for saved in LISTS.values():
        (folder / f"{saved.stem}.fetched").write_text("")
    (folder / "bus_stop.fetched").write_text(f"{json.dumps(STOP)}\n" * 2)
    return Progress(started_at=datetime(2025, 6, 16, tzinfo=UTC), publishing=format_, raw=raw)


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "bus_stop.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("raw", [False, True])
def test_csv_escapes_formulas_unless_raw(tmp_path: Path, raw: bool) -> None:
    progress = fetched(tmp_path, "csv", raw=raw)
    assert publish(tmp_path, progress)["stops"] == "bus_stop.csv"
    (row,) = rows(tmp_path)
    assert row["RoadName"] == ("=HYPERLINK(1)" if raw else "'=HYPERLINK(1)")
    assert (row["Description"], row["Latitude"], row["Longitude"]) == ('a "b",\nc', "1", "-0.5")
    assert progress.lists["stops"].records == 1
    assert not list(tmp_path.glob("*.fetched"))


def test_cells_of_dash_null_and_nested_values() -> None:
    assert [cell(value, raw=False) for value in ("-", None, {"a": 1}, "-1", "@x")] == ["-", "", '{"a":1}', "-1", "'@x"]


def test_full_disk_leaves_the_fetched_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = fetched(tmp_path, "csv")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match=r"bus_service\.csv"):
            publish(tmp_path, progress)
    assert not list(tmp_path.glob("*.csv"))
    publish(tmp_path, progress)
    assert len(rows(tmp_path)) == 1


def test_parquet_is_written_by_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = types.ModuleType("trivet.data")
    written: dict[str, list[Any]] = {}

    def write_parquet(records: Any, path: Path) -> None:
        written[path.name] = list(records)
        path.write_text("PAR1")

    data.write_parquet = write_parquet  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "trivet.data", data)
    monkeypatch.setitem(sys.modules, "pyarrow", types.ModuleType("pyarrow"))
    check_format("parquet")
    assert publish(tmp_path, fetched(tmp_path, "parquet"))["stops"] == "bus_stop.parquet"
    assert [record.bus_stop_code for record in written["bus_stop.parquet.trivet-part"]] == ["01012"]
    assert sorted(file.suffix for file in tmp_path.iterdir() if "stop" in file.name) == [".parquet"]


def test_parquet_without_pyarrow_names_the_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install '/path/to/trivet\[data\]'"):
        check_format("parquet")


def test_snapshot_that_does_not_fit_parquet_can_be_written_as_csv(bus_stub: BusStub, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    [first, *others] = bus_stub.records.stops
    body = {"odata.metadata": "", "value": [{**first, "Description": 5}, *others]}
    bus_stub.faults.add("stops.list", status=200, content_type="application/json", times=1, body=body)
    done = run_on(bus_stub, "snapshot", str(tmp_path), "--format", "parquet")
    assert done.status == 1
    assert "fault of the program" not in done.err
    assert "--format" in done.err
    done = run_on(bus_stub, "snapshot", str(tmp_path), "--format", "csv")
    assert done.status == 0, done.err
    assert not [*tmp_path.glob("*.parquet*")]
    assert len((tmp_path / "bus_stop.csv").read_text("utf-8").splitlines()) == len(others) + 2


def test_parquet_snapshot_has_the_records_of_the_lists(bus_stub: BusStub, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert run_on(bus_stub, "snapshot", str(tmp_path), "--format", "parquet").status == 0
    table = parquet.read_table(tmp_path / "bus_stop.parquet")
    assert table["bus_stop_code"].to_pylist() == [stop["BusStopCode"] for stop in bus_stub.records.stops]
    assert parquet.read_table(tmp_path / "planned_bus_route.parquet").num_rows == 2


@pytest.mark.parametrize("arguments", [[], ["--format", "csv"], ["--format", "csv", "--raw"]])
def test_network_of_a_snapshot_equals_the_services(
    bus_stub: BusStub, bus_client: BusClient, tmp_path: Path, arguments: list[str]
) -> None:
    stop = dict(bus_stub.records.stops[0], Description="=1+1", RoadName="'-quoted")
    bus_stub.records = type(bus_stub.records)(
        stops=(stop, *bus_stub.records.stops[1:]), services=bus_stub.records.services, routes=bus_stub.records.routes
    )
    assert run_on(bus_stub, "snapshot", str(tmp_path), *arguments).status == 0
    network, expected = read_network(tmp_path), load_network(bus_client)
    assert not network.diff(expected), str(network.diff(expected))
    assert network.fetched_at == bus_stub.clock.now()


def test_folder_without_a_snapshot_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no snapshot; run `trivet bus snapshot"):
        read_network(tmp_path)
    (tmp_path / "snapshot.part.json").write_text("{}")
    with pytest.raises(UsageError, match=r"not complete; run .* again to continue"):
        read_network(tmp_path)


@pytest.mark.parametrize("damage", ["", "{", "[]\n", '{"BusStopCode": 1}\n'])
def test_damaged_file_is_refused(bus_stub: BusStub, tmp_path: Path, damage: str) -> None:
    assert run_on(bus_stub, "snapshot", str(tmp_path)).status == 0
    (tmp_path / "bus_stop.ndjson").write_text(damage)
    with pytest.raises(UsageError, match=r"bus_stop\.ndjson: .*take a new snapshot"):
        read_network(tmp_path)


def test_file_and_snapshot_need_no_service(bus_stub: BusStub, tmp_path: Path) -> None:
    assert run_on(bus_stub, "snapshot", str(tmp_path / "lists")).status == 0
    invocation = Invocation("bus", Options())
    network = open_network(invocation, snapshot=tmp_path / "lists", network=None)
    network.save(tmp_path / "network.json")
    again = open_network(invocation, snapshot=None, network=tmp_path / "network.json")
    assert not again.diff(network)


def test_snapshot_and_network_together_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="give one of them"):
        open_network(Invocation("bus", Options()), snapshot=tmp_path, network=tmp_path)
