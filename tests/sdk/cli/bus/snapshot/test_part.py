"""The records of a list so far: what is compared, and what a damaged file means."""

from __future__ import annotations

from pathlib import Path

import pytest

from trivet.cli.bus.snapshot.lists import LISTS
from trivet.cli.bus.snapshot.manifest import ListProgress
from trivet.cli.bus.snapshot.part import ListChangedError, Part, read_part

STOPS = [{"BusStopCode": f"{each:05}", "Description": "\u65b0\u2028"} for each in range(10)]


def test_page_is_compared_as_far_as_it_is_on_disk(tmp_path: Path) -> None:
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


def test_other_record_shorter_list_and_repeated_key_mean_that_the_list_changed(tmp_path: Path) -> None:
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


def test_bytes_beyond_the_note_are_cut(tmp_path: Path) -> None:
    progress = ListProgress()
    with Part(tmp_path, LISTS["stops"], progress) as part:
        part.append(0, STOPS[:3])
    with part.path.open("ab") as file:
        file.write(b'{"BusStop')
    with Part(tmp_path, LISTS["stops"], progress) as part:
        part.append(3, STOPS[3:])
    assert list(read_part(part.path)) == STOPS
