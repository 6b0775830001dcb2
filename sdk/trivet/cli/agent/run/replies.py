"""Replies to what the agent asks for: by a rule, by the user, or by the default where there is no terminal."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Literal

from trivet.agent import PermissionRequest, QuestionRequest, Turn
from trivet.cli.agent.asker import GONE, REJECTED, Asker
from trivet.cli.agent.asks import PermissionAsk, QuestionAsk, describe
from trivet.cli.agent.run.report import Reply
from trivet.cli.agent.run.rules import Rules

__all__ = ["Otherwise", "Replies"]

SLICE = 0.1


class Otherwise(Enum):
    """What answers a permission that no rule decides."""

    ASK = "ask"
    ONCE = "once"
    ALWAYS = "always"
    REJECT = "reject"
    WAIT = "wait"


class Replies:
    """The functions that a turn calls for its requests.

    >>> replies = Replies(Rules(), Otherwise.REJECT, None, report.replies.append)
    >>> turn = agent.session.turn(session.id, "Go.", on_permission=replies.permission, on_question=replies.question)
    >>> replies.turn = turn

    Attributes:
        turn: The turn, which says whether a reply is still wanted.
    """

    def __init__(
        self, rules: Rules, otherwise: Otherwise, asker: Asker | None, done: Callable[[Reply], object]
    ) -> None:
        """Use rules first.

        Args:
            rules: What is answered without a question.
            otherwise: What answers other permissions; `ask` rejects where there is no asker.
            asker: Asks the user; None where there is no terminal.
            done: Called with each reply.
        """
        self.turn: Turn | None = None
        self._rules = rules
        self._otherwise = otherwise
        self._asker = asker
        self._done = done
        self._never = threading.Event()

    def permission(self, request: PermissionRequest) -> Literal["once", "always", "reject"]:
        """Reply to a permission."""
        reply: Any = self._rules.decide(request)
        by = "rule"
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
        by = "default"
        if self._otherwise is Otherwise.WAIT:
            reply: Any = self._wait(request)
        else:
            reply, by = self._ask([QuestionAsk(each) for each in request.questions or ()], request)
        self._report("question", request, reply, by)
        return None if reply is GONE or reply == "reject" else reply

    def _ask(self, asks: Sequence[Any], request: PermissionRequest | QuestionRequest) -> tuple[Any, str]:
        if self._asker is None:
            return "reject", "default"
        answers = self._asker.ask(asks, lambda: self._is_wanted(request))
        return ("reject", "user") if answers is REJECTED else (answers, "user")

    def _wait(self, request: PermissionRequest | QuestionRequest) -> object:
        """Wait until another client has replied, or the turn has ended."""
        while self._is_wanted(request):
            self._never.wait(SLICE)
        return GONE

    def _is_wanted(self, request: PermissionRequest | QuestionRequest) -> bool:
        return self.turn is None or any(each.id == request.id for each in self.turn.waiting)

    def _report(self, kind: str, request: PermissionRequest | QuestionRequest, reply: Any, by: str) -> None:
        gone = reply is GONE
        what = describe(request)
        self._done(Reply(kind, request.id, what, None if gone else reply, "other client" if gone else by))
