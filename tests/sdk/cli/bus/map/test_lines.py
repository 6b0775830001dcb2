"""What a map shows of a service."""

from __future__ import annotations

from trivet import BusClient
from trivet.bus import load_network
from trivet.cli.bus.map.lines import map_lines
from trivet.cli.bus.route import find_routes


def test_directions_have_their_stops_in_order(bus_client: BusClient) -> None:
    lines = map_lines(find_routes(load_network(bus_client), "23"))
    assert [each.direction for each in lines] == [1, 2]
    assert [each.code for each in lines[0].stops] == [each.code for each in reversed(lines[1].stops)]
    assert lines[0].title.startswith("Direction 1: ")
    assert lines[0].title.endswith(", 10 stops, 12.4 km")
    assert lines[0].stops[1].title.endswith("stop 2, 0.6 km")
