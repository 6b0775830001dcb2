"""A file that is not complete yet, and the rename that completes it."""

from __future__ import annotations

import errno
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import IO

__all__ = ["SUFFIX", "PartialFile", "give_final_name", "refuse_existing"]

SUFFIX = ".trivet-part"
"""The end of a temporary name. It names trivet, because browsers keep the files of their own downloads as `….part`."""


class PartialFile:
    """The bytes so far under a temporary name, and a note that identifies the file they belong to.

    Attributes:
        path: The final name.
        temporary: The name until the file is complete.
    """

    __slots__ = ("_note", "path", "temporary")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.temporary = path.with_name(path.name + SUFFIX)
        self._note = path.with_name(path.name + f"{SUFFIX}.json")

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

    def finish(self, *, overwrite: bool) -> None:
        """Flush the bytes to disk and give the file its final name.

        Raises:
            FileExistsError: `overwrite` is not set, and there is a file of that name; the bytes are kept.
        """
        with self.temporary.open("r+b") as file:
            os.fsync(file.fileno())
        give_final_name(self.temporary, self.path, overwrite=overwrite)
        self._note.unlink(missing_ok=True)

    def discard(self) -> None:
        """Delete the bytes so far."""
        self.temporary.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)


def refuse_existing(path: Path) -> None:
    """Raise FileExistsError if there is a file of that name, before any of its bytes are requested."""
    if os.path.lexists(path):  # a dangling symbolic link, too
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def give_final_name(temporary: Path, path: Path, *, overwrite: bool) -> None:
    """Rename a file that is complete.

    Raises:
        FileExistsError: `overwrite` is not set, and there is a file of that name; both are unchanged.
    """
    if overwrite:
        temporary.replace(path)
        return
    path.open("xb").close()  # POSIX has no rename that keeps an existing file: reserve the name first
    try:
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
