"""The results of operations: one value, pages, events, exports and downloads."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path
from threading import Timer
from typing import Any, cast

from attrs import evolve

from trivet import TrivetError
from trivet.cli.failures import UsageError, temporary_folder
from trivet.cli.invocation import Invocation
from trivet.cli.operations.inputs import STDIN, Arguments
from trivet.cli.operations.table import Operation
from trivet.cli.options import Format, check_output, there_already
from trivet.cli.output.fields import Column
from trivet.cli.output.writer import write_records
from trivet.cli.terminal import progress
from trivet.cli.text import visible

_LARGEST = 100
"""The largest page that is asked for, where the contract has no bound."""

_Save = Callable[[Path, Callable[[int, int | None], None]], Path]


def columns(operation: Operation) -> list[Column]:
    """Return the columns that a table of an operation's records has room for."""
    return [Column(field, right=field in operation.numbers) for field in operation.columns]


def show_value(invocation: Invocation, operation: Operation, value: Any) -> None:
    """Show the value that a method has returned.

    >>> show_value(invocation, operation, client.admin.users.get(user_id))
    """
    items: Any = value
    if value is None:
        if sys.stderr.isatty():
            invocation.note(f"Done: {operation.id}.")
    elif isinstance(value, str):
        show_text(invocation, value)
    elif isinstance(value, list):
        invocation.show(items, columns(operation))
    else:
        invocation.show_one(value)


def show_text(invocation: Invocation, text: str) -> None:
    """Write text as it is, or the result of `--query`; on a terminal, with escapes for control characters."""
    if invocation.options.query is not None:
        invocation.show_one(text)
        return
    if invocation.on_terminal and not invocation.options.raw:
        lines = text.split("\n")
        text = "\n".join(map(visible, lines))
    sys.stdout.write(text)
    if invocation.on_terminal and not text.endswith("\n"):
        sys.stdout.write("\n")


def show_pages(
    invocation: Invocation, operation: Operation, method: Any, arguments: Arguments, options: Mapping[str, Any]
) -> None:
    """Show the first page as the service sends it, or the first `limit` items, or all of them.

    >>> show_pages(invocation, operation, client.stops.list, Arguments(), {"all": True, "prefetch": 8})

    A list with fewer items than its total is read again, as by `complete()` of a pager; each item is shown once, when
    it first appears.

    Args:
        invocation: The run.
        operation: The operation.
        method: The client's method.
        arguments: Its arguments.
        options: The options `limit`, `all` and `prefetch`.

    Raises:
        UsageError: The options exclude each other, or a limit is below 1.
        IncompleteListError: Items are missing; the others have been shown.
    """
    limit, every, prefetch = options["limit"], options["all"], options.get("prefetch")
    if limit is not None and every:
        raise UsageError("--limit and --all exclude each other")
    if limit is not None and limit < 1:
        raise UsageError(f"--limit must be a whole number not below 1, got {limit}")
    if prefetch is not None and limit is None and not every:
        raise UsageError("--prefetch needs --all or --limit, as one page alone is fetched without them")
    if limit is None and not every:
        page = method(**arguments).page()
        invocation.show(page, columns(operation))
        if more := _more(len(page), page.start, page.total, page.next):
            invocation.note(more)
        return
    for name, size in page_size(operation, limit).items():
        arguments.setdefault(name, size)
    if prefetch is not None:
        arguments.put("prefetch", prefetch, "--prefetch")
    pager = method(**arguments)
    with closing(_counted(pager, limit, on_terminal=invocation.on_terminal)) as items:
        invocation.show(items, columns(operation))


def page_size(operation: Operation, limit: int | None) -> dict[str, int]:
    """Return the argument that asks for pages of at most `limit` items, if the operation has one."""
    if limit is None:
        return {}
    return {
        input_.name: min(limit, int(input_.maximum) if input_.maximum else _LARGEST)
        for input_ in operation.inputs
        if input_.page_size
    }


def _counted(pager: Any, limit: int | None, *, on_terminal: bool) -> Generator[Any]:
    """Yield items, with a progress bar unless the items themselves appear on the terminal."""
    every: Any = pager.iter_complete()
    with closing(every):
        items: Iterator[Any] = islice(cast("Iterator[Any]", every), limit)
        if on_terminal:
            yield from items
            return
        with progress("Fetching", unit="items") as advance:
            for count, item in enumerate(items, 1):
                yield item
                advance(count, pager.total if limit is None else min(limit, pager.total or limit))


def _more(count: int, start: object, total: int | None, following: object) -> str:
    """Return a note about the pages that were not read; an empty text if there are none."""
    first = start if isinstance(start, int) else 0
    if total is not None:
        if first + count >= total:
            return ""
        return f"{first + 1} to {first + count} of {total} shown; --all shows all, --limit N so many"
    if not count or (following is None and not isinstance(start, int)):
        return ""
    return "one page shown, there may be more; --all shows all, --limit N so many"


def show_events(invocation: Invocation, method: Any, arguments: Arguments, limits: Mapping[str, Any]) -> None:
    """Show events, by default as NDJSON, until a limit is reached or Ctrl-C is pressed.

    >>> show_events(invocation, client.event.subscribe, Arguments(), {"count": 5, "for": None})

    Args:
        invocation: The run.
        method: The client's method.
        arguments: Its arguments.
        limits: The options `count` and `for`, in seconds.

    Raises:
        UsageError: An option is not above 0.
    """
    count, seconds = limits["count"], limits["for"]
    for option, value in (("--count", count), ("--for", seconds)):
        if value is not None and not value > 0:
            raise UsageError(f"{option} must be above 0, got {value}")
    options = invocation.options
    if options.output is None:
        options = evolve(options, output=Format.NDJSON)
    with method(**arguments) as events:
        timer = None if seconds is None else Timer(seconds, events.close)
        try:
            if timer is not None:
                timer.daemon = True
                timer.start()
            records = _events(invocation, events, count)
            write_records(records, options, columns=(), on_terminal=invocation.on_terminal, live=True)
        finally:
            if timer is not None:
                timer.cancel()


def _events(invocation: Invocation, events: Any, count: int | None) -> Generator[Any]:
    count_shown = 0
    while count_shown != count:
        event = next(events, None)
        if event is None:
            return
        if event.type == "reconnected" and not event.attempts:
            invocation.note("an event that cannot be read is left out")
            continue
        if event.type == "reconnected":
            reason = "the service ended the stream" if event.cause is None else str(event.cause)
            invocation.note(f"connected again, events in between are missing: {reason}")
            continue
        count_shown += 1
        yield event


def show_export(invocation: Invocation, method: Any, arguments: Arguments, out: str | None, *, force: bool) -> None:
    """Save an export to a file, write it to stdout, or show its records.

    Without `--out`, records are shown on a terminal and with `--output`, `--fields` or `--query`; otherwise stdout
    gets the document as the service sends it.

    Args:
        invocation: The run.
        method: The client's method.
        arguments: Its arguments.
        out: The value of `--out`.
        force: Whether an existing file is replaced.
    """
    options = invocation.options
    if options.timeout is not None:  # otherwise the longer default of an export applies
        arguments.put("timeout", options.timeout, "--timeout")
    export = method(**arguments)
    if out is None and (invocation.on_terminal or options.output is not None or options.fields or options.query):
        invocation.show(export)
        return

    def save(path: Path, on_chunk: Callable[[int, int | None], None]) -> Path:
        saved: Path = export.save(path, overwrite=force, progress=on_chunk).path
        return saved

    _save(invocation, STDIN if out is None else out, save, "Exporting", force=force)


def download(invocation: Invocation, method: Any, kind: str, arguments: Arguments, out: str, *, force: bool) -> None:
    """Save a file to which an answer has a link.

    Args:
        invocation: The run.
        method: The client's method.
        kind: Its first argument.
        arguments: Its other arguments.
        out: The value of `--out`.
        force: Whether an existing file is replaced.
    """

    def save(path: Path, on_chunk: Callable[[int, int | None], None]) -> Path:
        saved: Path = method(kind, path=path, overwrite=force, progress=on_chunk, **arguments).path
        return saved

    _save(invocation, out, save, "Downloading", force=force)


def _save(invocation: Invocation, out: str, save: _Save, title: str, *, force: bool) -> None:
    if not out:
        raise UsageError("--out: give a file, a folder, or - for stdout")
    if out != STDIN and not Path(out).is_dir():
        check_output("--out", Path(out), force=force)
    with progress(title, unit="B") as advance:

        def on_chunk(done: int, total: int | None) -> None:
            advance(done, total)

        if out != STDIN:
            try:
                final = save(Path(out), on_chunk)
            except FileExistsError as error:  # the service chose the name
                raise TrivetError(there_already("--out", Path(error.filename))) from None
        else:
            write_whole_to_stdout(lambda path: save(path, on_chunk))
            return
    invocation.note(f"Saved {final}, {final.stat().st_size:,} bytes.")


def write_whole_to_stdout(save: Callable[[Path], object]) -> None:
    """Write a document to stdout, whole or not at all.

    >>> write_whole_to_stdout(client.admin.conversations.export().save)

    Args:
        save: Saves the document to a path.
    """
    with temporary_folder() as folder:
        path = folder / "document"
        save(path)
        with path.open("rb") as file:
            raw: Any = getattr(sys.stdout, "buffer", None)
            if raw is None:
                sys.stdout.write(file.read().decode())
            else:
                sys.stdout.flush()
                shutil.copyfileobj(file, raw)
                raw.flush()
