"""The lists of a snapshot, its manifest `snapshot.json`, and its progress `snapshot.part.json` until it is complete."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import orjson
from attrs import asdict, define, field, frozen

from trivet import Page, Record
from trivet._core.files import write_whole
from trivet.bus import BusRoute, BusService, BusStop, PlannedBusRoute
from trivet.cli.bus.attribution import LICENCE, LICENCE_URL, SOURCE, SOURCE_URL, attribution
from trivet.cli.failures import UsageError

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import BusClient

FileFormat: TypeAlias = Literal["ndjson", "csv", "parquet"]
FORMATS: tuple[FileFormat, ...] = get_args(FileFormat)

COMPLETE = "snapshot.json"
UNFINISHED = "snapshot.part.json"
NOTICE = "SOURCE.txt"
_KIND = "trivet.bus.snapshot"
_VERSION = 1


@frozen
class SavedList:
    """A list of the service.

    >>> for page in LISTS["stops"].pages(client):
    ...     print(page.start, len(page))

    Attributes:
        name: The name of its group on the client.
        stem: The name of its file without a suffix; a stub expects this name.
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
        """Return the key of a record in its wire form."""
        return tuple(str(wire.get(name)) for name in self.key)


_ROUTE_KEY = ("ServiceNo", "Direction", "StopSequence")

LISTS: Mapping[str, SavedList] = {
    saved.name: saved
    for saved in (
        SavedList("services", "bus_service", BusService, ("ServiceNo", "Direction")),
        SavedList("routes", "bus_route", BusRoute, _ROUTE_KEY),
        SavedList("stops", "bus_stop", BusStop, ("BusStopCode",)),
        SavedList("planned_routes", "planned_bus_route", PlannedBusRoute, (*_ROUTE_KEY, "EffectiveDate")),
    )
}
"""The lists by name, in the order in which they are fetched."""


def columns_of(saved: SavedList) -> list[str]:
    """Return the wire names of the fields of a list.

    >>> columns_of(LISTS["stops"])
    ['BusStopCode', 'RoadName', 'Description', 'Latitude', 'Longitude']
    """
    return list(saved.record.__wire_names__)


@define(kw_only=True)
class ListProgress:
    """The progress of a list.

    Attributes:
        records: The number of its records on disk, which is the position of the next record.
        size: The size of these records in bytes.
        last_page: The position of the last page on disk, which a resumed run compares.
        complete: Whether the list has ended.
    """

    records: int = 0
    size: int = 0
    last_page: int = 0
    complete: bool = False


@define(kw_only=True)
class Progress:
    """The progress of an unfinished snapshot.

    >>> Progress.read(Path("snapshot"))

    Attributes:
        started_at: The time of the first request.
        lists: The progress of each list by name.
        publishing: The format of the final files, once all lists are fetched; None before.
        raw: Whether CSV cells are written unchanged.
    """

    started_at: datetime
    lists: dict[str, ListProgress] = field(factory=lambda: {name: ListProgress() for name in LISTS})
    publishing: FileFormat | None = None
    raw: bool = False

    @classmethod
    def read(cls, folder: Path) -> Progress | None:
        """Read the progress of a folder; return None if there is none, or if its file is damaged."""
        try:
            content = orjson.loads((folder / UNFINISHED).read_bytes())
            if (content.pop("kind"), content.pop("version")) != (_KIND, _VERSION):
                return None
            lists = {name: ListProgress(**content["lists"][name]) for name in LISTS}
            publishing = content["publishing"] if content["publishing"] in FORMATS else None
            started_at = _instant(content["started_at"])
            return cls(started_at=started_at, lists=lists, publishing=publishing, raw=bool(content["raw"]))
        except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError):
            return None

    def write(self, folder: Path) -> None:
        """Write the progress to its folder; the file is replaced as a whole."""
        content = {"kind": _KIND, "version": _VERSION, **asdict(self)}
        _write(folder / UNFINISHED, orjson.dumps(content))


@define(kw_only=True)
class Manifest:
    """The manifest of a complete snapshot.

    >>> Manifest.read(Path("snapshot")).format
    'ndjson'

    Attributes:
        format: The format of the lists.
        started_at: The time of the first request.
        completed_at: The time at which all files were complete.
        raw: Whether CSV cells are unchanged, even if a spreadsheet takes them for formulas.
        files: The file of each list by name.
        records: The number of records of each list by name.
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
        """Read the manifest of a folder; return None if the folder has no complete snapshot.

        Raises:
            UsageError: The manifest is damaged, or of another version.
        """
        content: Any = None
        try:
            content = orjson.loads((folder / COMPLETE).read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValueError:  # `content` stays None, which is refused below
            pass
        try:
            fits = (content["kind"], content["version"]) == (_KIND, _VERSION)
            files = {name: Path(content["files"][name]).name for name in LISTS}  # a path never leads out of the folder
            return cls(
                format=FORMATS[FORMATS.index(content["format"]) if fits else len(FORMATS)],
                started_at=_instant(content["started_at"]),
                completed_at=_instant(content["completed_at"]),
                raw=bool(content["raw"]),
                files=files,
                records={name: int(content["records"][name]) for name in LISTS},
                volume=[Path(name).name for name in content["volume"]],
            )
        except (ValueError, TypeError, LookupError, AttributeError):
            text = f"{folder / COMPLETE}: not the manifest of a snapshot of version {_VERSION}; give another folder"
            raise UsageError(text) from None

    def write(self, folder: Path) -> None:
        """Write the manifest to its folder, and next to it a notice of the source and its licence."""
        origin = {"source": SOURCE, "source_url": SOURCE_URL, "licence": LICENCE, "licence_url": LICENCE_URL}
        content = {"kind": _KIND, "version": _VERSION, **origin, **asdict(self)}
        notice = [attribution(self.completed_at), f"Source: {SOURCE_URL}", f"Licence: {LICENCE_URL}", ""]
        notice += [f"{self.files[name]}: {self.records[name]} records" for name in LISTS]
        _write(folder / NOTICE, ("\n".join([*notice, *self.volume]) + "\n").encode())
        _write(folder / COMPLETE, orjson.dumps(content, option=orjson.OPT_INDENT_2))


def _write(path: Path, content: bytes) -> None:
    write_whole(path, lambda file: file.write(content), overwrite=True, shared=False)


def _instant(text: str) -> datetime:
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(text)
    return instant
