"""The events of a stream: decoded from their data without repeated ones, gaps, and data that cannot be read."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from json import dumps
from typing import Any, Literal, NamedTuple, TypeVar

from attrs import field, frozen
from orjson import loads

from ..errors import APIConnectionError
from .body_bounds import has_more_values
from .call import MAX_VALUES
from .decoders import Unknown, decode_unknown
from .free_form import LargeFloats
from .json_reading import has_long_integer, loads_exactly, read_again
from .public import exported_from

E = TypeVar("E")

DEDUPLICATION_WINDOW = 4096
"""The number of latest events among which a repeated one is dropped."""


@exported_from("trivet")
@frozen
class Reconnected:
    """Events were missed: the stream broke, and a new one continues, or an event could not be read.

    Fetch again what has to be complete. A delta names what is appended, not where, so a missed one is not recoverable.

    >>> with client.event.subscribe() as events:
    ...     for event in events:
    ...         if isinstance(event, Reconnected):
    ...             sessions = client.session.list().all()

    Attributes:
        cause: The error that broke the stream; None where the service ended it, or the stream continues.
        attempts: The number of attempts until a connection was made, from 1; 0 where an event could not be read, and
            the stream continues.
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

    @property
    def may_be_an_event(self) -> bool:
        """Whether it may be a damaged event, which was missed; data such as `null` is at most a sign of life."""
        return self.data.lstrip().startswith(b"{")


MOST_UNREADABLE = 5
"""The number of unreadable events within a stretch that a reader leaves out."""

STRETCH = 60.0
"""Seconds of a stretch."""


class UnreadableCount:
    """Counts events that cannot be read, in the latest minute.

    A body that has more of them in a minute is not a stream of events; many of them in a day are not a reason to give
    up.
    """

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=MOST_UNREADABLE + 1)

    def add(self, now: float) -> bool:
        """Count one; return whether there were too many, by a clock whose seconds never decrease."""
        self._times.append(now)
        return len(self._times) > MOST_UNREADABLE and now - self._times[0] <= STRETCH


class Delta(NamedTuple):
    """A piece of a text that grows, in the wire form of an event.

    Attributes:
        text_key: Identifies the text among those that grow.
        holder: The object that has the piece.
        name: The name of the piece's field.
    """

    text_key: Hashable
    holder: dict[str, Any]
    name: str


MOST_WAITING = 100
"""The number of texts of which the first half of a surrogate pair is kept."""


class SplitPairs:
    """Joins surrogate pairs that are split between two deltas of a text, as servers written in JavaScript split them.

    Only the half itself waits for the next delta of its text. If that does not begin with the other half, the first
    one becomes U+FFFD.

    Attributes:
        waiting: The first halves that wait, by their texts.
    """

    def __init__(self, delta_of: Callable[[dict[str, Any]], Delta | None] | None = None) -> None:
        """Join the deltas that a function finds in the wire form of an event; without it, none."""
        self._delta_of = delta_of
        self.waiting: dict[Hashable, str] = {}

    def join(self, wire: dict[str, Any]) -> dict[str, Any]:
        """Return an event whose texts have no half of a surrogate pair.

        Raises:
            RecursionError: It is nested too deeply.
        """
        delta = None if self._delta_of is None else self._delta_of(wire)
        if delta is not None:
            text = self.waiting.pop(delta.text_key, "") + delta.holder[delta.name]
            if "\ud800" <= text[-1:] <= "\udbff":
                if len(self.waiting) >= MOST_WAITING:
                    del self.waiting[next(iter(self.waiting))]
                self.waiting[delta.text_key], text = text[-1], text[:-1]
            delta.holder[delta.name] = text
        joined: dict[str, Any] = loads_exactly(dumps(wire).encode())
        return joined


def read(
    framed: Iterable[bytes],
    seen: RecentEvents,
    decode: Callable[[dict[str, Any]], E],
    *,
    faults: Callable[[dict[str, Any]], list[str]] | None = None,
    restarts: Callable[[dict[str, Any]], bool] | None = None,
    pairs: SplitPairs | None = None,
) -> list[E | Unknown | Unreadable]:
    """Decode the data of events, without repeated ones; data that is not a JSON object is `Unreadable`.

    Empty data is not an event: some servers send it as a sign of life.

    Args:
        framed: The data of each event.
        seen: The latest events of the subscription.
        decode: Decodes an event. One that it cannot decode is an `Unknown`.
        faults: Lists the values of a decoded event that do not fit its kind, which is then `Unreadable`.
        restarts: Says of an event with a known id whether it begins a connection: then ids count from the start again.
        pairs: The halves of surrogate pairs that wait for the next delta of their text.
    """
    is_new, pairs = seen.is_new, pairs or SplitPairs()
    waiting = pairs.waiting
    events: list[E | Unknown | Unreadable] = []
    for data in framed:
        # The length alone acquits nearly every event, without the call.
        if len(data) > MAX_VALUES and has_more_values(data, MAX_VALUES):
            events.append(Unreadable(data, f"an event has more than {MAX_VALUES} values"))
            continue
        wire: Any = None
        refusal = ""
        try:
            wire = loads(data)
        except ValueError as error:
            refusal = str(error)
        if refusal:
            if not data.strip():
                continue
            try:
                wire = read_again(data, refusal, keep_halves=True)
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
        exact = bool(refusal or waiting)
        if exact:
            try:
                wire = pairs.join(wire)
            except RecursionError:
                events.append(Unreadable(data, "an event is nested too deeply"))
                continue
        before = LargeFloats.latest
        try:
            event: E | Unknown = decode(wire)
        except Exception:  # an event of an unexpected form
            event = decode_unknown(wire)
        if LargeFloats.latest is not before and not exact and has_long_integer(data):
            wire = read_again(data)
            try:
                event = decode(wire)
            except Exception:
                event = decode_unknown(wire)
        if faults is not None and (problems := faults(wire)):
            events.append(Unreadable(data, f"an event does not fit: {'; '.join(problems)}"))
            continue
        events.append(event)
    return events
