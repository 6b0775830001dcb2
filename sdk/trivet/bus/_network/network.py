"""The network: all services, routes and stops at one time, with searches, direct rides and differences."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import attrs

from ..._core import check
from ..._core.lazy_imports import lazy
from ..._core.public import exported_from
from ...errors import InvalidArgumentError
from .._records.position import Position
from .routes import Ride, Route, direct_rides, join_routes, natural_order

if TYPE_CHECKING:
    from .._generated import models as m
else:
    m = lazy("trivet.bus._generated.models")

T = TypeVar("T")


@exported_from("trivet.bus")
class Network:
    """All services, routes and stops at one time.

    `load_network` reads it from a file that is recent enough, or else fetches the lists, which takes 64 requests:

    >>> network = load_network(client, "network.json", max_age=timedelta(days=7))
    >>> network.find("opp bugis")[0].bus_stop_code
    '01113'

    Attributes:
        services: The records of the services.
        rows: The records of the routes, one for each stop along a direction of a service.
        stops: The records of the stops.
        fetched_at: When the lists were fetched, with its UTC offset.
    """

    def __init__(
        self,
        services: Sequence[m.BusService],
        rows: Sequence[m.BusRoute],
        stops: Sequence[m.BusStop],
        fetched_at: datetime,
    ) -> None:
        """Create a network from its lists; `load_network` fetches them.

        Raises:
            InvalidArgumentError: The time has no UTC offset.
        """
        check.instant("fetched_at", fetched_at)
        self.services: list[m.BusService] = list(services)
        self.rows: list[m.BusRoute] = list(rows)
        self.stops: list[m.BusStop] = list(stops)
        self.fetched_at: datetime = fetched_at

    def __repr__(self) -> str:
        counts = f"{len(self.services)} services, {len(self.rows)} route stops, {len(self.stops)} stops"
        return f"<Network of {counts}, fetched at {self.fetched_at.isoformat()}>"

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Read a network from a file that `save` wrote, regardless of its age.

        >>> network = Network.open("network.json")

        Raises:
            InvalidArgumentError: The file is not the file of a network.
            OSError: There is no such file, or it cannot be read.
        """
        from .file import read_lists  # noqa: PLC0415  loading the records takes longer than all other imports together

        fetched_at, (services, rows, stops) = read_lists(Path(path))
        return cls(services, rows, stops, fetched_at)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the network to a file; on an error an existing file is unchanged.

        >>> network.save("network.json")

        Raises:
            OSError: The file cannot be written.
        """
        from .file import write_lists  # noqa: PLC0415  as in `open`

        write_lists(Path(path), self.fetched_at, self.services, self.rows, self.stops)

    def age(self, now: datetime) -> timedelta:
        """Return the time since the lists were fetched; never below zero.

        >>> network.age(datetime.now(UTC)) > timedelta(days=30)
        False

        Args:
            now: The current time, timezone-aware.

        Raises:
            InvalidArgumentError: The time has no UTC offset.
        """
        check.instant("now", now)
        return max(now - self.fetched_at, timedelta())

    @cached_property
    def routes(self) -> list[Route]:
        """Each direction of each service with its stops in order.

        >>> len(network.routes)
        721
        """
        return join_routes(self.services, self.rows, self.stops)

    def route(self, service_no: str, direction: int = 1) -> Route:
        """Return one direction of a service.

        >>> [visit.stop.description for visit in network.route("10").stops]

        Args:
            service_no: The number of the service, as text.
            direction: 1 or 2; nearly all loops have only direction 1.

        Raises:
            InvalidArgumentError: The network does not have the service, or the service does not have the direction.
        """
        routes = [route for route in self.routes if route.service_no == service_no]
        for route in routes:
            if route.direction == direction:
                return route
        if routes:
            directions = " or ".join(str(route.direction) for route in routes)
            raise InvalidArgumentError("direction", f"{directions} for the service {service_no}", direction)
        raise InvalidArgumentError("service_no", "the number of a service of this network", service_no)

    def stop(self, code: str) -> m.BusStop:
        """Return the stop with a code.

        >>> network.stop("54009").description
        'Ang Mo Kio Int'

        Args:
            code: The code of the stop, as text.

        Raises:
            InvalidArgumentError: The network does not have the stop.
        """
        if code not in self._stops:
            raise InvalidArgumentError("code", "the code of a stop of this network, five digits as text", code)
        return self._stops[code]

    def find(self, text: str, limit: int | None = None) -> list[m.BusStop]:
        """Return the stops that contain every word of a text in their code, description or road, ignoring case.

        Stops whose description begins with the text come first. Otherwise the order is by code.

        >>> [stop.description for stop in network.find("ang mo kio int")]
        ['Ang Mo Kio Int', 'Aft Ang Mo Kio Int', 'Yio Chu Kang Int']

        Args:
            text: Words, or parts of words; a code or its beginning.
            limit: The most stops to return; None for all.

        Raises:
            InvalidArgumentError: The text has no word, or the limit is below 1.
        """
        words = text.casefold().split()
        if not words:
            raise InvalidArgumentError("text", "at least one word", text)
        _check_limit(limit)
        whole = " ".join(words)
        matches = [stop for stop in self.stops if all(word in self._texts[stop.bus_stop_code] for word in words)]
        matches.sort(key=lambda stop: (not str(stop.description).casefold().startswith(whole), stop.bus_stop_code))
        return matches[:limit]

    def nearest(self, position: Position, *, limit: int | None = 10, within: float | None = None) -> list[NearStop]:
        """Return the stops around a position, the nearest first.

        >>> network.nearest(Position(1.2990, 103.8550), within=500)[0].stop.bus_stop_code
        '01113'

        Args:
            position: The position, in decimal degrees.
            limit: The most stops to return; None for all.
            within: The greatest distance of a stop, in metres as the crow flies; None for any distance.

        Raises:
            InvalidArgumentError: The position is outside the globe, or has the longitude before the latitude: the stops
                are around the swapped position, not around this one. Or the limit is below 1, or the distance below 0.
        """
        self._check_position(position)
        _check_limit(limit)
        if within is not None and not within >= 0:
            raise InvalidArgumentError("within", "a distance of 0 metres or more", within)
        near = (
            NearStop(stop=stop, metres=position.distance_to(Position(stop.latitude, stop.longitude)))
            for stop in self.stops
        )
        nearest = sorted(
            (candidate for candidate in near if within is None or candidate.metres <= within),
            key=lambda candidate: (candidate.metres, candidate.stop.bus_stop_code),
        )
        return nearest[:limit]

    def services_at(self, code: str) -> list[Route]:
        """Return the routes that visit a stop, in the natural order of their numbers.

        >>> [route.service_no for route in network.services_at("01113")]

        Args:
            code: The code of the stop, as text.

        Raises:
            InvalidArgumentError: The network does not have the stop.
        """
        self.stop(code)
        routes = self._routes_at.get(code, ())
        return sorted(routes, key=lambda route: (natural_order(route.service_no), route.direction))

    def directions_to(self, service_no: str, stop: str, destination: str) -> list[int]:
        """Return the directions of a service in which a bus at a stop may run to its destination.

        Arrivals have no direction, so only the destination of a bus shows it. Both directions of the loops 359 and 382
        begin and end at the same stop; a bus there, and at each stop of 359, may run in either of them.

        >>> network.directions_to("382", "65009", "65009")
        [1, 2]

        Args:
            service_no: The number of the service.
            stop: The code of the stop where to board.
            destination: The code of the last stop of the bus: `bus.destination_code`.

        Raises:
            InvalidArgumentError: The network does not have the stop.
        """
        return [
            route.direction
            for route in self.services_at(stop)
            if route.service_no == service_no
            and route.stops[-1].route.bus_stop_code == destination
            and any(route_stop.route.bus_stop_code == stop for route_stop in route.stops[:-1])
        ]

    def rides(self, origin: str, destination: str) -> list[Ride]:
        """Return the direct rides between two stops, the shortest first.

        On a loop that passes the origin twice, a ride boards at the visit that leads to the destination.

        >>> for ride in network.rides("54009", "28301"):
        ...     print(ride.service_no, ride.km, ride.buses(bus.arrivals.get("54009")))

        Args:
            origin: The code of the stop where to board.
            destination: The code of the stop where to alight.

        Raises:
            InvalidArgumentError: The network does not have both stops, or they are the same.
        """
        self.stop(origin)
        self.stop(destination)
        if origin == destination:
            raise InvalidArgumentError("destination", "another stop than the origin", destination)
        rides = direct_rides(self.routes, origin, destination)
        return sorted(
            rides, key=lambda ride: (ride.km, natural_order(ride.service_no), ride.route.direction, ride.board)
        )

    def diff(self, older: Network) -> NetworkDiff:
        """Return the changes since an older state of the network.

        >>> print(network.diff(Network.open("last_week.json")))
        services: 1 added, 0 removed, 2 changed; route stops: 41 added, 12 removed, 3 changed; stops: 0 added, 0 ...
        """
        return NetworkDiff(
            services=changes(self.services, older.services, lambda service: (service.service_no, service.direction)),
            routes=changes(self.rows, older.rows, lambda row: (row.service_no, row.direction, row.stop_sequence)),
            stops=changes(self.stops, older.stops, lambda stop: stop.bus_stop_code),
        )

    def _check_position(self, position: object) -> None:
        if not isinstance(position, Position):
            raise InvalidArgumentError("position", "a Position(latitude, longitude)", position)
        swapped = Position(position.longitude, position.latitude)
        if self._covers(swapped) and not self._covers(position):
            raise InvalidArgumentError("position", f"a latitude before a longitude, as {swapped}", position)
        if not (abs(position.latitude) <= 90 and abs(position.longitude) <= 180):
            raise InvalidArgumentError("position", "a latitude within 90 and a longitude within 180 degrees", position)

    def _covers(self, position: Position) -> bool:
        """Return whether a position is within a degree of the rectangle around all stops."""
        (south, north), (west, east) = self._bounds
        return south - 1 <= position.latitude <= north + 1 and west - 1 <= position.longitude <= east + 1

    @cached_property
    def _bounds(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The least and greatest latitude, and longitude, of the stops; the service sends 0 for an unknown one."""
        latitudes = [stop.latitude for stop in self.stops if stop.latitude] or [math.nan]
        longitudes = [stop.longitude for stop in self.stops if stop.longitude] or [math.nan]
        return (min(latitudes), max(latitudes)), (min(longitudes), max(longitudes))

    @cached_property
    def _stops(self) -> dict[str, m.BusStop]:
        return {stop.bus_stop_code: stop for stop in self.stops}

    @cached_property
    def _routes_at(self) -> dict[str, list[Route]]:
        """The routes that visit a stop, without repetitions, by the code of the stop."""
        routes_at: dict[str, list[Route]] = {}
        for route in self.routes:
            for code in dict.fromkeys(stop.route.bus_stop_code for stop in route.stops):
                routes_at.setdefault(code, []).append(route)
        return routes_at

    @cached_property
    def _texts(self) -> dict[str, str]:
        """The text that `find` searches, by the code of the stop."""
        return {
            stop.bus_stop_code: f"{stop.bus_stop_code} {stop.description} {stop.road_name}".casefold()
            for stop in self.stops
        }


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class NearStop:
    """A stop near a position.

    >>> for near in network.nearest(Position(1.2990, 103.8550), limit=3):
    ...     print(near.stop.description, round(near.metres), "m")

    Attributes:
        stop: The stop.
        metres: The distance as the crow flies.
    """

    stop: m.BusStop
    metres: float


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class Changes(Generic[T]):
    """The records of one list that were added, removed or changed.

    >>> [stop.description for stop in network.diff(older).stops.added]

    Attributes:
        added: The records that the older state did not have.
        removed: The records that the newer state does not have.
        changed: The records that differ, as pairs of the older and the newer state.
    """

    added: list[T]
    removed: list[T]
    changed: list[tuple[T, T]]

    def __bool__(self) -> bool:
        """Whether there is any change."""
        return bool(self.added or self.removed or self.changed)


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class NetworkDiff:
    """The changes between two states of the network; false if there are none.

    >>> if network.diff(older):
    ...     print(network.diff(older))

    Attributes:
        services: The changes of services, keyed by number and direction.
        routes: The changes of route stops, keyed by number, direction and stop sequence.
        stops: The changes of stops, keyed by their codes.
    """

    services: Changes[m.BusService]
    routes: Changes[m.BusRoute]
    stops: Changes[m.BusStop]

    def __bool__(self) -> bool:
        """Whether there is any change."""
        return bool(self.services or self.routes or self.stops)

    def __repr__(self) -> str:
        return f"<NetworkDiff of {self}>"

    def __str__(self) -> str:
        """Return the numbers of changes, such as `stops: 1 added, 0 removed, 2 changed`."""
        parts: dict[str, Changes[Any]] = {"services": self.services, "route stops": self.routes, "stops": self.stops}
        return "; ".join(
            f"{name}: {len(change.added)} added, {len(change.removed)} removed, {len(change.changed)} changed"
            for name, change in parts.items()
        )


def changes(new: Iterable[T], old: Iterable[T], key: Callable[[T], Hashable]) -> Changes[T]:
    """Compare two lists of records by a key; of several records with the same key, the last one counts."""
    now, before = {key(record): record for record in new}, {key(record): record for record in old}
    return Changes(
        added=[record for at, record in now.items() if at not in before],
        removed=[record for at, record in before.items() if at not in now],
        changed=[(before[at], record) for at, record in now.items() if at in before and before[at] != record],
    )


def _check_limit(limit: int | None) -> None:
    if limit is not None and limit < 1:
        raise InvalidArgumentError("limit", "1 or more, or None for all", limit)
