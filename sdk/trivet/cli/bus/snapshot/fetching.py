"""Fetching the lists page by page: each page is on disk before the next one, so that another run continues there."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import IO, Any, Self

import orjson

from trivet import BusClient
from trivet.bus import converter
from trivet.cli.bus.snapshot.manifest import LISTS, ListProgress, Progress, SavedList

__all__ = ["ListChangedError", "Part", "fetch_lists", "read_part"]

Report = Callable[[str, int], None]


def fetch_lists(
    client: BusClient, folder: Path, progress: Progress, report: Report, note: Callable[[str], None]
) -> None:
    """Fetch what is not on disk yet.

    >>> fetch_lists(client, folder, Progress(started_at=client.clock.now()), lambda name, records: None, print)

    The list is fetched again from its start if the page that was saved last is another one now, or if a record comes
    twice, because something was added before it while the pages were fetched. The service sends no total.

    Args:
        client: The client.
        folder: The folder.
        progress: How far the snapshot is; it is updated, and written after every page.
        report: Called after every page with the list's name and how many records of it are on disk.
        note: Called with a line for the user.
    """
    for saved in LISTS.values():
        at = progress.lists[saved.name]
        if at.complete:
            continue
        with Part(folder, saved, at) as part:
            if at.records:
                note(f"{saved.name}: continues after {at.records:,} records")
            after = partial(_saved, folder, progress, report, saved.name)
            try:
                _walk(client, saved, part, after)
            except ListChangedError:
                note(f"{saved.name}: the list changed meanwhile; it is fetched again from its start")
                part.restart()
                progress.write(folder)
                _walk(client, saved, part, after, repeats=True)
        progress.write(folder)


def _walk(client: BusClient, saved: SavedList, part: Part, after: Callable[[], None], *, repeats: bool = False) -> None:
    end = part.resume_at
    with closing(saved.pages(client, skip=end)) as pages:
        for page in pages:
            part.append(page.start, [converter.unstructure(each) for each in page], repeats=repeats)
            end = page.start + len(page)
            after()
    part.end(end)


def _saved(folder: Path, progress: Progress, report: Report, name: str) -> None:
    progress.write(folder)
    report(name, progress.lists[name].records)


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
