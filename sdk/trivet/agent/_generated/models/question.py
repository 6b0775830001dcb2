# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ...._core.decoders import array, new, optional_array
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, decode_rest, or_null
from .shared import RuntimeContext, decode_runtime_context

__all__ = [
    "Question", "QuestionOption", "QuestionReplyInput", "QuestionRequest", "QuestionRequestsEnvelope",
    "QuestionResponse", "QuestionTool",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Question(Record):
    """A question with its options. Returned by `event.subscribe` and `question.list`."""

    __wire_names__: ClassVar[Names] = {
        "question": "question",
        "header": "header",
        "options": "options",
        "multiple": "multiple",
        "custom": "custom",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"question"})

    question: str
    """The text of the question."""

    header: str | None = None
    """A short heading."""

    options: list[QuestionOption] = Factory(lambda: list[QuestionOption]())
    """The options to choose from."""

    multiple: bool | None = None
    """Whether the user may choose several options."""

    custom: bool | None = None
    """Whether the user may answer with their own text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionOption(Record):
    """An option of a question. Returned by `event.subscribe` and `question.list`."""

    __wire_names__: ClassVar[Names] = {"label": "label", "description": "description"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"label"})

    label: str
    """The label, which is also the answer."""

    description: str | None = None
    """A description."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionReplyInput(Record):
    """The form that replies to a group of questions. Taken by `question.reply`."""

    __wire_names__: ClassVar[Names] = {"response": "response"}

    response: QuestionResponse
    """The reply."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionRequest(Record):
    """A group of questions of an agent to the user. Returned by `event.subscribe` and `question.list`."""

    __wire_names__: ClassVar[Names] = {"id": "id", "sessionID": "session_id", "questions": "questions", "tool": "tool"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "session_id"})

    id: str
    """The id, with the prefix `que_`."""

    session_id: str
    """The id of the session."""

    questions: list[Question] = Factory(lambda: list[Question]())
    """The questions."""

    tool: QuestionTool | None = None
    """The tool call that asks the questions."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionRequestsEnvelope(Record):
    """The pending questions of a runtime context. Returned by `question.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[QuestionRequest]
    """The requests."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionResponse(Record):
    """The user's answers to a group of questions. Taken by `question.reply`."""

    __wire_names__: ClassVar[Names] = {"answers": "answers"}

    answers: list[list[str]]
    """For each question, the labels of the chosen options or the user's own text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionTool(Record):
    """The tool call that asks the questions. Returned by `event.subscribe` and `question.list`."""

    __wire_names__: ClassVar[Names] = {"messageID": "message_id", "callID": "call_id"}

    message_id: str | None = None
    """The id of the message of the call."""

    call_id: str | None = None
    """The id of the call."""


def decode_question(d: dict[str, Any]) -> Question:
    o = new(Question)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.question = d["question"]
            o.header = d["header"]
            o.options = v if (v := d["options"]) == [] else optional_array(v, decode_question_option)
            o.multiple = d["multiple"]
            o.custom = d["custom"]
            o.__source__ = None
            return o
        o.question = d["question"]
        o.header = d.get("header")
        o.options = optional_array(d.get("options"), decode_question_option)
        o.multiple = d.get("multiple")
        o.custom = d.get("custom")
    except KeyError:
        return decode_rest(o, d, {"options": lambda v: optional_array(v, decode_question_option)})
    o.__source__ = None if len(d) == 1 + ("header" in d) + ("options" in d) + ("multiple" in d) + ("custom" in d) else d
    return o


def decode_question_option(d: dict[str, Any]) -> QuestionOption:
    o = new(QuestionOption)
    try:
        o.label = d["label"]
        o.description = d.get("description")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("description" in d) else d
    return o


def decode_question_reply_input(d: dict[str, Any]) -> QuestionReplyInput:
    o = new(QuestionReplyInput)
    o.response = decode_question_response(d["response"])
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_question_request(d: dict[str, Any]) -> QuestionRequest:
    o = new(QuestionRequest)
    try:
        o.id = d["id"]
        o.session_id = d["sessionID"]
        o.questions = optional_array(d.get("questions"), decode_question)
        o.tool = None if (v := d.get("tool")) is None else decode_question_tool(v)
    except KeyError:
        return decode_rest(
            o, d, {"questions": lambda v: optional_array(v, decode_question), "tool": or_null(decode_question_tool)}
        )
    o.__source__ = None if len(d) == 2 + ("questions" in d) + ("tool" in d) else d
    return o


def decode_question_requests_envelope(d: dict[str, Any]) -> QuestionRequestsEnvelope:
    o = new(QuestionRequestsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_question_request)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_question_response(d: dict[str, Any]) -> QuestionResponse:
    o = new(QuestionResponse)
    o.answers = array(d["answers"], array)
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_question_tool(d: dict[str, Any]) -> QuestionTool:
    o = new(QuestionTool)
    o.message_id = d.get("messageID")
    o.call_id = d.get("callID")
    o.__source__ = None if len(d) == ("messageID" in d) + ("callID" in d) else d
    return o
