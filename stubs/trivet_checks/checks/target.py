"""The server that is checked, and its callers."""

from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from uuid import uuid4

from trivet_checks.checks.budget import MARGIN, SHORT, Budget, Lateness, pauses
from trivet_checks.checks.credentials import HIDDEN, Credentials, default_variable, presented, remember
from trivet_checks.checks.traffic import Made, Traffic, stands_in
from trivet_checks.checks.verdict import CouldNotRun
from trivet_checks.exchanges.evidence import (
    WHOLE,
    Broken,
    Evidence,
    LostWrite,
    Mistake,
    Need,
    NotTried,
    Unreadable,
)
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.reply import Reply
from trivet_checks.exchanges.request import Query, Request, path_of, query_pairs
from trivet_checks.exchanges.shapes import Shapes
from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.routing import RouteMatch
from trivet_stubs.serving.bounded_http_client import HttpAnswer, HttpClient, HttpStream, NoAnswer

_READING = ("GET", "HEAD", "OPTIONS")
_GONE = (404, 410)
PREFIX = "trivet-check-"
"""The start of every name that a run gives to a record."""
Words = str | Callable[[Reply], str]
"""What is wrong, or how an answer says it."""
REFUSED = (401, 403)
"""The statuses with which servers refuse the credentials of a caller."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A look at what has to stay as it is."""

    read: Callable[[], Reply]
    holds: Callable[[Reply], bool]
    message: Words
    after: Reply | None
    """The answer to the request that must have changed nothing, as the evidence."""
    since: float
    """The time of the first look, in seconds since the run began."""
    part: str = ""
    """The part of the rule that it belongs to."""
    follows: Collection[str] = ()
    """The ids of rules that the part stands on."""

    def take(self) -> None:
        """Read, and compare.

        Raises:
            Broken: It has changed.
        """
        reply = self.read()
        if not self.holds(reply):
            (self.after or reply).broken(_words(self.message, reply), follows=self.follows)


class Target:
    """The server that is checked: it sends requests, keeps to the budget, and remembers what it made.

    Args:
        service: The service that the server is said to be.
        client: Reaches the server.
        callers: The credentials of each caller by its name: `admin`, `user`, `other`; None for a server that asks for
            none.
        allow_writes: Whether requests that change something may be sent.
        allow_untried: Whether the run goes on without a caller that is missing or refused.
        budget: The bounds of the run.
        options: Further settings that the checks of the service need, by name: `directory` for the agent.
        header: The header in which callers of the service present their credentials.
        settle: The seconds to wait for a change, and to watch what must stay. By default, they follow from how late the
            server shows its writes.
        contract: The contract of the service, such as one with further operations; by default, the installed one.
    """

    __module__ = "trivet_checks"

    def __init__(
        self,
        service: str,
        client: HttpClient,
        callers: Mapping[str, Credentials | None],
        *,
        allow_writes: bool = False,
        allow_untried: bool = False,
        budget: Budget | None = None,
        options: Mapping[str, str] | None = None,
        header: str = "authorization",
        settle: float | None = None,
        contract: Contract | None = None,
    ) -> None:
        self.service = service
        self.client = client
        self.options: Mapping[str, str] = options or {}
        self.allow_writes = allow_writes
        self.allow_untried = allow_untried
        self.budget: Budget = budget or Budget()
        self.lateness: Lateness = Lateness(settle)
        self.shapes: Shapes = Shapes(service, contract)
        self.gate: Gate = Gate(self.shapes.contract, same=HIDDEN)
        self.traffic: Traffic = Traffic(client, self.budget, self.gate)
        self.made: Made = self.traffic.made
        self.prefix: str = f"{PREFIX}{uuid4().hex[:8]}"
        """The start of every name that the run gives to a record."""
        self.header = header
        self.callers = callers
        self.unusable: dict[str, str] = {}
        """Why each caller that is missing, or that the server refuses, cannot be used, by its name."""
        self.refused: set[str] = set()
        """The callers whose credentials were refused since this was cleared: they may have expired."""
        self.deleted: set[str] = set()
        """The paths that were deleted with a success."""
        self.let_in_by: dict[str, str] = {}
        """The operation by which the server was seen to let a caller in, by their names."""
        self.concerns: Callable[[str], bool] = lambda operation: True
        """Whether the run is about an operation; it is about all unless some are selected."""
        self.aside: Mapping[str, Broken | NotTried] = {}
        """The operations that the check goes on without, each with the reason: it is missing, or cannot be read."""
        self.offered: set[str] = set()
        """The operations among which the check tries each one that there is."""
        self.looks: list[Look] = []
        """The second looks that the check of a rule still needs."""
        self.parts: dict[str, list[Broken | NotTried]] = {}
        """How the parts of the rule that is tried have ended; an empty list is one that holds."""
        self._part = ""
        self._follows: tuple[str, ...] = ()
        for credentials in callers.values():
            if credentials is not None:
                remember(credentials, self.gate)

    @property
    def last_reply(self) -> Reply | None:
        """The last answer, as evidence of a check that cannot take it apart."""
        return self.traffic.last_reply

    @property
    def patience(self) -> float:
        """For how many seconds a server may not find a new record, of which an interrupted run learns no more."""
        if self.traffic.interruption.number is not None:
            return self.lateness.wait
        return max(SHORT, MARGIN * self.lateness.largest)

    def caller(self, name: str) -> "Caller":
        """The caller of this name.

        Raises:
            NotTried: The run has no credentials for it, or goes on without it.
            CouldNotRun: The server has refused it since the run began.
        """
        if name in self.unusable and self.allow_untried:
            raise NotTried(f"needs the caller {name}: {self.unusable[name]}")
        if name in self.unusable:
            raise CouldNotRun.without(self.unusable)
        if name not in self.callers:
            variable = default_variable(self.service, name)
            why = f"{variable} is not set" if variable else "give it as --caller spare=VARIABLE; it is deleted"
            raise NotTried(f"needs the caller {name}: {why}")
        return Caller(self, name, self.callers[name])

    @property
    def anonymous(self) -> "Caller":
        """A caller without credentials."""
        return Caller(self, "anonymous", None)

    def name(self, what: str) -> str:
        """A name for a record of this run, by which it can be found again.

        >>> target.name("conversation")
        'trivet-check-5f3a9c21 conversation'
        """
        return f"{self.prefix} {what}"

    def of(self, operations: Iterable[str]) -> list[str]:
        """The operations, of several that a rule is about, on which its check tries it.

        Those that the run is not about are left out, and so are those that the server does not have: the check is tried
        again without them.

        >>> for operation in target.of(["stops.list", "services.list"]):
        ...     user.call(operation, query={"$skip": -1}).is_refused()

        Raises:
            NotTried: There is none.
        """
        concerned = [operation for operation in operations if self.concerns(operation)]
        self.offered.update(concerned)
        tried = [operation for operation in concerned if operation not in self.aside]
        if not tried:
            raise self.aside[concerned[0]] if concerned else NotTried("the run is about none of its operations")
        return tried

    @contextmanager
    def part(self, name: str, follows: Collection[str] = ()) -> Generator[None, None, None]:
        """Try one of several statements of a rule. If it is broken, the check goes on with the others.

        >>> for operation in ("admin.users.list", "admin.ratings.list"):
        ...     with target.part(operation):
        ...         user.call(operation).is_refused()

        Args:
            name: Its name, which departures and reports show. That of a part within another one follows the other's.
            follows: The ids of rules that it stands on: if one of them is broken, it was not tried.
        """
        outer, self._part = self._part, f"{self._part}: {name}" if self._part else name
        before, self._follows = self._follows, (*self._follows, *follows)
        here = self._part
        self.parts.setdefault(here, [])
        try:
            yield
        except (CouldNotRun, LostWrite):
            raise
        except Exception as error:
            if isinstance(error, Broken):
                error.follows = {*error.follows, *self._follows}
            self.parts[here].append(error if isinstance(error, Broken | NotTried) else self.mistake(error))
            self.traffic.settle(failed=True)
        finally:
            self._part, self._follows = outer, before
            if not self.parts[here] and any(inner.startswith(f"{here}: ") for inner in self.parts):
                del self.parts[here]

    def mistake(self, error: Exception) -> NotTried:
        """The reason why a rule was not tried whose check has ended by an exception.

        If the check has read an answer that is not as the spec says, this is the reason. Otherwise the check has a
        fault, which is no verdict on the server.

        >>> target.parts["the answer"].append(target.mistake(ZeroDivisionError()))
        """
        if self.shapes.touched:
            last = self.last_reply
            name = min(self.shapes.touched)
            return Unreadable(name, WHOLE, "is not as the spec says", None if last is None else last.evidence())
        return Mistake(error)

    def eventually(
        self,
        read: Callable[[], Reply],
        holds: Callable[[Reply], bool],
        message: Words,
        *,
        wait: float | None = None,
        follows: Collection[str] = (),
    ) -> Reply:
        """Read until the answer is as it should be: a server may show a write a little later.

        >>> chat.eventually(lambda: bob.call("conversations.list"), lambda page: title in titles(page), "no new title")

        Args:
            read: Reads what should change.
            holds: Whether it has changed.
            message: What is wrong if it has not; a function says it of the last answer.
            wait: The seconds to wait; without it, as many as `lateness` says.
            follows: The ids of rules that this one stands on: if one of them is broken, this one was not tried.

        Raises:
            Broken: It is not so in time.
        """
        begun = self.budget.elapsed
        reply = read()
        if holds(reply):
            return reply
        for pause in pauses(self.lateness.wait if wait is None else wait):
            self.budget.pause(pause)
            reply = read()
            if holds(reply):
                self.lateness.observe(self.budget.elapsed - begun)
                return reply
        if reply.ok:
            reply.broken(_words(message, reply), follows=follows)
        reply.failed(_words(message, reply))

    def stays(
        self,
        read: Callable[[], Reply],
        holds: Callable[[Reply], bool],
        message: Words,
        *,
        after: Reply | None = None,
    ) -> None:
        """Read now, and once more after as long as `eventually` waits: what must not change may be changed late.

        The run takes the second look after other rules were tried, and leaves the records of the check on the server
        until then. So a check that changes what others use, such as a user, has nothing that stays. If a later write
        shows that the server is slower than that, the run repeats the check.

        >>> target.stays(lambda: bob.call("conversations.get", here), lambda reply: reply.ok, "it is deleted")

        Args:
            read: Reads what has to stay.
            holds: Whether it is still so.
            message: What is wrong if it is not; a function says it of the last answer.
            after: The answer to the request that must have changed nothing: the evidence, in place of the last answer.

        Raises:
            Broken: It has changed already.
        """
        look = Look(
            read=read,
            holds=holds,
            message=message,
            after=after,
            since=self.budget.elapsed,
            part=self._part,
            follows=self._follows,
        )
        look.take()
        self.looks.append(look)


def _words(message: Words, reply: Reply) -> str:
    return message if isinstance(message, str) else message(reply)


class Caller:
    """One caller of a server: an administrator, a user, another user, or someone without credentials.

    >>> target.caller("user").call("conversations.list").succeeds()
    """

    __module__ = "trivet_checks"

    def __init__(self, target: Target, name: str, credentials: Credentials | None) -> None:
        self.name = name
        self._target = target
        self._credentials = credentials

    def __repr__(self) -> str:
        return f"<Caller {self.name}>"

    def presenting(self, value: str, placeholder: str | None = None) -> "Caller":
        """A caller with other credentials in the same header: an expired token, or one that the server has issued.

        >>> chat.user.presenting("Bearer no-such-token", "Bearer no-such-token")
        >>> chat.admin.presenting(f"Bearer {issued['token']}")

        Args:
            value: The value of the header.
            placeholder: The text that a report shows instead; without it, the secrets in the value are hidden.
        """
        header = self._target.header if self._credentials is None else self._credentials.header
        return Caller(self._target, self.name, presented(header, value, placeholder, self._target.gate))

    def with_scheme(self, scheme: str) -> "Caller":
        """A caller with the same token and another scheme before it.

        >>> chat.user.with_scheme("bearer").call("conversations.list").succeeds()
        """
        return Caller(self._target, self.name, self._credentials and self._credentials.with_scheme(scheme))

    def call(
        self,
        operation: str,
        *segments: object,
        query: Query | None = None,
        json: object = None,
        body: bytes | None = None,
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
            body: A body of another kind, such as a file; its media type is among the headers.
            headers: Further headers.
            removing: The call removes what the run has made: it is sent even if the budget is used up.

        Raises:
            NotTried: The operation changes something, and the run may only read.
            Broken: There is no answer.
            LostWrite: The answer to a write was lost on its way.
        """
        described = self._target.shapes.contract.operations[operation]
        if json is not None:
            try:
                body = dumps(json)
            except ValueError as error:  # a value of the server that JSON does not have, which the check sends back
                raise NotTried(f"the request of {operation} cannot be written: {error}") from None
        path = path_of(described, segments)
        reply = self.request(described.method, path, query=query, body=body, headers=headers, removing=removing)
        if described.method == "DELETE" and reply.ok:
            self._target.deleted.add(path)
        self._target.shapes.add(described, reply)
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
        """Send a request that may mean no operation; its answer is compared with nothing.

        >>> user.request("GET", "/no/such/path").is_refused(404)
        """
        target = self._target
        match = target.shapes.contract.routes.match(method, path)
        operation = match.operation
        changes = method not in _READING and not (operation is not None and operation.raw.get("x-retryable"))
        if changes and not target.allow_writes:
            raise NotTried("writes are not allowed")
        request, sent, pairs = self._prepare(method, match, path, query, body, headers)

        def send() -> HttpAnswer:
            return target.client.send(method, path, query=pairs, headers=sent, body=body)

        try:
            answer = target.traffic.exchange(request, send, changes=changes, removing=removing, operation=operation)
        except NoAnswer as error:
            need = Need("" if operation is None else operation.id, f"gets no answer: {error}")
            raise Broken(f"there is no answer: {error}", self._unanswered(request), need=need) from error
        reply = Reply(
            request=request,
            status=answer.status,
            headers=answer.headers,
            body=answer.body,
            gate=target.gate,
            caller=self.name,
            in_its_place=stands_in(answer, operation),
            touched=target.shapes.touched,
        )
        target.traffic.answered(reply)
        if reply.status in REFUSED and self.name in target.callers and self._credentials is target.callers[self.name]:
            target.refused.add(self.name)
        return reply

    @contextmanager
    def stream(
        self, operation: str, *segments: object, query: Query | None = None
    ) -> Generator[HttpStream, None, None]:
        """Call an operation and read its answer piece by piece.

        >>> with user.stream("event.subscribe") as events:
        ...     first = events.take(timeout=5)

        Raises:
            Broken: There is no answer, or it breaks off.
        """
        target = self._target
        described = target.shapes.contract.operations[operation]
        path = path_of(described, segments)
        match = target.shapes.contract.routes.match(described.method, path)
        request, sent, pairs = self._prepare(described.method, match, path, query, None, None)
        try:
            with ExitStack() as stack:

                def open_stream() -> HttpStream:
                    stack.close()
                    return stack.enter_context(
                        target.client.stream(
                            described.method, path, query=pairs, headers=sent, before_take=target.budget.check_time
                        )
                    )

                stream = target.traffic.exchange(request, open_stream, operation=described)
                head = Reply(
                    request=request,
                    status=stream.status,
                    headers=stream.headers,
                    body=b"",
                    gate=target.gate,
                    caller=self.name,
                    in_its_place=stands_in(stream, described),
                )
                target.traffic.answered(head)
                target.shapes.add_head(described, head)
                yield stream
        except NoAnswer as error:
            target.traffic.not_answered(error)
            raise Broken(f"the stream broke off: {error}", self._unanswered(request)) from error

    def will_remove(
        self, what: str, operation: str, *segments: object, query: Query | None = None, json: object = None
    ) -> None:
        """Call an operation when the check is over, to remove what it made or to take a change back.

        >>> user.will_remove("conversation", "conversations.delete", conversation["id"])
        """

        target, made = self._target, self._target.budget.elapsed

        def remove() -> bool:
            reply = self.call(operation, *segments, query=query, json=json, removing=True)
            young = made + target.patience - target.budget.elapsed
            if reply.status in _GONE and young > 0 and reply.request.path not in target.deleted:
                target.budget.pause(young)  # a server that shows its writes late may not find a new record yet
                reply = self.call(operation, *segments, query=query, json=json, removing=True)
            # Some servers answer with a web page on every route that they do not have.
            return (reply.ok and reply.media_type != "text/html") or reply.status in _GONE

        self._target.made.add(" ".join([what, *map(str, segments)]), remove, [*map(str, segments)])
        self._target.traffic.settle()

    def _prepare(
        self,
        method: str,
        match: RouteMatch,
        path: str,
        query: Query | None,
        body: bytes | None,
        headers: Mapping[str, str] | None,
    ) -> tuple[Request, dict[str, str], list[tuple[str, str]]]:
        """The request without its credentials, and the headers and the query as they are sent."""
        named = {name.lower(): value for name, value in (headers or {}).items()}
        if body is not None:
            named.setdefault("content-type", "application/json")
        pairs = list(query_pairs(query or {}))
        # A whole URL, to which a server leads, may be of another host, which must not get them.
        is_elsewhere = path.startswith(("http://", "https://"))
        credentials = None if is_elsewhere else self._credentials
        request = Request(
            method=method,
            url=self._target.client.url(path, pairs),
            headers=named,
            credentials=None if credentials is None else (credentials.header, credentials.shown),
            body=body,
            operation=match.operation,
            path="" if is_elsewhere else path,
            arguments=match.arguments,
        )
        return request, named if credentials is None else {**named, credentials.header: credentials.value}, pairs

    def _unanswered(self, request: Request) -> Evidence:
        return self._target.gate.evidence(request)
