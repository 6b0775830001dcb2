"""The command `trivet bus snapshot`."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import typer

from trivet import BusClient, TrivetError
from trivet.bus import SINGAPORE
from trivet.cli.bus.snapshot.fetch import fetch_lists
from trivet.cli.bus.snapshot.lists import LISTS
from trivet.cli.bus.snapshot.lock import locked
from trivet.cli.bus.snapshot.manifest import COMPLETE, FORMATS, UNFINISHED, FileFormat, Manifest, Progress
from trivet.cli.bus.snapshot.publish import check_format, publish
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.output.fields import Column
from trivet.cli.recipe import add_recipe
from trivet.cli.terminal import progress as show_progress

__all__ = ["add", "snapshot"]

_OLDEST = timedelta(days=1)
"""The age at which an unfinished snapshot begins again: its lists would not fit together."""
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
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; it is made if it is absent.")],
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
    """Save all lists to a folder; a run that broke off continues where it was."""
    wanted = _checked_format(format_)
    kinds = _checked_volumes(volume or [], month)
    if not (directory / COMPLETE).exists():
        _ = invocation.bus  # without a key, no folder is made
    _make(directory)
    with locked(directory):
        manifest = Manifest.read(directory)
        if manifest is None or refresh or (directory / UNFINISHED).exists():
            manifest = _take(invocation, directory, wanted or "ndjson")
        else:
            if wanted not in (None, manifest.format):
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
    rows += [{"list": "volume", "file": str(directory / each), "records": None} for each in manifest.volume]
    invocation.show(rows, columns=_COLUMNS)


def _take(invocation: Invocation, folder: Path, format_: FileFormat) -> Manifest:
    client: BusClient = invocation.bus
    now = client.clock.now()
    progress = Progress.read(folder)
    if progress is not None and not timedelta() <= now - progress.started_at <= _OLDEST and not progress.publishing:
        invocation.note(f"{folder}: the unfinished snapshot is of {progress.started_at:%d %B %Y}; it begins again")
        progress = None
    progress = progress or Progress(started_at=now)
    progress.write(folder)
    if progress.publishing is None:
        _fetch(invocation, client, folder, progress)
        progress.publishing, progress.raw = format_, invocation.options.raw
        progress.write(folder)
    before = Manifest.read(folder)
    (folder / COMPLETE).unlink(missing_ok=True)  # until all files are new, the folder is not complete
    files = _publish(invocation, folder, progress)
    manifest = Manifest(
        format=progress.publishing,
        started_at=progress.started_at,
        completed_at=client.clock.now(),
        raw=progress.raw,
        files=files,
        records={name: at.records for name, at in progress.lists.items()},
        volume=[] if before is None else before.volume,
    )
    manifest.write(folder)
    (folder / UNFINISHED).unlink()
    old: set[str] = set() if before is None else {*before.files.values()}
    for name in old - {*files.values()}:
        (folder / name).unlink(missing_ok=True)
    return manifest


def _publish(invocation: Invocation, folder: Path, progress: Progress) -> dict[str, str]:
    try:
        return publish(folder, progress)
    except TrivetError:  # Parquet has types, which a record may not fit; the other formats take everything
        for saved in LISTS.values():
            (folder / f"{saved.stem}.{progress.publishing}").unlink(missing_ok=True)
        progress.publishing = None
        progress.write(folder)
        invocation.note(f"{folder}: all records are fetched; the same command with --format ndjson or csv writes them")
        raise


def _fetch(invocation: Invocation, client: BusClient, folder: Path, progress: Progress) -> None:
    with show_progress("Snapshot", unit="records") as advance:

        def report(name: str, records: int) -> None:
            done = sum(each.records for each in progress.lists.values())
            advance(done, None, f"{name.replace('_', ' ')} {records:,}")

        try:
            fetch_lists(client, folder, progress, report, invocation.note)
        except BaseException:
            if not any(each.records for each in progress.lists.values()):
                (folder / UNFINISHED).unlink(missing_ok=True)
                raise
            at = next((name for name, each in progress.lists.items() if not each.complete), "")
            where = f"{at.replace('_', ' ')}, {progress.lists[at].records:,} records" if at else "the last list"
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
        raise UsageError(f"--format: {text!r} is none of {', '.join(FORMATS)}")
    check_format(text)
    return text


def _checked_volumes(kinds: list[str], month: str | None) -> list[str]:
    for each in kinds:
        if each not in _VOLUMES:
            raise UsageError(f"--volume: {each!r} is none of {', '.join(_VOLUMES)}")
    if month is not None and not kinds:
        raise UsageError("--month: give --volume by-stop or --volume by-trip with it")
    if month is not None and not re.fullmatch(r"[0-9]{4}(0[1-9]|1[0-2])", month):
        raise UsageError(f"--month: {month!r} is no month; give it as YYYYMM")
    return list(dict.fromkeys(kinds))


def _make(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UsageError(f"{directory}: not a folder; give the name of a folder") from None
