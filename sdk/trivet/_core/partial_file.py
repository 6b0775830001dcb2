"""A file that is not complete yet."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO

__all__ = ["PartialFile"]


class PartialFile:
    """The bytes so far under a temporary name, and a note that identifies the file they belong to.

    Attributes:
        path: The final name.
        temporary: The name until the file is complete.
    """

    __slots__ = ("_note", "path", "temporary")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.temporary = path.with_name(path.name + ".part")
        self._note = path.with_name(path.name + ".part.json")

    def size(self) -> int:
        """Return the number of bytes so far."""
        try:
            return self.temporary.stat().st_size
        except FileNotFoundError:
            return 0

    def validator(self) -> str | None:
        """Return the validator (ETag) of the file that the bytes belong to, or None."""
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
        """Open for writing at `start`; at 0, the bytes so far are discarded."""
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
        """Flush the bytes to disk and give the file its final name."""
        with self.temporary.open("r+b") as file:
            os.fsync(file.fileno())
        self.temporary.replace(self.path)
        self._note.unlink(missing_ok=True)

    def discard(self) -> None:
        """Delete the bytes so far."""
        self.temporary.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)
