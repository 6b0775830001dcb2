"""Fetches the lists page by page; what is on disk after each page is where the next run continues."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from trivet import BusClient
from trivet.bus import converter
from trivet.cli.bus.snapshot.lists import LISTS, SavedList
from trivet.cli.bus.snapshot.manifest import Progress
from trivet.cli.bus.snapshot.part import ListChangedError, Part

__all__ = ["fetch_lists"]

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
