"""The server that is checked, and its callers."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import cast
from urllib.parse import quote
from uuid import uuid4

import orjson

from trivet_stubs.checks.budget import Budget
from trivet_stubs.checks.made import Made
from trivet_stubs.checks.outcome import Broken, CouldNotRun, Evidence, NotTried
from trivet_stubs.checks.reply import Reply, Request
from trivet_stubs.checks.shapes import Shapes
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.serving.http_client import HttpClient, HttpStream, NoAnswer

Query = Mapping[str, object]

_GONE = (404, 410)
_SETTLING = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
"""The seconds between two looks at a server that may show a write a little later."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a caller presents: a header, its value, and the value as a shell reads it from the environment."""

    header: str
    value: str
    shown: str
    """Such as `Bearer $TRIVET_CHAT_USER_TOKEN`."""


class Target:
    """The server that is checked: it sends requests, keeps to the budget, and remembers what it made.

    Args:
        service: The service that the server is said to be.
        client: Reaches the server.
        callers: The credentials of each caller by its name: `admin`, `user`, `other`; None for a server that asks for
            none.
        allow_writes: Whether requests that change something may be sent.
        budget: The bounds of the run.
        options: What else the checks of the service need, by its name: `directory` for the agent.
    """

    def __init__(
        self,
        service: str,
        client: HttpClient,
        callers: Mapping[str, Credentials | None],
        *,
        allow_writes: bool = False,
        budget: Budget | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.client = client
        self.options: Mapping[str, str] = options or {}
        self.allow_writes = allow_writes
        self.budget: Budget = budget or Budget()
        self.made: Made = Made()
        self.shapes: Shapes = Shapes(service)
        self.prefix = f"trivet-check-{uuid4().hex[:8]}"
        """What every name that the run gives begins with."""
        self.last_reply: Reply | None = None
        """The last answer, as evidence of a check that cannot take it apart."""
        self._callers = callers

    def caller(self, name: str) -> "Caller":
        """The caller of this name.

        Raises:
            NotTried: The run has no credentials for it.
        """
        if name not in self._callers:
            raise NotTried(f"needs the caller {name}")
        return Caller(self, name, self._callers[name])

    @property
    def anonymous(self) -> "Caller":
        """A caller without credentials."""
        return Caller(self, "anonymous", None)

    def name(self, what: str) -> str:
        """A name for a record of this run, by which it can be found again."""
        return f"{self.prefix} {what}"

    def eventually(self, read: Callable[[], Reply], holds: Callable[[Reply], bool], message: str) -> Reply:
        """Read until the answer is as it should be: a server may show a write a little later.

        >>> chat.eventually(lambda: bob.call("conversations.list"), lambda page: title in titles(page), "no new title")

        Raises:
            Broken: It is not so after about three seconds.
        """
        reply = read()
        for seconds in _SETTLING:
            if holds(reply):
                return reply
            self.budget.pause(seconds)
            reply = read()
        return reply.expect(holds(reply), message)

    def reach(self) -> None:
        """Send one request, to see that there is a server.

        Raises:
            CouldNotRun: It gives no answer.
        """
        self.budget.spend()
        try:
            self.client.send("GET", "/")
        except NoAnswer as error:
            raise CouldNotRun(f"{self.client.base_url} does not answer: {error}") from error


class Caller:
    """One caller of a server: an administrator, a user, another user, or someone without credentials."""

    def __init__(self, target: Target, name: str, credentials: Credentials | None) -> None:
        self.name = name
        self._target = target
        self._credentials = credentials

    def __repr__(self) -> str:
        return f"<Caller {self.name}>"

    def presenting(self, value: str, shown: str) -> "Caller":
        """A caller with other credentials in the same header: an expired token, or one that the server has issued.

        >>> chat.user.presenting("Bearer no-such-token", "Bearer no-such-token")
        """
        header = "authorization" if self._credentials is None else self._credentials.header
        return Caller(self._target, self.name, Credentials(header, value, shown))

    def call(
        self,
        operation: str,
        *segments: object,
        query: Query | None = None,
        json: object = None,
        headers: Mapping[str, str] | None = None,
        removing: bool = False,
    ) -> Reply:
        """Call an operation; its answer is compared with the spec.

        >>> user.call("conversations.messages.list", conversation["id"], query={"limit": 1}).succeeds()

        Args:
            operation: The operation's id.
            segments: The values of its path parameters, in order.
            query: The query; a value that is a list is repeated, None is left out.
            json: The body, sent as JSON; None sends none.
            headers: Further headers.
            removing: The call removes what the run has made: it is sent even if the budget is used up.

        Raises:
            NotTried: The operation changes something, and the run may only read.
            Broken: There is no answer.
        """
        found = self._target.shapes.contract.operations[operation]
        body = None if json is None else orjson.dumps(json)
        reply = self.request(
            found.method, _path(found, segments), query=query, body=body, headers=headers, removing=removing
        )
        self._target.shapes.add(found, reply)
        return reply

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        removing: bool = False,
    ) -> Reply:
        """Send a request that may mean no operation; its answer is compared with nothing."""
        if method not in ("GET", "HEAD", "OPTIONS") and not self._target.allow_writes:
            matched = self._target.shapes.contract.routes.match(method, path).operation
            if matched is None or not matched.raw.get("x-retryable"):
                raise NotTried("writes are not allowed")
        request, sent, pairs = self._prepare(method, path, query, body, headers)
        self._target.budget.spend(removing=removing)
        try:
            answer = self._target.client.send(method, path, query=pairs, headers=sent, body=body)
        except NoAnswer as error:
            raise Broken(f"there is no answer: {error}", Evidence(request.curl(), "none")) from error
        reply = Reply(request=request, status=answer.status, headers=answer.headers, body=answer.body)
        self._target.last_reply = reply
        return reply

    @contextmanager
    def stream(
        self, operation: str, *segments: object, query: Query | None = None
    ) -> Generator[HttpStream, None, None]:
        """Call an operation and read its answer piece by piece.

        Raises:
            Broken: There is no answer, or it breaks off.
        """
        found = self._target.shapes.contract.operations[operation]
        path = _path(found, segments)
        request, sent, pairs = self._prepare(found.method, path, query, None, None)
        self._target.budget.spend()
        try:
            with self._target.client.stream(found.method, path, query=pairs, headers=sent) as stream:
                yield stream
        except NoAnswer as error:
            raise Broken(f"the stream broke off: {error}", Evidence(request.curl(), "none")) from error

    def will_remove(
        self, what: str, operation: str, *segments: object, query: Query | None = None, json: object = None
    ) -> None:
        """Call an operation when the check is over, to remove what it made or to take a change back.

        >>> user.will_remove("conversation", "conversations.delete", conversation["id"])
        """

        def remove() -> bool:
            reply = self.call(operation, *segments, query=query, json=json, removing=True)
            # A web page is what some servers answer on every route that they do not have.
            return (reply.ok and reply.media_type != "text/html") or reply.status in _GONE

        self._target.made.add(" ".join([what, *map(str, segments)]), remove)

    def _prepare(
        self, method: str, path: str, query: Query | None, body: bytes | None, headers: Mapping[str, str] | None
    ) -> tuple[Request, dict[str, str], list[tuple[str, str]]]:
        """The request as a report shows it, and the headers and the query as they are sent."""
        given = {name.lower(): value for name, value in (headers or {}).items()}
        if body is not None:
            given.setdefault("content-type", "application/json")
        pairs = list(_pairs(query or {}))
        found = self._credentials
        request = Request(
            method=method,
            url=self._target.client.url(path, pairs),
            headers=given,
            credentials=None if found is None else (found.header, found.shown),
            body=body,
        )
        return request, given if found is None else {**given, found.header: found.value}, pairs


def _path(operation: Operation, segments: Sequence[object]) -> str:
    remaining = iter(segments)
    parts = [quote(str(next(remaining)), safe="") if each.startswith("{") else each for each in operation.segments]
    if (extra := next(remaining, None)) is not None:
        raise ValueError(f"segments: {operation.path} has no place for {extra!r}")
    return "/".join(parts)


def _pairs(query: Query) -> Iterator[tuple[str, str]]:
    for name, value in query.items():
        values = cast(Sequence[object], value) if isinstance(value, list | tuple) else [value]
        for each in values:
            if each is not None:
                yield name, str(each).lower() if isinstance(each, bool) else str(each)
