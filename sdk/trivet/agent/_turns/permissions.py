"""The permissions and questions that a turn replies to, and the replies: a rejection with its reason, rules as data."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any, Literal, TypeAlias, cast, get_args

from attrs import field, frozen

from ..._core.call import Call
from ..._core.public import exported_from
from ...errors import InvalidArgumentError
from .._generated import calls
from .._generated import events as e
from .._generated.models import PermissionRequest, PermissionRule, QuestionRequest
from .._store.events import ASKED, REPLIED
from .._store.sessions import is_attributable
from .extensions import Decision, Rejected, Reply

Request: TypeAlias = PermissionRequest | QuestionRequest
REPLIES: tuple[str, ...] = get_args(Reply)

WAIT = "wait"
"""The value of `on_permission`, `on_question` and `otherwise` with which requests wait for another client."""

MOST_AT_ONCE = 32
"""The number of requests that are replied to at once; a server may send any number of them."""


def _patterns(patterns: str | Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Read `TOOL` or `TOOL:RESOURCE`."""
    parsed = [text.partition(":") for text in ([patterns] if isinstance(patterns, str) else patterns)]
    for tool, colon, resource in parsed:
        if not tool or (colon and not resource):
            raise InvalidArgumentError("pattern", "a tool, such as bash, or 'bash:git *'", f"{tool}{colon}{resource}")
    return tuple((tool, resource or "*") for tool, _, resource in parsed)


Handler: TypeAlias = Callable[[PermissionRequest], Awaitable[Decision] | Decision]


@exported_from("trivet.agent")
@frozen(kw_only=True)
class PermissionRules:
    """Replies to permissions by the tool and its resources, as data; `on_permission` takes it.

    >>> rules = PermissionRules(allow=["read", "bash:git *"], deny=["bash:git push*"], otherwise="reject")
    >>> turn = agent.session.turn(session.id, "Go.", on_permission=rules)

    A pattern is `TOOL` or `TOOL:RESOURCE`, with the wildcards of a shell. It matches the text of a command, not its
    meaning: `bash:git *` also matches `git status; rm -r .`. `deny` comes before `ask`, `ask` before `always`, and
    `always` before `allow`. One resource that is denied rejects a request for several; each has to be allowed.

    Attributes:
        allow: Allowed, this time.
        always: Allowed, and from now on by the server without a request.
        deny: Rejected.
        ask: Decided by `otherwise`, although `always` or `allow` match.
        otherwise: The reply to other requests, or a function that returns it; `"wait"` to leave them to another client.
            By default, such a request ends the turn with an `UnansweredRequestError`, as one without a function does.

    Raises:
        InvalidArgumentError: A pattern names no tool or no resource, or `otherwise` is not a reply.
    """

    allow: Sequence[tuple[str, str]] = field(default=(), converter=_patterns)
    always: Sequence[tuple[str, str]] = field(default=(), converter=_patterns)
    deny: Sequence[tuple[str, str]] = field(default=(), converter=_patterns)
    ask: Sequence[tuple[str, str]] = field(default=(), converter=_patterns)
    otherwise: Reply | Rejected | Handler | Literal["wait"] | None = None

    def __attrs_post_init__(self) -> None:
        if self.otherwise not in (None, WAIT) and not callable(self.otherwise):
            check_reply("otherwise", self.otherwise)

    def session_rules(self) -> list[PermissionRule]:
        """Return the patterns as rules of a session, by which the server prevents, asks or allows without a program.

        >>> rules = PermissionRules(allow=["read"], ask=["bash"], deny=["edit"])
        >>> session = agent.session.create(permission=rules.session_rules())
        >>> turn = agent.session.turn(session.id, "Go.", on_permission=rules)

        Of several rules that match, the last one counts, so that `deny` comes last. `otherwise` replies in a turn, and
        is in no rule: for other tools, the server's own configuration decides.
        """
        effects: tuple[tuple[Sequence[tuple[str, str]], Literal["allow", "ask", "deny"]], ...] = (
            (self.allow, "allow"),
            (self.always, "allow"),
            (self.ask, "ask"),
            (self.deny, "deny"),
        )
        return [
            PermissionRule(action=tool, resource=resource, effect=effect)
            for patterns, effect in effects
            for tool, resource in patterns
        ]

    def decide(self, request: PermissionRequest) -> Reply | None:
        """Return the reply of the patterns to a request; None where `otherwise` decides.

        >>> rules.decide(PermissionRequest(id="per_1", session_id="ses_1", action="read", resources=["a.txt"]))
        'once'
        """
        matches = [
            {name for name in _ORDER if _matches(getattr(self, name), request.action or "", resource)}
            for resource in [*map(str, request.resources or ())] or [""]
        ]
        if any("deny" in names for names in matches):
            return "reject"
        if any("ask" in names for names in matches):
            return None
        if all("always" in names for names in matches):
            return "always"
        return "once" if all(names for names in matches) else None


_ORDER = ("deny", "ask", "always", "allow")


def _matches(patterns: Sequence[tuple[str, str]], tool: str, resource: str) -> bool:
    return any(fnmatchcase(tool, tools) and fnmatchcase(resource, resources) for tools, resources in patterns)


def check_reply(name: str, reply: object) -> Reply | Rejected:
    """Return a reply to a permission.

    Raises:
        InvalidArgumentError: The value is not a reply, and is not sent.
    """
    if isinstance(reply, str) and reply in REPLIES:
        return cast(Reply, str(reply))
    message: Any = getattr(reply, "message", None)
    if isinstance(reply, Rejected) and isinstance(message, str):
        return reply
    function = "a function that returns " if name == "on_permission" else ""
    raise InvalidArgumentError(name, f"{function}once, always, reject or Rejected(…)", reply)


def rejection(request: Request) -> Call[None]:
    """Return the call that rejects a request."""
    if isinstance(request, PermissionRequest):
        return calls.permission_reply(request.id, response="reject")
    return calls.question_reject(request.id)


State: TypeAlias = Literal["waiting", "active", "sending", "failed", "open"]
"""The state of a request: it waits, its function runs, its reply is being sent, that has failed, or nothing in the turn
replies to it."""


class PendingRequests:
    """Requests in the order of their arrival; each is replied to once, several at a time.

    A request is in one state at a time, and in the end it is settled: by a reply of this turn or of another client.
    One that the turn has no function for stays open until another client replies to it.
    """

    def __init__(self, *, permissions: bool, questions: bool) -> None:
        """Choose the kinds of requests that the turn has a function for."""
        self._permissions = permissions
        self._questions = questions
        self._earlier: frozenset[str] = frozenset()
        self._in: dict[State, dict[str, Request]] = {state: {} for state in get_args(State)}
        self._settled: set[str] = set()

    def __bool__(self) -> bool:
        return any(self.has_function(request) for requests in self._in.values() for request in requests.values())

    def has_function(self, request: Request) -> bool:
        """Return whether the turn has a function that replies to requests of this kind."""
        return self._permissions if isinstance(request, PermissionRequest) else self._questions

    def begin(self) -> None:
        """Take note that the prompt is sent now, so that no earlier request belongs to its answer.

        The installable server goes on to list the requests of agents that were stopped (measured).
        """
        self._earlier = self.ids()

    def is_earlier(self, request: Request) -> bool:
        """Return whether a request was open before the prompt was sent."""
        return request.id in self._earlier

    def unanswered(self) -> tuple[Request, ...]:
        """Return all requests without a reply, those that functions are at first."""
        states: tuple[State, ...] = ("active", "failed", "open", "waiting")
        return tuple(request for state in states for request in self._in[state].values())

    def receive(self, event: e.Event) -> None:
        """Take an event, which may ask for something, or say that a request was replied to."""
        if isinstance(event, ASKED):
            self.add(event.payload)
        elif isinstance(event, REPLIED):
            id_: Any = getattr(event.payload, "request_id", None)
            if isinstance(id_, str):
                self.settle_elsewhere(id_)

    def add(self, request: Request) -> None:
        """Collect a request, unless it is here already or settled.

        One without its id or its session's cannot be replied to, and is ignored.
        """
        if not is_attributable(request) or request.id in self._settled:
            return
        if not any(request.id in requests for requests in self._in.values()):
            self._in["waiting"][request.id] = request

    def take(self) -> Request | None:
        """Make the oldest request that waits active, and return it; None where there is none, or enough are active."""
        waiting = self._in["waiting"]
        if not waiting or len(self._in["active"]) + len(self._in["sending"]) >= MOST_AT_ONCE:
            return None
        id_ = next(iter(waiting))
        request = self._in["active"][id_] = waiting.pop(id_)
        return request

    def is_active(self, request: Request) -> bool:
        """Return whether a request still has to be replied to, and this turn is at it."""
        return request.id in self._in["active"] or request.id in self._in["sending"]

    def move(self, request: Request, state: State) -> bool:
        """Move a request that this turn handles to another state; return whether the turn still handles it.

        The event about the turn's own reply arrives before the answer to it, and does not settle a request whose reply
        is being sent. A request whose reply has failed is not active before `retry`.
        """
        is_active = self.is_active(request)
        if is_active:
            self._drop(request.id)
            self._in[state][request.id] = request
        return is_active

    def _drop(self, request_id: str) -> None:
        for requests in self._in.values():
            requests.pop(request_id, None)

    def retry(self) -> None:
        """Let the requests whose replies have failed wait again, before all others."""
        failed = self._in["failed"]
        if failed:
            self._in["waiting"], self._in["failed"] = {**failed, **self._in["waiting"]}, {}

    def settle(self, request_id: str) -> None:
        """Remove a request that needs no reply of this turn any more, and ignore it when it arrives again."""
        self._settled.add(request_id)
        self._drop(request_id)

    def settle_elsewhere(self, request_id: str) -> None:
        """Remove a request that an event says was replied to, unless that is this turn's own reply."""
        if request_id not in self._in["sending"]:
            self.settle(request_id)

    def ids(self) -> frozenset[str]:
        """Return the ids of the requests that another client could settle now."""
        return frozenset(id_ for state, requests in self._in.items() if state != "sending" for id_ in requests)

    def waiting(self) -> tuple[Request, ...]:
        """Return the requests whose reply is not being sent yet, those that are being replied to first."""
        requests = (*self._in["active"].values(), *self._in["failed"].values(), *self._in["waiting"].values())
        return tuple(request for request in requests if self.has_function(request))

    def compare(self, listed: Iterable[Request], before: Collection[str]) -> None:
        """Take the service's lists: collect what is in them, and settle what is missing.

        Args:
            listed: The requests that the service lists.
            before: The `ids` when the lists were requested.
        """
        requests = list(listed)
        here = {request.id for request in requests if is_attributable(request)}
        for missing in set(before) - here:
            self.settle_elsewhere(missing)
        for request in requests:
            self.add(request)
