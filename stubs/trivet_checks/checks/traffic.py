"""The requests of a run on their way to the server, and the records that they make there until they are removed."""

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TypeVar

from trivet_checks.checks.budget import Budget, pauses
from trivet_checks.checks.verdict import CouldNotRun
from trivet_checks.exchanges.evidence import LostWrite, NotTried
from trivet_checks.exchanges.exchange import media_type_of
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.reply import GATEWAY_STATUSES, Reply
from trivet_checks.exchanges.request import Request
from trivet_stubs.kernel.interrupt_signals import Interruption
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.serving.bounded_http_client import HttpAnswer, HttpClient, HttpStream, NoAnswer

A = TypeVar("A", HttpAnswer, HttpStream)

_MAKING = ("POST", "PUT")
_TOO_MANY = 429
_NOT_IMPLEMENTED = 501
_GATEWAY_WAIT = 1.5
"""Seconds for which a read is sent again whose answer is not the server's own."""
_WEB_PAGE = "text/html"
_ATTEMPTS = 3
_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_SILENT = 3
"""After how many requests without an answer it is found out whether the server is still there."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record that a run made, or a change that it takes back."""

    __module__ = "trivet_checks"

    what: str
    """Its noun and its id: `conversation 6f1c…`."""
    remove: Callable[[], bool] = field(repr=False)
    """Removes it; returns whether it is gone."""
    ids: frozenset[str] = frozenset()
    """The ids in its path: what is below this path goes with it."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """A request that may have made a record of which the run has no id."""

    what: str
    path: str


class Made:
    """The records of a run that are still there, the newest last.

    Args:
        worth_trying: Whether a removal may still be tried: the server answers, and there is time.
    """

    def __init__(self, worth_trying: Callable[[], bool] = lambda: True) -> None:
        self.count: int = 0
        self.listed: list[str] = []
        """Everything that the run has made, in order."""
        self.notify: Callable[[], None] = lambda: None
        """Is called when a record was made, or may have been."""
        self._worth_trying = worth_trying
        self._there: list[Record] = []
        self._set_aside: dict[str, list[Record]] = {}
        """The records of checks that will look at them again, by the ids of their rules."""
        self._kept: list[Record] = []
        """The records that could not be removed, which are tried once more at the end of the run."""
        self._removed: set[frozenset[str]] = set()
        """The ids of the records that were removed, and with them all that is below their paths."""
        self._unsure: list[Unsure] = []

    def add(self, what: str, remove: Callable[[], bool], ids: Collection[str] = ()) -> None:
        """Remember a record and how it is removed."""
        self.count += 1
        self.listed.append(what)
        self._there.append(Record(what, remove, frozenset(ids)))
        self.notify()

    def add_unsure(self, what: str, path: str) -> None:
        """Remember a request that may have made a record: it got no answer, or one that a check could not read."""
        self._unsure.append(Unsure(what, path))
        self.notify()

    def set_aside(self, rule: str) -> None:
        """Leave the records that are there on the server until `take_back`: the check of a rule looks at them again."""
        self._set_aside[rule] = self._there
        self._there = []

    def take_back(self, rule: str) -> None:
        """Let the next removal remove the records that were set aside for a rule, too."""
        self._there = [*self._set_aside.get(rule, ()), *self._there]
        self._set_aside.pop(rule, None)

    def remove_all(self, *, again: bool = False) -> None:
        """Remove every record that is there, the newest first; what cannot be removed stays listed.

        Args:
            again: Also remove what was set aside, and try those once more that could not be removed before.
        """
        if again:
            for rule in [*self._set_aside]:
                self.take_back(rule)
            self._there, self._kept = [*self._kept, *self._there], []
        at = len(self._kept)
        while self._there:
            record = self._there[-1]
            gone = self._worth_trying() and _remove(record)
            self._there.pop()  # only now: an interruption before leaves it listed
            if gone:
                self._removed.add(record.ids)
            else:
                self._kept.insert(at, record)

    @property
    def left(self) -> list[str]:
        """What is still on the server."""
        return [record.what for record in self._remaining]

    @property
    def ids(self) -> frozenset[str]:
        """The ids in the paths of what is still on the server."""
        return frozenset[str]().union(*(record.ids for record in self._remaining))

    @property
    def unsure(self) -> list[str]:
        """The requests that may have left a record on the server; not those below a record that is gone."""
        removed = frozenset[str]().union(*self._removed)
        return [request.what for request in self._unsure if removed.isdisjoint(request.path.split("/"))]

    @property
    def _remaining(self) -> list[Record]:
        kept = [record for record in self._kept if not any(ids < record.ids for ids in self._removed if ids)]
        return [*kept, *chain.from_iterable(self._set_aside.values()), *self._there]


def _remove(record: Record) -> bool:
    try:
        return record.remove()
    except Exception:  # the other records are removed all the same
        return False


class Traffic:
    """Counts and bounds the requests of a run, notices a lost server, and remembers records that may have been made.

    Args:
        client: Reaches the server.
        budget: The bounds of the run.
        gate: Learns the secrets of all answers.
    """

    def __init__(self, client: HttpClient, budget: Budget, gate: Gate) -> None:
        self.client = client
        self.budget = budget
        self._gate = gate
        self.made: Made = Made(worth_trying=lambda: not self._lost and budget.may_remove)
        self.interruption: Interruption = Interruption(held=lambda: self._unsettled is not None)
        self.called: set[str] = set()
        """The operations that were called since this was cleared."""
        self.last_reply: Reply | None = None
        """The last answer, as evidence of a check that cannot take it apart."""
        self.failing: dict[str, str] = {}
        """The operations that a gateway or closed connections keep from being answered, each with the last failure."""
        self._working: dict[str, tuple[Operation, Callable[[], HttpAnswer | HttpStream]]] = {}
        """Reads that have succeeded, by their operations."""
        self._silent = 0
        self._lost = ""
        self._unsettled: Request | None = None
        """A request that changes something, until its check has remembered what it made or sends the next one."""

    def reach(self) -> None:
        """Send one request, to see that there is a server.

        Raises:
            CouldNotRun: It gives no answer.
        """
        self.budget.spend()
        if (reason := self._no_answer()) is not None:
            raise CouldNotRun(f"{self.client.base_url} does not answer: {reason}")

    def exchange(
        self,
        request: Request,
        send: Callable[[], A],
        *,
        changes: bool = False,
        removing: bool = False,
        operation: Operation | None = None,
    ) -> A:
        """Send a request when it may be sent, and again where that is safe and its answer is not the server's own.

        A gateway may answer in place of the server (502, 503, 504, a web page), or close the connection. A read is then
        sent again, some times. A write is not, because it may have had its effect, unless it removes a record of the
        run or there was no connection.

        Args:
            request: The request.
            send: Sends it.
            changes: It changes something on the server.
            removing: It removes a record of the run, and is sent even if a bound is used up.
            operation: The operation that it calls.

        Raises:
            CouldNotRun: It may not be sent: the server has stopped answering, or a bound is used up.
            LostWrite: It is a write, and its answer was lost.
            NoAnswer: There is no answer.
            NotTried: The server has no time for it.
        """
        name = f"{request.method} {request.url}" if operation is None else operation.id
        is_known: bool = name in self.failing
        left: Iterator[float] = iter(() if is_known else pauses(_GATEWAY_WAIT))
        while True:
            answer: A | None = None
            error: NoAnswer | None = None
            try:
                answer = self._attempt(request, send, changes=changes, removing=removing)
            except NoAnswer as no_answer:
                error = no_answer
                if not (error.broke_off or error.unreachable):
                    raise
            if answer is not None and not stands_in(answer, operation):
                self.failing.pop(name, None)
                if operation is not None and not changes and 200 <= answer.status < 300:
                    self._working[operation.id] = operation, partial(self._attempt, request, send)
                return answer
            failure = f"there is no answer: {error}" if answer is None else stands_in(answer, operation)
            if changes and not removing and not (error is not None and error.unreachable):
                self._look_at_another(name, failure)
                status = None if answer is None else answer.status
                raise LostWrite(failure, name, self._gate.evidence(request, status))
            pause = next(left, None)
            if pause is None:
                break
            self.budget.pause(pause)
        if not is_known:
            self.failing[name] = failure
            self._look_at_another(name, failure)
        if error is not None:
            raise error
        assert answer is not None
        return answer

    def _look_at_another(self, failing: str, failure: str) -> None:
        """Send a read of another operation again that has succeeded: does one operation fail, or is the server gone?

        Raises:
            CouldNotRun: It fails, too.
        """
        others = [working for name, working in self._working.items() if name != failing]
        unsettled = self._unsettled
        for operation, send in others[:1]:
            for pause in (0.0, *pauses(_GATEWAY_WAIT)):
                self.budget.pause(pause)
                with suppress(NoAnswer):
                    if not stands_in(send(), operation):
                        self._unsettled = unsettled
                        return
            self._lost = f"the server has stopped answering: {failing} and {operation.id} fail; {failure}"
            raise CouldNotRun(self._lost)

    def _attempt(self, request: Request, send: Callable[[], A], *, changes: bool = False, removing: bool = False) -> A:
        """Send a request when it may be sent, and again where the server has no time for it now (429)."""
        for _ in range(_ATTEMPTS):
            self.before(request, changes=changes, removing=removing)
            try:
                answer = send()
            except NoAnswer as error:
                self.not_answered(error)
                raise
            if answer.status != _TOO_MANY:  # no contract has this status: it says nothing of a rule
                return answer
            after = answer.headers.get("retry-after", "")
            self.budget.wait(max(float(after), 1.0) if _SECONDS.fullmatch(after) else 1.0)
        raise NotTried(f"the server answers {_TOO_MANY} to {_ATTEMPTS} attempts; a lower rate may help")

    def before(self, request: Request, *, changes: bool = False, removing: bool = False) -> None:
        """Wait until a request may be sent.

        Args:
            request: The request.
            changes: It changes something on the server.
            removing: It removes what the run has made, and is sent even if a bound is used up.

        Raises:
            CouldNotRun: It may not: the server has stopped answering, or a bound is used up.
            KeyboardInterrupt: The run was interrupted while the request before was open.
        """
        self._unsettled = None  # what the request before has made is remembered by now
        self.interruption.check()
        if self._lost:
            raise CouldNotRun(self._lost)
        self.budget.spend(removing=removing)
        self._unsettled = request if changes else None

    def answered(self, reply: Reply) -> None:
        """Take note of an answer."""
        self._silent = 0
        self.called.add(reply.operation)
        self.last_reply = reply
        self._gate.learn(reply.headers, reply.body)
        if 300 <= reply.status < 500 or reply.status == _NOT_IMPLEMENTED:
            self._unsettled = None  # a refusal changes nothing

    def not_answered(self, error: NoAnswer) -> None:
        """Take note of a request without an answer, and find out whether the server is still there.

        Raises:
            CouldNotRun: It is not, and this request did not reach it: that says nothing of a rule.
        """
        self._silent += 1
        if error.unreachable or self._silent >= _SILENT:
            self._silent = 0
            if (reason := self._no_answer()) is not None:
                self._lost = f"the server has stopped answering: {reason}"
                if error.unreachable:
                    self._unsettled = None
                    raise CouldNotRun(self._lost) from error

    def settle(self, *, failed: bool = False) -> None:
        """Take note that what the last request made is remembered, or that it never will be: the check has failed."""
        request, self._unsettled = self._unsettled, None
        if failed and request is not None and request.method in _MAKING:
            self.made.add_unsure(f"{request.method} {self._gate.url(request)}", request.url.partition("?")[0])

    def remove_what_is_left(self) -> None:
        """Remove at the end of a run what it made, what could not be removed before included."""
        if self._lost and self.made.left and self._no_answer() is None:
            self._lost = ""
        try:
            self.made.remove_all(again=True)
        except KeyboardInterrupt:
            if self.interruption.number is None:
                raise
            self.made.remove_all()  # the run ends anyway, and a second signal ends the process

    def _no_answer(self) -> str | None:
        """Why the server gives no answer at all, or None if it does."""
        try:
            with self.client.stream("GET", "/"):
                return None
        except NoAnswer as error:
            return str(error)


def stands_in(answer: HttpAnswer | HttpStream, operation: Operation | None) -> str:
    """A sentence about an answer that is not the server's own: a status of gateways, or a web page; empty for others.

    A web page that the spec of the operation describes is the server's own.
    """
    if answer.status in GATEWAY_STATUSES:
        return f"the answer is {answer.status}"
    if operation is None or 300 <= answer.status < 500 or media_type_of(answer.headers) != _WEB_PAGE:
        return ""
    if any(_WEB_PAGE in described for described in operation.answers.values()):
        return ""
    if isinstance(answer, HttpAnswer) and answer.body.lstrip()[:1] in (b"{", b"["):
        return ""  # JSON that is labelled as a page
    return f"the answer is a web page with {answer.status}"
