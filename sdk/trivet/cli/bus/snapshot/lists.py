"""The lists of a snapshot: their names, files and records."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping
from typing import Any

from attrs import frozen

from trivet import BusClient, Page, Record
from trivet.bus import BusRoute, BusService, BusStop, PlannedBusRoute

__all__ = ["LISTS", "SavedList", "columns_of"]


@frozen
class SavedList:
    """One list of the service.

    >>> for page in LISTS["stops"].pages(client):
    ...     print(page.start, len(page))

    Attributes:
        name: The name of its group on the client.
        stem: The name of its file without a suffix; a stub looks for it.
        record: The class of its records.
        key: The fields that identify a record.
    """

    name: str
    stem: str
    record: type[Record]
    key: tuple[str, ...]

    def pages(self, client: BusClient, *, skip: int = 0, prefetch: int = 4) -> Generator[Page[Any]]:
        """Return the pages of the list from a position on."""
        group: Any = getattr(client, self.name)
        pages: Generator[Page[Any]] = group.list(skip=skip or None, prefetch=prefetch).pages()
        return pages

    def key_of(self, wire: Mapping[str, Any]) -> Hashable:
        """Return what identifies a record in its wire form."""
        return tuple(str(wire.get(each)) for each in self.key)


_ROUTE_KEY = ("ServiceNo", "Direction", "StopSequence")

LISTS: Mapping[str, SavedList] = {
    each.name: each
    for each in (
        SavedList("services", "bus_service", BusService, ("ServiceNo", "Direction")),
        SavedList("routes", "bus_route", BusRoute, _ROUTE_KEY),
        SavedList("stops", "bus_stop", BusStop, ("BusStopCode",)),
        SavedList("planned_routes", "planned_bus_route", PlannedBusRoute, (*_ROUTE_KEY, "EffectiveDate")),
    )
}
"""The lists by name, in the order in which they are fetched."""


def columns_of(saved: SavedList) -> list[str]:
    """Return the names of the fields as the service writes them.

    >>> columns_of(LISTS["stops"])
    ['BusStopCode', 'RoadName', 'Description', 'Latitude', 'Longitude']
    """
    return list(saved.record.wire_names_)
