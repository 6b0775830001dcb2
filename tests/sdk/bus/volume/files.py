"""Passenger volume files for tests."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from trivet.bus import StopVolume, VolumeFileError, read_stop_volumes

STOP_HEADER = "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,PT_CODE,TOTAL_TAP_IN_VOLUME,TOTAL_TAP_OUT_VOLUME\n"
TRIP_HEADER = "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,ORIGIN_PT_CODE,DESTINATION_PT_CODE,TOTAL_TRIPS\n"
ROW = "2025-04,WEEKDAY,8,BUS,01012,120,7\n"
STOP = StopVolume(
    year_month="2025-04",
    day_type="WEEKDAY",
    time_per_hour=8,
    pt_type="BUS",
    pt_code="01012",
    total_tap_in_volume=120,
    total_tap_out_volume=7,
)

Packer = Callable[..., Path]


def packed(text: str | bytes, name: str = "transport_node_bus_202504.csv", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr(name, text)
    return buffer.getvalue()


def refusal(path: Path) -> VolumeFileError:
    with pytest.raises(VolumeFileError) as refused:
        list(read_stop_volumes(path))
    assert str(path) in str(refused.value)
    return refused.value
