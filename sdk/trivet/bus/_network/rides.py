"""Direct rides from one stop to another, and the buses that make them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import attrs

from ..._core.public import exported_from
from .._routes.route import Route, RouteStop

if TYPE_CHECKING:
    from .._generated.models import ArrivalBus, Arrivals

__all__ = ["Ride", "direct_rides"]


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class Ride:
    """A direct ride: one direction of a service, from where to board to where to alight.

    >>> for ride in network.rides("54009", "28301"):
    ...     print(ride.service_no, len(ride.stops) - 1, "stops", ride.km)

    Attributes:
        route: The route.
        board: The index in `route.stops` of the stop where to board.
        alight: The index of the stop where to alight; greater than `board`.
        visit: Which visit of the stop boarding is: 1, or 2 on a route that passes the stop a second time.
        other_ends: The codes of the stops where other directions of the service end.
    """

    route: Route
    board: int
    alight: int
    visit: int
    other_ends: frozenset[str] = frozenset()

    @property
    def service_no(self) -> str:
        """The number of the service.

        >>> ride.service_no
        '10'
        """
        return self.route.service_no

    @property
    def stops(self) -> list[RouteStop]:
        """The stops from the one where to board to the one where to alight, both included.

        >>> len(ride.stops)
        12
        """
        return self.route.stops[self.board : self.alight + 1]

    @property
    def km(self) -> float:
        """The kilometres along the route; the service measures them from the start of the route.

        >>> ride.km
        4.9
        """
        return round(max(0.0, self.stops[-1].route.distance - self.stops[0].route.distance), 3)

    def buses(self, arrivals: Arrivals) -> list[ArrivalBus]:
        """Return the next buses that make this ride, in the order of their arrival.

        Where a service passes the stop twice or in both directions, the buses of the other visit are left out, and
        those that end where only another direction of the service ends.

        >>> ride.buses(bus.arrivals.get("54009"))[0].minutes(datetime.now(UTC))
        4

        Args:
            arrivals: The arrivals at the stop where to board.
        """
        end = self.route.stops[-1].route.bus_stop_code
        found = [
            each
            for service in arrivals.services
            if service.service_no == self.service_no
            for each in service.buses
            if each.destination_code not in self.other_ends
        ]
        if any(each.destination_code == end for each in found):
            found = [each for each in found if each.destination_code == end]
        here = self.stops[0].route.bus_stop_code
        if sum(each.route.bus_stop_code == here for each in self.route.stops) > 1:
            found = [each for each in found if each.visit in (None, self.visit)]
        return sorted(found, key=lambda each: each.estimated_arrival)


def direct_rides(routes: Iterable[Route], origin: str, destination: str) -> Iterator[Ride]:
    """Yield the direct rides between two stops.

    On a loop that passes a stop twice, a ride boards at the last visit before it alights, so that no ride goes round
    for nothing; two visits that both lead on are two rides.

    Args:
        routes: The routes.
        origin: The code of the stop where to board.
        destination: The code of the stop where to alight.
    """
    routes = list(routes)
    ends: dict[str, set[str]] = {}
    for route in routes:
        if route.stops:
            ends.setdefault(route.service_no, set()).add(route.stops[-1].route.bus_stop_code)
    for route in routes:
        board: int | None = None
        visit = 0
        for index, each in enumerate(route.stops):
            code = each.route.bus_stop_code
            if code == destination and board is not None:
                others = ends[route.service_no] - {route.stops[-1].route.bus_stop_code}
                yield Ride(route=route, board=board, alight=index, visit=visit, other_ends=frozenset(others))
                board = None
            if code == origin:
                board, visit = index, visit + 1
