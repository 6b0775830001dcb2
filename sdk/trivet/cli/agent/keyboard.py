"""The keys of the terminal, one by one, while a question is open."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import threading
from typing import Any

__all__ = ["Keyboard"]

SLICE = 0.1
"""Seconds after which a wait for a key looks around."""


class Keyboard:
    """The keyboard of a terminal. Between `open` and `close` each key arrives at once and is not echoed.

    >>> keyboard = Keyboard.found()
    >>> keyboard.open()
    >>> keyboard.read()
    b'o'
    >>> keyboard.close()
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._saved: list[Any] | None = None
        self._lock = threading.Lock()

    @classmethod
    def found(cls, *, stdin_is_taken: bool = False) -> Keyboard | None:
        """Return the keyboard of stdin, or of the terminal if stdin has the prompt; None where there is none."""
        try:
            import termios  # noqa: F401, PLC0415  # pyright: ignore[reportUnusedImport]  # POSIX alone has it
        except ImportError:
            return None
        if not sys.stderr.isatty():
            return None
        if sys.stdin.isatty():
            return cls(sys.stdin.fileno())
        if stdin_is_taken:
            with contextlib.suppress(OSError):
                return cls(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
        return None

    def open(self) -> None:
        """Take the keys from now on; what was typed before is dropped."""
        import termios  # noqa: PLC0415  # as above
        import tty  # noqa: PLC0415

        with self._lock:
            if self._saved is None:
                self._saved = termios.tcgetattr(self._descriptor)
                tty.setcbreak(self._descriptor, termios.TCSAFLUSH)
            else:
                termios.tcflush(self._descriptor, termios.TCIFLUSH)

    def read(self) -> bytes | None:
        """Wait a moment for keys; nothing where there are none, None at the end of the terminal."""
        if not select.select([self._descriptor], [], [], SLICE)[0]:
            return b""
        try:
            return os.read(self._descriptor, 1024) or None
        except OSError:  # the terminal is gone
            return None

    def close(self) -> None:
        """Give the terminal back as it was; closing twice is fine."""
        import termios  # noqa: PLC0415  # as above

        with self._lock:
            saved, self._saved = self._saved, None
            if saved is not None:
                with contextlib.suppress(termios.error):
                    termios.tcsetattr(self._descriptor, termios.TCSAFLUSH, saved)
