"""Ctrl-C and SIGTERM during a run: they end it at a moment when no record is lost."""

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interruption:
    """Turns a signal into a KeyboardInterrupt, at once or as soon as what a request has made is remembered.

        with target.interruption.watching():
            result = run(suite, target)

    Args:
        held: Whether a record may just be made that is not remembered yet.
    """

    def __init__(self, held: Callable[[], bool] = lambda: False) -> None:
        self.number: int | None = None
        """The signal that ends the run, if one has arrived."""
        self._held = held
        self._raised = False

    @contextmanager
    def watching(self, on_first: Callable[[], None] | None = None) -> Generator[None, None, None]:
        """Watch for signals; the second one ends the process at once, by the system's own handling.

        In another thread than the main one, where Python handles no signals, it does nothing.

        Args:
            on_first: Is called when the first one arrives; it should only write a message.
        """

        def interrupt(number: int, _frame: object) -> None:
            self.number = number
            for each in _SIGNALS:  # this needs no Python that still runs
                signal.signal(each, signal.SIG_DFL)
            if on_first is not None:
                on_first()
            if not self._held():
                self.check()

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before: dict[int, Any] = {each: signal.signal(each, interrupt) for each in _SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, signal.SIG_DFL if handler is None else handler)  # None: it was not set from Python

    def check(self) -> None:
        """Raise the KeyboardInterrupt of a signal that has arrived, once."""
        if self.number is not None and not self._raised:
            self._raised = True
            raise KeyboardInterrupt
