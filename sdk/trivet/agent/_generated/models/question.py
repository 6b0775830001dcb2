# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import Factory, define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import RuntimeContext, decode_runtime_context, encode_runtime_context

__all__ = [
    "Question",
    "QuestionOption",
    "QuestionReplyInput",
    "QuestionRequest",
    "QuestionRequestsEnvelope",
    "QuestionResponse",
    "QuestionTool",
    "RECORDS",
    "decode_question",
    "decode_question_option",
    "decode_question_reply_input",
    "decode_question_request",
    "decode_question_requests_envelope",
    "decode_question_response",
    "decode_question_tool",
    "encode_question",
    "encode_question_option",
    "encode_question_reply_input",
    "encode_question_request",
    "encode_question_requests_envelope",
    "encode_question_response",
    "encode_question_tool",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class Question(Record):
    """A question with its options."""

    wire_names_ = {
        "question": "question",
        "header": "header",
        "options": "options",
        "multiple": "multiple",
        "custom": "custom",
    }

    question: str | None = None
    """The text of the question."""

    header: str | None = None
    """A short heading."""

    options: list[QuestionOption] = Factory(lambda: list[QuestionOption]())
    """The options to choose from."""

    multiple: bool | None = None
    """Whether the user may choose several options."""

    custom: bool | None = None
    """Whether the user may answer with their own text."""


@define(kw_only=True, eq=False, repr=False)
class QuestionOption(Record):
    """An option of a question."""

    wire_names_ = {"label": "label", "description": "description"}

    label: str | None = None
    """The label, which is also the answer."""

    description: str | None = None
    """A description."""


@define(kw_only=True, eq=False, repr=False)
class QuestionReplyInput(Record):
    """The form that replies to a group of questions."""

    wire_names_ = {"response": "response"}

    response: QuestionResponse
    """The reply."""


@define(kw_only=True, eq=False, repr=False)
class QuestionRequest(Record):
    """A group of questions of an agent to the user."""

    wire_names_ = {"id": "id", "sessionID": "session_id", "questions": "questions", "tool": "tool"}

    id: str | None = None
    """The id, with the prefix `que_`."""

    session_id: str | None = None
    """The id of the session."""

    questions: list[Question] = Factory(lambda: list[Question]())
    """The questions."""

    tool: QuestionTool | None = None
    """The tool call that asks the questions."""


@define(kw_only=True, eq=False, repr=False)
class QuestionRequestsEnvelope(Record):
    """The pending questions of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[QuestionRequest]
    """The requests."""


@define(kw_only=True, eq=False, repr=False)
class QuestionResponse(Record):
    """The user's answers to a group of questions."""

    wire_names_ = {"answers": "answers"}

    answers: list[list[str]]
    """For each question, the labels of the chosen options or the user's own text."""


@define(kw_only=True, eq=False, repr=False)
class QuestionTool(Record):
    """The tool call that asks the questions."""

    wire_names_ = {"messageID": "message_id", "callID": "call_id"}

    message_id: str | None = None
    """The id of the message of the call."""

    call_id: str | None = None
    """The id of the call."""


def decode_question(d: dict[str, Any]) -> Question:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Question)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.question = d["question"]
            o.header = d["header"]
            o.options = [] if (v := d["options"]) is None else [decode_question_option(each) for each in array(v)]
            o.multiple = d["multiple"]
            o.custom = d["custom"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.question = d.get("question")
    o.header = d.get("header")
    o.options = [] if (v := d.get("options")) is None else [decode_question_option(each) for each in array(v)]
    o.multiple = d.get("multiple")
    o.custom = d.get("custom")
    o.source_ = (
        None
        if len(d) == 0 + ("question" in d) + ("header" in d) + ("options" in d) + ("multiple" in d) + ("custom" in d)
        else d
    )
    return o


def encode_question(o: Question) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "options": [encode_question_option(each) for each in o.options],
    }
    if o.question is not None:
        d["question"] = o.question
    if o.header is not None:
        d["header"] = o.header
    if o.multiple is not None:
        d["multiple"] = o.multiple
    if o.custom is not None:
        d["custom"] = o.custom
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_option(d: dict[str, Any]) -> QuestionOption:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionOption)
    o.label = d.get("label")
    o.description = d.get("description")
    o.source_ = None if len(d) == 0 + ("label" in d) + ("description" in d) else d
    return o


def encode_question_option(o: QuestionOption) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.label is not None:
        d["label"] = o.label
    if o.description is not None:
        d["description"] = o.description
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_reply_input(d: dict[str, Any]) -> QuestionReplyInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionReplyInput)
    o.response = decode_question_response(d["response"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_question_reply_input(o: QuestionReplyInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "response": encode_question_response(o.response),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_request(d: dict[str, Any]) -> QuestionRequest:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionRequest)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.session_id = d["sessionID"]
            o.questions = [] if (v := d["questions"]) is None else [decode_question(each) for each in array(v)]
            o.tool = None if (v := d["tool"]) is None else decode_question_tool(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.session_id = d.get("sessionID")
    o.questions = [] if (v := d.get("questions")) is None else [decode_question(each) for each in array(v)]
    o.tool = None if (v := d.get("tool")) is None else decode_question_tool(v)
    o.source_ = None if len(d) == 0 + ("id" in d) + ("sessionID" in d) + ("questions" in d) + ("tool" in d) else d
    return o


def encode_question_request(o: QuestionRequest) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "questions": [encode_question(each) for each in o.questions],
    }
    if o.id is not None:
        d["id"] = o.id
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.tool is not None:
        d["tool"] = encode_question_tool(o.tool)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_requests_envelope(d: dict[str, Any]) -> QuestionRequestsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionRequestsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_question_request(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_question_requests_envelope(o: QuestionRequestsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_question_request(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_response(d: dict[str, Any]) -> QuestionResponse:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionResponse)
    o.answers = [array(each) for each in array(d["answers"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_question_response(o: QuestionResponse) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "answers": o.answers,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_tool(d: dict[str, Any]) -> QuestionTool:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionTool)
    o.message_id = d.get("messageID")
    o.call_id = d.get("callID")
    o.source_ = None if len(d) == 0 + ("messageID" in d) + ("callID" in d) else d
    return o


def encode_question_tool(o: QuestionTool) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    Question: (decode_question, encode_question),
    QuestionOption: (decode_question_option, encode_question_option),
    QuestionReplyInput: (decode_question_reply_input, encode_question_reply_input),
    QuestionRequest: (decode_question_request, encode_question_request),
    QuestionRequestsEnvelope: (decode_question_requests_envelope, encode_question_requests_envelope),
    QuestionResponse: (decode_question_response, encode_question_response),
    QuestionTool: (decode_question_tool, encode_question_tool),
}
"""From each record to the functions that read and write its wire form."""
