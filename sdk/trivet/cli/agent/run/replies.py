"""Replies to an agent's permissions and questions: by a rule, by the user, or by the default without a terminal."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from trivet.agent import PermissionRequest, QuestionRequest
from trivet.cli.agent.ask_texts import PermissionAsk, QuestionAsk, describe
from trivet.cli.agent.asker import GONE, REJECTED, Asker
from trivet.cli.agent.run.report import Reply, ReplySource
from trivet.cli.failures import UsageError

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.agent import PermissionRules, Turn

SLICE = 0.1
"""Seconds between two checks whether another client has replied."""

Decision: TypeAlias = Literal["once", "always", "reject"]


class Otherwise(Enum):
    """The answer to a permission that no rule decides."""

    ASK = "ask"
    ONCE = "once"
    ALWAYS = "always"
    REJECT = "reject"
    WAIT = "wait"


class Replies:
    """The functions that a turn calls for its requests.

    >>> replies = Replies(PermissionRules(), Otherwise.REJECT, None, report.replies.append)
    >>> turn = agent.session.turn(session.id, "Go.", on_permission=replies.permission, on_question=replies.question)
    >>> replies.turn = turn

    Attributes:
        turn: The turn, whose requests wait as long as a reply is expected.
        is_over: Whether the turn has reached its deadline or its budget: then no other client has replied.
    """

    def __init__(
        self, rules: PermissionRules, otherwise: Otherwise, asker: Asker | None, done: Callable[[Reply], object]
    ) -> None:
        """Use rules first.

        Args:
            rules: The rules, which answer without a question.
            otherwise: The answer to other permissions; `ask` rejects without an asker.
            asker: Asks the user; None without a terminal.
            done: Called with each reply.
        """
        self.turn: Turn | None = None
        self.is_over: Callable[[], bool] = lambda: False
        self._rules = rules
        self._otherwise = otherwise
        self._asker = asker
        self._done = done
        self._lock = threading.Lock()
        self._open: dict[str, tuple[Literal["permission", "question"], PermissionRequest | QuestionRequest]] = {}
        self._begun: set[str] = set()
        self._over = threading.Event()

    def permission(self, request: PermissionRequest) -> Decision:
        """Reply to a permission."""
        self._begin("permission", request)
        reply: Any = self._rules.decide(request)
        by: ReplySource = "rule"
        if reply is None and self._otherwise in (Otherwise.ONCE, Otherwise.ALWAYS, Otherwise.REJECT):
            reply = self._otherwise.value
        elif reply is None and self._otherwise is Otherwise.WAIT:
            reply = self._wait(request)
        elif reply is None:
            reply, by = self._ask([PermissionAsk(request)], request)
            reply = reply if isinstance(reply, str) or reply is GONE else reply[0]
        self._report("permission", request, reply, by)
        return "reject" if reply is GONE else reply

    def question(self, request: QuestionRequest) -> list[list[str]] | None:
        """Reply to a question."""
        self._begin("question", request)
        by: ReplySource = "default"
        if self._otherwise is Otherwise.WAIT:
            reply: Any = self._wait(request)
        else:
            reply, by = self._ask([QuestionAsk(question) for question in request.questions or ()], request)
        self._report("question", request, reply, by)
        return None if reply is GONE or reply == "reject" else reply

    def end(self, *, finished: bool, waiting: Iterable[PermissionRequest | QuestionRequest] = ()) -> None:
        """Report the requests without a reply, because the turn is over.

        Args:
            finished: Whether the agent has finished, so that another client must have answered them.
            waiting: The requests that wait for a reply, some of which may not have reached `permission` or `question`.
        """
        by: ReplySource = "other client" if finished else "left"
        with self._lock:
            for request in waiting:
                if request.id not in self._begun:
                    kind: Literal["permission", "question"] = (
                        "permission" if isinstance(request, PermissionRequest) else "question"
                    )
                    self._open[request.id] = (kind, request)
            while self._open:
                _, (kind, request) = self._open.popitem()
                self._done(Reply(kind, request.id, describe(request), None, by))
        self._over.set()

    def _begin(self, kind: Literal["permission", "question"], request: PermissionRequest | QuestionRequest) -> None:
        with self._lock:
            self._begun.add(request.id)
            if not self._over.is_set():  # otherwise `end` has reported it
                self._open[request.id] = (kind, request)

    def _ask(self, asks: Sequence[Any], request: PermissionRequest | QuestionRequest) -> tuple[Any, ReplySource]:
        if self._asker is None:
            return "reject", "default"
        answers = self._asker.ask(asks, lambda: self._is_wanted(request))
        return ("reject", "user") if answers is REJECTED else (answers, "user")

    def _wait(self, request: PermissionRequest | QuestionRequest) -> object:
        """Wait until another client has replied, or the turn has ended."""
        while self._is_wanted(request):
            self._over.wait(SLICE)
        return GONE

    def _is_wanted(self, request: PermissionRequest | QuestionRequest) -> bool:
        return self.turn is None or request.id in {waiting.id for waiting in self.turn.waiting}

    def _report(
        self,
        kind: Literal["permission", "question"],
        request: PermissionRequest | QuestionRequest,
        reply: Any,
        by: ReplySource,
    ) -> None:
        if reply is GONE:
            self._over.wait(SLICE)  # the turn may be over, which `end` knows a moment later
            reply, by = None, "left" if self.is_over() else "other client"
        with self._lock:
            if self._open.pop(request.id, None) is not None:
                self._done(Reply(kind, request.id, describe(request), reply, by))


def read_patterns(option: str, patterns: Iterable[str]) -> tuple[str, ...]:
    """Check patterns as they are typed: `ACTION` or `ACTION:RESOURCE`, as `PermissionRules` takes them.

    >>> read_patterns("--allow", ["bash:git *"])
    ('bash:git *',)

    Raises:
        UsageError: A pattern names no action or no resource.
    """
    checked = tuple(patterns)
    for pattern in checked:
        action, colon, resource = pattern.partition(":")
        if not action or (colon and not resource):
            raise UsageError(f"{option}: {pattern!r} is not a pattern; give an action, such as bash, or 'bash:git *'")
    return checked
