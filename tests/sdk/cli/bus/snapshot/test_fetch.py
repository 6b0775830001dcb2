"""The fetching: what is reported, and a list that changes between its pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from trivet import BusClient
from trivet.cli.bus.snapshot.fetch import fetch_lists
from trivet.cli.bus.snapshot.lists import LISTS
from trivet.cli.bus.snapshot.manifest import Progress
from trivet_stubs import BusStub


def test_progress_is_on_disk_after_every_page(bus_client: BusClient, bus_stub: BusStub, tmp_path: Path) -> None:
    bus_stub.page_size = 10
    seen: list[tuple[str, int]] = []

    def report(name: str, records: int) -> None:
        found = Progress.read(tmp_path)
        assert found is not None
        assert found.lists[name].records == records
        seen.append((name, records))

    progress = Progress(started_at=bus_client.clock.now())
    fetch_lists(bus_client, tmp_path, progress, report, print)
    assert [each for each in seen if each[0] == "routes"] == [("routes", each) for each in (10, 20, 30, 39)]
    assert all(progress.lists[each].complete for each in LISTS)


def test_record_added_before_the_position_starts_the_list_again(
    bus_client: BusClient, bus_stub: BusStub, tmp_path: Path
) -> None:
    bus_stub.page_size, added, notes = 4, dict(bus_stub.records.stops[0], BusStopCode="00001"), list[str]()

    def report(name: str, records: int) -> None:
        if name == "stops" and len(bus_stub.records.stops) == 18:
            bus_stub.records = replace(bus_stub.records, stops=(added, *bus_stub.records.stops))

    progress = Progress(started_at=bus_client.clock.now())
    fetch_lists(bus_client, tmp_path, progress, report, notes.append)
    assert notes == ["stops: the list changed meanwhile; it is fetched again from its start"]
    assert progress.lists["stops"].records == 19


def test_list_that_really_repeats_a_key_is_taken(bus_client: BusClient, bus_stub: BusStub, tmp_path: Path) -> None:
    stops = bus_stub.records.stops
    bus_stub.records = replace(bus_stub.records, stops=(*stops, stops[0]))
    progress = Progress(started_at=bus_client.clock.now())
    fetch_lists(bus_client, tmp_path, progress, lambda name, records: None, print)
    assert progress.lists["stops"].records == 19
