"""The file of a network: complete, or unchanged on an error."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.bus.network.records import NOW, network, rows
from trivet.bus import Network
from trivet.bus._network.file import read_lists


def test_unknown_fields_and_times_survive(tmp_path: Path) -> None:
    original = network(rows("10", "A", "B"))
    original.stops[0].__source__ = {"BusStopCode": "A", "Shelter": True}
    original.save(tmp_path / "network.json")
    fetched_at, (_, _, stops) = read_lists(tmp_path / "network.json")
    assert fetched_at == NOW
    assert stops[0].__source__ is not None
    assert stops[0].__source__["Shelter"] is True


def test_position_that_is_not_a_number_survives(tmp_path: Path) -> None:
    original = network(rows("10", "A", "B"))
    original.stops[0].latitude = math.nan
    original.save(tmp_path / "network.json")
    stops = Network.open(tmp_path / "network.json").stops
    assert math.isnan(stops[0].latitude)
    assert stops[1] == original.stops[1]


def test_full_disk_leaves_the_file_that_was_there(tmp_path: Path, full_disk: Callable[[int], Any]) -> None:
    path = tmp_path / "network.json"
    network(rows("10", "A")).save(path)
    with full_disk(10), pytest.raises(OSError, match=r"network\.json"):
        network(rows("11", "A")).save(path)
    assert [service.service_no for service in Network.open(path).services] == ["10"]
    assert [file.name for file in tmp_path.iterdir()] == ["network.json"]
