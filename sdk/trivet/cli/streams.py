"""The standard streams, which may be closed, full, or a pipe that nothing reads any more."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

__all__ = ["discard_stdout", "flush_stdout", "open_standard_streams"]


class _Closed:
    """Takes the place of a stdout that was closed before the start: writing fails, as it should."""

    encoding = "utf-8"
    errors = "strict"

    def write(self, text: str) -> int:
        raise OSError(9, os.strerror(9))  # EBADF

    def flush(self) -> None:
        """Nothing is buffered."""

    def isatty(self) -> bool:
        return False


def open_standard_streams() -> None:
    """Prepare the streams: what is closed stays without use, and a pipe gets UTF-8.

    >>> open_standard_streams()

    A descriptor that was closed, as by `>&-`, would become that of the next file or socket; the null device takes its
    place. In a terminal, a character that its encoding does not have is shown as an escape.
    """
    for each in (0, 1, 2):
        try:
            os.fstat(each)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest number that is free
    closed: Any = _Closed()
    if sys.stdout is None:
        sys.stdout = closed
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty():
            reconfigure(errors="backslashreplace")
        else:  # half a surrogate pair, as from the name of a file, has no form in UTF-8
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def flush_stdout() -> None:
    """Write what stdout has in its buffer.

    Raises:
        OSError: It cannot be written; the rest of it is discarded.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        discard_stdout()
        raise


def discard_stdout() -> None:
    """Let what is left in the buffer go to the null device, so that the interpreter's last flush does not fail."""
    with suppress(OSError, ValueError, AttributeError):
        descriptor = sys.stdout.fileno()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, descriptor)
        os.close(null)
