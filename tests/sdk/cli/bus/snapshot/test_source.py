"""Where the network comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sdk.cli.bus.in_process import run_on
from trivet.cli.bus.snapshot.source import open_network
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options
from trivet_stubs import BusStub


def test_file_and_snapshot_need_no_service(bus_stub: BusStub, tmp_path: Path) -> None:
    assert run_on(bus_stub, "snapshot", str(tmp_path / "lists")).status == 0
    invocation = Invocation("bus", Options())
    found = open_network(invocation, snapshot=tmp_path / "lists", network=None)
    found.save(tmp_path / "network.json")
    again = open_network(invocation, snapshot=None, network=tmp_path / "network.json")
    assert not again.diff(found)


def test_both_at_once_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="give one of them"):
        open_network(Invocation("bus", Options()), snapshot=tmp_path, network=tmp_path)
