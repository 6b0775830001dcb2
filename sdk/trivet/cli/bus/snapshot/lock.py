"""A lock of a folder, so that two runs do not write the same files."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from trivet._core.files import try_lock
from trivet.cli.failures import UsageError

__all__ = ["NAME", "locked"]

NAME = ".snapshot.lock"


@contextmanager
def locked(folder: Path) -> Generator[None]:
    """Hold the lock of a folder while the block runs; the system releases it when the process ends.

    >>> with locked(Path("snapshot")):
    ...     fetch()

    A file system without locks lets every run pass.

    Raises:
        UsageError: Another run holds it.
    """
    file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if not try_lock(file):
            raise UsageError(f"{folder}: another run writes to this folder; wait for it, or give another folder")
        yield
    finally:
        os.close(file)
