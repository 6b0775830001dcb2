"""A passenger volume file as record batches: the same rows and the same errors as `rows()`."""

from __future__ import annotations

import gc
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.sdk.bus.volume.files import ROW, STOP_HEADER, TRIP_HEADER, packed
from trivet.bus import StopVolume, TripVolume, VolumeFileError, read_stop_volumes, read_trip_volumes
from trivet.data import schema_of, to_table, write_parquet
from trivet.data._volume import PlainLines, VolumeSource

GOOD = ROW * 5
TRIP = "2025-04,WEEKDAY,8,BUS,01012,01013,7\n"


@pytest.fixture
def volume(tmp_path: Path) -> Any:
    """Write a volume file."""

    def write(text: str | bytes) -> Path:
        path = tmp_path / "volume.zip"
        path.write_bytes(packed(text))
        return path

    return write


@pytest.mark.parametrize(
    "text",
    [
        STOP_HEADER + GOOD,
        STOP_HEADER,
        "\ufeff" + (STOP_HEADER + GOOD).replace("\n", "\r\n"),
        "\n\n" + STOP_HEADER + GOOD,
        STOP_HEADER + ROW + "\n\n" + ROW,
        STOP_HEADER + GOOD + ROW.replace("BUS", '"BUS"') + GOOD,
        STOP_HEADER + (GOOD + ROW).rstrip(),
        STOP_HEADER.replace(",", ", ") + GOOD,
        "PT_CODE,EXTRA,YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,TOTAL_TAP_IN_VOLUME,TOTAL_TAP_OUT_VOLUME\n"
        "01012,x,2025-04,WEEKDAY,8,BUS,1,2\n",
        STOP_HEADER + GOOD + ROW.replace("01012", "Ünï " * 3) + GOOD,
    ],
)
@pytest.mark.parametrize("size", [1, 4, None])
def test_columns_hold_the_rows_of_the_file(volume: Any, text: str, size: int | None) -> None:
    path = volume(text)
    batches = list(VolumeSource(path).batches(size))
    assert [row for batch in batches for row in batch.to_pylist()] == [*map(attrs.asdict, read_stop_volumes(path))]
    assert all(batch.num_rows <= (size or 100_000) for batch in batches)


def test_header_says_which_file_it_is(volume: Any) -> None:
    path = volume(TRIP_HEADER + TRIP * 3)
    table = to_table(path)
    assert table.schema == schema_of(TripVolume)
    assert table.to_pylist() == [*map(attrs.asdict, read_trip_volumes(path))]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (STOP_HEADER + GOOD + ROW.replace("120", "many") + GOOD, 7, "TOTAL_TAP_IN_VOLUME"),
        (STOP_HEADER + GOOD + ROW.replace("120", "-1"), 7, "TOTAL_TAP_IN_VOLUME"),
        (STOP_HEADER + GOOD + "a,b\n", 7, None),
        (STOP_HEADER + GOOD + ROW.replace("01012", "9" * 5000), 7, None),
        (STOP_HEADER + "\n" * 200, 102, None),
        ("NO,COLUMNS\n1,2\n", 1, "YEAR_MONTH"),
    ],
)
def test_wrong_line_raises_as_the_rows_do_and_leaves_no_file(
    volume: Any, tmp_path: Path, text: str, line: int, column: str | None
) -> None:
    path = volume(text)
    with pytest.raises(VolumeFileError) as expected:
        list(read_stop_volumes(path))
    with pytest.raises(VolumeFileError) as caught:
        write_parquet(path, tmp_path / "volume.parquet", size=2)
    assert str(caught.value) == str(expected.value)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert [path.name for path in tmp_path.iterdir()] == ["volume.zip"]


def test_damaged_missing_and_other_files_raise(tmp_path: Path) -> None:
    path = tmp_path / "volume.zip"
    with pytest.raises(FileNotFoundError):
        to_table(path)
    whole = packed(STOP_HEADER + "".join(ROW.replace("120", str(n)) for n in range(20_000)))
    for content in (b"no zip", whole[:-100], whole[:3000] + bytes(40) + whole[3040:]):
        path.write_bytes(content)
        with pytest.raises(VolumeFileError):
            to_table(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "x")
    with pytest.raises(VolumeFileError, match="0 CSV files"):
        to_table(path)


def test_memory_does_not_grow_with_the_file(volume: Any, tmp_path: Path) -> None:
    def peak(rows: int) -> int:
        path = volume(STOP_HEADER + "".join(ROW.replace("120", str(n)) for n in range(rows)))
        gc.collect()
        tracemalloc.start()
        write_parquet(path, tmp_path / "volume.parquet", size=500)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    peak(2_000)  # imports, caches
    assert peak(16_000) < 2 * peak(2_000)


LINE = "2025-04,WEEKDAY,8,BUS,01012,120,7"


def test_plain_lines_are_a_batch() -> None:
    schema = schema_of(StopVolume)
    batch = PlainLines(schema).batch([LINE, "2025-04,WEEKENDS/HOLIDAY,0,BUS,E0200,999999999999999999,0"])
    assert batch is not None
    assert batch.schema == schema
    assert batch.to_pylist()[1] == {
        "year_month": "2025-04",
        "day_type": "WEEKENDS/HOLIDAY",
        "time_per_hour": 0,
        "pt_type": "BUS",
        "pt_code": "E0200",
        "total_tap_in_volume": 999_999_999_999_999_999,
        "total_tap_out_volume": 0,
    }


@pytest.mark.parametrize(
    "line",
    [
        "",
        LINE.replace("BUS", '"BUS"'),
        LINE.replace("120", " 120"),
        LINE.replace("120", "120\t"),
        LINE.replace("120", "-120"),
        LINE.replace("120", "+120"),
        LINE.replace("120", "0x12"),
        LINE.replace("120", "1.0"),
        LINE.replace("120", "1e2"),
        LINE.replace("120", ""),
        LINE.replace("120", "NA"),
        LINE.replace("120", "١٢"),
        LINE.replace("120", "1" + "0" * 18),
        LINE + ",1",
        LINE.rpartition(",")[0],
    ],
)
def test_line_of_another_form_makes_no_batch(line: str) -> None:
    plain = PlainLines(schema_of(StopVolume))
    for lines in ([line], [LINE, line], [line, LINE], [LINE, line, LINE]):
        assert plain.batch(lines) is None
