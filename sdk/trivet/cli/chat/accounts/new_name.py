"""Names of files and folders that a command chooses."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

__all__ = ["new_name"]


def new_name(stem: str, suffix: str, now: datetime, folder: Path = Path()) -> Path:
    """Return a path that does not exist yet, with the time in its name.

    >>> new_name("users-delete", ".journal", datetime.now(UTC))
    PosixPath('users-delete-20250616-080000.journal')
    """
    base = f"{stem}-{now:%Y%m%d-%H%M%S}"
    number = 1
    path = folder / f"{base}{suffix}"
    while path.exists():
        number += 1
        path = folder / f"{base}-{number}{suffix}"
    return path
