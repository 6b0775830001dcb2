"""Passenger volume files that are bombs, lie about their entries, or name places outside their folder."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from functools import cache

from tests.sdk.network.behaviours.registry import behaviour
from tests.sdk.network.operations import VOLUME_COLUMNS, VOLUME_FILE
from tests.sdk.network.raw_server import Conversation

ROWS = ("passenger_volume.download().rows()",)
VALUE, REFUSED, UNREADABLE = ("value",), ("DecodeError",), ("VolumeFileError",)
TABLE = (VOLUME_COLUMNS + "2025-05,WEEKDAY,7,BUS,83139,1,2\n").encode()
NAME = "volume.csv"


def with_file(name: str, make: Callable[[], bytes], outcomes: tuple[str, ...], *, heavy: bool = False) -> None:
    """Add the behaviour of a file in place of the good one."""

    def run(talk: Conversation) -> None:
        talk.read_request()
        talk.send(talk.answer(body=make()))

    behaviour(name=name, outcomes=outcomes, operations=ROWS, heavy=heavy)(run)


def packed(*entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of entries."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return file.getvalue()


STORED = packed((NAME, TABLE), method=zipfile.ZIP_STORED)
LOCAL = struct.Struct("<4s5H3L2H")
CENTRAL = struct.Struct("<4s6H3L5H2L")
END = struct.Struct("<4s4H2LH")


def changed(file: bytes = STORED, *, local: dict[int, int] | None = None, **fields: dict[int, int]) -> bytes:
    """Return a zip of one entry with other numbers in its headers, by their places.

    Args:
        file: The zip.
        local: Numbers of the header before the entry.
        fields: Numbers of its header in the `central` directory, and of the `end` of the directory.
    """
    data = bytearray(file)
    headers = [(LOCAL, b"PK\3\4", local or {})]
    headers += [(CENTRAL, b"PK\1\2", fields.get("central", {})), (END, b"PK\5\6", fields.get("end", {}))]
    for layout, signature, numbers in headers:
        at = data.index(signature)
        values = [*layout.unpack_from(data, at)]
        for place, number in numbers.items():
            values[place] = number
        layout.pack_into(data, at, *values)
    return bytes(data)


@cache
def bomb(megabytes: int) -> tuple[bytes, int]:
    """Return a deflate stream of empty lines of so many megabytes, and their checksum."""
    compressor, megabyte, checksum = zlib.compressobj(9, wbits=-15), b"0" * 1_000_000, 0
    block = compressor.compress(megabyte) + compressor.flush(zlib.Z_FULL_FLUSH)
    for _ in range(megabytes):
        checksum = zlib.crc32(megabyte, checksum)
    return block * megabytes + compressor.flush(), checksum


def packed_bomb(size: int, unpacked: int | None = None) -> bytes:
    """Return a zip with a bomb of a size in megabytes; `unpacked` is the number of bytes that its headers state."""
    stream, checksum = bomb(size)
    sizes = (checksum, len(stream), size * 1_000_000 if unpacked is None else unpacked)
    name = NAME.encode()
    entry = LOCAL.pack(b"PK\3\4", 20, 0, 8, 0, 0, *sizes, len(name), 0) + name + stream
    directory = CENTRAL.pack(b"PK\1\2", 20, 20, 0, 8, 0, 0, *sizes, len(name), 0, 0, 0, 0, 0, 0) + name
    return entry + directory + END.pack(b"PK\5\6", 0, 0, 1, 1, len(directory), len(entry), 0)


def overlapping() -> bytes:
    """Return a zip whose two entries are the same bytes."""
    directory_at = STORED.index(b"PK\1\2")
    directory = STORED[directory_at : STORED.index(b"PK\5\6")]
    twice = directory + directory.replace(b"volume.csv", b"second.csv")
    return STORED[:directory_at] + twice + END.pack(b"PK\5\6", 0, 0, 2, 2, len(twice), directory_at, 0)


def many_entries() -> bytes:
    """Return a zip of 65,536 entries, of which one is a CSV file."""
    name = b"%05d"
    entry = LOCAL.pack(b"PK\3\4", 20, 0, 0, 0, 0, 0, 0, 0, 5, 0) + name % 0
    directory = b"".join(
        CENTRAL.pack(b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0) + name % number
        for number in range(65_536)
    )
    return entry + directory + END.pack(b"PK\5\6", 0, 0, 65_535, 65_535, len(directory), len(entry), 0)


def zip64(size: int, offset: int) -> bytes:
    """Return a zip whose directory is announced by the records of zip64."""
    end_at = STORED.index(b"PK\5\6")
    record = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, size, offset)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, end_at, 1)
    return STORED[:end_at] + record + locator + END.pack(b"PK\5\6", 0, 0, 65_535, 65_535, 2**32 - 1, 2**32 - 1, 0)


def link() -> bytes:
    """Return a zip whose entry is a symbolic link."""
    entry = zipfile.ZipInfo(NAME)
    entry.create_system, entry.external_attr = 3, 0o120777 << 16
    return packed((entry, b"/etc/passwd"))


def named(name: str) -> bytes:
    """Return a good zip whose entry has another name."""
    return packed((zipfile.ZipInfo(name), TABLE))


with_file("zip_as_it_should_be", lambda: VOLUME_FILE, VALUE)
with_file("zip_empty", lambda: b"", REFUSED)
with_file("zip_without_entries", packed, REFUSED)
with_file("zip_is_a_web_page", lambda: b"<html>login</html>", REFUSED)
with_file("zip_cut_within_its_entry", lambda: STORED[:60], REFUSED)
with_file("zip_cut_within_its_directory", lambda: STORED[: STORED.index(b"PK\5\6") - 5], REFUSED)
with_file("zip_cut_within_its_end", lambda: STORED[:-5], REFUSED)
with_file("zip_after_other_bytes", lambda: b"#!/bin/sh\n" * 100 + STORED, VALUE)
with_file("zip_before_other_bytes", lambda: STORED + b"more" * 100, VALUE)
with_file("zip_before_a_megabyte_of_other_bytes", lambda: STORED + b"more" * 250_000, REFUSED)
with_file("zip_twice", lambda: STORED + STORED, VALUE)
with_file("zip_bomb", lambda: packed_bomb(200), REFUSED, heavy=True)
with_file("zip_bomb_whose_size_is_a_lie", lambda: packed_bomb(200, len(TABLE)), REFUSED, heavy=True)
with_file("zip_bomb_of_one_line", lambda: packed_bomb(90), REFUSED, heavy=True)
with_file("zip_bomb_as_the_comment", lambda: changed(end={7: 65_535}) + bytes(65_535), VALUE)
with_file("zip_with_overlapping_entries", overlapping, REFUSED)
with_file("zip_of_65536_entries", many_entries, REFUSED)
with_file("zip_64_with_a_huge_directory", lambda: zip64(2**62, 0), REFUSED)
with_file("zip_64_with_a_directory_beyond_its_end", lambda: zip64(56, 2**63), REFUSED)
with_file("zip_with_a_directory_before_its_start", lambda: changed(end={5: 2**31}), REFUSED)
with_file("zip_with_an_entry_beyond_its_end", lambda: changed(central={16: 2**31}), REFUSED)
with_file("zip_with_a_wrong_checksum", lambda: changed(local={6: 1}, central={7: 1}), REFUSED)
with_file("zip_with_an_entry_longer_than_stated", lambda: changed(central={8: 90, 9: 90}), REFUSED)
with_file("zip_with_an_entry_shorter_than_stated", lambda: changed(central={8: 10**8, 9: 10**8}), REFUSED)
with_file("zip_with_an_entry_of_4_gigabytes", lambda: changed(central={9: 2**32 - 2}), REFUSED)
with_file("zip_encrypted", lambda: changed(local={2: 1}, central={3: 1}), REFUSED)
with_file("zip_with_an_unknown_method", lambda: changed(local={3: 97}, central={4: 97}), REFUSED)
with_file("zip_by_lzma", lambda: packed((NAME, TABLE), method=zipfile.ZIP_LZMA), REFUSED)
with_file("zip_of_stored_bytes_called_deflated", lambda: changed(local={3: 8}, central={4: 8}), REFUSED)
with_file("zip_of_a_zip", lambda: packed((NAME, STORED)), REFUSED)
with_file("zip_of_two_tables", lambda: packed((NAME, TABLE), ("other.csv", TABLE)), REFUSED)
with_file("zip_with_a_symbolic_link", link, UNREADABLE)
with_file("zip_with_another_name_before_the_entry", lambda: STORED.replace(b"volume.csv", b"VOLUME.CSV", 1), REFUSED)
with_file("zip_with_a_name_of_parents", lambda: named("../../volume.csv"), VALUE)
with_file("zip_with_an_absolute_name", lambda: named("/etc/cron.d/volume.csv"), VALUE)
with_file("zip_with_a_name_of_windows", lambda: named("C:\\Windows\\CON.csv"), VALUE)
with_file("zip_with_a_name_from_right_to_left", lambda: named("volume\u202evsc.csv"), VALUE)
with_file("zip_with_a_name_of_terminal_codes", lambda: packed(("\x1b[31m.csv", TABLE), (NAME, TABLE)), REFUSED)
with_file("zip_of_a_table_in_utf_16", lambda: packed((NAME, TABLE.decode().encode("utf-16"))), REFUSED)
with_file("zip_of_a_table_with_nul", lambda: packed((NAME, TABLE.replace(b"83139", b"8\x0039"))), VALUE)
with_file(
    "zip_of_a_row_with_huge_numbers", lambda: packed((NAME, TABLE.replace(b",1,", b",%b," % (b"9" * 30)))), UNREADABLE
)
with_file("zip_of_a_row_of_another_number_of_cells", lambda: packed((NAME, TABLE + b"a,b\n")), UNREADABLE)
