"""Exports and downloads: documents that go to a file, or to stdout as they are."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.operations.inputs import Arguments
from trivet.cli.operations.sources import STDIN
from trivet.cli.terminal import progress

__all__ = ["download", "show_export"]

_Save = Callable[[Path, Callable[[int, int | None], None]], Path]


def show_export(invocation: Invocation, method: Any, arguments: Arguments, out: str | None) -> None:
    """Save an export to a file, write it to stdout, or show its records.

    Without `--out`, records are shown on a terminal and where a format is asked for; otherwise stdout gets the document
    as the service sends it.

    Args:
        invocation: The run.
        method: The client's method.
        arguments: Its arguments.
        out: The value of `--out`.
    """
    options = invocation.options
    if options.timeout is not None:  # an export has a longer one of its own
        arguments.put("timeout", options.timeout, "--timeout")
    export = method(**arguments)
    if out is None and (invocation.on_terminal or options.output is not None or options.fields):
        invocation.show(export)
        return

    def save(path: Path, on_chunk: Callable[[int, int | None], None]) -> Path:
        found: Path = export.save(path, progress=on_chunk).path
        return found

    _save(invocation, STDIN if out is None else out, save, "Exporting")


def download(invocation: Invocation, method: Any, kind: str, arguments: Arguments, out: str) -> None:
    """Save the file that an answer links to.

    Args:
        invocation: The run.
        method: The client's method.
        kind: Its first argument.
        arguments: The others.
        out: The value of `--out`.
    """

    def save(path: Path, on_chunk: Callable[[int, int | None], None]) -> Path:
        found: Path = method(kind, path=path, progress=on_chunk, **arguments).path
        return found

    _save(invocation, out, save, "Downloading")


def _save(invocation: Invocation, out: str, save: _Save, title: str) -> None:
    with progress(title, unit="B") as advance:

        def on_chunk(done: int, total: int | None) -> None:
            advance(done, total)

        if out != STDIN:
            if not out:
                raise UsageError("--out: give a file, a folder, or - for stdout")
            try:
                final = save(Path(out), on_chunk)
            except FileExistsError as error:  # the service chose the name
                error.add_note("name the file in --out to replace it")
                raise
        else:
            with TemporaryDirectory(prefix="trivet-") as folder:  # so that stdout gets a document that is whole
                with save(Path(folder, "document"), on_chunk).open("rb") as file:
                    raw: Any = getattr(sys.stdout, "buffer", None)
                    if raw is None:
                        sys.stdout.write(file.read().decode())
                    else:
                        sys.stdout.flush()
                        shutil.copyfileobj(file, raw)
                        raw.flush()
            return
    invocation.note(f"Saved {final}, {final.stat().st_size:,} bytes.")
