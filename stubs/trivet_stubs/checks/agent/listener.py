"""The events of one runtime context while a check acts: read as far as the check needs, bounded in time."""

import time
from collections.abc import Callable
from typing import NoReturn

from trivet_stubs.checks.event_stream import Event, EventReader
from trivet_stubs.checks.excerpt import excerpt
from trivet_stubs.checks.outcome import Broken, Evidence, NotTried
from trivet_stubs.serving.bounded_http_client import HttpStream, NoAnswer

SECONDS = 20.0
"""How long a check waits for one event."""


class Listener:
    """Reads one event stream.

        with agent.listening(agent.here) as listener:
            session = agent.session()
            listener.until(lambda event: event.mentions(session["id"]))

    Args:
        stream: The open answer of `event.subscribe`.
        head: The request and the head of the answer, if they are known.
        seconds: How long to wait for one event.
        monotonic: Tells the seconds of a clock that never goes back.
    """

    def __init__(
        self,
        stream: HttpStream,
        head: Evidence | None = None,
        *,
        seconds: float = SECONDS,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.events: list[Event] = []
        """The events so far."""
        self._stream = stream
        self._head = head
        self._reader = EventReader()
        self._seconds = seconds
        self._monotonic = monotonic

    def until(self, holds: Callable[[Event], bool]) -> Event:
        """Read to the first event for which this holds, among those that were read before, too.

        Raises:
            NotTried: There is none in time.
            Broken: The stream has ended.
        """
        looked = 0
        end = self._monotonic() + self._seconds
        while True:
            for event in self.events[looked:]:
                if holds(event):
                    return event
            looked = len(self.events)
            self._read(end)

    def first(self, record_id: str) -> Event | None:
        """The first event so far that has an id."""
        return next((event for event in self.events if event.mentions(record_id)), None)

    def broken(self, message: str, event: Event | None = None) -> NoReturn:
        """Raise `Broken` with the request of the stream and an event as its evidence."""
        if self._head is None:
            raise Broken(message)
        shown = self._head.answer if event is None else excerpt(event.text.encode())
        raise Broken(message, Evidence(self._head.request, shown))

    def _read(self, end: float) -> None:
        left = end - self._monotonic()
        try:
            piece = self._stream.take(left) if left > 0 else None
        except NoAnswer:
            piece = None
        if piece is None:
            raise NotTried(f"no event of what the check did came within {self._seconds:g} s")
        if not piece:
            self.broken("the event stream has ended")
        self.events += self._reader.feed(piece)
