"""Directories of a server, as they are typed."""

from __future__ import annotations

import os

from trivet.cli.failures import UsageError

__all__ = ["absolute"]


def absolute(directory: str, option: str = "DIR") -> str:
    """Return a directory as a server has it: absolute, with its links as they are.

    >>> absolute("/home/dev/orchard/")
    '/home/dev/orchard'

    Raises:
        UsageError: It is empty.
    """
    if not directory:
        raise UsageError(f"{option}: it is empty; give a directory of the server")
    return os.path.abspath(os.path.expanduser(directory))  # noqa: PTH100, PTH111  # pathlib would follow links
