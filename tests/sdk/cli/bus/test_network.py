"""The network of a command: kept in a file, fetched again if it is old, and used if the service fails."""

from __future__ import annotations

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.sdk.cli.bus.conftest import Rider
from trivet import BusClient
from trivet.bus import BusRoute, BusService, BusStop, Network
from trivet.cli.bus.network import (
    NetworkSource,
    age_in_words,
    cache_folder,
    network_file,
    parse_age,
    remove_unfinished_files,
    usable_network,
)
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options
from trivet_stubs import BusStub

WEEK = timedelta(days=7).total_seconds()
HOME = Path("/home/ada")
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


def lists_asked_for(rider: Rider) -> int:
    return rider.stub.requests.count("routes.list")


def test_second_run_sends_nothing_until_the_network_is_old(rider: Rider) -> None:
    first = rider.rows("near", "54009")
    asked = len(rider.stub.requests)
    assert rider.rows("near", "54009") == first
    assert len(rider.stub.requests) == asked
    rider.stub.clock.advance(WEEK + 1)
    assert rider.rows("near", "54009", "--max-age", "8d") == first
    assert len(rider.stub.requests) == asked
    rider.rows("near", "54009")
    assert len(rider.stub.requests) > asked
    asked = len(rider.stub.requests)
    rider.rows("near", "54009", "--refresh")
    assert len(rider.stub.requests) > asked
    assert [file.suffix for file in rider.cache.iterdir()] == [".json"]


def test_progress_of_a_refresh_counts_to_the_records_that_are_kept(
    rider: Rider, monkeypatch: pytest.MonkeyPatch
) -> None:
    rider.rows("near", "54009")
    advance = mock.Mock()
    monkeypatch.setattr("trivet.cli.bus.network.progress", lambda *_, **__: nullcontext(advance))
    rider.rows("near", "54009", "--refresh")
    records = rider.stub.records
    count = len(records.services) + len(records.routes) + len(records.stops)
    assert advance.call_args == mock.call(count, count)


def test_network_of_another_base_url_is_not_used(rider: Rider) -> None:
    rider.rows("near", "54009")
    with BusStub() as other, other.serve() as served:
        rider.env["TRIVET_BUS_BASE_URL"] = served.url
        other.records = replace(other.records, stops=other.records.stops[:3])
        assert "no stop has this code" in rider.refused("near", "54009")
        assert other.requests.count("routes.list") > 0
    assert len(list(rider.cache.iterdir())) == 2


def test_damaged_cache_is_fetched_again_with_a_note(rider: Rider) -> None:
    first = rider.rows("near", "54009")
    [file] = rider.cache.iterdir()
    file.write_bytes(file.read_bytes()[:-100])  # as a killed program may leave it
    board = rider.run("arrivals", "54009", "-o", "ndjson")
    assert (board.status, json.loads(board.out.splitlines()[0])["description"]) == (0, None)
    assert board.err == (f"trivet: {file} is damaged, so stops have no names; --refresh fetches the network again\n")
    done = rider.run("near", "54009", "-o", "ndjson")
    assert done.status == 0
    assert done.err == f"trivet: {file} is damaged, so the network is fetched again\n"
    assert [json.loads(line) for line in done.out.splitlines()] == first
    assert rider.rows("near", "54009") == first


def test_file_of_another_kind_is_never_replaced(rider: Rider, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    for more in ((), ("--refresh",)):
        line = rider.refused("near", "54009", "--network", str(notes), *more)
        assert line == f"trivet: --network: {notes} is not the file of a network; name another one"
    assert notes.read_text() == "mine"
    assert lists_asked_for(rider) == 0
    own = tmp_path / "network.json"
    rider.rows("near", "54009", "--network", str(own))
    assert len(Network.open(own).stops) == len(rider.stub.records.stops)
    assert not rider.cache.exists()


def test_old_network_is_used_with_a_note_if_the_service_fails(rider: Rider) -> None:
    first = rider.rows("near", "54009")
    rider.stub.clock.advance(2 * WEEK + 1)
    rider.stub.faults.add("services.list", status=503, times=None)
    done = rider.run("near", "54009", "-o", "ndjson")
    assert done.status == 0
    assert done.err.startswith("trivet: the network of 14 days ago is used, as it cannot be fetched again: ")
    assert done.err.count("\n") == 1
    assert [json.loads(line) for line in done.out.splitlines()] == first
    again = rider.run("near", "54009", "--refresh")
    assert (again.status, again.out) == (1, "")
    assert again.err.count("\n") == 1
    rider.stub.faults.clear()
    rider.stub.account_key = "changed"
    refused = rider.run("near", "54009")
    assert (refused.status, refused.out) == (1, "")


def test_empty_lists_are_never_kept(rider: Rider) -> None:
    records = rider.stub.records
    rider.stub.records = type(records)()
    done = rider.run("near", "54009")
    assert (done.status, done.out) == (1, "")
    assert done.err == "trivet: the service lists no stops or no routes now; nothing was kept, so try again later\n"
    assert not rider.cache.exists()
    rider.stub.records = records
    first = rider.rows("near", "54009")
    rider.stub.clock.advance(WEEK + 1)
    rider.stub.records = replace(records, routes=())
    again = rider.run("near", "54009", "-o", "ndjson")
    assert (again.status, len(again.out.splitlines())) == (0, len(first))
    assert again.err == "trivet: the network of 7 days ago is used, as the service lists no stops or routes now\n"


def test_failed_fetch_without_an_older_network_fails(rider: Rider) -> None:
    rider.stub.faults.add("stops.list", status=500, times=None)
    done = rider.run("near", "54009")
    assert (done.status, done.out) == (1, "")
    assert not rider.cache.exists()


def test_cache_that_cannot_be_written_is_a_note(rider: Rider, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    rider.env["TRIVET_CACHE"] = str(blocked)
    done = rider.run("near", "54009", "-o", "ndjson")
    assert done.status == 0
    assert done.out.count("\n") == 10
    assert all(line.startswith("trivet: the network") for line in done.err.splitlines())
    assert "is not kept" in done.err


def test_full_disk_leaves_the_older_network_and_is_a_note(rider: Rider, monkeypatch: pytest.MonkeyPatch) -> None:
    rider.rows("near", "54009")
    [file] = rider.cache.iterdir()
    before = file.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    done = rider.run("near", "54009", "--refresh", "-o", "ndjson")
    assert (done.status, done.out.count("\n")) == (0, 10)
    assert "trivet: the network is not kept: " in done.err
    assert "No space left" in done.err
    assert file.read_bytes() == before
    assert list(rider.cache.iterdir()) == [file]


def test_concurrent_runs_succeed_and_leave_a_whole_file(bus_stub: BusStub, tmp_path: Path) -> None:
    bus_stub.latency = 0.001

    file = tmp_path / "network.json"
    client = BusClient(
        base_url="http://bus.test", transport=bus_stub.transport(), clock=bus_stub.clock, account_key="stub-key"
    )
    with client, mock.patch.object(Invocation, "bus", client), ThreadPoolExecutor(4) as pool:
        sources = [NetworkSource(Invocation("bus", Options()), file, "7d", refresh=True) for _ in range(4)]
        counts = list(pool.map(lambda source: len(source.load().stops), sources))
    assert counts == [len(bus_stub.records.stops)] * 4
    assert [file.name for file in tmp_path.iterdir()] == ["network.json"]
    assert len(Network.open(file).stops) == counts[0]


def test_user_without_a_home_works_without_a_cache(rider: Rider, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    del rider.env["TRIVET_CACHE"]
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    first = rider.rows("near", "54009")
    asked = lists_asked_for(rider)
    assert rider.rows("near", "54009") == first
    assert lists_asked_for(rider) > asked


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "/home/ada/.cache/trivet"),
        ("linux", {"XDG_CACHE_HOME": "/var/c"}, "/var/c/trivet"),
        ("linux", {"XDG_CACHE_HOME": "c"}, "/home/ada/.cache/trivet"),  # as its specification says
        ("linux", {"XDG_CACHE_HOME": ""}, "/home/ada/.cache/trivet"),
        ("darwin", {"XDG_CACHE_HOME": "/var/c"}, "/home/ada/Library/Caches/trivet"),
        ("win32", {"LOCALAPPDATA": "/users/ada/local"}, "/users/ada/local/trivet/Cache"),
        ("win32", {}, None),
        ("win32", {"TRIVET_CACHE": "/t", "LOCALAPPDATA": "/l"}, "/t"),
        ("linux", {"TRIVET_CACHE": "/t", "XDG_CACHE_HOME": "/c"}, "/t"),
    ],
)
def test_folder_follows_the_platform(platform: str, environment: dict[str, str], folder: str | None) -> None:
    assert cache_folder(environment, platform, HOME) == (None if folder is None else Path(folder))


def test_user_without_a_home_has_no_folder() -> None:
    assert [cache_folder({}, platform, None) for platform in ("linux", "darwin", "win32")] == [None] * 3


def test_two_base_urls_have_two_files() -> None:
    urls = ["http://a.test/x", "http://a.test/y", "https://a.test/x", "http://b.test/x", "http://A.test:81/x"]
    names = [network_file(HOME, url).name for url in urls]
    assert len({*names}) == len(urls)
    assert names[0].startswith("network-a.test-")
    assert network_file(HOME, "http://a.test/x/") == network_file(HOME, "http://a.test/x")
    assert network_file(HOME, "http://[::1]:80/../..%2f").parent == HOME


def test_ages_are_a_number_and_a_unit() -> None:
    assert parse_age("7d", "--max-age") == timedelta(days=7)
    assert parse_age(" 2 W ", "--max-age") == timedelta(weeks=2)
    assert [parse_age(text, "--max-age").total_seconds() for text in ("90s", "30m", "12h", "0s")] == [
        90,
        1800,
        43200,
        0,
    ]


@pytest.mark.parametrize("text", ["7", "", "d", "-7d", "7 days", "1e3d", "9999999d", "٧d"])
def test_text_that_is_not_an_age_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(UsageError, match=r"--max-age: .* is not an age; give it as 7d"):
        parse_age(text, "--max-age")


def test_ages_are_shown_in_their_largest_unit() -> None:
    ages = [timedelta(days=9, hours=3), timedelta(days=1), timedelta(minutes=61), timedelta(seconds=59.9), timedelta()]
    assert [age_in_words(age) for age in ages] == ["9 days", "1 day", "1 hour", "59 seconds", "0 seconds"]


def test_old_unfinished_file_is_removed_and_others_stay(tmp_path: Path) -> None:
    names = (
        "n.json.0123abcd.trivet-part",
        "n.json.89abcdef.trivet-part",
        "m.json.0123abcd.trivet-part",
        "n.json.0123abcd.part",
        "n.json.trivet-part",
        "n.json",
    )
    for name in names:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    now = time.time()  # not by `touch`, which asks the system: a test may have shifted the clock of Python
    os.utime(tmp_path / names[1], (now, now))
    remove_unfinished_files(tmp_path / "n.json")
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(names[1:])


def test_refresh_removes_unfinished_files_of_killed_runs(rider: Rider) -> None:
    rider.rows("near", "54009")
    [kept] = rider.cache.iterdir()
    left = kept.with_name(f"{kept.name}.0123abcd.trivet-part")
    left.touch()
    os.utime(left, (0, 0))
    rider.rows("near", "54009", "--refresh")
    assert [*rider.cache.iterdir()] == [kept]


def test_network_option_with_a_folder_is_refused(rider: Rider, tmp_path: Path) -> None:
    assert "is a folder" in rider.refused("near", "54009", "--network", str(tmp_path))
    assert not rider.stub.requests


def test_feed_or_map_with_a_folder_as_its_file_is_refused(rider: Rider, tmp_path: Path) -> None:
    for name, command in (("feed.zip", ("gtfs",)), ("map.svg", ("map", "10", "--out"))):
        (tmp_path / name).mkdir()
        assert "is a folder" in rider.refused(*command, str(tmp_path / name))
    assert not rider.stub.requests


def wrong_lists() -> dict[str, Any]:
    """Return a valid route of two stops, and more records with each field in each wrong form."""
    stops = [STOP, {**STOP, "BusStopCode": "28301", "Latitude": 1.31}]
    rows = [ROUTE, {**ROUTE, "BusStopCode": "28301", "StopSequence": 2, "Distance": 1.5}]
    lists: dict[str, list[Any]] = {"stops": stops, "routes": rows, "services": [SERVICE]}
    identity = {"BusStopCode", "ServiceNo"}
    for name, record in (("stops", STOP), ("routes", ROUTE), ("services", SERVICE)):
        numbers = {"Latitude", "Longitude", "Distance"}  # these are refused when they are decoded
        for field in record.keys() - numbers:
            for number, value in enumerate(WRONG):
                more = dict.fromkeys(identity & record.keys(), f"X{field}{number}")
                lists[name].append({**record, **more, field: value})
    return {"kind": "trivet.bus.network", "version": 1, "fetched_at": "2025-06-16T08:00:00+08:00", **lists}


@pytest.mark.parametrize(
    "command",
    [
        ("near", "1.3,103.8"),
        ("ride", "54009", "28301", "--no-live"),
        ("route", "10"),
        ("arrivals", "b 54009", "--service", "10"),
        ("gtfs", "feed.zip", "--shapes", "--force"),
        ("map", "10", "--out", "map.svg", "--force"),
    ],
    ids=lambda command: command[0],
)
def test_commands_use_the_valid_records_of_lists_with_wrong_types(
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
    assert [stop.bus_stop_code for stop in usable_network(network, notes.append).stops] == ["0"]
    assert len(notes) == 1


def test_record_with_a_field_of_another_type_is_left_out_and_counted() -> None:
    stops = [
        BusStop(bus_stop_code=code, road_name="A", description="B", latitude=1.3, longitude=103.8) for code in "12"
    ]
    stops[1].road_name = None  # type: ignore[assignment]
    notes = list[str]()
    network = usable_network(Network([], [], stops, NOW), notes.append)
    assert [stop.bus_stop_code for stop in network.stops] == ["1"]
    assert notes == [
        "the list of stops has 1 that cannot be used, such as bus_stop_code '2', latitude 1.3, longitude 103.8"
    ]


def test_network_of_valid_records_is_the_same_object() -> None:
    network = Network(list[BusService](), list[BusRoute](), list[BusStop](), NOW)
    assert usable_network(network, print) is network
