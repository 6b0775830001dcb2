"""Errors of a command: one line, a hint and an exit status instead of a traceback."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Generator
from contextlib import contextmanager

import typer

from trivet import TrivetError
from trivet.errors import AuthenticationError, InvalidArgumentError

__all__ = ["FAILED", "INTERRUPTED", "USAGE", "UsageError", "reported"]

FAILED = 1
USAGE = 2
INTERRUPTED = 130


class UsageError(ValueError):
    """What the user gave cannot be used; nothing was sent. The message names it and the way out."""


@contextmanager
def reported(*, debug: bool) -> Generator[None]:
    """Turn the errors of a block into one line on stderr and an exit status.

    >>> with reported(debug=False):
    ...     raise UsageError("--month: 2025-13 is no month; give it as YYYYMM")

    Args:
        debug: Whether the traceback is shown before the line.

    Raises:
        typer.Exit: 2 for what the user gave, 1 for what failed, 130 after an interruption.
    """
    try:
        yield
    except (TrivetError, UsageError, OSError) as error:
        if debug:
            traceback.print_exc()
        sys.stderr.write(f"trivet: {error}{_hint(error)}\n")
        raise typer.Exit(USAGE if isinstance(error, UsageError | InvalidArgumentError) else FAILED) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _hint(error: Exception) -> str:
    return "; see `trivet help credentials`" if isinstance(error, AuthenticationError) else ""
