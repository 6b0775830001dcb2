"""The command `trivet bus snapshot`."""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from trivet import TrivetError
from trivet._core.files import try_lock
from trivet.bus import SINGAPORE
from trivet.cli.bus.snapshot.fetching import fetch_lists
from trivet.cli.bus.snapshot.files import check_format, publish
from trivet.cli.bus.snapshot.manifest import (
    COMPLETE,
    FORMATS,
    LISTS,
    NOTICE,
    UNFINISHED,
    FileFormat,
    Manifest,
    Progress,
)
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.output.fields import Column
from trivet.cli.terminal import progress as show_progress

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import BusClient

_OLDEST = timedelta(days=1)
"""The age from which an unfinished snapshot begins again, because its lists would not fit together."""
_LOCK = ".snapshot.lock"
"""The name of the lock file in the folder."""
_VOLUMES = {"by-stop": "by_stop", "by-trip": "by_trip"}
_COLUMNS = [
    Column("list", "List"),
    Column("file", "File"),
    Column("records", "Records", right=True),
]
_EPILOG = """Examples:

  trivet bus snapshot lists

  trivet bus snapshot lists --format csv --volume by-stop --month 202510

  trivet-stub bus --data lists
"""


def add(app: typer.Typer) -> None:
    """Add the command."""
    add_recipe(app, "snapshot", "bus", snapshot, epilog=_EPILOG)


def snapshot(
    invocation: Invocation,
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; it is made if it does not exist.")],
    *,
    format_: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help=f"{', '.join(FORMATS)}; ndjson by default.")
    ] = None,
    volume: Annotated[
        list[str] | None, typer.Option(metavar="KIND", help="Also a file of passenger volume: by-stop, by-trip.")
    ] = None,
    month: Annotated[str | None, typer.Option(metavar="YYYYMM", help="Its month; the latest by default.")] = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Fetch a complete snapshot again.")] = False,
) -> None:
    """Save all lists to a folder; an interrupted run continues where it ended."""
    chosen = _checked_format(format_)
    kinds = _checked_volumes(volume or [], month)
    invocation.check_fields(_COLUMNS)
    if not (directory / COMPLETE).exists():
        _ = invocation.bus  # fails without a key, before a folder is made
    _make(directory)
    with locked(directory):
        manifest = Manifest.read(directory)
        if manifest is None or refresh or (directory / UNFINISHED).exists():
            manifest = _take(invocation, directory, chosen or "ndjson")
        else:
            if chosen not in (None, manifest.format):
                text = f"{directory}: holds a complete snapshot as {manifest.format}; give another folder, or --refresh"
                raise UsageError(text)
            when = f"{manifest.completed_at.astimezone(SINGAPORE):%d %B %Y %H:%M} in Singapore"
            invocation.note(f"{directory}: complete since {when}; --refresh fetches it again")
        for kind in kinds:
            _download(invocation, directory, manifest, kind, month)
    rows: list[dict[str, Any]] = [
        {"list": name, "file": str(directory / manifest.files[name]), "records": manifest.records[name]}
        for name in LISTS
    ]
    rows += [{"list": "volume", "file": str(directory / name), "records": None} for name in manifest.volume]
    invocation.show(rows, columns=_COLUMNS)


@contextmanager
def locked(folder: Path) -> Generator[None]:
    """Hold the lock of a folder for a block; the system releases it when the process ends.

    >>> with locked(Path("snapshot")):
    ...     fetch()

    On a file system without locks, every run passes.

    Raises:
        UsageError: Another run holds the lock.
    """
    file = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not try_lock(file):
            raise UsageError(f"{folder}: another run writes to this folder; wait for it, or give another folder")
        yield
    finally:
        os.close(file)


def _take(invocation: Invocation, folder: Path, format_: FileFormat) -> Manifest:
    client: BusClient = invocation.bus
    now = client.clock.now()
    before = Manifest.read(folder)
    if not (folder / UNFINISHED).exists():
        _refuse_foreign_files(folder, format_, before)
    progress = Progress.read(folder)
    if progress is not None and not timedelta() <= now - progress.started_at <= _OLDEST and not progress.publishing:
        day = progress.started_at.astimezone(SINGAPORE)
        invocation.note(f"{folder}: the unfinished snapshot is of {day:%d %B %Y}; it begins again")
        progress = None
    progress = progress or Progress(started_at=now)
    progress.write(folder)
    if progress.publishing is None:
        _fetch(invocation, client, folder, progress)
        progress.publishing, progress.raw = format_, invocation.options.raw
        progress.write(folder)
    (folder / COMPLETE).unlink(missing_ok=True)  # the folder is not complete until all files are new
    files = _publish(invocation, folder, progress)
    manifest = Manifest(
        format=progress.publishing,
        started_at=progress.started_at,
        completed_at=client.clock.now(),
        raw=progress.raw,
        files=files,
        records={name: list_progress.records for name, list_progress in progress.lists.items()},
        volume=[] if before is None else before.volume,
    )
    manifest.write(folder)
    (folder / UNFINISHED).unlink()
    old: set[str] = set() if before is None else {*before.files.values()}
    for name in old - {*files.values()}:
        (folder / name).unlink(missing_ok=True)
    return manifest


def _refuse_foreign_files(folder: Path, format_: FileFormat, before: Manifest | None) -> None:
    """Refuse a folder in which a file has a name of the snapshot, unless an earlier snapshot wrote it.

    Raises:
        UsageError: The message names the file; nothing was sent.
    """
    own = {NOTICE, *before.files.values()} if before is not None else set[str]()
    for name in (NOTICE, *(f"{saved.stem}.{format_}" for saved in LISTS.values())):
        if name not in own and os.path.lexists(folder / name):
            raise UsageError(f"{folder / name}: is there already, and no snapshot wrote it; give another folder")


def _publish(invocation: Invocation, folder: Path, progress: Progress) -> dict[str, str]:
    try:
        return publish(folder, progress)
    except TrivetError:  # a record may not fit the types of Parquet; the other formats accept any record
        for saved in LISTS.values():
            (folder / f"{saved.stem}.{progress.publishing}").unlink(missing_ok=True)
        progress.publishing = None
        progress.write(folder)
        invocation.note(f"{folder}: all records are fetched; the same command with --format ndjson or csv writes them")
        raise


def _fetch(invocation: Invocation, client: BusClient, folder: Path, progress: Progress) -> None:
    with show_progress("Snapshot", unit="records") as advance:

        def report(name: str, records: int) -> None:
            done = sum(list_progress.records for list_progress in progress.lists.values())
            advance(done, None, f"{name.replace('_', ' ')} {records:,}")

        try:
            fetch_lists(client, folder, progress, report, invocation.note)
        except BaseException:
            if not any(list_progress.records for list_progress in progress.lists.values()):
                (folder / UNFINISHED).unlink(missing_ok=True)
                raise
            unfinished = (name for name, list_progress in progress.lists.items() if not list_progress.complete)
            name = next(unfinished, None)
            where = "the last list"
            if name is not None:
                where = f"{name.replace('_', ' ')}, {progress.lists[name].records:,} records"
            invocation.note(f"{folder}: broke off at {where}; the same command continues there")
            raise


def _download(invocation: Invocation, folder: Path, manifest: Manifest, kind: str, month: str | None) -> None:
    client: BusClient = invocation.bus
    stem = {"by-stop": "transport_node_bus", "by-trip": "origin_destination_bus"}[kind]
    if month is not None and (name := f"{stem}_{month}.zip") in manifest.volume and (folder / name).exists():
        return
    chosen = cast('Literal["by_stop"]', _VOLUMES[kind])
    with show_progress(f"Volume {kind}", unit="B") as advance:
        try:
            name = client.passenger_volume.download(chosen, date=month, path=folder, progress=advance).path.name
        except FileExistsError as error:
            name = Path(error.filename).name
            if name not in manifest.volume:  # the user's own file, not one of an earlier run
                raise
    if name not in manifest.volume:
        manifest.volume.append(name)
        manifest.write(folder)


def _checked_format(text: str | None) -> FileFormat | None:
    if text is None:
        return None
    if text not in FORMATS:
        raise UsageError(f"--format: {text!r} is not one of {', '.join(FORMATS)}")
    check_format(text)
    return text


def _checked_volumes(kinds: list[str], month: str | None) -> list[str]:
    for kind in kinds:
        if kind not in _VOLUMES:
            raise UsageError(f"--volume: {kind!r} is not one of {', '.join(_VOLUMES)}")
    if month is not None and not kinds:
        raise UsageError("--month: give --volume by-stop or --volume by-trip with it")
    if month is not None and not re.fullmatch(r"[0-9]{4}(0[1-9]|1[0-2])", month):
        raise UsageError(f"--month: {month!r} is not a month; give it as YYYYMM")
    return list(dict.fromkeys(kinds))


def _make(directory: Path) -> None:
    try:
        directory.mkdir(0o700, parents=True, exist_ok=True)
    except FileExistsError:
        raise UsageError(f"{directory}: not a folder; give the name of a folder") from None
