"""What a map shows of a service."""

from __future__ import annotations

import pytest

from trivet import BusClient
from trivet.bus import load_network
from trivet.cli.bus.map.lines import map_lines
from trivet.cli.failures import UsageError


def test_directions_are_in_order_with_their_stops(bus_client: BusClient) -> None:
    routes = load_network(bus_client).routes
    lines = map_lines(reversed(routes), "23", None)
    assert [each.direction for each in lines] == [1, 2]
    assert [each.code for each in lines[0].stops] == [each.code for each in reversed(lines[1].stops)]
    assert lines[0].title.startswith("Direction 1: ")
    assert lines[0].title.endswith(", 10 stops, 12.4 km")
    assert lines[0].stops[1].title.endswith("stop 2, 0.6 km")


def test_unknown_service_or_direction_is_refused(bus_client: BusClient) -> None:
    routes = load_network(bus_client).routes
    with pytest.raises(UsageError, match="there is no such service"):
        map_lines(routes, "999", None)
    with pytest.raises(UsageError, match="has 1 and 2, not 7"):
        map_lines(routes, "23", 7)
