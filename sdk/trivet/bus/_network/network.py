"""The network: services, routes and stops as they were at one time, and what a rider asks of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import attrs

from ..._core import check
from ..._core.public import exported_from
from ...errors import InvalidArgumentError
from .._records.position import Position
from .routes import Ride, Route, direct_rides, join_routes, natural_order

if TYPE_CHECKING:
    from .._generated.models import BusRoute, BusService, BusStop

if TYPE_CHECKING:
    from .._generated.models import BusStop

__all__ = ["Changes", "NearStop", "Network", "NetworkDiff", "changes"]

T = TypeVar("T")


@exported_from("trivet.bus")
class Network:
    """All services, routes and stops, as they were at one time.

    `load_network` makes it, from a file if there is one that is young enough, which saves the 64 requests of the lists:

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
        services: Sequence[BusService],
        rows: Sequence[BusRoute],
        stops: Sequence[BusStop],
        fetched_at: datetime,
    ) -> None:
        """Keep the lists; `load_network` fetches them.

        Raises:
            InvalidArgumentError: The time has no UTC offset.
        """
        check.instant("fetched_at", fetched_at)
        self.services: list[BusService] = list(services)
        self.rows: list[BusRoute] = list(rows)
        self.stops: list[BusStop] = list(stops)
        self.fetched_at: datetime = fetched_at

    def __repr__(self) -> str:
        counts = f"{len(self.services)} services, {len(self.rows)} route stops, {len(self.stops)} stops"
        return f"<Network of {counts}, fetched at {self.fetched_at.isoformat()}>"

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Read a network from the file that `save` wrote, however old it is.

        >>> network = Network.open("network.json")

        Raises:
            InvalidArgumentError: The file holds something else.
            OSError: There is no such file, or it cannot be read.
        """
        from .file import read_lists  # noqa: PLC0415  the records cost more than all the rest

        fetched_at, (services, rows, stops) = read_lists(Path(path))
        return cls(services, rows, stops, fetched_at)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the network to a file, which is replaced as a whole; on an error an existing file stays as it is.

        >>> network.save("network.json")

        Raises:
            OSError: The file cannot be written.
        """
        from .file import write_lists  # noqa: PLC0415  as in `open`

        write_lists(Path(path), self.fetched_at, self.services, self.rows, self.stops)

    def age(self, now: datetime) -> timedelta:
        """Return how long ago the lists were fetched; never below zero.

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

        >>> [each.stop.description for each in network.route("10").stops]

        Args:
            service_no: The number of the service, as text.
            direction: 1 or 2; a loop has only 1, nearly always.

        Raises:
            InvalidArgumentError: There is no such service, or it has no such direction.
        """
        found = [each for each in self.routes if each.service_no == service_no]
        for each in found:
            if each.direction == direction:
                return each
        if found:
            directions = " or ".join(str(each.direction) for each in found)
            raise InvalidArgumentError("direction", f"{directions} for the service {service_no}", direction)
        raise InvalidArgumentError("service_no", "the number of a service of this network", service_no)

    def stop(self, code: str) -> BusStop:
        """Return the stop with a code.

        >>> network.stop("54009").description
        'Ang Mo Kio Int'

        Args:
            code: The code of the stop, as text.

        Raises:
            InvalidArgumentError: The network has no such stop.
        """
        if code not in self._stops:
            raise InvalidArgumentError("code", "the code of a stop of this network, five digits as text", code)
        return self._stops[code]

    def find(self, text: str, limit: int | None = None) -> list[BusStop]:
        """Return the stops whose code, description or road contains every word of a text, in any case.

        Stops whose description begins with the text come first; each part is in the order of the codes.

        >>> [stop.description for stop in network.find("ang mo kio int")]
        ['Ang Mo Kio Int', 'Aft Ang Mo Kio Int', 'Yio Chu Kang Int']

        Args:
            text: Words, or parts of words; a code or its beginning.
            limit: How many stops at most.

        Raises:
            InvalidArgumentError: The text has no word, or the limit is below 1.
        """
        words = text.casefold().split()
        if not words:
            raise InvalidArgumentError("text", "at least one word", text)
        _check_limit(limit)
        whole = " ".join(words)
        found = [each for each in self.stops if all(word in self._texts[each.bus_stop_code] for word in words)]
        found.sort(key=lambda each: (not str(each.description).casefold().startswith(whole), each.bus_stop_code))
        return found[:limit]

    def nearest(self, position: Position, *, limit: int | None = 10, within: float | None = None) -> list[NearStop]:
        """Return the stops around a position, the nearest first.

        >>> network.nearest(Position(1.2990, 103.8550), within=500)[0].stop.bus_stop_code
        '01113'

        Args:
            position: The position, in decimal degrees.
            limit: How many stops at most; None for all.
            within: How far a stop may be, in metres as the crow flies; None for any distance.

        Raises:
            InvalidArgumentError: The limit is below 1, or the distance below 0.
        """
        _check_position(position)
        _check_limit(limit)
        if within is not None and not within >= 0:
            raise InvalidArgumentError("within", "a distance of 0 metres or more", within)
        near = (
            NearStop(stop=each, metres=position.distance_to(Position(each.latitude, each.longitude)))
            for each in self.stops
        )
        found = sorted(
            (each for each in near if within is None or each.metres <= within),
            key=lambda each: (each.metres, each.stop.bus_stop_code),
        )
        return found[:limit]

    def services_at(self, code: str) -> list[Route]:
        """Return the routes that visit a stop, each once, in the natural order of their numbers.

        >>> [route.service_no for route in network.services_at("01113")]

        Args:
            code: The code of the stop, as text.

        Raises:
            InvalidArgumentError: The network has no such stop.
        """
        self.stop(code)
        found = self._routes_at.get(code, ())
        return sorted(found, key=lambda each: (natural_order(each.service_no), each.direction))

    def rides(self, origin: str, destination: str) -> list[Ride]:
        """Return the direct rides between two stops, the shortest first.

        On a loop that passes a stop twice, a ride boards at the visit that leads to where to alight.

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
        found = direct_rides(self.routes, origin, destination)
        return sorted(
            found, key=lambda each: (each.km, natural_order(each.service_no), each.route.direction, each.board)
        )

    def diff(self, older: Network) -> NetworkDiff:
        """Return what has changed since an older state.

        >>> print(network.diff(Network.open("last_week.json")))
        services: 1 added, 0 removed, 2 changed; route stops: 41 added, 12 removed, 3 changed; stops: 0 added, 0 ...
        """
        return NetworkDiff(
            services=changes(self.services, older.services, lambda each: (each.service_no, each.direction)),
            routes=changes(self.rows, older.rows, lambda each: (each.service_no, each.direction, each.stop_sequence)),
            stops=changes(self.stops, older.stops, lambda each: each.bus_stop_code),
        )

    @cached_property
    def _stops(self) -> dict[str, BusStop]:
        return {each.bus_stop_code: each for each in self.stops}

    @cached_property
    def _routes_at(self) -> dict[str, list[Route]]:
        """The routes that visit each stop, each once."""
        found: dict[str, list[Route]] = {}
        for route in self.routes:
            for code in dict.fromkeys(each.route.bus_stop_code for each in route.stops):
                found.setdefault(code, []).append(route)
        return found

    @cached_property
    def _texts(self) -> dict[str, str]:
        """What `find` looks at, by the code of each stop."""
        return {
            each.bus_stop_code: f"{each.bus_stop_code} {each.description} {each.road_name}".casefold()
            for each in self.stops
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

    stop: BusStop
    metres: float


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class Changes(Generic[T]):
    """The records of one list that were added, removed or changed.

    >>> [stop.description for stop in network.diff(older).stops.added]

    Attributes:
        added: The records that the older state did not have.
        removed: The records that the newer state does not have.
        changed: Each record that differs, as it was and as it is.
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
    """What has changed between two states of the network; true if anything has.

    >>> if network.diff(older):
    ...     print(network.diff(older))

    Attributes:
        services: The changes of services, keyed by number and direction.
        routes: The changes of route stops, keyed by number, direction and stop sequence.
        stops: The changes of stops, keyed by their codes.
    """

    services: Changes[BusService]
    routes: Changes[BusRoute]
    stops: Changes[BusStop]

    def __bool__(self) -> bool:
        """Whether there is any change."""
        return bool(self.services or self.routes or self.stops)

    def __str__(self) -> str:
        """Return the number of changes of each list."""
        parts: dict[str, Changes[Any]] = {"services": self.services, "route stops": self.routes, "stops": self.stops}
        return "; ".join(
            f"{name}: {len(each.added)} added, {len(each.removed)} removed, {len(each.changed)} changed"
            for name, each in parts.items()
        )


def changes(new: Iterable[T], old: Iterable[T], key: Callable[[T], Hashable]) -> Changes[T]:
    """Compare two lists of records by a key; of several records with one key, the last one counts."""
    now, before = {key(each): each for each in new}, {key(each): each for each in old}
    return Changes(
        added=[each for at, each in now.items() if at not in before],
        removed=[each for at, each in before.items() if at not in now],
        changed=[(before[at], each) for at, each in now.items() if at in before and before[at] != each],
    )


def _check_limit(limit: int | None) -> None:
    if limit is not None and limit < 1:
        raise InvalidArgumentError("limit", "1 or more, or None for all", limit)


def _check_position(position: object) -> None:
    if not isinstance(position, Position):
        raise InvalidArgumentError("position", "a Position(latitude, longitude)", position)
