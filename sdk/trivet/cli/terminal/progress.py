"""Progress of a long command, on stderr, and only if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol

from trivet._text import printable
from trivet.cli.terminal.style import is_terminal

__all__ = ["Advance", "progress", "rate_text"]

_REFRESHES = 8
"""Times a second that the bar is drawn, however often it advances."""
_BYTES = "B"


class Advance(Protocol):
    """What a command calls as it gets on."""

    def __call__(self, done: float, total: float | None = None, note: str = "", /) -> None:
        """Show how much is done, of how much, and in a few words what."""


@contextmanager
def progress(title: str, *, unit: str = "") -> Generator[Advance]:
    """Show a bar with rate and time left while the block runs; nothing where stderr is no terminal.

    >>> with progress("Downloading", unit="B") as advance:
    ...     advance(1024, 4096)

    The bar disappears when the block ends: what the command reports afterwards stays.

    Args:
        title: What is under way.
        unit: `B` for bytes, otherwise a noun in the plural, such as `users`.
    """
    if not is_terminal(sys.stderr):
        yield lambda done, total=None, note="", /: None
        return
    from rich.console import Console  # noqa: PLC0415  # only a terminal needs it
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(compact=True),
    )
    bar = Progress(
        *columns,
        console=Console(stderr=True, markup=False, highlight=False, emoji=False),
        refresh_per_second=_REFRESHES,
        transient=True,
        redirect_stdout=is_terminal(sys.stdout),  # otherwise a result in a pipe would become part of the terminal
    )
    with bar:
        task = bar.add_task(printable(title), total=None, rate="")

        def advance(done: float, total: float | None = None, note: str = "", /) -> None:
            speed = bar.tasks[0].speed
            shown = printable(f"{title} {note}".strip(), 60)
            bar.update(task, completed=done, total=total, description=shown, rate=rate_text(done, total, speed, unit))

        yield advance


def rate_text(done: float, total: float | None, speed: float | None, unit: str) -> str:
    """Return how much is done, of how much, and how fast.

    >>> rate_text(120, 400, 12.4, "users")
    '120/400 users, 12/s'
    """
    if unit == _BYTES:
        of = "" if total is None else f"/{_bytes(total)}"
        return f"{_bytes(done)}{of}" + ("" if speed is None else f", {_bytes(speed)}/s")
    of = "" if total is None else f"/{total:,.0f}"
    text = f"{done:,.0f}{of} {unit}".rstrip()
    return text if speed is None else f"{text}, {speed:,.0f}/s" if speed >= 10 else f"{text}, {speed:.1f}/s"


def _bytes(count: float) -> str:
    for name in ("B", "kB", "MB", "GB"):
        if count < 1000 or name == "GB":
            break
        count /= 1000
    return f"{count:.0f} {name}" if name == "B" or count >= 100 else f"{count:.1f} {name}"
