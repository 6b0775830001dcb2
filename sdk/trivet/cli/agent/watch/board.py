"""The state of a dashboard: directories, their sessions, and what has changed since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from trivet.agent import AssistantMessage, Message, PermissionRequest, QuestionRequest, SessionView, Todo
from trivet.cli.agent.asks import describe, reply_command
from trivet.cli.agent.times import iso_time
from trivet.cli.agent.todos import done_of

__all__ = ["Fetched", "Place", "Row", "changes", "is_unfinished", "make_row", "ordered"]

MOST_REQUESTS = 20


@frozen
class Row:
    """A session on the dashboard.

    Attributes:
        id: The session.
        title: Its title.
        status: `waits`, busy, idle or retry; `busy?` where its last message is not finished, and None where nothing is
            known, as no event has said so yet.
        updated: When it changed, in milliseconds since 1970.
        archived: Whether it is archived.
        todos: How many of its todos are done, of how many; None where that is not known.
        requests: What waits for an answer.
        note: Why the model is asked again, while it is.
    """

    id: str
    title: str
    status: str | None
    updated: float | None
    archived: bool
    todos: str | None
    requests: tuple[PermissionRequest | QuestionRequest, ...]
    note: str = ""

    def record(self, directory: str, again: Sequence[str] = ()) -> dict[str, Any]:
        """Return it as a JSON object; `again` are the options of the commands that reply."""
        return {
            "type": "session",
            "directory": directory,
            "id": self.id,
            "title": self.title,
            "status": self.status,
            "updated": iso_time(self.updated),
            "todos": self.todos,
            "waiting": [
                {
                    "kind": "permission" if isinstance(each, PermissionRequest) else "question",
                    "id": each.id,
                    "what": describe(each),
                    "command": reply_command(each, directory or None, again),
                }
                for each in self.requests
            ],
        }


@frozen
class Place:
    """A directory on the dashboard.

    Attributes:
        directory: The directory, as it was given; empty for the server's own.
        connection: starting, live, stale, reconnecting or failed.
        error: Why it failed.
        rows: Its sessions.
        again: The options that lead another command to its server.
    """

    directory: str
    connection: str = "starting"
    error: str = ""
    rows: Mapping[str, Row] = field(factory=dict[str, Row])
    again: tuple[str, ...] = ()


@frozen
class Fetched:
    """What was fetched of a session, as no list of sessions has it and an event has it only later.

    Attributes:
        todos: Its todos.
        at_work: Whether its last message is not finished. The agent may be at work, or was lost with its server.
    """

    todos: Sequence[Todo]
    at_work: bool = field(kw_only=True)


def is_unfinished(message: Message) -> bool:
    """Return whether a message is one of the agent that has not ended."""
    if not isinstance(message, AssistantMessage) or message.error is not None or message.finish is not None:
        return False
    return message.time is None or message.time.completed is None


def make_row(view: SessionView, fetched: Fetched | None) -> Row:
    """Return a session as it is shown.

    >>> make_row(view, None).status
    'busy'

    Args:
        view: The session.
        fetched: What was fetched of it, for as long as no event has brought anything newer.
    """
    session, status = view.session, view.status
    todos = view.todos if view.todos is not None else fetched.todos if fetched is not None else ()
    requests: tuple[PermissionRequest | QuestionRequest, ...] = (*view.permissions, *view.questions)
    kind = getattr(status, "type", None)
    if status is None and fetched is not None and fetched.at_work:
        kind = "busy?"
    message = getattr(status, "message", None)
    time = session.time
    return Row(
        id=session.id,
        title=session.title or "",
        status="waits" if requests else kind if isinstance(kind, str) else None,
        updated=None if time is None else time.updated or time.created,
        archived=time is not None and bool(time.archived),
        todos=done_of(todos) if todos else None,
        requests=requests[:MOST_REQUESTS],
        note=message if isinstance(message, str) else "",
    )


def ordered(rows: Iterable[Row]) -> list[Row]:
    """Return the sessions in the order of their urgency: those that wait, those at work, then the latest."""
    ranks = {"waits": 0, "retry": 1, "busy": 1, "busy?": 1}
    return sorted(rows, key=lambda each: (ranks.get(each.status or "", 2), -(each.updated or 0)))


def changes(before: Iterable[Place], now: Iterable[Place]) -> Iterator[dict[str, Any]]:
    """Yield what has changed between two moments, as JSON objects.

    >>> list(changes([], [Place("/home/dev/orchard", "live")]))
    [{'type': 'connection', 'directory': '/home/dev/orchard', 'state': 'live'}]
    """
    known = {each.directory: each for each in before}
    for place in now:
        earlier = known.get(place.directory, Place(place.directory))
        if (place.connection, place.error) != (earlier.connection, earlier.error):
            error = {"error": place.error} if place.error else {}
            yield {"type": "connection", "directory": place.directory, "state": place.connection, **error}
        for row in place.rows.values():
            if row != earlier.rows.get(row.id):
                yield row.record(place.directory, place.again)
        for gone in earlier.rows:
            if gone not in place.rows:
                yield {"type": "gone", "directory": place.directory, "id": gone}
