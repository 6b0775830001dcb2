"""The fetching: its progress, the file of an unfinished list, and a list that changes between its pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from trivet import BusClient
from trivet.cli.bus.snapshot.fetching import ListChangedError, Part, fetch_lists, read_part
from trivet.cli.bus.snapshot.manifest import LISTS, ListProgress, Progress
from trivet_stubs import BusStub

STOPS = [{"BusStopCode": f"{number:05}", "Description": "\u65b0\u2028"} for number in range(10)]


def test_progress_is_on_disk_after_every_page(bus_client: BusClient, bus_stub: BusStub, tmp_path: Path) -> None:
    bus_stub.page_size = 10
    seen: list[tuple[str, int]] = []

    def report(name: str, records: int) -> None:
        on_disk = Progress.read(tmp_path)
        assert on_disk is not None
        assert on_disk.lists[name].records == records
        seen.append((name, records))

    progress = Progress(started_at=bus_client.clock.now())
    fetch_lists(bus_client, tmp_path, progress, report, print)
    assert [records for name, records in seen if name == "routes"] == [10, 20, 30, 39]
    assert all(progress.lists[name].complete for name in LISTS)


def test_record_added_before_the_position_restarts_the_list(
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


def test_list_that_repeats_a_key_is_accepted(bus_client: BusClient, bus_stub: BusStub, tmp_path: Path) -> None:
    stops = bus_stub.records.stops
    bus_stub.records = replace(bus_stub.records, stops=(*stops, stops[0]))
    progress = Progress(started_at=bus_client.clock.now())
    fetch_lists(bus_client, tmp_path, progress, lambda name, records: None, print)
    assert progress.lists["stops"].records == 19


def test_page_is_compared_with_the_records_on_disk(tmp_path: Path) -> None:
    progress = ListProgress()
    with Part(tmp_path, LISTS["stops"], progress) as part:
        part.append(0, STOPS[:3])
        part.append(3, STOPS[3:6])
    assert (progress.records, progress.last_page) == (6, 3)
    with Part(tmp_path, LISTS["stops"], progress) as part:
        assert part.resume_at == 3
        part.append(3, STOPS[3:8])  # pages may have another size now
        part.append(8, STOPS[8:])
        part.end(10)
    assert progress.complete
    assert list(read_part(part.path)) == STOPS


def test_other_record_shorter_list_or_repeated_key_raises(tmp_path: Path) -> None:
    with Part(tmp_path, LISTS["stops"], ListProgress()) as part:
        part.append(0, STOPS[:3])
        with pytest.raises(ListChangedError):
            part.append(0, STOPS[1:4])
        with pytest.raises(ListChangedError):
            part.end(2)
        with pytest.raises(ListChangedError):
            part.append(3, STOPS[2:5])
        part.append(3, STOPS[2:5], repeats=True)
    assert len(list(read_part(part.path))) == 6


@pytest.mark.parametrize("damage", [b"", b"{}\n", b"x" * 400, b"[1]\n" * 3 + b" " * 400])
def test_damaged_file_begins_again(tmp_path: Path, damage: bytes) -> None:
    progress = ListProgress()
    with Part(tmp_path, LISTS["stops"], progress) as part:
        part.append(0, STOPS[:3])
    part.path.write_bytes(damage)
    with Part(tmp_path, LISTS["stops"], progress) as part:
        assert (progress.records, progress.size, part.resume_at) == (0, 0, 0)
    assert part.path.read_bytes() == b""


def test_bytes_after_the_recorded_size_are_cut(tmp_path: Path) -> None:
    progress = ListProgress()
    with Part(tmp_path, LISTS["stops"], progress) as part:
        part.append(0, STOPS[:3])
    with part.path.open("ab") as file:
        file.write(b'{"BusStop')
    with Part(tmp_path, LISTS["stops"], progress) as part:
        part.append(3, STOPS[3:])
    assert list(read_part(part.path)) == STOPS
