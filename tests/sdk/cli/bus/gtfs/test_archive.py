"""The zip of a feed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from trivet.cli.bus.gtfs.archive import write_feed
from trivet.cli.bus.gtfs.feed import Table


def test_rows_are_streamed_quoted_and_counted(tmp_path: Path) -> None:
    rows = ([each, 'a "b",\r\n'] for each in range(3))
    assert write_feed(tmp_path / "a.zip", [Table("stops.txt", ["id", "name"], rows)]) == {"stops.txt": 3}
    with ZipFile(tmp_path / "a.zip") as archive:
        assert archive.read("stops.txt").startswith(b'id,name\r\n0,"a ""b"",\r\n"\r\n')
        assert archive.getinfo("stops.txt").date_time == (1980, 1, 1, 0, 0, 0)


def test_table_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def rows() -> Iterator[list[object]]:
        yield [1]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_feed(tmp_path / "a.zip", [Table("stops.txt", ["id"], rows())])
    assert list(tmp_path.iterdir()) == []
