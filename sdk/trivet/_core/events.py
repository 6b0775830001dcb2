"""The events of a stream: decoded from their data, without repeated ones, and the item that marks a gap."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeVar

from attrs import field, frozen
from orjson import loads

from ..errors import APIConnectionError
from .body_bounds import has_more_values
from .call import MAX_VALUES
from .decoders import Unknown, decode_unknown
from .public import exported_from

E = TypeVar("E")

DEDUPLICATION_WINDOW = 4096
"""The number of latest events among which a repeated one is dropped."""


@exported_from("trivet")
@frozen
class Reconnected:
    """The stream broke, and the events from here on come from a new one: events in between were missed.

    Fetch again what has to be complete. A delta names what is appended, not where, so a missed one is not recoverable.

    >>> with client.event.subscribe() as events:
    ...     for event in events:
    ...         if isinstance(event, Reconnected):
    ...             sessions = client.session.list().all()

    Attributes:
        cause: The error that broke the stream; None where the service ended it.
        attempts: The number of attempts until a connection was made, from 1.
        type: `reconnected`, which is no kind of event.
    """

    cause: APIConnectionError | None
    attempts: int
    type: Literal["reconnected"] = field(default="reconnected", init=False)


class RecentEvents:
    """Hashes of the ids and the raw data of the latest events, of at least `limit` and at most twice as many.

    The same id with the same data is a repetition. The same id with other data is another event: the server counts from
    the start again, for instance after a restart, and what it numbered before says nothing about what it numbers now.
    """

    __slots__ = ("_latest", "_limit", "_older")

    def __init__(self, limit: int = DEDUPLICATION_WINDOW) -> None:
        """Remember the latest `limit` events."""
        self._limit = limit
        # Two dicts, of which the older one is dropped as a whole, cost less than one from which the oldest is removed.
        self._latest: dict[int, int] = {}
        self._older: dict[int, int] = {}

    def is_new(self, id_: str, data: bytes) -> bool:
        """Remember an event, and return whether it is new."""
        key, digest = hash(id_), hash(data)  # of fixed size: an id may be as long as an event
        latest, older = self._latest, self._older
        known: int | None = latest.setdefault(key, digest)
        if known is digest:  # it was added
            known = older.get(key) if older else None
        if known is not None:
            if known == digest:
                return False
            self.forget()
            latest = self._latest
            latest[key] = digest
        if len(latest) >= self._limit:
            self._latest, self._older = {}, latest
        return True

    def forget(self) -> None:
        """Forget all events."""
        self._latest, self._older = {}, {}


class Unreadable(NamedTuple):
    """An event that cannot be decoded.

    Attributes:
        data: Its data.
        reason: The fault of the data.
    """

    data: bytes
    reason: str


def read(
    framed: Iterable[bytes],
    seen: RecentEvents,
    decode: Callable[[dict[str, Any]], E],
    *,
    faults: Callable[[dict[str, Any]], list[str]] | None = None,
    restarts: Callable[[dict[str, Any]], bool] | None = None,
) -> list[E | Unknown | Unreadable]:
    """Decode the data of events, without repeated ones; data that is not a JSON object is `Unreadable`.

    Args:
        framed: The data of each event.
        seen: The latest events of the subscription.
        decode: Decodes an event. One that it cannot decode is an `Unknown`.
        faults: Lists the values of a decoded event that do not fit its kind, which is then `Unreadable`.
        restarts: Says of an event with a known id whether it begins a connection: then ids count from the start again.
    """
    is_new = seen.is_new
    events: list[E | Unknown | Unreadable] = []
    for data in framed:
        # The length alone acquits nearly every event, without the call.
        if len(data) > MAX_VALUES and has_more_values(data, MAX_VALUES):
            events.append(Unreadable(data, f"an event has more than {MAX_VALUES} values"))
            continue
        try:
            wire: Any = loads(data)
        except ValueError as error:
            events.append(Unreadable(data, f"an event is not a JSON object: {error}"))
            continue
        if wire.__class__ is not dict:
            events.append(Unreadable(data, f"an event is not a JSON object: it is {type(wire).__name__}"))
            continue
        id_ = wire.get("id")
        if id_.__class__ is str and id_ and not is_new(id_, data):
            if restarts is None or not restarts(wire):
                continue
            seen.forget()
            is_new(id_, data)
        try:
            event: E | Unknown = decode(wire)
        except Exception:  # an event of an unexpected form
            event = decode_unknown(wire)
        if faults is not None and (problems := faults(wire)):
            events.append(Unreadable(data, f"an event does not fit: {'; '.join(problems)}"))
            continue
        events.append(event)
    return events
