"""The events of one runtime context while a check acts: read as far as the check needs, bounded in time."""

import time
from collections.abc import Callable

from trivet_stubs.checks.agent.event_stream import Event, EventReader
from trivet_stubs.checks.outcome import Broken, NotTried
from trivet_stubs.serving.http_client import HttpStream, NoAnswer

SECONDS = 20.0
"""How long a check waits for one event."""


class Listener:
    """Reads one event stream.

        with agent.listening(agent.here) as listener:
            session = agent.session()
            listener.until(lambda event: event.mentions(session["id"]))

    Args:
        stream: The open answer of `event.subscribe`.
        seconds: How long to wait for one event.
        monotonic: Tells the seconds of a clock that never goes back.
    """

    def __init__(
        self, stream: HttpStream, *, seconds: float = SECONDS, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.events: list[Event] = []
        """The events so far."""
        self._stream = stream
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

    def mentions(self, record_id: str) -> bool:
        """Whether an event so far has an id."""
        return any(event.mentions(record_id) for event in self.events)

    def _read(self, end: float) -> None:
        left = end - self._monotonic()
        try:
            piece = self._stream.take(left) if left > 0 else None
        except NoAnswer:
            piece = None
        if piece is None:
            raise NotTried(f"no event of what the check did came within {self._seconds:g} s")
        if not piece:
            raise Broken("the event stream has ended")
        self.events += self._reader.feed(piece)
