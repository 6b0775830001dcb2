"""Errors of a command: one line, a hint and an exit status instead of a traceback."""

from __future__ import annotations

import errno
import logging
import os
import sys
import traceback
from collections.abc import Generator
from contextlib import contextmanager, nullcontext, suppress

import typer

from trivet import TrivetError
from trivet._text import printable
from trivet.cli.streams import discard_stdout
from trivet.errors import InvalidArgumentError

__all__ = [
    "FAILED",
    "INTERRUPTED",
    "USAGE",
    "UsageError",
    "report",
    "reported",
    "status_of",
    "traceback_lines",
]

FAILED = 1
USAGE = 2
INTERRUPTED = 130

_LONGEST = 2000


class UsageError(ValueError):
    """What the user gave cannot be used; nothing was sent. The message names it and the way out.

    >>> raise UsageError("--month: 2025-13 is no month; give it as YYYYMM")
    """


@contextmanager
def reported(*, debug: bool) -> Generator[None]:
    """Turn the errors of a block into one line on stderr and an exit status.

    >>> with reported(debug=False):
    ...     raise UsageError("--month: 2025-13 is no month; give it as YYYYMM")

    A pipe that nothing reads any more, as after `| head`, is no error.

    Args:
        debug: Whether the traceback is shown before the line, and the requests are logged.

    Raises:
        typer.Exit: 2 for what the user gave, 1 for what failed, 130 after an interruption.
    """
    with _logged() if debug else nullcontext():
        try:
            yield
        except BrokenPipeError:
            discard_stdout()
            raise typer.Exit(0) from None
        except (TrivetError, UsageError, OSError) as error:
            report(error, debug=debug)
            raise typer.Exit(status_of(error)) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None


def status_of(error: BaseException) -> int:
    """Return the exit status of an error.

    >>> status_of(UsageError("--limit: 0 is too low"))
    2
    """
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    return USAGE if isinstance(error, UsageError | InvalidArgumentError) else FAILED


def report(error: BaseException, *, debug: bool = False) -> None:
    """Write one line about an error to stderr: what happened, and the hints that were added as its notes.

    >>> report(UsageError("--limit: 0 is too low"))

    Args:
        error: The error.
        debug: Whether its traceback comes before the line, without local variables.
    """
    with suppress(OSError, ValueError, AttributeError):  # stderr may be closed, or be a pipe that nothing reads
        if debug:
            sys.stderr.write("".join(traceback_lines(error)))
        hints = [each for each in getattr(error, "__notes__", ()) if isinstance(each, str)]
        sys.stderr.write(f"trivet: {printable('; '.join([_text(error), *hints]), _LONGEST)}\n")
        sys.stderr.flush()


def traceback_lines(error: BaseException) -> list[str]:
    """Return the lines of a traceback, with escapes for what a terminal would act upon."""
    lines = "".join(traceback.format_exception(error)).splitlines()
    return [printable(each, _LONGEST) + "\n" for each in lines]


def _text(error: BaseException) -> str:
    if isinstance(error, OSError) and not isinstance(error, TrivetError) and error.errno is not None:
        why = os.strerror(error.errno)
        if error.filename is not None:
            return f"{os.fsdecode(error.filename)}: {why}"
        return f"the output cannot be written: {why}" if error.errno in (errno.ENOSPC, errno.EIO, errno.EBADF) else why
    return str(error) or type(error).__name__


@contextmanager
def _logged() -> Generator[None]:
    """Write the log of the requests to stderr."""
    logger = logging.getLogger("trivet")
    handler = _LinesOnStderr()
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.setLevel(before)
        logger.removeHandler(handler)


class _LinesOnStderr(logging.Handler):
    """Writes each record as a line; a stderr that cannot be written is no error."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.write(f"trivet: {printable(record.getMessage(), _LONGEST)}\n")
