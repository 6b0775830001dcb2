"""A snapshot: its lists, and the manifest of its folder: `snapshot.json`, before that `snapshot.part.json`."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import orjson
from attrs import asdict, define, field, frozen

from trivet import BusClient, Page, Record
from trivet._core.whole_file import write_whole
from trivet.bus import BusRoute, BusService, BusStop, PlannedBusRoute
from trivet.cli.bus.source import LICENCE, LICENCE_URL, SOURCE, SOURCE_URL, attribution
from trivet.cli.failures import UsageError

__all__ = [
    "COMPLETE",
    "FORMATS",
    "LISTS",
    "NOTICE",
    "UNFINISHED",
    "FileFormat",
    "ListProgress",
    "Manifest",
    "Progress",
    "SavedList",
    "columns_of",
]

FileFormat: TypeAlias = Literal["ndjson", "csv", "parquet"]
FORMATS: tuple[FileFormat, ...] = get_args(FileFormat)

COMPLETE = "snapshot.json"
UNFINISHED = "snapshot.part.json"
NOTICE = "SOURCE.txt"
_KIND = "trivet.bus.snapshot"
_VERSION = 1


@frozen
class SavedList:
    """One list of the service.

    >>> for page in LISTS["stops"].pages(client):
    ...     print(page.start, len(page))

    Attributes:
        name: The name of its group on the client.
        stem: The name of its file without a suffix; a stub looks for it.
        record: The class of its records.
        key: The fields that identify a record.
    """

    name: str
    stem: str
    record: type[Record]
    key: tuple[str, ...]

    def pages(self, client: BusClient, *, skip: int = 0, prefetch: int = 4) -> Generator[Page[Any]]:
        """Return the pages of the list from a position on."""
        group: Any = getattr(client, self.name)
        pages: Generator[Page[Any]] = group.list(skip=skip or None, prefetch=prefetch).pages()
        return pages

    def key_of(self, wire: Mapping[str, Any]) -> Hashable:
        """Return what identifies a record in its wire form."""
        return tuple(str(wire.get(each)) for each in self.key)


_ROUTE_KEY = ("ServiceNo", "Direction", "StopSequence")

LISTS: Mapping[str, SavedList] = {
    each.name: each
    for each in (
        SavedList("services", "bus_service", BusService, ("ServiceNo", "Direction")),
        SavedList("routes", "bus_route", BusRoute, _ROUTE_KEY),
        SavedList("stops", "bus_stop", BusStop, ("BusStopCode",)),
        SavedList("planned_routes", "planned_bus_route", PlannedBusRoute, (*_ROUTE_KEY, "EffectiveDate")),
    )
}
"""The lists by name, in the order in which they are fetched."""


def columns_of(saved: SavedList) -> list[str]:
    """Return the names of the fields as the service writes them.

    >>> columns_of(LISTS["stops"])
    ['BusStopCode', 'RoadName', 'Description', 'Latitude', 'Longitude']
    """
    return list(saved.record.wire_names_)


@define(kw_only=True)
class ListProgress:
    """How far one list is.

    Attributes:
        records: How many records of it are on disk: the position where the list continues.
        size: How many bytes they are.
        last_page: The position of the page that was saved last; it is compared when a run resumes.
        complete: Whether the list has ended.
    """

    records: int = 0
    size: int = 0
    last_page: int = 0
    complete: bool = False


@define(kw_only=True)
class Progress:
    """How far a snapshot is.

    >>> Progress.read(Path("snapshot"))

    Attributes:
        started_at: When its first record was fetched.
        lists: The lists by name.
        publishing: The format in which the files are getting their final names, as everything was fetched; else None.
        raw: Whether cells of CSV are written as they came.
    """

    started_at: datetime
    lists: dict[str, ListProgress] = field(factory=lambda: {each: ListProgress() for each in LISTS})
    publishing: FileFormat | None = None
    raw: bool = False

    @classmethod
    def read(cls, folder: Path) -> Progress | None:
        """Read how far the snapshot of a folder is; None if it has not begun, or what is there cannot be read."""
        try:
            content = orjson.loads((folder / UNFINISHED).read_bytes())
            if (content.pop("kind"), content.pop("version")) != (_KIND, _VERSION):
                return None
            lists = {name: ListProgress(**content["lists"][name]) for name in LISTS}
            publishing = content["publishing"] if content["publishing"] in FORMATS else None
            started_at = _instant(content["started_at"])
            found = cls(started_at=started_at, lists=lists, publishing=publishing, raw=bool(content["raw"]))
        except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError):
            return None
        return found

    def write(self, folder: Path) -> None:
        """Write it to its folder, as a whole."""
        content = {"kind": _KIND, "version": _VERSION, **asdict(self)}
        _write(folder / UNFINISHED, orjson.dumps(content))


@define(kw_only=True)
class Manifest:
    """What a complete snapshot is.

    >>> Manifest.read(Path("snapshot")).format
    'ndjson'

    Attributes:
        format: The format of the lists.
        started_at: When the first record was fetched.
        completed_at: When the last one was.
        raw: Whether cells of CSV are as they came, also those that a spreadsheet would take for formulas.
        files: From the name of each list to its file.
        records: From the name of each list to the number of its records.
        volume: The files of passenger volume.
    """

    format: FileFormat
    started_at: datetime
    completed_at: datetime
    raw: bool = False
    files: dict[str, str]
    records: dict[str, int]
    volume: list[str] = field(factory=list[str])

    @classmethod
    def read(cls, folder: Path) -> Manifest | None:
        """Read the manifest of a folder; None if it has no complete snapshot.

        Raises:
            UsageError: There is a manifest, and it cannot be used.
        """
        content: Any = None
        try:
            content = orjson.loads((folder / COMPLETE).read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValueError:  # refused below
            pass
        try:
            fits = (content["kind"], content["version"]) == (_KIND, _VERSION)
            files = {name: Path(content["files"][name]).name for name in LISTS}  # never out of the folder
            return cls(
                format=FORMATS[FORMATS.index(content["format"]) if fits else len(FORMATS)],
                started_at=_instant(content["started_at"]),
                completed_at=_instant(content["completed_at"]),
                raw=bool(content["raw"]),
                files=files,
                records={name: int(content["records"][name]) for name in LISTS},
                volume=[Path(each).name for each in content["volume"]],
            )
        except (ValueError, TypeError, LookupError, AttributeError):
            text = f"{folder / COMPLETE}: not the manifest of a snapshot of version {_VERSION}; give another folder"
            raise UsageError(text) from None

    def write(self, folder: Path) -> None:
        """Write it to its folder, and next to it the notice of the source and its licence."""
        origin = {"source": SOURCE, "source_url": SOURCE_URL, "licence": LICENCE, "licence_url": LICENCE_URL}
        content = {"kind": _KIND, "version": _VERSION, **origin, **asdict(self)}
        notice = [attribution(self.completed_at), f"Source: {SOURCE_URL}", f"Licence: {LICENCE_URL}", ""]
        notice += [f"{self.files[name]}: {self.records[name]} records" for name in LISTS]
        _write(folder / NOTICE, ("\n".join([*notice, *self.volume]) + "\n").encode())
        _write(folder / COMPLETE, orjson.dumps(content, option=orjson.OPT_INDENT_2))


def _write(path: Path, content: bytes) -> None:
    write_whole(path, lambda file: file.write(content), shared=False)


def _instant(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(text)
    return found
