"""A file that is not complete yet, and how it becomes one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO

__all__ = ["PartialFile"]


class PartialFile:
    """The bytes so far under a temporary name, beside a note of which file they are of.

    Attributes:
        path: The name it gets when it is complete.
        temporary: Where the bytes are until then.
    """

    __slots__ = ("_note", "path", "temporary")

    def __init__(self, path: Path) -> None:
        """Look at nothing yet."""
        self.path = path
        self.temporary = path.with_name(path.name + ".part")
        self._note = path.with_name(path.name + ".part.json")

    def size(self) -> int:
        """How many bytes there are."""
        try:
            return self.temporary.stat().st_size
        except FileNotFoundError:
            return 0

    def validator(self) -> str | None:
        """What tells the file that the bytes are of from a later one; None when there is no telling."""
        try:
            note = json.loads(self._note.read_text("utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        match note:
            case {"validator": str(found)}:
                return found
            case _:
                return None

    def open(self, start: int, validator: str | None) -> IO[bytes]:
        """Open for the bytes from `start` on; from 0 everything begins anew."""
        if start:
            file = self.temporary.open("r+b")
            file.seek(start)
            file.truncate()
            return file
        self.discard()
        if validator is not None:
            self._note.write_text(json.dumps({"validator": validator}), "utf-8")
        return self.temporary.open("wb")

    def finish(self) -> None:
        """Give the bytes their final name, once the disk has them."""
        with self.temporary.open("r+b") as file:
            os.fsync(file.fileno())
        self.temporary.replace(self.path)
        self._note.unlink(missing_ok=True)

    def discard(self) -> None:
        """Forget the bytes."""
        self.temporary.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)
