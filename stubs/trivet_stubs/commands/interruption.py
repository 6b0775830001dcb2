"""Interruptions of a command: the first ends it in order, the second kills the process."""

import signal
import threading
from typing import Any, Self

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interruption:
    """Catches interruptions while its block lasts.

    with Interruption() as interruption:
        interruption.wait()
    """

    def __init__(self) -> None:
        self._interrupted = threading.Event()
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        # Also where a shell has started us with interrupts ignored.
        self._before = {each: signal.signal(each, self._interrupt) for each in _SIGNALS}
        return self

    def __exit__(self, *exc: object) -> None:
        for each, handler in self._before.items():
            signal.signal(each, signal.SIG_DFL if handler is None else handler)  # None: it was not set from Python

    def wait(self) -> None:
        """Wait for the first interruption."""
        while not self._interrupted.wait(0.5):  # on Windows a signal is only seen between two waits
            pass

    def _interrupt(self, _number: int, _frame: object) -> None:
        self._interrupted.set()
        for each in _SIGNALS:  # the system's own handling needs no Python that still runs
            signal.signal(each, signal.SIG_DFL)
