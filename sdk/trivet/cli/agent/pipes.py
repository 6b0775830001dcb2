"""Pipes whose reader has gone."""

from __future__ import annotations

import contextlib
import os
import sys

__all__ = ["drop_output"]


def drop_output() -> None:
    """Write what is left of stdout to nowhere: a pipe that closes early is no error, not even at the last flush.

    >>> try:
    ...     sys.stdout.write("line")
    ... except BrokenPipeError:
    ...     drop_output()
    """
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, sys.stdout.fileno())
        finally:
            os.close(nowhere)
