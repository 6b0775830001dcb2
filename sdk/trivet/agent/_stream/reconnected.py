"""The item of a stream of events that marks a gap in it."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from ...errors import APIConnectionError

__all__ = ["Reconnected"]


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
