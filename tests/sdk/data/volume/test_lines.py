"""Lines of the usual form as columns; any other is left to the careful reader."""

from __future__ import annotations

import pytest

from trivet.bus import StopVolume
from trivet.data import schema_of
from trivet.data._volume.lines import PlainLines

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
def test_line_of_another_form_is_no_batch(line: str) -> None:
    plain = PlainLines(schema_of(StopVolume))
    for lines in ([line], [LINE, line], [line, LINE], [LINE, line, LINE]):
        assert plain.batch(lines) is None
