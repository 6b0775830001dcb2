# Derived from sdk/trivet/_async/events.py by `python -m codegen`; do not edit.
"""The typed events of a stream, for as long as its `with` block."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Self, TypeVar

from .._core.answer import Head, Unsent
from .._core.call import Call
from .._core.lazy_imports import lazy
from .._core.public import exported_from
from .._core.sse import Gap
from .._core.traceback_locals import NOTHING, clear_locals, hide_arguments
from .connection import Connection
from .stream import Stream

if TYPE_CHECKING:
    from .._core import answer_decoder, decoders
    from .._core import events as event_data
else:
    answer_decoder = lazy("trivet._core.answer_decoder")
    decoders = lazy("trivet._core.decoders")
    event_data = lazy("trivet._core.events")

E = TypeVar("E")

logger = logging.getLogger("trivet")


@exported_from("trivet")
class EventStream(Unsent, Generic[E]):
    """The events of a service, without end, as long as the `with` block.

    >>> with client.event.subscribe() as events:
    ...     for event in events:
    ...         print(event)

    When the stream ends, breaks or is idle for too long, a new one is opened, and a `Reconnected` is yielded before its
    events. An event with the id and the data of an earlier one is dropped, and so is data that is not an event, such as
    `null`; a damaged event becomes a `Reconnected`, because it was missed. The subscription is its own iterator: a loop
    that was left, also by an error or a timeout, continues where it was. Nothing is read ahead, so a slow reader slows
    the service down.
    """

    def __init__(
        self,
        connection: Connection,
        call: Call[None],
        idle_timeout: float | None,
        decode: Callable[[dict[str, Any]], E],
        *,
        faults: Callable[[dict[str, Any]], list[str]] | None = None,
        restarts: Callable[[dict[str, Any]], bool] | None = None,
        delta_of: Callable[[dict[str, Any]], event_data.Delta | None] | None = None,
        shared: bool = False,
        named: bool = False,
    ) -> None:
        """Prepare the stream without sending a request.

        Args:
            connection: The connection of the client.
            call: The call that subscribes to the events.
            idle_timeout: Seconds without data after which a connection counts as dead; None for no limit.
            decode: Decodes an event. One that it cannot decode is an `Unknown`.
            faults: Lists the values of an event that do not fit its kind; a strict client raises an error for them.
            restarts: Says of an event with a known id whether it begins a connection: then ids count from the start
                again.
            delta_of: Finds the piece of a growing text that an event carries: a surrogate pair that is split between
                two of them is joined.
            shared: Whether several readers share the stream: an event that does not fit its kind is unreadable for
                them all, and raises no error for itself.
            named: Whether an event is what its `event:` line names: then the decoder gets an object of both, such as
                `{"event": "plum", "data": 1}`, whatever the data is, with `message` for an event without a name, and
                with the `id` of one that has an `id:` line, by which a repeated event is dropped.
        """
        self._connection = connection
        self._call = call
        self._decode = decode
        self._faults = faults if connection.settings.strict else None
        self._raises_at_once = connection.settings.strict and not shared
        self._restarts = restarts
        self._stream = Stream(connection, call, idle_timeout, named=named)
        self._waiting: deque[Any] = deque()  # events, `Reconnected` and `Unreadable`
        self._unreadable = event_data.Unreadable  # a proxy's attribute costs 2 % of the time of an event
        self._seen = event_data.RecentEvents()
        self._pairs = event_data.SplitPairs(delta_of)
        self._unreadable_count = event_data.UnreadableCount()

    @property
    def head(self) -> Head | None:
        """The status and headers of the latest connection; None before the first."""
        answer = self._stream.answer
        return None if answer is None else Head(answer.status, answer.headers)

    @property
    def connected(self) -> bool:
        """Whether there is a connection now; a subscription without one is about to make another, or is closed.

        >>> events.connected
        True
        """
        return self._stream.connected

    @hide_arguments
    def __enter__(self) -> Self:
        """Open the stream.

        Raises:
            APIConnectionError: The service was not reached.
            APIStatusError: The service refused.
            DecodeError: The answer is no stream of events.
        """
        self._stream.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the events at once, also where another task or thread waits for one; closing twice is fine."""
        self._stream.close()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> E | decoders.Unknown | event_data.Reconnected:
        """Wait for the next event, one task or thread at a time.

        Raises:
            APIStatusError: The service refused a new connection, for instance with a 401. One that is busy or down is
                asked until it is back.
            DecodeError: More than five events within a minute are not JSON objects, so this may not be a stream of
                events; a strict client raises it for each of them, and for an event that does not fit its kind. The
                next step yields the next event. Or the answer is not a stream of events.
            StreamError: An event does not end within 16 MB; the next step opens a new connection.
        """
        stream, waiting = self._stream, self._waiting
        try:
            while not stream.closed:
                if waiting:
                    item: Any = waiting.popleft()
                    if item.__class__ is self._unreadable:
                        if self._is_too_much(item):
                            self._fail(item)  # its error is made now: a chunk may hold thousands of them
                        if not item.may_be_an_event:
                            continue
                        return event_data.Reconnected(None, 0)
                    event: E | decoders.Unknown | event_data.Reconnected = item
                    return event
                batch = stream.next()
                if batch is not None:
                    self._append(*batch)
        except BaseException as error:
            waiting = item = batch = NOTHING
            clear_locals(error)
            raise
        raise StopIteration

    def _append(self, gap: Gap | None, framed: list[bytes]) -> None:
        if gap is not None:
            self._waiting.append(event_data.Reconnected(*gap))
        self._waiting.extend(
            event_data.read(
                framed, self._seen, self._decode, faults=self._faults, restarts=self._restarts, pairs=self._pairs
            )
        )

    def _is_too_much(self, unreadable: event_data.Unreadable) -> bool:
        """Count an event that cannot be read; return whether it raises an error."""
        if self._raises_at_once:
            return True
        logger.info("%s: %s", self._call.operation, unreadable.reason)
        return self._unreadable_count.add(self._connection.settings.clock.monotonic())

    def _fail(self, unreadable: Any) -> NoReturn:
        answer: Any = self._stream.answer
        raise answer_decoder.decode_error(self._call, self._connection.settings, answer, *unreadable)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._call.operation!r})"
