"""The rows of passenger volume files, and the lines of their zip."""

import csv
import io
import random
import re
import struct
import zipfile
from pathlib import Path
from typing import IO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sdk.bus.volume.files import ROW, STOP, STOP_HEADER, TRIP_HEADER, Packer, packed, refusal
from trivet.bus import TripVolume, VolumeFileError, read_stop_volumes, read_trip_volumes
from trivet.bus._volume import rows as volume_rows
from trivet.bus._volume.rows import _Numbers, problem


def test_stop_row_becomes_record(pack: Packer):
    assert list(read_stop_volumes(pack(STOP_HEADER + ROW))) == [STOP]


def test_trip_row_becomes_record(pack: Packer):
    path = pack(TRIP_HEADER + "2025-04,WEEKENDS/HOLIDAY,23,BUS,01012,00481,3\n")
    assert list(read_trip_volumes(path)) == [
        TripVolume(
            year_month="2025-04",
            day_type="WEEKENDS/HOLIDAY",
            time_per_hour=23,
            pt_type="BUS",
            origin_pt_code="01012",
            destination_pt_code="00481",
            total_trips=3,
        )
    ]


def test_is_weekday_follows_day_type(pack: Packer):
    rows = read_stop_volumes(pack(STOP_HEADER + ROW + ROW.replace("WEEKDAY", "WEEKENDS/HOLIDAY")))
    assert [row.is_weekday for row in rows] == [True, False]


def test_path_may_be_string(pack: Packer):
    assert list(read_stop_volumes(str(pack(STOP_HEADER + ROW)))) == [STOP]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + STOP_HEADER + ROW,
        STOP_HEADER + ROW.rstrip("\n"),
        (STOP_HEADER + ROW).replace("\n", "\r\n"),
        STOP_HEADER + "\n" + ROW + "\n\n",
        STOP_HEADER.replace(",", " , ") + ROW,
        STOP_HEADER + ROW.replace("WEEKDAY", '"WEEKDAY"').replace("01012", '"01012"'),
        STOP_HEADER.replace("\n", ",NEW\n") + ROW.replace("\n", ",unknown\n"),
        "TOTAL_TAP_OUT_VOLUME,PT_CODE,TOTAL_TAP_IN_VOLUME,PT_TYPE,YEAR_MONTH,TIME_PER_HOUR,DAY_TYPE\n"
        "7,01012,120,BUS,2025-04,8,WEEKDAY\n",
    ],
    ids=["BOM", "no last newline", "CRLF", "blank lines", "spaced names", "quotes", "a new column", "another order"],
)
def test_csv_dialects_give_equal_rows(pack: Packer, text: str):
    assert list(read_stop_volumes(pack(text))) == [STOP]


def test_file_with_header_only_has_no_rows(pack: Packer):
    assert list(read_stop_volumes(pack(STOP_HEADER))) == []


@given(rows=st.lists(st.tuples(st.integers(0, 23), st.integers(0, 99_999), st.integers(0, 10**9))))
def test_any_rows_survive_round_trip(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[int, int, int]]):
    path = tmp_path_factory.mktemp("volume") / "volume.zip"
    lines = "".join(f"2025-04,WEEKDAY,{hour},BUS,{code:05},{taps},{taps}\n" for hour, code, taps in rows)
    path.write_bytes(packed(STOP_HEADER + lines))
    assert [(row.time_per_hour, row.pt_code, row.total_tap_in_volume) for row in read_stop_volumes(path)] == [
        (hour, f"{code:05}", taps) for hour, code, taps in rows
    ]


def test_file_is_opened_at_first_row(tmp_path: Path):
    rows = read_stop_volumes(tmp_path / "missing.zip")
    with pytest.raises(FileNotFoundError):
        next(rows)


def test_missing_column_is_named(pack: Packer):
    error = refusal(pack(STOP_HEADER.replace("PT_CODE", "STOP") + ROW))
    assert (error.line, error.column) == (1, "PT_CODE")
    assert "line 1, column PT_CODE" in str(error)
    assert "STOP" in error.problem


def test_trip_file_is_refused_as_stop_file(pack: Packer):
    assert refusal(pack(TRIP_HEADER + ROW)).column == "PT_CODE"


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_empty_file_is_refused(pack: Packer, text: str):
    assert refusal(pack(text)).column == "YEAR_MONTH"


@pytest.mark.parametrize("number", ["many", "", "-1", "1.5", "1_0", "١", " 7"])
def test_malformed_number_error_has_line_and_column(pack: Packer, number: str):
    error = refusal(pack(STOP_HEADER + ROW + ROW.replace("120", number)))
    assert (error.line, error.column) == (3, "TOTAL_TAP_IN_VOLUME")
    assert "line 3, column TOTAL_TAP_IN_VOLUME" in str(error)
    assert repr(number) in error.problem


@pytest.mark.parametrize("row", ["2025-04,WEEKDAY,8\n", ROW.replace("\n", ",1\n"), "<html>\n"])
def test_row_of_wrong_length_error_has_line(pack: Packer, row: str):
    assert refusal(pack(STOP_HEADER + ROW + row)).line == 3


def test_rows_before_malformed_row_are_yielded(pack: Packer):
    rows = read_stop_volumes(pack(STOP_HEADER + ROW + "wrong\n"))
    assert next(rows) == STOP
    with pytest.raises(VolumeFileError):
        next(rows)


def test_unclosed_quote_ends_at_its_line(pack: Packer):
    error = refusal(pack(STOP_HEADER + ROW.replace("WEEKDAY", '"WEEKDAY') + ROW * 3))
    assert error.line == 2
    assert "unexpected end of data" in error.problem


def test_endless_line_is_refused(pack: Packer):
    error = refusal(pack(STOP_HEADER + "0" * 10_000_000))
    assert error.line == 2
    assert "4096" in error.problem


def test_text_that_is_not_utf_8_is_refused(pack: Packer):
    assert "utf-8" in refusal(pack(STOP_HEADER.encode() + b"\xff\xfe\n")).problem


@pytest.mark.parametrize("row", [ROW, "wrong\n"])
def test_file_is_closed_early_and_after_error(pack: Packer, monkeypatch: pytest.MonkeyPatch, row: str):
    path = pack(STOP_HEADER + ROW + row * 3)
    opened: list[IO[bytes]] = []

    class Watched(zipfile.ZipFile):
        def __init__(self, file: IO[bytes]) -> None:
            super().__init__(file)
            opened.append(file)

    monkeypatch.setattr(zipfile, "ZipFile", Watched)
    rows = read_stop_volumes(path)
    next(rows)
    [file] = opened
    assert not file.closed
    if row == ROW:
        rows.close()
    else:
        with pytest.raises(VolumeFileError):
            next(rows)
    assert file.closed
    assert list(rows) == []


def test_valid_file_has_no_problem(pack: Packer):
    assert problem(pack(STOP_HEADER + ROW)) is None
    assert problem(pack(TRIP_HEADER)) is None


def test_problem_is_found_without_reading_rows(tmp_path: Path, pack: Packer):
    assert problem(pack("")) == "the CSV is empty"
    assert problem(pack(STOP_HEADER, name="readme.txt")) == "the zip holds 0 CSV files, not one"
    refused = tmp_path / "refused.zip"
    refused.write_bytes(b"<Error><Code>AccessDenied</Code></Error>")
    assert "zip" in (problem(refused) or "")
    truncated = tmp_path / "truncated.zip"
    truncated.write_bytes(packed(STOP_HEADER + ROW)[:-30])
    assert "zip" in (problem(truncated) or "")


BLANK = packed("\n" * 4_000_000)
"""A zip of 4 kB that contains 4 MB of line ends."""


@pytest.mark.parametrize("text", [STOP_HEADER + "\n" * 101 + ROW, STOP_HEADER + ROW + "\r\n" * 500, "\r" * 500])
def test_many_blank_lines_in_a_row_are_refused(pack: Packer, text: str):
    assert "more than 100 blank lines in a row" in refusal(pack(text)).problem


def test_blank_line_after_each_row_is_accepted(pack: Packer):
    assert list(read_stop_volumes(pack(STOP_HEADER + (ROW + "\n") * 500))) == [STOP] * 500


def test_check_of_a_zip_of_line_ends_reads_a_small_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    read = 0

    class Counting(io.TextIOWrapper):
        def read(self, size: int | None = -1, /) -> str:
            nonlocal read
            text = super().read(size)
            read += len(text)
            return text

    path = tmp_path / "volume.zip"
    path.write_bytes(BLANK)
    assert len(BLANK) < 5_000
    monkeypatch.setattr(io, "TextIOWrapper", Counting)
    assert "blank lines" in (problem(path) or "")
    assert 0 < read < 100_000


def test_texts_of_the_file_are_escaped_and_cut(tmp_path: Path, pack: Packer):
    path = tmp_path / "long.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("\x1b[2J\n" * 10_000 + ".csv", STOP_HEADER + ROW)
    columns = pack("\x1b[2J," * 500 + "\n")
    cell = pack(STOP_HEADER + ROW.replace("120", "\x1b" * 3_000))
    for error in (refusal(path), refusal(columns), refusal(cell)):
        assert len(error.problem) < 250
        assert error.problem.isprintable()


def test_number_of_many_digits_is_refused(pack: Packer):
    assert refusal(pack(STOP_HEADER + ROW.replace("120", "9" * 4_000))).column == "TOTAL_TAP_IN_VOLUME"
    [row] = read_stop_volumes(pack(STOP_HEADER + ROW.replace("120", "9" * 18)))
    assert row.total_tap_in_volume == 10**18 - 1


def by_the_rules(text: str) -> tuple[list[tuple[str, ...]], int | None]:
    """Return the rows of a CSV, read line by line with every check, and the number of the refused line."""
    rows: list[tuple[str, ...]] = []
    blank = 0
    lines = re.split(r"\r\n|\r|\n", text)
    for number, line in enumerate(lines[:-1] if lines[-1] == "" else lines, 1):
        blank = 0 if line else blank + 1
        if blank > 100:
            return rows, number
        if not line:
            continue
        try:
            [cells] = csv.reader([line], strict=True)
        except csv.Error:
            return rows, number
        if number == 1:
            continue
        digits = [cells[at] for at in (2, 5, 6)] if len(cells) == 7 else ["no"]
        if not all(re.fullmatch(r"[0-9]{1,18}", cell, re.ASCII) for cell in digits):
            return rows, number
        rows.append((*cells[:2], str(int(cells[2])), *cells[3:5], *(str(int(cell)) for cell in cells[5:])))
    return rows, None


texts = st.text(st.sampled_from('a,"17\u0661 \n\r\0'), max_size=6)
plain_rows = st.builds(
    "2025-04,WEEKDAY,{},BUS,{},{},{}{}".format, *[st.integers(0, 999)] * 4, st.sampled_from(["\n", "\r\n", "\r"])
)
odd_rows = st.builds(lambda row, at, text: row[:at] + text + row[at:], plain_rows, st.integers(0, 40), texts)


@pytest.mark.long
@settings(max_examples=100)
@given(rows=st.lists(plain_rows | odd_rows, max_size=8), block=st.sampled_from([1, 7, 50, 65_536]))
def test_rows_equal_the_rows_of_a_reader_that_checks_line_by_line(
    tmp_path_factory: pytest.TempPathFactory, rows: list[str], block: int
):
    text = STOP_HEADER + "".join(rows)
    path = tmp_path_factory.getbasetemp() / "any.zip"
    path.write_bytes(packed(text))
    values: list[tuple[str, ...]] = []
    line: int | None = None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(volume_rows, "_BLOCK", block)
        try:
            values.extend(
                tuple(str(getattr(row, name.lower())) for name in STOP_HEADER.strip().split(","))
                for row in read_stop_volumes(path)
            )
        except VolumeFileError as error:
            line = error.line
    assert (values, line) == by_the_rules(text)


@pytest.mark.parametrize("quote", ["", '"'])
def test_columns_in_another_order_are_checked_alike(pack: Packer, quote: str):
    header = "NEW,TOTAL_TAP_OUT_VOLUME,PT_CODE,TOTAL_TAP_IN_VOLUME,PT_TYPE,YEAR_MONTH,TIME_PER_HOUR,DAY_TYPE\n"
    good = f"x,7,01012,120,BUS,{quote}2025-04{quote},8,WEEKDAY\n"
    assert list(read_stop_volumes(pack(header + good * 3))) == [STOP] * 3
    assert refusal(pack(header + good + good.replace("120", "12O"))).column == "TOTAL_TAP_IN_VOLUME"
    assert refusal(pack(header + good + "x," + good)).problem == "9 cells under 8 columns"


def test_numbers_that_never_occur_again_are_not_all_kept():
    numbers = _Numbers()
    assert [numbers[str(number)] for number in range(20_000)] == list(range(20_000))
    assert len(numbers) == 10_000


@given(text=st.text(st.sampled_from('ab\u00e9,"\r\n'), max_size=60), block=st.integers(1, 9))
def test_blocks_hold_every_line_once_in_order(tmp_path_factory: pytest.TempPathFactory, text: str, block: int):
    path = tmp_path_factory.getbasetemp() / "lines.zip"
    path.write_bytes(packed(text))
    yielded: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(volume_rows, "_BLOCK", block)
        for first, lines, quoted in volume_rows.read_blocks(path):
            assert first == len(yielded) + 1
            assert quoted or '"' not in "".join(lines)
            yielded += lines
    whole = re.split(r"\r\n|\r|\n", text)
    assert yielded == (whole[:-1] if whole[-1] == "" else whole)


def lines_of(path: Path) -> tuple[list[str], int | None]:
    """Return the lines of a file, and the number of the refused line."""
    lines: list[str] = []
    try:
        for block in volume_rows.read_blocks(path):
            lines += block.lines
    except VolumeFileError as error:
        return lines, error.line
    return lines, None


@pytest.mark.parametrize("before", [0, 1, 5_000])
def test_line_of_4096_characters_is_refused_after_those_before_it(pack: Packer, before: int):
    short = ["short"] * before
    text = "short\n" * before
    assert lines_of(pack(f"{text}{'x' * 4_095}\nshort\n")) == ([*short, "x" * 4_095, "short"], None)
    assert lines_of(pack(f"{text}{'x' * 4_096}\nshort\n")) == (short, before + 1)
    assert lines_of(pack(text + "x" * 70_000)) == (short, before + 1)


def test_memory_of_one_endless_line_is_bounded(pack: Packer):
    blocks = volume_rows.read_blocks(pack("x" * 5_000_000))
    with pytest.raises(VolumeFileError, match="4096") as caught:
        next(block for block in blocks if block.lines)
    assert caught.value.line == 1


def test_file_that_is_not_a_zip_is_refused(tmp_path: Path):
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


@pytest.mark.parametrize("attributes", ["__MACOSX/._volume.csv", "__MACOSX/2025/._volume.csv", "._volume.csv"])
def test_zip_made_by_macos_has_one_csv(tmp_path: Path, attributes: str):
    path = tmp_path / "volume.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("2025/volume.csv", STOP_HEADER + ROW)
        archive.writestr(attributes, b"\0\5\x16\7")
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


@pytest.mark.long
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
    monkeypatch.setattr("trivet.bus._volume.rows._SMALL", 10_000)
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
