"""A file that only grows, line by line, and belongs to one run at a time."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from ...errors import InvalidArgumentError

__all__ = ["GrowingFile"]

BEYOND = 0x7FFF0000
"""The byte that is locked on Windows, where nobody else can read what is locked: behind the end of any journal."""

FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


class GrowingFile:
    """An open file that holds every line as soon as `append` is back, whatever becomes of the process then."""

    def __init__(self, path: Path, *, create: bool) -> None:
        """Open the file, and make it where it is not there yet, for its owner's eyes only.

        Raises:
            InvalidArgumentError: Another run has it open; its lock ends with its process.
            OSError: It cannot be opened, or is not there.
        """
        self._file = os.open(path, FLAGS | (os.O_CREAT if create else 0), 0o600)
        if not _locked(self._file):
            os.close(self._file)
            raise InvalidArgumentError("journal", "a file that no other run is using", str(path))
        self.size = os.fstat(self._file).st_size

    def read(self) -> bytes:
        """Everything in it."""
        os.lseek(self._file, 0, os.SEEK_SET)
        pieces: list[bytes] = []
        left = self.size
        while left and (piece := os.read(self._file, left)):
            pieces.append(piece)
            left -= len(piece)
        return b"".join(pieces)

    def append(self, data: bytes) -> None:
        """Add whole lines.

        Raises:
            OSError: They do not all fit; then none of them is there.
        """
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except OSError:
            with contextlib.suppress(OSError):  # what cannot be cut, such as a device, is worth no second error
                self.cut(self.size)
            raise
        self.size += len(data)

    def cut(self, size: int) -> None:
        """Forget what comes after so many bytes."""
        os.ftruncate(self._file, size)
        self.size = size

    def sync(self) -> None:
        """Wait until the disk has it all, so that not even a power cut can take it back."""
        os.fsync(self._file)

    def close(self) -> None:
        """Let go of the file and its lock."""
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _locked(file: int) -> bool:
        os.lseek(file, BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        except OSError:  # a file system without locks
            return True
        return True

else:

    def _locked(file: int) -> bool:
        """Take the lock unless another one has it, and say whether it is taken now."""
        try:
            import fcntl  # noqa: PLC0415  not every system but Windows has it
        except ImportError:
            return True
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            return True
        return True
