"""Ctrl-C and SIGTERM: the first signal ends a program in order, at a moment that suits it, and the second at once."""

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interruption:
    """Turns a signal into a KeyboardInterrupt, at once or at the next `check`; or ends the `wait` of a server.

        with target.traffic.interruption.watching():
            result = run(suite, target)

    Args:
        held: Whether the program must not be interrupted now, because it has made a record and not remembered it yet.
    """

    def __init__(self, held: Callable[[], bool] = lambda: False) -> None:
        self.number: int | None = None
        """The first signal that has arrived, if any."""
        self._arrived = threading.Event()
        self._held = held
        self._raised = False

    @contextmanager
    def watching(self, on_first: Callable[[], None] | None = None) -> Generator[None, None, None]:
        """Watch for signals; the second one ends the process at once, by the system's own handling.

        In another thread than the main one, where Python handles no signals, it does nothing.

        Args:
            on_first: Called when the first one arrives; it should only write a message.
        """

        def interrupt(number: int, _frame: object) -> None:
            self.number = number
            self._arrived.set()
            for each in _SIGNALS:  # a process that is stuck in Python still ends, because the system handles the next
                signal.signal(each, signal.SIG_DFL)
            if on_first is not None:
                on_first()
            if not self._held():
                self.check()

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        # A shell may have started the process with interrupts ignored; they are handled all the same.
        before: dict[int, Any] = {each: signal.signal(each, interrupt) for each in _SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, signal.SIG_DFL if handler is None else handler)  # None: it was not set from Python

    def wait(self) -> None:
        """Wait for the first signal."""
        while not self._arrived.wait(0.5):  # on Windows a signal is only seen between two waits
            pass

    def check(self) -> None:
        """Raise the KeyboardInterrupt of a signal that has arrived, once."""
        if self.number is not None and not self._raised:
            self._raised = True
            raise KeyboardInterrupt
