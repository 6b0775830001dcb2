"""Progress of a long command, on stderr, and only if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol

__all__ = ["Advance", "progress"]


class Advance(Protocol):
    """What a command calls as it gets on."""

    def __call__(self, done: float, total: float | None = None, note: str = "", /) -> None:
        """Show how much is done, of how much, and in a few words what."""


@contextmanager
def progress(title: str, *, unit: str = "") -> Generator[Advance]:
    """Show a bar with rate and time left while the block runs; nothing where stderr is no terminal.

    >>> with progress("Downloading", unit="B") as advance:
    ...     advance(1024, 4096)

    Args:
        title: What is under way.
        unit: `B` for bytes, otherwise a noun in the plural, such as `users`.
    """
    if not sys.stderr.isatty():
        yield lambda done, total=None, note="", /: None
        return
    from rich.console import Console  # noqa: PLC0415  # only a terminal needs it
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    console = Console(stderr=True)
    with Progress(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), console=console) as bar:
        task = bar.add_task(title, total=None)

        def advance(done: float, total: float | None = None, note: str = "", /) -> None:
            bar.update(task, completed=done, total=total, description=f"{title} {note}".strip())

        yield advance
