"""Errors of a command: one line, a hint and an exit status instead of a traceback; and streams that fail."""

from __future__ import annotations

import errno
import logging
import os
import sys
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import typer

from trivet import TrivetError
from trivet._core.extras import how_to_install
from trivet._text import printable
from trivet.cli.signals import interrupt_status
from trivet.errors import APIError, InvalidArgumentError

FAILED = 1
USAGE = 2

_LONGEST = 2000


class UsageError(ValueError):
    """An argument, an option or a setting that cannot be used; nothing was sent. The message names the remedy.

    >>> raise UsageError("--month: 2025-13 is not a month; give it as YYYYMM")
    """


@contextmanager
def reported(*, debug: bool) -> Generator[None]:
    """Turn the errors of a block into one line on stderr and an exit status.

    >>> with reported(debug=False):
    ...     raise UsageError("--month: 2025-13 is not a month; give it as YYYYMM")

    A pipe that its reader has closed, as after `| head`, is not an error.

    Args:
        debug: Whether the traceback is shown before the line, and the requests are logged.

    Raises:
        typer.Exit: 2 for a usage error, 1 for another failure, 130 after Ctrl-C, and 128 and the number of
            another signal that has interrupted the command.
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
        except KeyboardInterrupt as error:
            raise typer.Exit(interrupt_status(error)) from None


def status_of(error: BaseException) -> int:
    """Return the exit status of an error.

    >>> status_of(UsageError("--limit: 0 is too low"))
    2
    """
    if isinstance(error, KeyboardInterrupt):
        return interrupt_status(error)
    return USAGE if isinstance(error, UsageError | InvalidArgumentError) else FAILED


def report(error: BaseException, *, debug: bool = False) -> None:
    """Write one line about an error to stderr: its message, and the hints that were added as its notes, or JSON.

    >>> report(UsageError("--limit: 0 is too low"))

    Args:
        error: The error.
        debug: Whether its traceback comes before the line, without local variables.
    """
    with suppress(OSError, ValueError, AttributeError):  # stderr may be closed, or be a pipe without a reader
        if debug:
            sys.stderr.write("".join(traceback_lines(error)))
        hints = [note for note in getattr(error, "__notes__", ()) if isinstance(note, str)]
        sys.stderr.write(f"{ERROR_LINE.get()(error, hints)}\n")
        sys.stderr.flush()


def traceback_lines(error: BaseException) -> list[str]:
    """Return the lines of a traceback, with escapes for characters that a terminal would act upon."""
    lines = "".join(traceback.format_exception(error)).splitlines()
    return [printable(line, _LONGEST) + "\n" for line in lines]


def text_line(error: BaseException, hints: Sequence[str] = ()) -> str:
    """Return an error as a line for people.

    >>> text_line(UsageError("--limit: 0 is too low"))
    'trivet: --limit: 0 is too low'
    """
    return f"trivet: {printable('; '.join([message_of(error), *hints]), _LONGEST)}"


ERROR_LINE: ContextVar[Callable[[BaseException, Sequence[str]], str]] = ContextVar("ERROR_LINE", default=text_line)
"""Returns an error and its hints as a line, in the format of the run."""


def message_of(error: BaseException) -> str:
    """Return the message of an error without hints.

    >>> message_of(FileNotFoundError(2, "No such file or directory", "users.csv"))
    'users.csv: No such file or directory'
    """
    if isinstance(error, OSError) and not isinstance(error, TrivetError) and error.errno is not None:
        reason = os.strerror(error.errno)
        if error.filename is not None:
            return f"{os.fsdecode(error.filename)}: {reason}"
        if error.errno in (errno.ENOSPC, errno.EIO, errno.EBADF):
            return f"the output cannot be written: {reason}"
        return reason
    return str(error) or type(error).__name__


@contextmanager
def temporary_folder() -> Generator[Path]:
    """Make a folder for a block. An error of the block does not name a file in it, which is gone afterwards.

    >>> with temporary_folder() as folder:
    ...     export.save(folder / "document")
    """
    from tempfile import TemporaryDirectory  # noqa: PLC0415  # few commands need it

    with TemporaryDirectory(prefix="trivet-") as folder:
        try:
            yield Path(folder)
        except APIError as error:
            error.hint = "; ".join(part for part in error.hint.split("; ") if folder not in part)
            raise


@contextmanager
def _logged() -> Generator[None]:
    """Write the log of the requests to stderr."""
    logger = logging.getLogger("trivet")
    handler = _StderrHandler()
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.setLevel(before)
        logger.removeHandler(handler)


class _StderrHandler(logging.Handler):
    """Writes each record as a line; a stderr that cannot be written is ignored."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.write(f"trivet: {printable(record.getMessage(), _LONGEST)}\n")


@contextmanager
def needs(extra: str, *packages: str) -> Generator[None]:
    """Say which extra to install if an import of the block fails.

    >>> with needs("keyring"):
    ...     import keyring

    Args:
        extra: The extra of trivet.
        packages: The packages that it installs; an import error of another package is raised as it is. Without any,
            every package counts.

    Raises:
        UsageError: A package is not installed; the message has the line for pip.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if packages and missing not in packages:
            raise
        raise UsageError(f"{missing} is not installed: {how_to_install(extra)}") from None


class _ClosedStdout:
    """Takes the place of a stdout that was closed before the start, so that writing fails."""

    encoding = "utf-8"
    errors = "strict"

    def write(self, text: str) -> int:
        raise OSError(9, os.strerror(9))  # EBADF

    def flush(self) -> None:
        """Do nothing: there is no buffer."""

    def isatty(self) -> bool:
        return False


def open_standard_streams() -> None:
    """Prepare the standard streams: closed ones are replaced, and pipes get UTF-8.

    >>> open_standard_streams()

    A descriptor that was closed, as by `>&-`, would be reused for the next file or socket; the null device takes its
    place. In a terminal, a character that its encoding does not have is shown as an escape.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest number that is free
    closed: Any = _ClosedStdout()
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
        else:  # half a surrogate pair, as from the name of a file, cannot be written as UTF-8
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def flush_stdout() -> None:
    """Write the buffer of stdout.

    Raises:
        OSError: It cannot be written; the rest of the buffer is discarded.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        discard_stdout()
        raise


def discard_stdout() -> None:
    """Send the rest of the buffer to the null device, so that the interpreter's last flush does not fail."""
    with suppress(OSError, ValueError, AttributeError):
        descriptor = sys.stdout.fileno()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, descriptor)
        os.close(null)
