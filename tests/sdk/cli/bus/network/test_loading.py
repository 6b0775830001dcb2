"""The network of a command: kept, fetched again, and used when it is old and nothing else is there."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from unittest import mock

import pytest

from tests.sdk.cli.bus.conftest import Rider
from trivet import BusClient
from trivet.bus import Network
from trivet.cli.bus.network.loading import NetworkSource
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options
from trivet_stubs import BusStub

WEEK = timedelta(days=7).total_seconds()


def lists_asked_for(rider: Rider) -> int:
    return rider.stub.requests.count("routes.list")


def test_second_run_asks_for_nothing_until_the_network_is_old(rider: Rider) -> None:
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
    assert [each.suffix for each in rider.cache.iterdir()] == [".json"]


def test_network_of_another_base_url_is_not_taken(rider: Rider) -> None:
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
    file.write_bytes(file.read_bytes()[:-100])  # as a program that was killed may leave it
    board = rider.run("arrivals", "54009", "-o", "ndjson")
    assert (board.status, json.loads(board.out.splitlines()[0])["description"]) == (0, None)
    assert board.err == (f"trivet: {file} is damaged, so stops have no names; --refresh fetches the network again\n")
    done = rider.run("near", "54009", "-o", "ndjson")
    assert done.status == 0
    assert done.err == f"trivet: {file} is damaged, so the network is fetched again\n"
    assert [json.loads(line) for line in done.out.splitlines()] == first
    assert rider.rows("near", "54009") == first


def test_file_that_the_user_names_is_never_replaced_if_it_is_something_else(rider: Rider, tmp_path: Path) -> None:
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


def test_without_any_network_the_failure_is_the_commands(rider: Rider) -> None:
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
    assert all(each.startswith("trivet: the network") for each in done.err.splitlines())
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


def test_two_at_once_both_succeed_and_leave_one_whole_file(bus_stub: BusStub, tmp_path: Path) -> None:
    bus_stub.latency = 0.001

    file = tmp_path / "network.json"
    client = BusClient(
        base_url="http://bus.test", transport=bus_stub.transport(), clock=bus_stub.clock, account_key="stub-key"
    )
    with client, mock.patch.object(Invocation, "bus", client), ThreadPoolExecutor(4) as pool:
        sources = [NetworkSource(Invocation("bus", Options()), file, "7d", refresh=True) for _ in range(4)]
        counts = list(pool.map(lambda each: len(each.load().stops), sources))
    assert counts == [len(bus_stub.records.stops)] * 4
    assert [each.name for each in tmp_path.iterdir()] == ["network.json"]
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
