"""The files of passenger volume: made-up but fixed numbers, one CSV in a zip."""

import io
import zipfile
from collections.abc import Iterator, Sequence
from itertools import count, islice, product
from typing import Literal

VolumeKind = Literal["transport_node_bus", "origin_destination_bus"]

_COLUMNS: dict[VolumeKind, str] = {
    "transport_node_bus": (
        "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,PT_CODE,TOTAL_TAP_IN_VOLUME,TOTAL_TAP_OUT_VOLUME"
    ),
    "origin_destination_bus": (
        "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,ORIGIN_PT_CODE,DESTINATION_PT_CODE,TOTAL_TRIPS"
    ),
}
_DAY_TYPES = ("WEEKDAY", "WEEKENDS/HOLIDAY")
_HOURS = (*range(5, 24), 0)


def archive(kind: VolumeKind, month: str, rows: int, stop_codes: Sequence[str], revision: int) -> bytes:
    """The zip of one month (`202505`) with so many rows; another revision has other numbers."""
    lines = islice(_lines(kind, f"{month[:4]}-{month[4:]}", stop_codes, revision), rows)
    text = "\n".join([_COLUMNS[kind], *lines, ""])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        # Without a fixed time in it, the same content would make another file each second.
        entry = zipfile.ZipInfo(f"{kind}_{month}.csv", (int(month[:4]), int(month[4:]), 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        file.writestr(entry, text)
    return packed.getvalue()


def _lines(kind: VolumeKind, month: str, stop_codes: Sequence[str], revision: int) -> Iterator[str]:
    taps = kind == "transport_node_bus"
    places = _codes(stop_codes) if taps else _pairs(stop_codes)
    number = revision
    for place in places:
        for day, hour in product(_DAY_TYPES, _HOURS):
            number += 1
            mixed = number * 2654435761 % 2**32
            volumes = f"{mixed % 2503},{mixed // 2503 % 2411}" if taps else f"{1 + mixed % 463}"
            yield f"{month},{day},{hour},BUS,{place},{volumes}"


def _codes(stop_codes: Sequence[str]) -> Iterator[str]:
    """The given codes, then as many others as are asked for: a large file needs more stops than there may be."""
    yield from stop_codes
    known = set(stop_codes)
    yield from (code for number in count(1) if (code := f"{number:05d}") not in known)


def _pairs(stop_codes: Sequence[str]) -> Iterator[str]:
    destinations = stop_codes or ["00001"]
    for origin in _codes(stop_codes):
        yield from (f"{origin},{destination}" for destination in destinations if destination != origin)
