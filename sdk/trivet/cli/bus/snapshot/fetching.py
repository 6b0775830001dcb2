"""The fetching of the lists: each page is on disk before the next one, so that another run can continue there."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

import orjson

from trivet._core.files import create_file, name_rest
from trivet.cli.bus.snapshot.manifest import LISTS, ListProgress, Progress, SavedList

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import BusClient

Report = Callable[[str, int], None]


def fetch_lists(
    client: BusClient, folder: Path, progress: Progress, report: Report, note: Callable[[str], None]
) -> None:
    """Fetch the lists that are not on disk yet.

    >>> fetch_lists(client, folder, Progress(started_at=client.clock.now()), lambda name, records: None, print)

    A list is fetched again from its start if the last page on disk differs from the page that the service sends now, or
    if a key comes twice, because records were added before it while the pages were fetched. The service sends no total.

    Args:
        client: The client.
        folder: The folder.
        progress: The progress of the snapshot, which is updated and written after every page.
        report: Called after every page with the name of the list and the number of its records on disk.
        note: Called with a line for the user.
    """
    for saved in LISTS.values():
        list_progress = progress.lists[saved.name]
        if list_progress.complete:
            continue
        with Part(folder, saved, list_progress) as part:
            if list_progress.records:
                note(f"{saved.name}: continues after {list_progress.records:,} records")
            after_page = partial(_save_progress, folder, progress, report, saved.name)
            try:
                _fetch_pages(client, saved, part, after_page)
            except ListChangedError:
                note(f"{saved.name}: the list changed meanwhile; it is fetched again from its start")
                part.restart()
                progress.write(folder)
                # A key that comes twice again belongs to two records of the list.
                _fetch_pages(client, saved, part, after_page, repeats=True)
        progress.write(folder)


class Part:
    """The file of an unfinished list: NDJSON under a temporary name.

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
        """The position to continue from: the last page on disk, which is compared with the same page now."""
        return self._progress.last_page

    def restart(self) -> None:
        """Remove all records."""
        progress = self._progress
        progress.records = progress.size = progress.last_page = 0
        self._tail, self._keys = [], set()
        if self._file is not None:
            self._file.truncate(0)
            self._file.seek(0)

    def append(self, start: int, wires: Sequence[Mapping[str, Any]], *, repeats: bool = False) -> None:
        """Compare a page with the records on disk, append the records that are not there, and wait for the disk.

        Args:
            start: The position of the page.
            wires: Its records in their wire form.
            repeats: Whether a second record with a key is accepted.

        Raises:
            ListChangedError: A record differs from the record on disk, or its key came before.
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
        try:
            self._file.write(b"".join(lines))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            name_rest(error, self.path)
            raise
        progress.last_page, progress.records = start, progress.records + len(lines)
        progress.size = self._file.tell()
        self._tail = lines

    def end(self, position: int) -> None:
        """Mark the list as complete.

        Raises:
            ListChangedError: The list is shorter than the part on disk.
        """
        if position < self._progress.records:
            raise ListChangedError
        self._progress.complete = True

    def _open(self) -> None:
        progress = self._progress
        if not self.path.exists() or self.path.stat().st_size < progress.size:
            self.path.unlink(missing_ok=True)
            self._file = create_file(self.path)
            self.restart()
            return
        self._file = self.path.open("r+b")
        self._file.truncate(progress.size)  # the progress may be older than the last page on disk
        lines = list(self._file)
        if len(lines) != progress.records or not all(line.endswith(b"\n") for line in lines):
            self.restart()
            return
        try:
            self._keys = {self._saved.key_of(orjson.loads(line)) for line in lines}
        except (ValueError, AttributeError):
            self.restart()
            return
        self._tail = lines[progress.last_page :]


class ListChangedError(Exception):
    """The list has changed since its first pages were fetched."""


def read_part(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of an NDJSON file in their wire form.

    >>> sum(1 for _ in read_part(Path("bus_stop.ndjson")))
    """
    with path.open("rb") as file:
        for line in file:
            yield orjson.loads(line)


def _fetch_pages(
    client: BusClient, saved: SavedList, part: Part, after_page: Callable[[], None], *, repeats: bool = False
) -> None:
    from trivet.bus import converter  # noqa: PLC0415

    end = part.resume_at
    with closing(saved.pages(client, skip=end)) as pages:
        for page in pages:
            part.append(page.start, [converter.unstructure(record) for record in page], repeats=repeats)
            end = page.start + len(page)
            after_page()
    part.end(end)


def _save_progress(folder: Path, progress: Progress, report: Report, name: str) -> None:
    progress.write(folder)
    report(name, progress.lists[name].records)
