"""A request that no function of its turn is for: its words, the ways to reply, and the error that ends the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..._core.public import exported_from
from ..._text import printable
from ...errors import TrivetError
from .._generated.models import PermissionRequest
from .permissions import Request

LONGEST_SUBJECT = 200
"""The most characters of a request in a message."""


Hide: TypeAlias = Callable[[str], str]
"""Removes the secrets of a client from a text, before the text is cut."""


def describe(request: Request, hide: Hide = str) -> str:
    """Return a request in a few words, with its id, which replies name.

    >>> describe(PermissionRequest(id="per_1", session_id="ses_1", action="bash", resources=["ls"]))
    'the permission per_1 (bash: ls)'
    """
    if isinstance(request, PermissionRequest):
        kind, subject = "permission", ": ".join([request.action or "", ", ".join(map(str, request.resources or ()))])
    else:
        kind, subject = "question", " / ".join(str(getattr(part, "question", "")) for part in request.questions or ())
    words = printable(hide(subject.strip(": ")), LONGEST_SUBJECT)
    return f"the {kind} {printable(hide(request.id), LONGEST_SUBJECT)}{f' ({words})' if words else ''}"


def how_to_reply(request: Request, hide: Hide = str) -> str:
    """Return how a program replies to a request: in the turn, or from elsewhere."""
    id_ = hide(request.id)
    if isinstance(request, PermissionRequest):
        option, call = "on_permission", f"permission.reply({id_!r}, response='once')"
        to_the_turn = "to the turn (PermissionRules need otherwise=, too)"
    else:
        answers = [["..."] for _ in request.questions or ()]
        to_the_turn = "to the turn"
        option, call = "on_question", f"question.reply({id_!r}, response=QuestionResponse(answers={answers!r}))"
    call = printable(call, 2 * LONGEST_SUBJECT)
    return f"pass {option}= {to_the_turn}, or {option}='wait' where another client replies: agent.{call}"


@exported_from("trivet.agent")
class UnansweredRequestError(TrivetError):
    """The agent asks for a permission or asks a question, and the turn that has sent the prompt has no reply to it.

    There is no function for it, or rules without `otherwise` do not decide it. The agent is stopped, as by leaving the
    block; with `on_leave="detach"` it stays at work, and the request open.

        try:
            agent.session.turn(session.id, "Run the tests.").run()
        except UnansweredRequestError as error:
            print(error.request, error.how_to_reply)

    Attributes:
        request: The request.
        how_to_reply: How a program replies to it: the option of the turn, and the call of another client.
    """

    def __init__(self, request: Request, description: str = "", way: str = "") -> None:
        super().__init__(request, description, way)
        self.request: Request = request
        self.how_to_reply: str = way or how_to_reply(request)
        self._description = description or describe(request)

    def __str__(self) -> str:
        why = f"{self._description} waits for a reply, and the turn has none"
        return f"session.turn: {why}; {self.how_to_reply}"
