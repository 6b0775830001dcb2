"""Ctrl-C, SIGTERM, and SIGHUP of a closed terminal: the first signal ends a program cleanly, the second one at once."""

import os
import queue
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from typing import Any

from trivet_stubs.kernel.null_device import redirect_to_null_device

_CLOSING = frozenset(getattr(signal, name) for name in ("SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""The signals of a closed terminal, which may send one twice; Windows sends SIGBREAK."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM, *_CLOSING)


class Interruption:
    """Turns a signal into a KeyboardInterrupt, at once or at the next `check`; or ends the `wait` of a server.

        with target.traffic.interruption.watching():
            result = run(suite, target)

    Args:
        held: Returns whether the program must not be interrupted now, because it has created a record and has not yet
            noted its id for the removal.
    """

    def __init__(self, held: Callable[[], bool] = lambda: False) -> None:
        self.number: int | None = None
        """The first signal that has arrived, if any."""
        # Its `put` may interrupt `put` and `get`; a handler that sets an Event may wait for itself for ever.
        self._arrived = queue.SimpleQueue[int]()
        self._held = held
        self._raised = False

    @contextmanager
    def watching(self, on_first: Callable[[], None] | None = None) -> Generator[None, None, None]:
        """Watch for signals; the second one ends the process at once, by the default action of the system.

        Outside the main thread it does nothing, because Python handles signals only there.

        Args:
            on_first: Called when the first signal arrives; it should only write a message.
        """

        # A shell may start a background process with interrupts ignored; they are handled all the same. `nohup` ignores
        # SIGHUP for a program that outlives its terminal.
        watched = [
            signum for signum in _SIGNALS if not (signum in _CLOSING and signal.getsignal(signum) is signal.SIG_IGN)
        ]
        terminals = [number for number in (0, 1, 2) if _is_terminal(number)]

        def interrupt(number: int, _frame: object) -> None:
            self.number = number
            self._arrived.put(number)
            # The system handles the next signal, so that it ends the process even when Python is stuck.
            for signum in watched:
                signal.signal(signum, signal.SIG_IGN if signum in _CLOSING else signal.SIG_DFL)
            if number in _CLOSING:
                _leave_closed(terminals)
            if on_first is not None:
                on_first()
            if not self._held():
                self.check()

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before: dict[int, Any] = {signum: signal.signal(signum, interrupt) for signum in watched}
        try:
            yield
        finally:
            for signum, handler in before.items():
                # The handler is None if it was not set from Python.
                signal.signal(signum, signal.SIG_DFL if handler is None else handler)

    def wait(self) -> None:
        """Wait for the first signal."""
        while self.number is None:
            with suppress(queue.Empty):
                self._arrived.get(timeout=0.5)  # Windows delivers a signal only between two waits

    def check(self) -> None:
        """Raise the KeyboardInterrupt of a signal that has arrived, once."""
        if self.number is not None and not self._raised:
            self._raised = True
            raise KeyboardInterrupt


def _leave_closed(terminals: Iterable[int]) -> None:
    """Send to the null device what would be written to a terminal that was closed, where writing fails."""
    for descriptor in terminals:
        if not _is_terminal(descriptor):
            redirect_to_null_device(descriptor)


def _is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False
