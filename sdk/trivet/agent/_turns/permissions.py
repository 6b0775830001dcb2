"""The permissions and questions that a turn replies to, and the replies: a rejection with its reason, rules as data."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any, TypeAlias

from attrs import field, frozen

from ..._core.public import exported_from
from ...errors import InvalidArgumentError
from .._generated import events as e
from .._generated.models import PermissionRequest, QuestionRequest
from .._store.events import ASKED, REPLIED
from .._store.sessions import is_attributable
from .extensions import Decision, Rejected, Reply

Request: TypeAlias = PermissionRequest | QuestionRequest
REPLIES = ("once", "always", "reject")

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
        otherwise: The reply to other requests, or a function that returns it; None to leave them to another client.

    Raises:
        InvalidArgumentError: A pattern names no tool or no resource, or `otherwise` is not a reply.
    """

    allow: Sequence[tuple[str, str]] = field(default=(), converter=_patterns)
    always: Sequence[tuple[str, str]] = field(default=(), converter=_patterns)
    deny: Sequence[tuple[str, str]] = field(default=(), converter=_patterns)
    ask: Sequence[tuple[str, str]] = field(default=(), converter=_patterns)
    otherwise: Reply | Rejected | Handler | None = None

    def __attrs_post_init__(self) -> None:
        if self.otherwise is not None and not callable(self.otherwise):
            check_reply("otherwise", self.otherwise)

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
    for known in REPLIES:
        if isinstance(reply, str) and reply == known:
            return known  # type: ignore[return-value]
    message: Any = getattr(reply, "message", None)
    if isinstance(reply, Rejected) and isinstance(message, str):
        return reply
    raise InvalidArgumentError(
        name,
        "a function that returns once, always, reject or Rejected(…)"
        if name == "on_permission"
        else "once, always, reject or Rejected(…)",
        reply,
    )


class PendingRequests:
    """Requests in the order of their arrival; each is replied to once, several at a time.

    A request waits, then it is active, and in the end it is settled: by a reply of this turn or of another client.
    Requests of a kind that the turn has no function for are ignored: they wait for another client.
    """

    def __init__(self, *, permissions: bool, questions: bool) -> None:
        """Choose the kinds of requests to collect."""
        self._permissions = permissions
        self._questions = questions
        self._waiting: dict[str, Request] = {}
        self._active: dict[str, Request] = {}
        self._failed: dict[str, Request] = {}
        self._left: dict[str, Request] = {}
        self._sending: set[str] = set()
        self._settled: set[str] = set()

    @property
    def collects(self) -> bool:
        """Whether any kind of request is collected."""
        return self._permissions or self._questions

    def __bool__(self) -> bool:
        return bool(self._waiting or self._active or self._failed or self._left)

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
        collected = self._permissions if isinstance(request, PermissionRequest) else self._questions
        if collected and is_attributable(request) and not self._knows(request.id):
            self._waiting[request.id] = request

    def take(self) -> Request | None:
        """Make the oldest request that waits active, and return it; None where there is none, or enough are active."""
        if not self._waiting or len(self._active) >= MOST_AT_ONCE:
            return None
        id_ = next(iter(self._waiting))
        self._active[id_] = self._waiting.pop(id_)
        return self._active[id_]

    def is_active(self, request: Request) -> bool:
        """Return whether a request still has to be replied to, and this turn is at it."""
        return request.id in self._active

    def begin_sending(self, request: Request) -> bool:
        """Take note that a reply is being sent; return whether the request still waits for one.

        The event about the turn's own reply arrives before the answer to it, and does not settle the request.
        """
        if request.id not in self._active:
            return False
        self._sending.add(request.id)
        return True

    def leave(self, request: Request) -> None:
        """Leave a request to another client."""
        if self._active.pop(request.id, None) is not None:
            self._left[request.id] = request

    def put_back(self, request: Request) -> None:
        """Take note that the reply to a request has failed; it is not active before `retry`."""
        self._sending.discard(request.id)
        if self._active.pop(request.id, None) is not None:
            self._failed[request.id] = request

    def retry(self) -> bool:
        """Let the requests whose replies have failed wait again, before all others; return whether there are any."""
        if not self._failed:
            return False
        self._waiting, self._failed = {**self._failed, **self._waiting}, {}
        return True

    def settle(self, request_id: str) -> None:
        """Remove a request that needs no reply of this turn any more, and ignore it when it arrives again."""
        self._settled.add(request_id)
        self._sending.discard(request_id)
        for requests in (self._waiting, self._active, self._failed, self._left):
            requests.pop(request_id, None)

    def settle_elsewhere(self, request_id: str) -> None:
        """Remove a request that an event says was replied to, unless that is this turn's own reply."""
        if request_id not in self._sending:
            self.settle(request_id)

    def ids(self) -> frozenset[str]:
        """Return the ids of the requests that another client could settle now."""
        return frozenset({*self._waiting, *self._active, *self._failed, *self._left} - self._sending)

    def waiting(self) -> tuple[Request, ...]:
        """Return the requests whose reply is not being sent yet, those that are being replied to first."""
        all_ = (*self._active.values(), *self._failed.values(), *self._waiting.values())
        return tuple(request for request in all_ if request.id not in self._sending)

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

    def _knows(self, id_: str) -> bool:
        return any(id_ in ids for ids in (self._waiting, self._active, self._failed, self._left, self._settled))
