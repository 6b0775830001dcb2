"""The lines of the one CSV in a zip, in blocks; a malicious zip can neither fill the memory nor delay the next block.

The zip's directory, each line and the bytes that are unpacked have limits.
"""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from collections.abc import Generator
from typing import NamedTuple

from .volume_file_error import FilePath, VolumeFileError, broken, shown

__all__ = ["Block", "read_blocks"]

_BLOCK = 1 << 16  # characters
_MAX_LINE = 4096  # a line of either file has fewer than 100 characters
_MAX_READ = 1 << 17  # zipfile reads a directory at once; that of a file with one entry has some 100 bytes
_MAX_RATIO = 100  # of the rows of either file, deflate makes a tenth
_SMALL = 100_000_000  # bytes that may be unpacked at any ratio
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    OverflowError,  # from an offset that no file can have
    NotImplementedError,
    UnicodeDecodeError,
)


class Block(NamedTuple):
    """Some whole lines, without their ends.

    Attributes:
        first: The number of the first line; 1 is the first of the file.
        lines: The lines, each shorter than 4096 characters.
        quoted: Whether one of them has a quote, so that a comma may be part of a cell.
    """

    first: int
    lines: list[str]
    quoted: bool


def read_blocks(path: FilePath) -> Generator[Block, None, None]:
    """Iterate over the lines of the CSV; they end in LF, CRLF or CR.

    The lines before a fault are yielded first, as far as they are read.

    Raises:
        VolumeFileError: While iterating; the message names the file, and the line if it is known.
        OSError: There is no such file, or it may not be read.
    """
    first = 1
    with _VolumeZip(io.FileIO(path)) as file:  # outside the try: a missing file stays an OSError
        try:
            with (
                zipfile.ZipFile(file) as archive,
                archive.open(_member(path, archive, os.fstat(file.fileno()).st_size)) as member,
                io.TextIOWrapper(member, "utf-8-sig", newline=None) as text,
            ):
                rest = ""
                while read := text.read(_BLOCK):
                    lines = (rest + read).split("\n")
                    too_long = _first_too_long(lines)
                    rest = lines.pop()
                    if too_long is not None:
                        yield Block(first, lines[:too_long], True)
                        raise VolumeFileError(path, f"the line has {_MAX_LINE} characters or more", first + too_long)
                    yield Block(first, lines, quoted='"' in read or '"' in "".join(lines[:1]))
                    first += len(lines)
                if rest:
                    yield Block(first, [rest], True)
        except _DAMAGED as error:
            raise broken(path, error, first if first > 1 else None) from error


def _first_too_long(lines: list[str]) -> int | None:
    if max(map(len, lines)) < _MAX_LINE:
        return None
    return next(index for index, line in enumerate(lines) if len(line) >= _MAX_LINE)


class _VolumeZip(io.BufferedReader):
    """A file of which only a part is read at a time, although a zip's own fields say how long its directory is."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and 0 <= size <= _MAX_READ:
            return super().read(size)
        found = super().read(_MAX_READ + 1)
        if len(found) > _MAX_READ:
            raise zipfile.BadZipFile(f"its directory is larger than {_MAX_READ} bytes")
        return found


def _member(path: FilePath, archive: zipfile.ZipFile, size: int) -> zipfile.ZipInfo:
    members = [member for member in archive.infolist() if member.filename.lower().endswith(".csv")]
    if len(members) != 1:
        raise VolumeFileError(path, f"the zip holds {len(members)} CSV files, not one")
    [member] = members
    name = shown(member.filename)
    if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise VolumeFileError(path, f"{name} is encrypted or compressed by another method than deflate")
    if member.file_size > max(_SMALL, _MAX_RATIO * size):
        raise VolumeFileError(path, f"{name} has {member.file_size} bytes in a zip of {size}")
    return member
