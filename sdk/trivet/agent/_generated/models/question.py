# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record of its wire form, which is trusted to fit.
"""

from __future__ import annotations

from typing import Any

from attrs import Factory, define

from ...._core.incomplete import decode_rest
from ...._core.record import Record
from ...._core.wire import array
from .shared import RuntimeContext, decode_runtime_context

__all__ = [
    "Question",
    "QuestionOption",
    "QuestionReplyInput",
    "QuestionRequest",
    "QuestionRequestsEnvelope",
    "QuestionResponse",
    "QuestionTool",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Question(Record):
    """One question with what can be chosen. Given by `event.subscribe` and `question.list`."""

    wire_names_ = {
        "question": "question",
        "header": "header",
        "options": "options",
        "multiple": "multiple",
        "custom": "custom",
    }

    question: str
    """The question."""

    header: str | None = None
    """A short name for it."""

    options: list[QuestionOption] = Factory(lambda: list[QuestionOption]())
    """What can be chosen."""

    multiple: bool | None = None
    """Whether more than one may be chosen."""

    custom: bool | None = None
    """Whether the user may write an answer of their own."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionOption(Record):
    """Something that can be chosen. Given by `event.subscribe` and `question.list`."""

    wire_names_ = {"label": "label", "description": "description"}

    label: str
    """What it is called, and what the answer says."""

    description: str | None = None
    """What it means."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionReplyInput(Record):
    """The `QuestionReplyInput` object of the contract. Taken by `question.reply`."""

    wire_names_ = {"response": "response"}

    response: QuestionResponse
    """The reply."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionRequest(Record):
    """Questions that an agent asks the user together. Given by `event.subscribe` and `question.list`."""

    wire_names_ = {"id": "id", "sessionID": "session_id", "questions": "questions", "tool": "tool"}

    id: str
    """Its id, with the prefix `que_`."""

    session_id: str
    """The session that asks."""

    questions: list[Question] = Factory(lambda: list[Question]())
    """The questions."""

    tool: QuestionTool | None = None
    """The tool call that asks."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionRequestsEnvelope(Record):
    """The `QuestionRequestsEnvelope` object of the contract. Given by `question.list`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[QuestionRequest]
    """The requests."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionResponse(Record):
    """What the user answers. Taken by `question.reply`."""

    wire_names_ = {"answers": "answers"}

    answers: list[list[str]]
    """For each question the labels that were chosen, or text of the user's own."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionTool(Record):
    """The tool call that asks. Given by `event.subscribe` and `question.list`."""

    wire_names_ = {"messageID": "message_id", "callID": "call_id"}

    message_id: str | None = None
    """The message of the call."""

    call_id: str | None = None
    """The call."""


def decode_question(d: dict[str, Any]) -> Question:
    o = _new(Question)
    if len(d) == 5:  # most often all optional fields are there, and no unknown one
        try:
            o.question = d["question"]
            o.header = d["header"]
            o.options = [] if (v := d["options"]) is None else [decode_question_option(each) for each in array(v)]
            o.multiple = d["multiple"]
            o.custom = d["custom"]
            o.source_ = None
            return o
        except KeyError:
            return decode_rest(
                o, d, {"options": lambda v: [] if v is None else [decode_question_option(each) for each in array(v)]}
            )
    o.question = d["question"]
    o.header = d.get("header")
    o.options = [] if (v := d.get("options")) is None else [decode_question_option(each) for each in array(v)]
    o.multiple = d.get("multiple")
    o.custom = d.get("custom")
    o.source_ = None if len(d) == 1 + ("header" in d) + ("options" in d) + ("multiple" in d) + ("custom" in d) else d
    return o


def decode_question_option(d: dict[str, Any]) -> QuestionOption:
    o = _new(QuestionOption)
    o.label = d["label"]
    o.description = d.get("description")
    o.source_ = None if len(d) == 1 + ("description" in d) else d
    return o


def decode_question_reply_input(d: dict[str, Any]) -> QuestionReplyInput:
    o = _new(QuestionReplyInput)
    o.response = decode_question_response(d["response"])
    o.source_ = None if len(d) == 1 else d
    return o


def decode_question_request(d: dict[str, Any]) -> QuestionRequest:
    o = _new(QuestionRequest)
    o.id = d["id"]
    o.session_id = d["sessionID"]
    o.questions = [] if (v := d.get("questions")) is None else [decode_question(each) for each in array(v)]
    o.tool = None if (v := d.get("tool")) is None else decode_question_tool(v)
    o.source_ = None if len(d) == 2 + ("questions" in d) + ("tool" in d) else d
    return o


def decode_question_requests_envelope(d: dict[str, Any]) -> QuestionRequestsEnvelope:
    o = _new(QuestionRequestsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_question_request(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_question_response(d: dict[str, Any]) -> QuestionResponse:
    o = _new(QuestionResponse)
    o.answers = [array(each) for each in array(d["answers"])]
    o.source_ = None if len(d) == 1 else d
    return o


def decode_question_tool(d: dict[str, Any]) -> QuestionTool:
    o = _new(QuestionTool)
    o.message_id = d.get("messageID")
    o.call_id = d.get("callID")
    o.source_ = None if len(d) == 0 + ("messageID" in d) + ("callID" in d) else d
    return o
