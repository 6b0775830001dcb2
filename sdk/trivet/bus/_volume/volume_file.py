"""A downloaded passenger volume file."""

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
    """A complete file on disk, and its rows.

    >>> file = bus.passenger_volume.download("by_stop", path="downloads/")
    >>> file.path
    PosixPath('downloads/transport_node_bus_202504.zip')

    Attributes:
        path: The path of the file.
        head: The status and headers of the last response of the download.
    """

    __slots__ = ("_read", "head", "path")

    def __init__(self, path: Path, head: Head, read: Callable[[Path], Generator[R, None, None]]) -> None:
        self.path: Path = path
        self.head: Head = head
        self._read = read

    def rows(self) -> Generator[R, None, None]:
        """Iterate over the rows, read from the zip as a stream.

        >>> for row in file.rows():
        ...     print(row.pt_code, row.total_tap_in_volume)

        Raises:
            VolumeFileError: While iterating: the file is damaged, or is not a passenger volume file.
        """
        return self._read(self.path)

    def __repr__(self) -> str:
        return f"VolumeFile({str(self.path)!r})"
