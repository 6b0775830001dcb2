"""The signals that end a command: SIGTERM, and SIGHUP of a terminal that has been closed, act as Ctrl-C does.

Only the command handles signals; a program of the user's own that imports the clients has its own handlers.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from trivet._core.clock import monotonic

ENDING = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""The names of the signals; Windows has no SIGHUP, and sends SIGBREAK for Ctrl-Break and a closed console."""

REPEATED = 1.0
"""Seconds in which another signal is the same event: `timeout` sends SIGTERM twice, a closed terminal SIGHUP."""


class SignalInterrupt(KeyboardInterrupt):
    """A signal other than that of Ctrl-C has interrupted the command.

    >>> SignalInterrupt(signal.SIGTERM).number
    <Signals.SIGTERM: 15>

    Attributes:
        number: The signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def interrupt_status(error: BaseException) -> int:
    """Return the exit status after an interruption, as shells have it: 128 and the number of the signal.

    >>> interrupt_status(KeyboardInterrupt())
    130
    """
    return 128 + (error.number if isinstance(error, SignalInterrupt) else int(signal.SIGINT))


def interrupt_name(error: BaseException) -> str:
    """Return the name of an interruption for people.

    >>> interrupt_name(SignalInterrupt(signal.SIGTERM))
    'SIGTERM'
    """
    return signal.Signals(error.number).name if isinstance(error, SignalInterrupt) else "Ctrl-C"


@contextmanager
def interrupted_by_signals() -> Generator[None]:
    """Raise a `SignalInterrupt` in a block when a signal arrives that ends a process.

    >>> with interrupted_by_signals():
    ...     run(sys.argv[1:])

    A signal that the parent has chosen to ignore, as `nohup` does with SIGHUP, is ignored.
    """
    if threading.current_thread() is not threading.main_thread():  # Python handles signals only there
        yield
        return
    terminals = [number for number in (0, 1, 2) if _is_terminal(number)]
    latest = -REPEATED

    def interrupt(number: int, _: FrameType | None) -> None:
        nonlocal latest
        before, latest = latest, monotonic()
        for descriptor in terminals:
            if not _is_terminal(descriptor):  # it was closed, and writing to it would fail
                with suppress(OSError):
                    null = os.open(os.devnull, os.O_RDWR)
                    os.dup2(null, descriptor)
                    os.close(null)
        if latest - before >= REPEATED:
            raise SignalInterrupt(number)

    numbers = [getattr(signal, name) for name in ENDING if hasattr(signal, name)]
    replaced: dict[Any, Any] = {}
    try:
        for number in numbers:
            if signal.getsignal(number) is signal.SIG_DFL:
                replaced[number] = signal.signal(number, interrupt)
        yield
    finally:
        for number, handler in replaced.items():
            signal.signal(number, handler)


def _is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False
