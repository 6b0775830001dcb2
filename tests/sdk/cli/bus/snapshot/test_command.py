"""`trivet bus snapshot`: complete, resumed and refused runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.sdk.cli.bus.in_process import run_on
from tests.sdk.cli.console import environment, in_terminal, run_here
from trivet.cli.bus.snapshot.command import locked
from trivet.cli.bus.snapshot.fetching import Part
from trivet.cli.bus.snapshot.files import read_network
from trivet.cli.failures import UsageError
from trivet_stubs import BusStub
from trivet_stubs.serving.port import Served

FILES = ["SOURCE.txt", "bus_route.X", "bus_service.X", "bus_stop.X", "planned_bus_route.X", "snapshot.json"]


@pytest.fixture(scope="session")
def bus_stub_options() -> dict[str, object]:
    """Pages of five records, so that every list but one has several."""
    return {"page_size": 5}


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if not file.name.startswith("."))


def skips(stub: BusStub, path: str) -> list[str]:
    return [dict(request.query).get("$skip", "0") for request in stub.requests if request.path.endswith(path)]


@pytest.mark.parametrize("format_", ["ndjson", "csv"])
def test_stub_serves_the_records_of_the_folder(bus_stub: BusStub, tmp_path: Path, format_: str) -> None:
    bus_stub.clock.advance(30 * 86400)  # so that all planned routes are released
    done = run_on(bus_stub, "snapshot", str(tmp_path / "a"), "--format", format_, "-o", "json")
    assert done.status == 0, done.err
    assert names(tmp_path / "a") == [name.replace("X", format_) for name in FILES]
    with BusStub(data=tmp_path / "a", page_size=7) as again:
        for kind in ("stops", "services", "routes", "planned_routes"):
            assert [dict(record) for record in getattr(again.records, kind)] == [
                dict(record) for record in getattr(bus_stub.records, kind)
            ], kind
        again.clock.advance(30 * 86400)
        assert run_on(again, "snapshot", str(tmp_path / "b"), "--format", format_).status == 0
    for name in (name.replace("X", format_) for name in FILES[1:-1]):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_folder_names_source_licence_and_date(bus_stub: BusStub, tmp_path: Path) -> None:
    assert run_on(bus_stub, "snapshot", str(tmp_path)).status == 0
    manifest = json.loads((tmp_path / "snapshot.json").read_bytes())
    assert manifest["licence"] == "Singapore Open Data Licence version 1.0"
    assert manifest["records"] == {"services": 6, "routes": 39, "stops": 18, "planned_routes": 2}
    assert "accessed on 16 June 2025" in (tmp_path / "SOURCE.txt").read_text("utf-8")


def test_complete_snapshot_has_a_note_with_its_time(bus_stub: BusStub, tmp_path: Path) -> None:
    assert run_on(bus_stub, "snapshot", str(tmp_path)).status == 0
    bus_stub.requests.clear()
    done = run_on(bus_stub, "snapshot", str(tmp_path))
    assert (done.status, len(bus_stub.requests)) == (0, 0)
    assert "complete since 16 June 2025 08:00 in Singapore; --refresh fetches it again" in done.err
    other = run_on(bus_stub, "snapshot", str(tmp_path), "--format", "csv")
    assert other.status == 2
    assert "holds a complete snapshot as ndjson" in other.err


def test_refresh_replaces_the_files_after_the_whole_fetch(bus_stub: BusStub, tmp_path: Path) -> None:
    assert run_on(bus_stub, "snapshot", str(tmp_path)).status == 0
    before = (tmp_path / "bus_stop.ndjson").read_bytes()
    bus_stub.records = replace(bus_stub.records, stops=bus_stub.records.stops[:7])
    bus_stub.faults.add("stops.list", status=500, times=None, after=1)
    assert run_on(bus_stub, "snapshot", str(tmp_path), "--refresh", "--format", "csv").status == 1
    assert (tmp_path / "bus_stop.ndjson").read_bytes() == before
    assert read_network(tmp_path).stops
    bus_stub.faults.clear()
    done = run_on(bus_stub, "snapshot", str(tmp_path), "--format", "csv")  # continues the refresh
    assert done.status == 0, done.err
    assert names(tmp_path) == [name.replace("X", "csv") for name in FILES]
    assert len(read_network(tmp_path).stops) == 7


@pytest.mark.parametrize(
    "fault",
    [
        {"status": 500, "body": {"fault": {"detail": {"errorcode": "policies.ratelimit.QuotaViolation"}}}},
        {"status": 429},
        {"drop": True},
        {"cut_after": 20},
        {"body": "<html>The page cannot be displayed</html>", "content_type": "text/html"},
        {"status": 401},
    ],
)
def test_failed_run_continues_at_its_last_page(bus_stub: BusStub, tmp_path: Path, fault: dict[str, object]) -> None:
    bus_stub.faults.add("routes.list", after=3, times=None, **fault)  # type: ignore[arg-type]
    done = run_on(bus_stub, "snapshot", str(tmp_path))
    assert done.status == 1
    first, second = done.err.splitlines()[-2:]
    match = re.fullmatch(r".*: broke off at routes, ([0-9]+) records; the same command continues there", first)
    assert match
    at = int(match[1])
    assert at in (5, 10, 15)  # pages are fetched ahead, so that the fourth request may be for the second page
    assert second.startswith("trivet: ")
    assert "snapshot.json" not in names(tmp_path)
    for active in list(bus_stub.faults):
        bus_stub.faults.remove(active.id)
    bus_stub.requests.clear()
    again = run_on(bus_stub, "snapshot", str(tmp_path))
    assert again.status == 0, again.err
    assert f"routes: continues after {at} records" in again.err
    assert skips(bus_stub, "/BusServices") == []
    assert min(map(int, skips(bus_stub, "/BusRoutes"))) == at - 5  # the last page is compared
    assert len(read_network(tmp_path).rows) == 39


def test_list_that_changed_between_runs_is_fetched_again(bus_stub: BusStub, tmp_path: Path) -> None:
    bus_stub.faults.add("routes.list", after=3, times=3, status=500)
    assert run_on(bus_stub, "snapshot", str(tmp_path)).status == 1
    bus_stub.faults.clear()  # as pages are fetched ahead, the first run may not have met all of them
    bus_stub.records = replace(bus_stub.records, routes=bus_stub.records.routes[1:])
    done = run_on(bus_stub, "snapshot", str(tmp_path))
    assert done.status == 0
    assert "routes: the list changed meanwhile; it is fetched again from its start" in done.err
    assert len(read_network(tmp_path).rows) == 38


def test_unfinished_snapshot_of_another_day_in_singapore_begins_again(bus_stub: BusStub, tmp_path: Path) -> None:
    bus_stub.clock.set(datetime(2025, 6, 15, 17, 0, tzinfo=UTC))  # the clock of a machine is in UTC
    bus_stub.faults.add("stops.list", after=1, times=3, status=500)
    assert run_on(bus_stub, "snapshot", str(tmp_path)).status == 1
    bus_stub.clock.advance(2 * 86400)
    bus_stub.faults.clear()
    bus_stub.requests.clear()
    done = run_on(bus_stub, "snapshot", str(tmp_path))
    assert done.status == 0
    assert "the unfinished snapshot is of 16 June 2025; it begins again" in done.err
    assert skips(bus_stub, "/BusServices")


class Killed(BaseException):
    """An exception that ends a run at any place."""


def test_run_killed_at_any_write_continues_to_the_same_files(bus_stub: BusStub, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    assert run_on(bus_stub, "snapshot", str(whole)).status == 0
    contents = {name: (whole / name).read_bytes() for name in names(whole) if name.endswith("ndjson")}
    count, sync, place = 0, os.fsync, 0

    def dying(descriptor: int) -> None:
        nonlocal count
        count += 1
        if count == place:
            raise Killed
        sync(descriptor)

    while True:
        place, count = place + 11, 0
        folder = tmp_path / str(place)
        with mock.patch("os.fsync", dying):
            try:
                done = run_on(bus_stub, "snapshot", str(folder))
            except Killed:
                done = None
        if done is not None:
            break
        assert not (folder / "snapshot.json").exists()
        assert run_on(bus_stub, "snapshot", str(folder)).status == 0
        assert {name: (folder / name).read_bytes() for name in names(folder) if name.endswith("ndjson")} == contents
        assert not [name for name in names(folder) if name.endswith((".part", ".fetched"))]
    assert place > 30


def test_full_disk_is_one_line_and_loses_nothing(bus_stub: BusStub, tmp_path: Path) -> None:
    written, sync = 0, os.fsync

    def full(descriptor: int) -> None:
        nonlocal written
        written += 1
        if written > 12:
            raise OSError(28, "No space left on device")
        sync(descriptor)

    with mock.patch("os.fsync", full):
        done = run_on(bus_stub, "snapshot", str(tmp_path))
    assert done.status == 1
    assert re.fullmatch(r"trivet: \S+\.(fetched|json): No space left on device", done.err.splitlines()[-1])
    assert "Traceback" not in done.err
    again = run_on(bus_stub, "snapshot", str(tmp_path))
    assert (again.status, "continues after" in again.err) == (0, True)


def test_interrupted_run_names_its_place(bus_stub: BusStub, tmp_path: Path) -> None:
    append, count = Part.append, 0

    def interrupted(*arguments: Any, **named: Any) -> None:
        nonlocal count
        count += 1
        if count > 4:
            raise KeyboardInterrupt
        append(*arguments, **named)

    with mock.patch.object(Part, "append", interrupted):
        done = run_on(bus_stub, "snapshot", str(tmp_path))
    assert done.status == 130
    assert "broke off at routes, 10 records; the same command continues there" in done.err
    assert run_on(bus_stub, "snapshot", str(tmp_path)).status == 0


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone has pseudo-terminals")
def test_killed_script_continues_and_a_second_run_is_refused(bus_server: Served[BusStub], tmp_path: Path) -> None:
    env = {"TRIVET_BUS_BASE_URL": bus_server.url, "TRIVET_BUS_ACCOUNT_KEY": "stub-key"}
    bus_server.stub.faults.add("routes.list", after=3, hang=True)
    script = [sys.executable, "-m", "trivet", "bus", "snapshot", str(tmp_path)]
    running = subprocess.Popen(script, env=environment(env), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        while len(skips(bus_server.stub, "/BusRoutes")) < 4:
            with suppress(subprocess.TimeoutExpired):
                raise AssertionError(f"the script ended with {running.wait(0.05)}")
        other = run_here("bus", "snapshot", str(tmp_path), env=env)
        assert other.status == 2
        assert "another run writes to this folder" in other.err
    finally:
        running.kill()
        running.wait()
    assert "snapshot.part.json" in names(tmp_path)
    with in_terminal("bus", "snapshot", str(tmp_path), env=env, size=(80, 24)) as terminal:
        assert terminal.wait() == 0
        assert "continues after" in terminal.text
        assert "Snapshot" in terminal.text  # the progress
    assert len(read_network(tmp_path).rows) == 39


def test_volume_file_is_in_the_folder_and_its_manifest(bus_stub: BusStub, tmp_path: Path) -> None:
    done = run_on(
        bus_stub, "snapshot", str(tmp_path), "--volume", "by-stop", "--volume", "by-trip", "--month", "202505"
    )
    assert done.status == 0, done.err
    volume = json.loads((tmp_path / "snapshot.json").read_bytes())["volume"]
    assert volume == ["transport_node_bus_202505.zip", "origin_destination_bus_202505.zip"]
    bus_stub.requests.clear()
    assert run_on(bus_stub, "snapshot", str(tmp_path), "--volume", "by-stop", "--month", "202505").status == 0
    assert len(bus_stub.requests) == 0
    assert run_on(bus_stub, "snapshot", str(tmp_path), "--volume", "by-stop").status == 0  # the latest is this one
    late = run_on(bus_stub, "snapshot", str(tmp_path), "--volume", "by-stop", "--month", "202501")
    assert late.status in (1, 2)
    assert "202501" in late.err


def test_volume_file_of_the_user_is_not_replaced(bus_stub: BusStub, tmp_path: Path) -> None:
    own = tmp_path / "transport_node_bus_202505.zip"
    own.write_text("mine")
    done = run_on(bus_stub, "snapshot", str(tmp_path), "--volume", "by-stop")
    assert (done.status, own.read_text()) == (1, "mine")
    assert f"{own}: File exists" in done.err
    assert json.loads((tmp_path / "snapshot.json").read_bytes())["volume"] == []


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--format", "xml"], "--format: 'xml' is not one of ndjson, csv, parquet"),
        (["--volume", "both"], "--volume: 'both' is not one of by-stop, by-trip"),
        (["--month", "202505"], "--month: give --volume"),
        (["--volume", "by-stop", "--month", "202513"], "--month: '202513' is not a month"),
    ],
)
def test_wrong_argument_is_refused_and_no_folder_made(
    bus_stub: BusStub, tmp_path: Path, arguments: list[str], line: str
) -> None:
    done = run_on(bus_stub, "snapshot", str(tmp_path / "new"), *arguments)
    assert done.status == 2
    assert line in done.err
    assert list(tmp_path.iterdir()) == []


def test_name_of_a_file_or_a_foreign_manifest_is_refused(bus_stub: BusStub, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert run_on(bus_stub, "snapshot", str(tmp_path / "file")).status == 2
    (tmp_path / "snapshot.json").write_text("{}")
    done = run_on(bus_stub, "snapshot", str(tmp_path))
    assert done.status == 2
    assert "not the manifest of a snapshot of version 1" in done.err


def test_missing_key_makes_no_folder(tmp_path: Path) -> None:
    done = run_here("bus", "snapshot", str(tmp_path / "new"))
    assert done.status != 0
    assert not (tmp_path / "new").exists()


def test_second_run_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(UsageError, match="another run writes to this folder"), locked(tmp_path):
        pass
    with locked(tmp_path):
        pass


def test_file_system_without_locks_lets_every_run_pass(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="POSIX alone has it")
    with (
        mock.patch.object(fcntl, "flock", side_effect=OSError(95, "not supported")),
        locked(tmp_path),
        locked(tmp_path),
    ):
        pass


@pytest.mark.parametrize(
    "words",
    [("snapshot", "lists"), ("gtfs", "feed.zip"), ("map", "23", "--out", "map.svg")],
    ids=lambda words: words[0],
)
def test_unknown_field_is_refused_before_a_file_is_written(
    bus_stub: BusStub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_on(bus_stub, *words, "--fields", "nope")
    assert (done.status, done.out) == (2, "")
    assert "there is no field 'nope'" in done.err
    assert (len(bus_stub.requests), list(tmp_path.iterdir())) == (0, [])
