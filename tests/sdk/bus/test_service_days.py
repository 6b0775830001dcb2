"""Every time in the real snapshot is in the service day of its trip.

Each column of a route has the times of its first or its last bus, from stop to stop. A bus goes from one stop to the
next within hours, so a time is on the wrong day if moving it by a day brings it nearer to the time at the stop before.
When a last bus before the first bus was interpreted as a bus of the next day, 642 cells were wrong. The remaining cells
are wrong in the published timetable itself, and are listed here.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any

import pytest

from trivet.bus import BusRoute, converter

DAYS = {"wd": date(2024, 9, 23), "sat": date(2024, 9, 21), "sun": date(2024, 9, 22)}
DAY = timedelta(days=1)

Cell = tuple[str, int, int, str]
"""Service, direction, stop sequence and column."""

WRONG: list[tuple[str, int, range, str, str]] = [
    ("34", 1, range(26, 27), "sun_last_bus", "0629 between 0026 and 0032: meant is 0029"),
    ("176", 2, range(21, 23), "wd_first_bus", "0000 between 0611 and 0615: no time was entered"),
    ("200A", 1, range(4, 24), "wd_first_bus", "0845 to 0911, although its only trip begins at 2355; Saturday has 0001"),
    ("811T", 1, range(26, 44), "wd_first_bus", "another trip: mornings begin here; stops 1 to 25 have 0025 and on"),
    (
        "811T",
        1,
        range(26, 44),
        "sat_first_bus",
        "another trip: mornings begin here; stops 1 to 25 have 0025 and on",
    ),
    (
        "811T",
        1,
        range(26, 44),
        "sun_first_bus",
        "another trip: mornings begin here; stops 1 to 25 have 0030 and on",
    ),
    ("911", 1, range(15, 21), "wd_last_bus", "0530 to 0541 repeat the first bus; the last passes from 0102 to 0117"),
    ("964", 1, range(4, 5), "sat_first_bus", "0058 between 0555 and 0600: meant is 0558"),
    ("972M", 1, range(7, 8), "sun_first_bus", "0055 between 0554 and 0557: meant is 0555"),
    ("972A", 1, range(24, 29), "wd_last_bus", "2340 to 2347, before the first bus at 2359; the stop before has 0013"),
]
"""The cells that are wrong as published, each with what is wrong."""
WRONG_CELLS = {(no, way, number, column) for no, way, numbers, column, _ in WRONG for number in numbers}


@pytest.fixture(scope="module")
def records(snapshot) -> list[BusRoute]:
    integers = ("Direction", "StopSequence")
    wire: list[dict[str, Any]] = [
        {**row, "Distance": float(row["Distance"]), **{name: int(row[name]) for name in integers}}
        for row in snapshot("bus_route")
    ]
    rows = [converter.structure(row, BusRoute) for row in wire]
    return sorted(rows, key=attrgetter("service_no", "direction", "stop_sequence"))


Times = dict[str, datetime | None]


@pytest.fixture(scope="module")
def table(records: list[BusRoute]) -> list[tuple[BusRoute, Times]]:
    """The rows with their six times by column."""
    rows: list[tuple[BusRoute, Times]] = []
    for row in records:
        firsts: Times = {f"{name}_first_bus": row.first_bus(day) for name, day in DAYS.items()}
        rows.append((row, firsts | {f"{name}_last_bus": row.last_bus(day) for name, day in DAYS.items()}))
    return rows


def cell(row: BusRoute, column: str) -> Cell:
    return row.service_no, row.direction, row.stop_sequence, column


def on_wrong_day(table: list[tuple[BusRoute, Times]]) -> Iterator[Cell]:
    """Yield the cells that are a day away from the stop before them."""
    for _, route in groupby(table, key=lambda entry: (entry[0].service_no, entry[0].direction)):
        rows = list(route)
        for column in rows[0][1]:
            before: datetime | None = None
            for row, times in rows:
                moment = times[column]
                if moment is None:
                    continue
                away = moment - (before or moment)
                if abs(away) > DAY / 2:
                    yield cell(row, column)
                    before = moment - DAY if away > DAY / 2 else moment + DAY  # the time that fits the stops before
                else:
                    before = moment


def before_first_bus(table: list[tuple[BusRoute, Times]]) -> Iterator[Cell]:
    """Yield the cells of last buses before the first bus, unless the cell of the first bus is listed."""
    for row, times in table:
        for name in DAYS:
            first, last = times[f"{name}_first_bus"], times[f"{name}_last_bus"]
            if first and last and last < first and cell(row, f"{name}_first_bus") not in WRONG_CELLS:
                yield cell(row, f"{name}_last_bus")


@pytest.mark.long
def test_no_trip_goes_back_in_time_except_in_named_cells(table: list[tuple[BusRoute, Times]]):
    assert len(table) == 25_450
    assert sum(moment is not None for _, times in table for moment in times.values()) == 135_906
    assert {*on_wrong_day(table), *before_first_bus(table)} == WRONG_CELLS
    assert len(WRONG_CELLS) <= 94


def test_every_named_cell_has_a_reason():
    assert len(WRONG_CELLS) == sum(len(numbers) for _, _, numbers, _, _ in WRONG)
    assert all(len(reason.split()) > 4 for *_, reason in WRONG)


def test_row_is_in_service_at_each_of_its_own_times(records: list[BusRoute]):
    wrong = {cell[:3] for cell in WRONG_CELLS}
    for row in records[::29]:
        if (row.service_no, row.direction, row.stop_sequence) not in wrong:
            for day in DAYS.values():
                times = [moment for moment in (row.first_bus(day), row.last_bus(day)) if moment]
                assert all(row.in_service(moment) for moment in times)
                minute = timedelta(minutes=1)
                assert not any(
                    row.in_service(moment - minute) for moment in times[:1] if moment.strftime("%H%M") > "0300"
                )


def test_service_that_begins_after_midnight_belongs_to_the_day_before(records: list[BusRoute]):
    [row] = [record for record in records if (record.service_no, record.stop_sequence) == ("811T", 1)]
    monday = DAYS["wd"]
    first, last = row.first_bus(monday), row.last_bus(monday)
    assert first
    assert last
    assert (first.isoformat(), last.isoformat()) == ("2024-09-24T00:25:00+08:00", "2024-09-24T00:55:00+08:00")
