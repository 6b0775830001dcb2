"""The files that the commands write: only their owner can read them, and each is whole or not there.

A report is opened before the run, so that a wrong path does not cost the run.
"""

import errno
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO

STDOUT = "-"


def create_file(path: Path) -> IO[bytes]:
    """Create a file for writing that only its owner can read, under any umask.

    >>> with create_file(Path("exchange.json")) as file:
    ...     file.write(content)

    Raises:
        FileExistsError: The name is taken.
        OSError: The file cannot be created.
    """
    return open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600))


class ReportFile:
    """A file that is written at the end of a run; `-` is standard output.

    >>> report = ReportFile("junit.xml")
    >>> report.write(junit(judgement))

    Args:
        name: The path, or `-`.
        option: The option with the path, for the error.
        force: Whether an existing file is replaced.

    Raises:
        OSError: The file cannot be written; its `filename` says which.
        ValueError: The file exists, and `force` is not set.
    """

    def __init__(self, name: str, *, option: str = "--junit", force: bool = False) -> None:
        self.name = name
        self._path = Path(os.path.realpath(name))
        self._partial: Path | None = None
        if name == STDOUT:
            return
        with self._named():
            if self._path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if self._path.is_file() and not force:
                raise ValueError(f"{option}: {name} is there already; --force replaces it")
            if self._path.is_file() or not self._path.exists():  # and no device
                partial = self._path.with_name(f".{os.getpid()}.{token_hex(4)}.partial")
                create_file(partial).close()
                self._partial = partial

    def write_so_far(self, content: bytes) -> None:
        """Write the file before the end of a run, so that it is there if the run is killed; `write` replaces it.

        Standard output and devices are written at the end alone. An error is ignored: the run goes on without it.
        """
        if self._partial is None:
            return
        with suppress(OSError):
            self._partial.write_bytes(content)
            self._partial.replace(self._path)
            create_file(self._partial).close()

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
