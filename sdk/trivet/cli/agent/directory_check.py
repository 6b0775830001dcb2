"""Directories of a server: as an argument names them, and the check that the server uses the requested one."""

from __future__ import annotations

import os
import warnings
from collections.abc import Generator
from contextlib import contextmanager

from trivet import TrivetError
from trivet.agent import IgnoredContextWarning
from trivet.cli.failures import UsageError

HINT = "of `opencode serve`, give --adapter opencode"
"""The remedy if a server answers for another directory."""


@contextmanager
def own_context() -> Generator[None]:
    """Raise an error if a server answers for another directory than the requested one.

    >>> with own_context():
    ...     agent.at(directory="/home/dev/orchard").session.create()

    Raises:
        TrivetError: The server answered for another directory.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error", IgnoredContextWarning)
        try:
            yield
        except IgnoredContextWarning as warning:
            raise TrivetError(f"{warning}; {HINT}") from None


def absolute(directory: str, option: str = "DIR") -> str:
    """Return a directory in the form that a server uses: absolute, with its links as they are.

    >>> absolute("/home/dev/orchard/")
    '/home/dev/orchard'

    Raises:
        UsageError: The text is empty.
    """
    if not directory:
        raise UsageError(f"{option}: it is empty; give a directory of the server")
    return os.path.abspath(os.path.expanduser(directory))  # noqa: PTH100, PTH111  # pathlib would follow links
