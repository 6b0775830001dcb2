"""The records of a list so far, as NDJSON under a temporary name."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Self

import orjson

from trivet.cli.bus.snapshot.lists import SavedList
from trivet.cli.bus.snapshot.manifest import ListProgress

__all__ = ["ListChangedError", "Part", "read_part"]


class ListChangedError(Exception):
    """The list is another one than that whose first pages are on disk."""


class Part:
    """The file of a list that is not complete, and what is known of it.

    >>> with Part(folder, LISTS["stops"], progress) as part:
    ...     part.append(page.start, page)

    Attributes:
        path: The file.
    """

    def __init__(self, folder: Path, saved: SavedList, progress: ListProgress) -> None:
        self.path: Path = folder / f"{saved.stem}.fetched"
        self._saved = saved
        self._progress = progress
        self._tail: list[bytes] = []
        self._keys: set[Hashable] = set()
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        self._open()
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def resume_at(self) -> int:
        """The position to fetch from: that of the last page on disk, which is compared."""
        return self._progress.last_page

    def restart(self) -> None:
        """Forget all records."""
        progress = self._progress
        progress.records = progress.size = progress.last_page = 0
        self._tail, self._keys = [], set()
        if self._file is not None:
            self._file.truncate(0)
            self._file.seek(0)

    def append(self, start: int, wires: Sequence[Mapping[str, Any]], *, repeats: bool = False) -> None:
        """Compare a page with what is on disk as far as that goes, and append the rest; the disk has it afterwards.

        Args:
            start: The position of the page.
            wires: Its records in their wire form.
            repeats: Whether a record whose key came before is accepted.

        Raises:
            ListChangedError: A record is another one than that on disk, or came before.
        """
        progress, lines = self._progress, list[bytes]()
        for position, wire in enumerate(wires, start):
            line = orjson.dumps(wire) + b"\n"
            if position < progress.records:
                if self._tail[position - progress.records] != line:
                    raise ListChangedError
                continue
            key = self._saved.key_of(wire)
            if key in self._keys and not repeats:
                raise ListChangedError
            self._keys.add(key)
            lines.append(line)
        if not lines:
            return
        assert self._file is not None
        self._file.write(b"".join(lines))
        self._file.flush()
        os.fsync(self._file.fileno())
        progress.last_page, progress.records = start, progress.records + len(lines)
        progress.size = self._file.tell()
        self._tail = lines

    def end(self, position: int) -> None:
        """Mark the list as complete.

        Raises:
            ListChangedError: It ends before what is on disk.
        """
        if position < self._progress.records:
            raise ListChangedError
        self._progress.complete = True

    def _open(self) -> None:
        progress = self._progress
        if not self.path.exists() or self.path.stat().st_size < progress.size:
            self._file = self.path.open("w+b")
            self.restart()
            return
        self._file = self.path.open("r+b")
        self._file.truncate(progress.size)
        lines = list(self._file)
        if len(lines) != progress.records or not all(each.endswith(b"\n") for each in lines):
            self.restart()
            return
        try:
            self._keys = {self._saved.key_of(orjson.loads(each)) for each in lines}
        except (ValueError, AttributeError):
            self.restart()
            return
        self._tail = lines[progress.last_page :]


def read_part(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a file of NDJSON in their wire form.

    >>> sum(1 for _ in read_part(Path("bus_stop.ndjson")))
    """
    with path.open("rb") as file:
        for line in file:
            yield orjson.loads(line)
