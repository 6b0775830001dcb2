"""The directories on a dashboard: their sessions, the changes since, and the threads that follow them."""

from __future__ import annotations

import threading
import time
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from trivet import NotFoundError, TrivetError
from trivet.agent import (
    AssistantMessage,
    IgnoredContextWarning,
    Message,
    PermissionRequest,
    QuestionRequest,
    Todo,
)
from trivet.cli.agent.ask_texts import describe, reply_command
from trivet.cli.agent.directory_check import HINT
from trivet.cli.agent.todos import done_of
from trivet.cli.text import iso_time

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import AgentClient
    from trivet.agent import ContextView, SessionView, Store

MOST_REQUESTS = 20
AT_WORK = ("busy", "busy?")
"""The statuses of a session whose agent is at work, perhaps."""
FETCH_EVERY = 0.5
"""Seconds between two searches for sessions without details."""
AGAIN = 5.0
"""Seconds before a directory that failed is followed again."""
MOST_FETCHED = 20
"""The number of sessions, the latest of a directory, whose details are fetched; for the others, events bring them."""
NEVER = float("-inf")
LATEST = 20
"""The number of messages of a session among which the one of a request is looked up."""
DEADLINE = 10.0
"""Seconds for the fetch of a session's details."""


@frozen
class SessionRow:
    """A session on the dashboard.

    Attributes:
        id: The session.
        title: Its title.
        status: `waits`, busy, idle or retry; `busy?` if its last message is not finished; None until an event or a
            fetch has shown its status.
        updated: The time of its last change, in milliseconds since 1970.
        archived: Whether it is archived.
        todos: The numbers of done and of all todos, such as `1/2`; None if they are not known.
        requests: The requests that wait for an answer.
        note: The reason why the model is asked again, while it is.
    """

    id: str
    title: str
    status: str | None
    updated: float | None
    archived: bool
    todos: str | None
    requests: tuple[PermissionRequest | QuestionRequest, ...]
    note: str = ""

    def record(self, directory: str, server_options: Sequence[str] = ()) -> dict[str, Any]:
        """Return the session as a JSON object; `server_options` are options of the commands that reply."""
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
                    "kind": "permission" if isinstance(request, PermissionRequest) else "question",
                    "id": request.id,
                    "what": describe(request),
                    "command": reply_command(request, directory or None, server_options),
                }
                for request in self.requests
            ],
        }


@frozen
class DirectoryState:
    """A directory on the dashboard.

    Attributes:
        directory: The directory, as it was given; empty for the server's own.
        connection: starting, live, stale, reconnecting or failed.
        error: The reason of a failure.
        rows: Its sessions.
        server_options: The options with which another command reaches its server.
    """

    directory: str
    connection: str = "starting"
    error: str = ""
    rows: Mapping[str, SessionRow] = field(factory=dict[str, SessionRow])
    server_options: tuple[str, ...] = ()


@frozen
class SessionDetails:
    """Details of a session that are fetched, because the list of sessions lacks them and events bring them only later.

    Attributes:
        todos: Its todos.
        at_work: Whether its last message is not finished. The agent may be at work, or was lost with its server.
    """

    todos: Sequence[Todo]
    at_work: bool = field(kw_only=True)


def is_unfinished(message: Message) -> bool:
    """Return whether the agent has not ended a message; False for a message of the user."""
    if not isinstance(message, AssistantMessage) or message.error is not None or message.finish is not None:
        return False
    return message.time is None or message.time.completed is None


def requests_of(view: SessionView) -> tuple[PermissionRequest | QuestionRequest, ...]:
    """Return the requests of a session that the service lists."""
    return (*view.permissions, *view.questions)


def message_of(request: PermissionRequest | QuestionRequest) -> str | None:
    """Return the id of the message whose tool asks, where the request names it."""
    source = request.source if isinstance(request, PermissionRequest) else request.tool
    message_id = getattr(source, "message_id", None)
    return message_id if isinstance(message_id, str) else None


def dead_requests(
    requests: Iterable[PermissionRequest | QuestionRequest], latest: Sequence[Message]
) -> Iterator[PermissionRequest | QuestionRequest]:
    """Yield the requests of a session that no reply would move, because their messages have ended.

    The opencode server goes on to list the requests of agents that were stopped.

    >>> latest = client.session.message.list("ses_1", order="desc", limit=20).page()
    >>> dead = list(dead_requests(view.permissions, latest))

    Args:
        requests: The requests.
        latest: Messages of the session that were fetched after the requests, the latest first.
    """
    answers = [message for message in latest if isinstance(message, AssistantMessage)]
    for request in requests:
        asking = [answer for answer in answers if answer.id == message_of(request)] or answers[:1]
        if asking and not is_unfinished(asking[0]):
            yield request


def make_row(view: SessionView, fetched: SessionDetails | None, dead: Container[str] = ()) -> SessionRow:
    """Return the row of a session.

    >>> make_row(view, None).status
    'busy'

    Args:
        view: The session.
        fetched: Its details, which count as long as no event has brought newer ones.
        dead: The ids of requests that no reply would move.
    """
    session, status = view.session, view.status
    todos = view.todos if view.todos is not None else fetched.todos if fetched is not None else ()
    requests = tuple(request for request in requests_of(view) if request.id not in dead)
    kind = getattr(status, "type", None)
    if status is None and fetched is not None and fetched.at_work:
        kind = "busy?"
    message = getattr(status, "message", None)
    time = session.time
    return SessionRow(
        id=session.id,
        title=session.title or "",
        status="waits" if requests else kind if isinstance(kind, str) else None,
        updated=None if time is None else time.updated or time.created,
        archived=time is not None and bool(time.archived),
        todos=done_of(todos) if todos else None,
        requests=requests[:MOST_REQUESTS],
        note=message if isinstance(message, str) else "",
    )


def ordered(rows: Iterable[SessionRow]) -> list[SessionRow]:
    """Return the sessions in the order of their urgency: those that wait, those at work, then the latest."""
    ranks = {"waits": 0, "retry": 1, "busy": 1, "busy?": 1}
    return sorted(rows, key=lambda row: (ranks.get(row.status or "", 2), -(row.updated or 0)))


def changes(before: Iterable[DirectoryState], now: Iterable[DirectoryState]) -> Iterator[dict[str, Any]]:
    """Yield the changes between two moments, as JSON objects.

    >>> list(changes([], [DirectoryState("/home/dev/orchard", "live")]))
    [{'type': 'connection', 'directory': '/home/dev/orchard', 'state': 'live'}]
    """
    earlier_states = {state.directory: state for state in before}
    for state in now:
        earlier = earlier_states.get(state.directory, DirectoryState(state.directory))
        if (state.connection, state.error) != (earlier.connection, earlier.error):
            error = {"error": state.error} if state.error else {}
            yield {"type": "connection", "directory": state.directory, "state": state.connection, **error}
        for row in state.rows.values():
            if row != earlier.rows.get(row.id):
                yield row.record(state.directory, state.server_options)
        for session_id in earlier.rows:
            if session_id not in state.rows:
                yield {"type": "gone", "directory": state.directory, "id": session_id}


class Follower:
    """Follows one directory in a thread of its own, and tries again after a failure.

    >>> follower = Follower(client, store, "/home/dev/orchard", archived=False)
    >>> follower.start()
    >>> follower.state().connection
    'live'

    Attributes:
        client: The client, bound to the directory.
        tried: Set once the first attempt has succeeded or failed.
        failure: The error of the latest attempt, or None.
    """

    def __init__(
        self,
        client: AgentClient,
        store: Store,
        directory: str | None,
        *,
        archived: bool,
        server_options: Sequence[str] = (),
    ) -> None:
        """Prepare to follow a directory; `server_options` are options with which commands reach its server."""
        self.client: AgentClient = client if directory is None else client.at(directory=directory)
        self.tried: threading.Event = threading.Event()
        self.failure: TrivetError | None = None
        self._store = store
        self._directory = directory
        self._archived = archived
        self._server_options = tuple(server_options)
        self._view: ContextView | None = None
        self._fetched: dict[str, SessionDetails] = {}
        self._judged: dict[str, float] = {}
        self._dead: set[str] = set()
        self._closed = threading.Event()

    def start(self) -> None:
        """Start the thread."""
        threading.Thread(target=self._run, name="trivet-watch", daemon=True).start()

    def close(self) -> None:
        """Stop the thread; the store ends the view."""
        self._closed.set()

    def state(self) -> DirectoryState:
        """Return the current state of the directory."""
        view, failure = self._view, self.failure
        name = self._directory or ("" if view is None else view.key.partition(":")[2])
        if failure is not None:
            return DirectoryState(name, "failed", str(failure))
        if view is None:
            return DirectoryState(name)
        rows = {row.id: row for row in self._rows(view)}
        return DirectoryState(name, view.connection, "", rows, self._server_options)

    def _rows(self, view: ContextView) -> list[SessionRow]:
        sessions = view.sessions
        for session in sessions:
            if getattr(session.status, "type", None) == "idle":  # an agent that is stopped asks no more
                self._dead.update(request.id for request in requests_of(session))
        rows = (make_row(session, self._fetched.get(session.session.id), self._dead) for session in sessions)
        return [row for row in rows if self._archived or not row.archived]

    def _judge(self, view: ContextView) -> None:
        """Find the requests that no reply would move; look again while no event has brought the session's status."""
        now = time.monotonic()
        for session in view.sessions:
            again = now - AGAIN if session.status is None else NEVER
            new = [
                request
                for request in requests_of(session)
                if request.id not in self._dead and self._judged.get(request.id, NEVER) <= again
            ]
            if not new:
                continue
            try:
                client = self.client.with_options(deadline=DEADLINE).session.message
                latest = client.list(session.session.id, order="desc", limit=LATEST).page()
            except TrivetError:
                return  # the next round tries again; until then, they are shown
            self._judged.update({request.id: now for request in new})
            self._dead.update(request.id for request in dead_requests(new, [*latest]))

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                view = self._store.follow(directory=self._directory)
                self._judged.clear()
                self._judge(view)  # before they are shown
                self._view = view
                self.failure = None
                self.tried.set()
                self._keep(view)
            except IgnoredContextWarning as warning:
                self.failure = TrivetError(f"{warning}; {HINT}")
            except TrivetError as error:
                self.failure = error
            except Exception as error:  # the other directories are followed all the same
                self.failure = TrivetError(f"{type(error).__name__}: {error}")
            finally:
                self.tried.set()
            self._view = None
            self._closed.wait(AGAIN)

    def _keep(self, view: ContextView) -> None:
        """Fetch the details of sessions until the view ends; then raise its failure."""
        while not self._closed.wait(FETCH_EVERY):
            if view.failure is not None:
                raise view.failure
            if view.connection != "live":
                self._fetched.clear()  # changes during the gap were missed
                self._judged.clear()
                continue
            self._judge(view)
            for row in ordered(self._rows(view))[:MOST_FETCHED]:
                session = view.session(row.id)
                if (
                    session is None
                    or row.id in self._fetched
                    or (session.todos is not None and session.status is not None)
                ):
                    continue
                try:
                    self._fetched[row.id] = self._fetch(row.id)
                except TrivetError:
                    break  # the next round tries again

    def _fetch(self, session_id: str) -> SessionDetails:
        session = self.client.with_options(deadline=DEADLINE).session
        try:
            latest = session.message.list(session_id, order="desc", limit=1).page()
            return SessionDetails(session.todo(session_id), at_work=any(map(is_unfinished, latest)))
        except NotFoundError:
            return SessionDetails([], at_work=False)
