"""The files of a report: each is opened before the run, and whole or not there after it."""

import errno
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

STDOUT = "-"


class ReportFile:
    """A file that is written at the end of a run; `-` is standard output.

    >>> report = ReportFile("junit.xml")
    >>> report.write(junit(judgement))

    Args:
        name: The path, or `-`.

    Raises:
        OSError: The file cannot be written; its `filename` says which.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._path = Path(os.path.realpath(name))
        self._partial: Path | None = None
        if name == STDOUT:
            return
        with self._named():
            if self._path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if self._path.is_file() or not self._path.exists():  # and no device
                partial = self._path.with_name(f".{self._path.name}.{os.getpid()}.partial")
                partial.write_bytes(b"")
                self._partial = partial

    def write(self, content: bytes) -> None:
        """Write the file.

        Raises:
            OSError: It cannot be written; there is no part of it.
        """
        if self.name == STDOUT:
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
            return
        with self._named():
            try:
                with (self._partial or self._path).open("wb") as file:
                    file.write(content)
                if self._partial is not None:
                    self._partial.replace(self._path)
                    self._partial = None
            finally:
                self.discard()

    def discard(self) -> None:
        """Remove what was opened, if it was not written."""
        if self._partial is not None:
            self._partial.unlink(missing_ok=True)
            self._partial = None

    @contextmanager
    def _named(self) -> Generator[None, None, None]:
        """Name the path in an error."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from error
