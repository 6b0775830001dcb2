"""The end of an agent's answer, decided in one place, without I/O and without a clock, and every time that takes part.

A turn learns of the end of its answer from signs that arrive over several connections, in any order, and some of them
never: the end of the wait for the session, events, messages that were fetched, and the time without any of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..._core.retry import Backoff, RetryDecision, is_transient
from ...errors import APIError, APITimeoutError

if TYPE_CHECKING:
    from .answer import Attribution

GRACE = 1.0
"""Seconds without an event after which an answer has ended that looks complete: the wait and the events come over two
connections, so the last events may arrive after the end of the wait. With an event, the seconds begin again."""

LONG_QUIET = 60.0
"""Seconds without an event after which an answer has ended that does not look complete, where the service cannot be
asked to wait: a tool may run as long without an event."""

MAX_OUTAGE = 60.0
"""Seconds after which an unavailable service is given up: a server that restarts takes less."""

READ_TIMEOUT = 10.0
"""Seconds after which a wait is sent again, because its connection may be dead."""

POLL_INTERVAL = 10.0
"""Seconds between two looks at the lists of requests, whose events may be lost. A user who is asked waits as long."""

CONFIRMATION = 5.0
"""Seconds that a server has to stop an agent and to say that it has; the caller waits for it."""

LAST_SECONDS = 2.0
"""Seconds that a server has for this after a deadline: a server that does not answer must not prolong the turn.

The installable server stops four sessions at work within 0.7 s; on a busy machine, one second was too short for six
(measured).
"""

TAKE_UP = 30.0
"""Seconds in which the installable server takes up a prompt, where the adapter waits for the session.

It accepts a prompt before it lists the session as busy: mostly at once, in a new directory on a busy machine after 12 s
(measured). An older prompt has been given up, for instance because the agent was stopped while it was queued.
"""

LOOK = 0.25
"""Seconds between two looks of the adapter at the sessions that are busy: its server has no wait."""


class Ending:
    """Decides when the answer to a prompt has ended. It is the only judge.

    Two signs have to agree: the service has ended the wait for the session, and the events say that it is idle. In
    place of an idle event, which may be lost, a second without any event is enough, if nothing has happened since the
    wait has ended. If something has happened, the session may work again, and the service is asked once more. Where it
    cannot be asked, the events decide, or a longer time without them.

    Attributes:
        waitable: Whether the service can be asked to wait.
        rested: Whether the service has ended the wait for the session.
        events: The latest sign of the events: the session works, it is idle, it may be since missed events were
            fetched, or events were missed.
        activity: A number that grows with each event of the session.
    """

    def __init__(self) -> None:
        self.waitable: bool = True
        self.rested: bool = False
        self.events: Literal["busy", "idle", "presumed", "stale"] = "busy"
        self.activity: int = 0
        self._rested_at = 0
        self._quiet = False
        self._outage_start: float | None = None
        self._backoff = Backoff()
        self._failed_waits = 0

    # The signs.

    def move(self, *, idle: bool | None) -> None:
        """Take an event of the session, which works, or is idle; None if the event does not say."""
        self.activity += 1
        if idle is not None and self.events != "stale":
            self.events = "idle" if idle else "busy"

    def miss(self) -> None:
        """Take note that events were missed, until the messages were fetched."""
        self.events = "stale"

    def catch_up(self) -> None:
        """Take note that nothing is missing any more; the idle event may have been among the missed ones."""
        self.events = "presumed"

    def rest(self) -> None:
        """Take the end of the wait for the session: it is idle, or was a moment ago."""
        self.rested, self._rested_at = True, self.activity
        self.reach()

    def elapse(self, activity: int) -> None:
        """Take note that the seconds of `patience` have passed since this activity."""
        if activity != self.activity:
            return
        if self.rested and self._rested_at != activity:
            self.rested = False
        else:
            self._quiet = True

    # The decisions.

    def patience(self, attribution: Attribution, *, asked: bool) -> float | None:
        """Return the seconds without an event after which the answer has ended: 0 if it has; None if events decide.

        Args:
            attribution: The messages of the answer.
            asked: Whether a request waits for a reply: then the session is not idle.
        """
        if attribution.over or self._quiet:
            return 0.0
        if self.waitable:
            return None if not self.rested else GRACE if self.events == "busy" else 0.0
        if self.events == "idle" and attribution.answers:
            return 0.0
        if self.events == "stale" or asked:
            return None
        match attribution.progress:
            case "none":
                return GRACE if self.events == "idle" and attribution.seen else None
            case "writing":
                return None
            case "paused":
                return LONG_QUIET
            case "complete":
                return GRACE

    def fail_wait(self, failure: APIError, now: float, *, late: bool, missing: bool) -> RetryDecision:
        """Decide whether a wait that has failed is sent again.

        Args:
            failure: The failure.
            now: Seconds of a clock.
            late: Whether the service did not answer before the turn has to end.
            missing: Whether the service has no such wait, although it has the session.
        """
        self._failed_waits += 1
        wait, reason = None, ""
        if late:
            reason = "the deadline has passed"
        elif isinstance(failure, APITimeoutError) and failure.sent:
            self.reach()
            wait = 0.0
        elif missing:
            self.reach()
            self.waitable, reason = False, "the service cannot be asked to wait"
        elif not is_transient(failure):
            reason = "the failure does not pass"
        elif self.is_given_up(now):
            reason = f"unavailable for {MAX_OUTAGE:.0f} s"
        else:
            wait = self._backoff.next()
        return RetryDecision(self._failed_waits, wait, reason)

    def is_given_up(self, now: float) -> bool:
        """Take note that the service is unavailable; return whether it has been for so long that it is given up."""
        if self._outage_start is None:
            self._outage_start = now
        return now - self._outage_start >= MAX_OUTAGE

    def reach(self) -> None:
        """Take note that the service is available."""
        self._outage_start = None
