"""A downloaded file of passenger volume."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Generic, TypeVar

from ..._core.answer import Head
from ..._core.public import exported_from

__all__ = ["VolumeFile"]

R = TypeVar("R")


@exported_from("trivet.bus")
class VolumeFile(Generic[R]):
    """A whole file on disk, and its rows.

    Attributes:
        path: Where it lies.
        head: The status and headers the last of it came with.
    """

    __slots__ = ("_read", "head", "path")

    def __init__(self, path: Path, head: Head, read: Callable[[Path], Generator[R, None, None]]) -> None:
        """Remember the file and what reads it."""
        self.path = path
        self.head = head
        self._read = read

    def rows(self) -> Generator[R, None, None]:
        """Read the rows one by one, out of the zip as it lies there.

        Raises:
            VolumeFileError: While iterating: the file has changed, or was never what the service promises.
        """
        return self._read(self.path)

    def __repr__(self) -> str:
        return f"VolumeFile({str(self.path)!r})"
