"""The tables of a feed, and the zip that holds them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from zipfile import ZipFile

import pytest
from attrs import evolve

from tests.sdk.cli.bus.gtfs.records import row, service, stop
from trivet import BusClient
from trivet.bus import Network, load_network
from trivet.cli.bus.gtfs.calendar import Calendar
from trivet.cli.bus.gtfs.feed import Feed, FeedTable, clock_text, write_feed


def test_times_beyond_midnight_have_more_than_24_hours() -> None:
    assert [clock_text(seconds) for seconds in (0, 86399, 86400, 97261)] == [
        "00:00:00",
        "23:59:59",
        "24:00:00",
        "27:01:01",
    ]


def test_every_row_has_as_many_cells_as_its_header(bus_client: BusClient) -> None:
    calendar = Calendar.of(date(2025, 6, 16), date(2025, 6, 20), {date(2025, 6, 17)})
    for shapes in (False, True):
        tables = {table.name: table for table in Feed(load_network(bus_client), calendar, shapes=shapes).tables()}
        assert ("shapes.txt" in tables) == shapes
        for table in tables.values():
            assert {len(row) for row in table.rows} == {len(table.header)}, table.name


def test_name_of_a_loop_has_the_place_where_it_turns(bus_client: BusClient) -> None:
    feed = Feed(load_network(bus_client), Calendar.of(date(2025, 6, 16), date(2025, 6, 20), set()))
    (routes,) = (list(table.rows) for table in feed.tables() if table.name == "routes.txt")
    names = {str(row[0]): str(row[3]) for row in routes}
    assert any(name.endswith("(loop)") for name in names.values())
    assert [row[6] for row in routes] == list(range(1, len(routes) + 1))


def test_shape_has_a_point_once_if_the_service_repeats_a_row() -> None:
    rows = [row(number, "0600", "2300") for number in (1, 2, 2, 3)]
    stops = [stop(f"{number:05}") for number in (1, 2, 3)]
    network = Network([], rows, stops, datetime(2025, 6, 16, tzinfo=UTC))
    feed = Feed(network, Calendar.of(date(2025, 6, 16), date(2025, 6, 20), set()), shapes=True)
    (points,) = (list(table.rows) for table in feed.tables() if table.name == "shapes.txt")
    assert [point[3] for point in points] == [1, 2, 3]


def test_service_without_a_route_is_a_note() -> None:
    there = service("10", "10", "10", "10")
    back = evolve(there, direction=2)
    rows, stops = [row(number, "0600", "2300") for number in (1, 2)], [stop(f"{number:05}") for number in (1, 2)]
    network = Network([there, back], rows, stops, datetime(2025, 6, 16, tzinfo=UTC))
    feed = Feed(network, Calendar.of(date(2025, 6, 16), date(2025, 6, 20), set()))
    assert list(feed.notes()) == ["1 services have no route, and are left out: 10/2"]


def test_rows_are_streamed_quoted_and_counted(tmp_path: Path) -> None:
    rows = ([number, 'a "b",\r\n'] for number in range(3))
    assert write_feed(tmp_path / "a.zip", [FeedTable("stops.txt", ["id", "name"], rows)]) == {"stops.txt": 3}
    with ZipFile(tmp_path / "a.zip") as archive:
        assert archive.read("stops.txt").startswith(b'id,name\r\n0,"a ""b"",\r\n"\r\n')
        assert archive.getinfo("stops.txt").date_time == (1980, 1, 1, 0, 0, 0)


def test_table_that_fails_leaves_no_file(tmp_path: Path) -> None:
    def rows() -> Iterator[list[object]]:
        yield [1]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_feed(tmp_path / "a.zip", [FeedTable("stops.txt", ["id"], rows())])
    assert list(tmp_path.iterdir()) == []
