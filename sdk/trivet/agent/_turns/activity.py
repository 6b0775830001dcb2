"""The activity of a turn: the model or a tool works, the provider is asked again, a child works, a request waits."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from ..._core.public import exported_from
from ..._text import printable
from .._generated import events as e
from .._generated.models import PermissionRequest, QuestionRequest, ToolPart
from .._store.sessions import has_id, is_text
from .permissions import Request
from .unanswered import Hide, describe, how_to_reply

ActivityKind: TypeAlias = Literal["working", "retrying", "tool", "child", "request"]

MOST_CHILDREN = 1000
"""The number of children whose activity is kept; the oldest of too many are dropped."""

LONGEST_WORDS = 200
"""The most characters of the provider's words, or of a title, in the text of an activity."""


@exported_from("trivet.agent")
@frozen(kw_only=True)
class TurnActivity:
    """What a turn does at the moment, in its session and those below it: `turn.activity`.

    >>> with agent.session.turn(session.id, "Go.") as turn:
    ...     for text in turn:
    ...         print(text, turn.activity)
    ...     if turn.activity is not None and turn.activity.kind == "retrying":
    ...         print(turn.activity.attempt, turn.activity.message, turn.activity.next_at)

    Its text is a short sentence. The server gives the times.

    Attributes:
        kind: `request`: a permission or a question waits for a reply. `retrying`: the model's provider has refused,
            and the server asks it again. `child`: a session below the turn's works. `tool`: a tool runs. `working`: the
            model is asked, or writes.
        session_id: The session in which it happens: the turn's own, or one below it.
        tool: The name of the tool that runs, for `tool`, and for `child` where one runs.
        since: The time since which the tool runs; None where the server does not say.
        attempt: The number of the attempt that follows, for `retrying`; counted here where the server does not say.
        message: The words of the provider, for `retrying`.
        next_at: The time of the next attempt, for `retrying`; None where the server does not say.
        title: The title of the session, for `child`.
        request: The request that waits, for `request`.
    """

    kind: ActivityKind
    session_id: str
    tool: str | None = None
    since: datetime | None = None
    attempt: int | None = None
    message: str | None = None
    next_at: datetime | None = None
    title: str | None = None
    request: PermissionRequest | QuestionRequest | None = None

    def __str__(self) -> str:
        return self.words()

    def words(self, hide: Hide = str) -> str:
        """Return the activity as a short sentence.

        >>> turn.activity.words()
        'the tool bash runs since 08:00:05 UTC'

        Args:
            hide: Removes from the words of the server what the sentence must not show.
        """
        match self.kind:
            case "request":
                return f"{'' if self.request is None else describe(self.request, hide)} waits for a reply"
            case "retrying":
                words = f" {_quoted(hide(self.message))}" if self.message else ""
                at = "" if self.next_at is None else f" at {_clock(self.next_at)}"
                return f"the provider refuses{words}; attempt {self.attempt} follows{at}"
            case "tool":
                return f"the tool {_name(hide(self.tool or ''))} runs{_since(self.since)}"
            case "child":
                title = f" ({_name(hide(self.title))})" if self.title else ""
                does = "works" if self.tool is None else f"runs the tool {_name(hide(self.tool))}{_since(self.since)}"
                return f"the child {_name(hide(self.session_id))}{title} {does}"
            case _:
                return "the agent works"

    def hint(self, hide: Hide = str) -> str:
        """Return the way to end or to bound such a wait; an empty text where the agent works.

        >>> turn.activity.hint()
        'max_provider_retries= ends such a turn earlier'

        Args:
            hide: As in `words`.
        """
        match self.kind:
            case "request":
                return "" if self.request is None else how_to_reply(self.request, hide)
            case "retrying":
                return "max_provider_retries= ends such a turn earlier"
            case _:
                return ""


def _quoted(text: str) -> str:
    return f'"{_name(text)}"'


def _name(text: str | None) -> str:
    return printable(text or "", LONGEST_WORDS)


def _since(time: datetime | None) -> str:
    return "" if time is None else f" since {_clock(time)}"


def _clock(time: datetime) -> str:
    return f"{time:%H:%M:%S} UTC"


@frozen
class _Session:
    """What is known of a session below the turn's, or of the turn's own."""

    title: str | None = None
    busy: bool = False
    retry: TurnActivity | None = None
    retries: int = 0
    tools: dict[str, ToolPart] = field(factory=dict[str, ToolPart])


class TreeActivity:
    """The activity of a turn's session and of those below it, as the events say.

    No list has the status of a session, so after events were missed it is unknown until the next event. The tools of
    the turn's own session are in its messages.
    """

    def __init__(self, session_id: str) -> None:
        """Begin with a session that works."""
        self._own_id = session_id
        self._sessions: dict[str, _Session] = {}

    def receive(self, event: e.Event) -> TurnActivity | None:
        """Take an event of a session of the tree; return the activity if the provider is asked again."""
        payload: Any = getattr(event, "payload", None)
        session_id: Any = getattr(payload, "session_id", None)
        if not is_text(session_id):
            return None
        if isinstance(event, e.SessionIdleEvent | e.SessionDeletedEvent):
            self._sessions.pop(session_id, None)
        elif isinstance(event, e.SessionStatusEvent):
            return self._take_status(session_id, payload.status)
        elif isinstance(event, e.SessionCreatedEvent) and payload.info is not None:
            self._put(session_id, title=payload.info.title)
        elif (
            isinstance(event, e.MessagePartUpdatedEvent)
            and session_id != self._own_id
            and isinstance(payload.part, ToolPart)
            and has_id(payload.part)
        ):
            self._take_tool(session_id, payload.part)
        return None

    def _take_status(self, session_id: str, status: Any) -> TurnActivity | None:
        if isinstance(status, e.SessionIdle):
            self._sessions.pop(session_id, None)
            return None
        retry, count = None, self._sessions.get(session_id, _Session()).retries
        if isinstance(status, e.SessionRetry):
            count += 1
            retry = _retrying(session_id, status, count)
        self._put(session_id, busy=True, retry=retry, retries=count)
        return retry

    def _take_tool(self, session_id: str, part: ToolPart) -> None:
        tools = {id_: tool for id_, tool in self._tools_of(session_id).items() if id_ != part.id}
        if is_running(part):
            self._put(session_id, busy=True, tools={**tools, part.id: part})
        elif session_id in self._sessions:
            self._put(session_id, tools=tools)

    def _tools_of(self, session_id: str) -> dict[str, ToolPart]:
        return self._sessions[session_id].tools if session_id in self._sessions else {}

    def _put(self, session_id: str, **changes: Any) -> None:
        self._sessions[session_id] = evolve(self._sessions.get(session_id, _Session()), **changes)
        for oldest in list(islice(self._sessions, max(len(self._sessions) - MOST_CHILDREN, 0))):
            del self._sessions[oldest]

    def miss(self) -> None:
        """Take note that events were missed."""
        self._sessions.clear()

    def now(self, requests: Iterable[Request], tools: Iterable[ToolPart]) -> TurnActivity:
        """Return the activity that says most about the end of the turn: what waits first, then what works below.

        Args:
            requests: The requests of the tree that wait for a reply.
            tools: The tools that run in the turn's own session.
        """
        for request in requests:
            return TurnActivity(kind="request", session_id=request.session_id, request=request)
        for session in self._sessions.values():
            if session.retry is not None:
                return session.retry
        for session_id, session in self._sessions.items():
            if session_id != self._own_id and session.busy:
                tool = next(reversed(session.tools.values()), None)
                below = TurnActivity(kind="child", session_id=session_id, title=session.title)
                return below if tool is None else evolve(below, tool=_tool_name(tool), since=_began(tool))
        for part in tools:
            return TurnActivity(kind="tool", session_id=self._own_id, tool=_tool_name(part), since=_began(part))
        return TurnActivity(kind="working", session_id=self._own_id)


def is_running(part: ToolPart) -> bool:
    """Return whether a call of a tool has begun, and has neither completed nor failed."""
    return getattr(getattr(part, "state", None), "status", None) == "running"


def _retrying(session_id: str, retry: e.SessionRetry, count: int) -> TurnActivity:
    attempt: Any = retry.attempt
    return TurnActivity(
        kind="retrying",
        session_id=session_id,
        attempt=attempt if isinstance(attempt, int) else count,
        message=retry.message if is_text(retry.message) else None,
        next_at=_time(retry.next),
    )


def _tool_name(part: ToolPart) -> str | None:
    name = getattr(part, "name", None)
    return name if is_text(name) else None


def _began(part: ToolPart) -> datetime | None:
    time: Any = part.time
    return None if time is None else _time(time.ran) or _time(time.created)


def _time(milliseconds: Any) -> datetime | None:
    """Return a time in Unix milliseconds; None where the server sends none, or one out of the range of a clock."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OSError, OverflowError, TypeError, ValueError):
        return None
