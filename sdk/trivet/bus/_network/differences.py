"""What has changed between two states of the network."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from ..._core.public import exported_from

if TYPE_CHECKING:
    from .._generated.models import BusRoute, BusService, BusStop

__all__ = ["Changes", "NetworkDiff", "changes"]

T = TypeVar("T")


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
