"""The lines of the one CSV in a zip, and the zips that are refused."""

import random
import re
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sdk.bus.volume.files import ROW, STOP, STOP_HEADER, Packer, packed, refusal
from trivet.bus import VolumeFileError, read_stop_volumes
from trivet.bus._volume import zip_lines
from trivet.bus._volume.rows import problem


@given(text=st.text(st.sampled_from('ab\u00e9,"\r\n'), max_size=60), block=st.integers(1, 9))
def test_blocks_hold_every_line_once_in_order(tmp_path_factory: pytest.TempPathFactory, text: str, block: int):
    path = tmp_path_factory.getbasetemp() / "lines.zip"
    path.write_bytes(packed(text))
    found: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(zip_lines, "_BLOCK", block)
        for first, lines, quoted in zip_lines.read_blocks(path):
            assert first == len(found) + 1
            assert quoted or '"' not in "".join(lines)
            found += lines
    whole = re.split(r"\r\n|\r|\n", text)
    assert found == (whole[:-1] if whole[-1] == "" else whole)


def lines_of(path: Path) -> tuple[list[str], int | None]:
    """The lines of a file, and the one that is refused."""
    found: list[str] = []
    try:
        for block in zip_lines.read_blocks(path):
            found += block.lines
    except VolumeFileError as error:
        return found, error.line
    return found, None


@pytest.mark.parametrize("before", [0, 1, 5_000])
def test_line_of_4096_characters_is_refused_after_those_before_it(pack: Packer, before: int):
    short = ["short"] * before
    text = "short\n" * before
    assert lines_of(pack(f"{text}{'x' * 4_095}\nshort\n")) == ([*short, "x" * 4_095, "short"], None)
    assert lines_of(pack(f"{text}{'x' * 4_096}\nshort\n")) == (short, before + 1)
    assert lines_of(pack(text + "x" * 70_000)) == (short, before + 1)


def test_memory_of_one_endless_line_is_bounded(pack: Packer):
    blocks = zip_lines.read_blocks(pack("x" * 5_000_000))
    with pytest.raises(VolumeFileError, match="4096") as caught:
        next(block for block in blocks if block.lines)
    assert caught.value.line == 1


def test_file_that_is_no_zip_is_refused(tmp_path: Path):
    path = tmp_path / "volume.zip"
    path.write_bytes(b"<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>")
    assert "zip" in refusal(path).problem


@pytest.mark.parametrize("names", [[], ["readme.txt"], ["a.csv", "b.csv"]])
def test_zip_without_exactly_one_csv_is_refused(tmp_path: Path, names: list[str]):
    path = tmp_path / "volume.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, STOP_HEADER + ROW)
    assert f"{sum(name.endswith('.csv') for name in names)} CSV files" in refusal(path).problem


def test_other_members_and_uppercase_suffix_are_accepted(tmp_path: Path):
    path = tmp_path / "volume.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "read me")
        archive.writestr("transport_node_bus_202504.CSV", STOP_HEADER + ROW)
    assert list(read_stop_volumes(path)) == [STOP]


def test_other_compression_than_deflate_is_refused(pack: Packer):
    assert "deflate" in refusal(pack(STOP_HEADER + ROW, method=zipfile.ZIP_BZIP2)).problem


def test_encrypted_member_is_refused(pack: Packer):
    path = pack(STOP_HEADER + ROW)
    content = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.index(signature) + offset
        content[at : at + 2] = struct.pack("<H", 1)
    path.write_bytes(content)
    assert "encrypted" in refusal(path).problem


def test_corrupted_member_is_refused(pack: Packer):
    path = pack(STOP_HEADER + ROW * 3, method=zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b",120,", b",121,"))
    assert "CRC" in refusal(path).problem


def test_damaged_file_yields_all_rows_or_volume_file_error(tmp_path: Path):
    whole = packed(STOP_HEADER + ROW * 50)
    path = tmp_path / "volume.zip"
    dice = random.Random(7)
    refused = 0
    for _ in range(2_000):
        damaged = bytearray(whole)
        for _ in range(dice.randint(1, 3)):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        path.write_bytes(damaged[: dice.randrange(len(damaged))] if dice.random() < 0.2 else damaged)
        try:
            assert list(read_stop_volumes(path)) == [STOP] * 50
        except VolumeFileError:
            refused += 1
    assert refused > 500


def test_zip_with_a_large_directory_is_refused(tmp_path: Path):
    path = tmp_path / "volume.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(3_000):
            archive.writestr(str(number), "")
        archive.writestr("a.csv", STOP_HEADER + ROW)
    assert refusal(path).problem == problem(path) == "the file is broken: its directory is larger than 131072 bytes"


def test_zip_that_unpacks_to_far_more_bytes_is_refused(pack: Packer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet.bus._volume.zip_lines._SMALL", 10_000)
    path = pack(STOP_HEADER + ROW * 1_000_000)
    size, whole = path.stat().st_size, len(STOP_HEADER + ROW * 1_000_000)
    assert whole > 100 * size
    assert problem(path) == f"'transport_node_bus_202504.csv' has {whole} bytes in a zip of {size}"
    assert problem(pack(STOP_HEADER + ROW * 10_000, method=zipfile.ZIP_STORED)) is None


@pytest.mark.parametrize("offset", [2**31, 2**63, 2**64 - 1])
@pytest.mark.parametrize("length", [0, 46, 2**40, 2**64 - 1])
def test_zip_with_an_offset_or_length_that_no_file_has_is_refused(tmp_path: Path, offset: int, length: int):
    record = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, length, offset)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, 0, 1)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 2**32 - 1, 2**32 - 1, 0)
    path = tmp_path / "volume.zip"
    path.write_bytes(record + locator + end)
    assert str(path) in str(refusal(path))
