"""A passenger volume file as record batches."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import closing
from itertools import islice
from typing import Any, Self

from ...bus._volume.rows import StopVolume, TripVolume, read_stop_volumes, read_trip_volumes
from ...bus._volume.volume_file import VolumeFile
from ...bus._volume.zip_lines import read_blocks
from .._records.columns import columns_of
from .._records.kinds import fields_of

__all__ = ["ROWS", "VolumeSource"]

ROWS = 100_000
"""Rows in a batch."""

Read = Callable[[str | os.PathLike[str]], Generator[Any, None, None]]


class VolumeSource:
    """The rows of a file as columns."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self._record, self._read = _kind(path)
        self.schema = fields_of(self._record).schema

    @classmethod
    def of(cls, records: object) -> Self | None:
        """Return the source of a `VolumeFile`, or of a path; None for anything else."""
        if isinstance(records, VolumeFile):
            return cls(records.path)
        return cls(records) if isinstance(records, str | os.PathLike) else None

    def batches(self, size: int | None) -> Generator[Any, None, None]:
        """Yield batches of rows."""
        fields, done = fields_of(self._record), 0
        with closing(self._read(self._path)) as rows:
            while records := list(islice(rows, size or ROWS)):
                yield columns_of(fields, records, done)
                done += len(records)


def _kind(path: str | os.PathLike[str]) -> tuple[type, Read]:
    with closing(read_blocks(path)) as blocks:
        for block in blocks:
            for line in block.lines:
                if line:
                    return (
                        (TripVolume, read_trip_volumes) if "ORIGIN_PT_CODE" in line else (StopVolume, read_stop_volumes)
                    )
    return StopVolume, read_stop_volumes
