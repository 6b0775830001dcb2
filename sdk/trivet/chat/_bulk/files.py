"""The files of bulk jobs: a journal's file, which lines are appended to, and the files of an export."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from ..._core.files import name_rest, try_lock, write_whole
from ...errors import InvalidArgumentError

CHUNK = 1 << 20
"""The bytes of a file that are read at a time."""
LINES = 1000
"""The lines that are written at a time."""
FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


class AppendOnlyFile:
    """An open file that holds a line as soon as `append` returns, even if the process is killed right after.

    Attributes:
        size: The number of bytes in the file.
    """

    def __init__(self, path: Path, *, create: bool) -> None:
        """Open and lock the file; with `create`, make a missing one, readable by its owner only.

        Raises:
            InvalidArgumentError: Another run has the file open; its lock ends with its process.
            OSError: The file is missing or cannot be opened.
        """
        self._path = path
        self._file = os.open(path, FLAGS | (os.O_CREAT if create else 0), 0o600)
        if not try_lock(self._file):
            os.close(self._file)
            raise InvalidArgumentError("journal", "a file that no other run is using", str(path))
        self.size = os.fstat(self._file).st_size

    def chunks(self) -> Iterator[bytes]:
        """Yield the content piece by piece."""
        os.lseek(self._file, 0, os.SEEK_SET)
        left = self.size
        while left and (piece := os.read(self._file, min(left, CHUNK))):
            yield piece
            left -= len(piece)

    def append(self, data: bytes, lines: Iterable[bytes] = ()) -> None:
        """Append whole lines, and more of them a chunk at a time.

        Raises:
            OSError: The lines do not all fit; then none of them is in the file.
        """
        size = self.size
        following = iter(lines)
        try:
            while data:
                left = memoryview(data)
                while left:
                    left = left[os.write(self._file, left) :]
                size += len(data)
                data = b"".join(islice(following, LINES))
        except OSError as error:
            with contextlib.suppress(OSError):  # a device cannot be truncated; the first error says more
                self.truncate(self.size)
            name_rest(error, self._path)
            raise
        self.size = size

    def truncate(self, size: int) -> None:
        """Cut the file to its first `size` bytes."""
        os.ftruncate(self._file, size)
        self.size = size

    def sync(self) -> None:
        """Wait until the disk has all content, so that it survives a power cut.

        Raises:
            OSError: The disk cannot take it, or the file is a device.
        """
        try:
            os.fsync(self._file)
        except OSError as error:
            name_rest(error, self._path)
            raise

    def close(self) -> None:
        """Close the file and release its lock."""
        os.close(self._file)


def save_record(export: Path, name: str, body: bytes, *, folder: str = "") -> None:
    """Write a record to `<name>.json`, which replaces a file of an earlier run; only its owner can read it.

    Args:
        export: The folder of the export; it is made if there is none.
        name: The id of the record.
        body: The record.
        folder: The folder inside that one.

    Raises:
        OSError: The folder or the file cannot be written.
    """
    path = export / folder.lower()
    for parent in dict.fromkeys((export, path)):
        parent.mkdir(mode=0o700, exist_ok=True)
    write_whole(path / f"{name.lower()}.json", lambda file: file.write(body), overwrite=True, shared=False)


def path_argument(name: str, path: Any, kind: Literal["file", "folder"]) -> Path:
    """Return an argument as a path.

    Raises:
        InvalidArgumentError: The argument is no path.
    """
    try:
        return Path(path)
    except TypeError as error:
        raise InvalidArgumentError(name, f"the path of a {kind}", path) from error
