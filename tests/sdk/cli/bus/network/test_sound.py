"""Records of wrong types do not reach the commands."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.bus.conftest import Rider
from trivet.bus import BusRoute, BusService, BusStop, Network
from trivet.cli.bus.network.sound import sound_network

WRONG: tuple[Any, ...] = (None, [], {}, 1, True)
NOW = datetime(2025, 6, 16, tzinfo=UTC)
STOP: dict[str, Any] = {
    "BusStopCode": "54009",
    "RoadName": "A",
    "Description": "B",
    "Latitude": 1.3,
    "Longitude": 103.8,
}
ROUTE: dict[str, Any] = {
    "ServiceNo": "10",
    "Operator": "SBST",
    "Direction": 1,
    "StopSequence": 1,
    "BusStopCode": "54009",
    "Distance": 0,
    **{f"{day}_{end}Bus": hour for day in ("WD", "SAT", "SUN") for end, hour in (("First", "0500"), ("Last", "2300"))},
}
SERVICE: dict[str, Any] = {
    **dict.fromkeys(("AM_Peak_Freq", "AM_Offpeak_Freq", "PM_Peak_Freq", "PM_Offpeak_Freq"), "5-8"),
    "ServiceNo": "10",
    "Operator": "SBST",
    "Direction": 1,
    "Category": "TRUNK",
    "OriginCode": "54009",
    "DestinationCode": "28301",
    "LoopDesc": "",
}


def wrong_lists() -> dict[str, Any]:
    """A route of two stops that is right, and more records with each field in each wrong form."""
    stops = [STOP, {**STOP, "BusStopCode": "28301", "Latitude": 1.31}]
    rows = [ROUTE, {**ROUTE, "BusStopCode": "28301", "StopSequence": 2, "Distance": 1.5}]
    found: dict[str, list[Any]] = {"stops": stops, "routes": rows, "services": [SERVICE]}
    identity = {"BusStopCode", "ServiceNo"}
    for name, record in (("stops", STOP), ("routes", ROUTE), ("services", SERVICE)):
        numbers = {"Latitude", "Longitude", "Distance"}  # these are refused when they are decoded
        for field in record.keys() - numbers:
            for number, value in enumerate(WRONG):
                more = dict.fromkeys(identity & record.keys(), f"X{field}{number}")
                found[name].append({**record, **more, field: value})
    return {"kind": "trivet.bus.network", "version": 1, "fetched_at": "2025-06-16T08:00:00+08:00", **found}


@pytest.mark.parametrize(
    "command",
    [
        ("near", "1.3,103.8"),
        ("ride", "54009", "28301", "--no-live"),
        ("route", "10"),
        ("arrivals", "b 54009", "--service", "10"),
        ("gtfs", "feed.zip", "--shapes"),
        ("map", "10", "--out", "map.svg"),
    ],
    ids=lambda each: each[0],
)
def test_lists_with_wrong_types_are_used_as_far_as_they_are_right(
    rider: Rider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("network.json").write_text(json.dumps(wrong_lists()))
    for output in ("ndjson", "table"):
        done = rider.run(*command, "--network", "network.json", "-o", output)
        assert done.status == 0, done.err
        assert "the list of stops has" in done.err


def test_stop_without_a_finite_position_is_left_out() -> None:
    stops = [
        BusStop(bus_stop_code=str(number), road_name="", description="", latitude=latitude, longitude=103.8)
        for number, latitude in enumerate((1.3, float("nan"), float("inf")))
    ]
    notes = list[str]()
    network = Network([], [], stops, NOW)
    assert [each.bus_stop_code for each in sound_network(network, notes.append).stops] == ["0"]
    assert len(notes) == 1


def test_network_of_right_types_is_the_same_object() -> None:
    network = Network(list[BusService](), list[BusRoute](), list[BusStop](), NOW)
    assert sound_network(network, print) is network
