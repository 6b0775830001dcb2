"""What a killed run leaves next to a file: `write_whole` names it after the file, with eight hexadecimal digits."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from pathlib import Path

__all__ = ["remove_left_parts"]

_OLDEST = 3600.0
"""Seconds: another run may be writing a younger one."""


def remove_left_parts(path: Path) -> None:
    """Remove the unfinished files that earlier runs left next to a file; what cannot be removed stays.

    >>> remove_left_parts(Path("network.json"))
    """
    form = re.compile(re.escape(path.name) + r"\.[0-9a-f]{8}\.part")
    with suppress(OSError):
        for each in path.parent.iterdir():
            if form.fullmatch(each.name) and time.time() - each.stat().st_mtime > _OLDEST:
                each.unlink(missing_ok=True)
