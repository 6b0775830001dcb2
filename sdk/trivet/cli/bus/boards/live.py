"""A live board: the terminal's other screen, redrawn in place, and given back however the command ends."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TypeVar

from rich.console import Console, RenderableType
from rich.live import Live

__all__ = ["show_live"]

T = TypeVar("T")

REFRESHED = 2.0
"""How often a second the screen is drawn: ages and minutes pass, and a new size of the terminal is noticed."""

_ENDING = ("SIGTERM", "SIGHUP")


def show_live(console: Console, rounds: Iterable[T], view: Callable[[T | None, bool], RenderableType]) -> T | None:
    """Draw each round until there are no more; return the last one.

    The screen is the terminal's other one, so that what it showed before is there again afterwards. Ctrl-C and SIGTERM
    give the screen back first, and then end the command; the last round is printed below what was there.

    >>> show_live(Console(), client.arrivals.watch(["54009"]), view)

    Args:
        console: The terminal.
        rounds: The rounds, which may take their time.
        view: Makes what is drawn of the latest round, again and again; of None before the first. The flag says
            whether it has to fit the screen.
    """
    latest: T | None = None
    try:
        with (
            _ends_by_signal(),
            Live(
                console=console,
                screen=True,
                refresh_per_second=REFRESHED,
                get_renderable=lambda: view(latest, True),
                redirect_stderr=False,
                redirect_stdout=False,
            ) as live,
        ):
            for latest in rounds:  # noqa: B007  # what is drawn
                live.refresh()
    finally:
        with suppress(OSError):  # the terminal is gone
            if latest is not None:
                console.print(view(latest, False))
    return latest


@contextmanager
def _ends_by_signal() -> Generator[None]:
    """Let the signals that end a process raise SystemExit, with the exit status that a shell gives them."""

    def end(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    numbers = [getattr(signal, each) for each in _ENDING if hasattr(signal, each)]
    before = {each: signal.signal(each, end) for each in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
