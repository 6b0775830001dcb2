"""The sessions of a turn: its own and those below it, which its agent has started, and the expenses of each."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum
from typing import Any, NamedTuple

from .._generated import events as e
from .._generated.models import Message, Session
from .._store.sessions import has_id, keep_parent, sessions_above
from .._store.transcript import id_of
from .prices import counts_of
from .spending import Expense, expense_of

ROUNDING = 1e-9
"""The difference of two sums of costs, in US dollars, that is not a step."""


class Missing(NamedTuple):
    """The parts of a tree of which events may be missing, so that they have to be fetched.

    Attributes:
        sessions: Whether there may be sessions that are not known.
        messages: The sessions whose messages have to be fetched.
        gaps: The number of gaps in the events so far, which the fetched sessions make up for.
    """

    sessions: bool
    messages: frozenset[str]
    gaps: int = 0


class SessionTree:
    """The sessions of a turn, and the expenses of their messages, by events and by fetched messages.

    A message of a session that is below the turn's own names no prompt. It belongs to the turn if it was created while
    the agent answered: after its first message, and before the first message of another answer.
    """

    def __init__(self, session_id: str, parents: dict[str, str | None] | None = None) -> None:
        """Begin with the turn's own session.

        Args:
            session_id: The turn's own session.
            parents: The parents of sessions, which the turns of a client share.
        """
        self._session_id = session_id
        self._parents: dict[str, str | None] = {} if parents is None else parents
        self._expenses: dict[str, dict[str, Expense]] = {}
        # The cost of a session that none of its known messages has.
        self._earlier: dict[str, float] = {}
        self._costs: dict[str, float] = {}
        self._gaps = 0
        self._closed_gaps = 0
        self._outdated: set[str] = set()

    def includes(self, session_id: object) -> bool:
        """Return whether a session is known as the turn's own, or as one below it."""
        return session_id == self._session_id or self._session_id in sessions_above(self._parents, session_id)

    @property
    def below(self) -> list[str]:
        """The sessions below the turn's own of which something is known."""
        return [session_id for session_id in self._expenses if session_id != self._session_id]

    # Events, and answers of the server.

    def receive(self, event: e.Event) -> bool:
        """Take an event; return whether it has changed the expenses of a session."""
        if isinstance(event, (e.SessionCreatedEvent, e.SessionUpdatedEvent)):
            if event.payload.info is not None:
                self.add(event.payload.info)
        elif isinstance(event, e.MessageUpdatedEvent) and event.payload.info is not None:
            session_id: Any = event.payload.session_id
            return self.includes(session_id) and self._take(session_id, event.payload.info)
        return False

    def add(self, session: Session) -> None:
        """Take a session, whose cost shows whether messages are missing."""
        if not has_id(session):
            return
        keep_parent(self._parents, session)
        if not self.includes(session.id):
            return
        id_, cost = session.id, session.cost
        is_new = id_ not in self._expenses
        self._expenses.setdefault(id_, {})
        if isinstance(cost, int | float):
            self._costs[id_] = cost
            if is_new:
                self._earlier[id_] = cost
            elif cost > self._earlier.get(id_, 0) + self._sum(id_) + ROUNDING:
                self._outdated.add(id_)

    def put(self, session_id: str, messages: Iterable[Message]) -> None:
        """Take messages of a session that were fetched."""
        self._expenses.setdefault(session_id, {})
        for message in messages:
            self._take(session_id, message)
        if session_id in self._costs:
            self._earlier[session_id] = max(self._costs[session_id] - self._sum(session_id), 0)

    def _take(self, session_id: str, message: Message) -> bool:
        id_, expense = id_of(message), expense_of(message)
        if id_ is None or expense is None:
            return False
        known = self._expenses.setdefault(session_id, {})
        known[id_] = latest(known.get(id_), expense)
        return True

    def _sum(self, session_id: str) -> float:
        return fsum(expense.reported or 0 for expense in self._expenses[session_id].values())

    # The parts that may be missing.

    def miss(self) -> None:
        """Take note that events may have been missed; the messages of the turn's own session are fetched anyway."""
        self._gaps += 1
        self._outdated.update(self.below)

    @property
    def outdated(self) -> bool:
        """Whether something has to be fetched."""
        return self._gaps > self._closed_gaps or bool(self._outdated)

    def take_missing(self, *, every: bool = False) -> Missing:
        """Return the parts to fetch, and count messages as fetched; with `every`, those of all sessions below.

        Sessions are missing until `close_gaps`: another thread that asks meanwhile must not take the tree for complete.
        """
        messages = frozenset([*self._outdated, *(self.below if every else ())])
        missing = Missing(self._gaps > self._closed_gaps, messages, self._gaps)
        self._outdated.clear()
        return missing

    def close_gaps(self, missing: Missing) -> None:
        """Take note that all sessions were added that may have been missing."""
        self._closed_gaps = max(self._closed_gaps, missing.gaps)

    def restore(self, missing: Missing) -> None:
        """Take note that messages could not be fetched."""
        self._outdated |= missing.messages

    # The expenses.

    def own(self) -> dict[str, Expense]:
        """Return the expenses of the turn's own session, by their messages, which may belong to other turns."""
        return self._expenses.get(self._session_id, {})

    def expenses_below(self, since: float | None, until: float | None) -> dict[str, list[Expense]]:
        """Return the expenses of each session below the turn's own.

        Args:
            since: The time from which a message belongs to the turn, in Unix milliseconds.
            until: The time from which it belongs to another one.
        """
        by_session: dict[str, list[Expense]] = {}
        for session_id in self.below:
            expenses = [
                expense
                for expense in self._expenses[session_id].values()
                if not is_before(expense.created, since)
                and (until is None or expense.created is None or expense.created < until)
            ]
            if expenses:
                by_session[session_id] = expenses
        return by_session


def latest(known: Expense | None, other: Expense) -> Expense:
    """Return the later one of two states of a message, whose tokens only grow."""
    if known is None:
        return other
    later = other if sum(counts_of(other.usage)) >= sum(counts_of(known.usage)) else known
    return later._replace(ended=known.ended or other.ended)  # a fetch may be older than an event


def is_before(time: object, since: float | None) -> bool:
    """Return whether a time is known, and before another one."""
    return since is not None and isinstance(time, int | float) and time < since
