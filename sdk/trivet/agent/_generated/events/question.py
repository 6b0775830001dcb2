# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new, optional_array
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, Tags, decode_rest
from ..models.question import QuestionRequest, decode_question_request
from ..models.shared import EventEnvelope

__all__ = [
    "QuestionAskedEvent", "QuestionRejected", "QuestionRejectedEvent", "QuestionReplied", "QuestionRepliedEvent",
    "QuestionV2AskedEvent", "QuestionV2RejectedEvent", "QuestionV2RepliedEvent",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionAskedEvent(EventEnvelope):
    """The event question.asked: a group of questions of an agent to the user.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("question.asked",)}

    type: Literal["question.asked"]

    payload: QuestionRequest


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionRejected(Record):
    """A group of questions that the user rejected. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "requestID": "request_id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "request_id"})

    session_id: str
    """The id of the session."""

    request_id: str
    """The id of the request."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionRejectedEvent(EventEnvelope):
    """The event question.rejected: a group of questions that the user rejected.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("question.rejected",)}

    type: Literal["question.rejected"]

    payload: QuestionRejected


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionReplied(Record):
    """A reply to a group of questions. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "requestID": "request_id", "answers": "answers"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "request_id"})

    session_id: str
    """The id of the session."""

    request_id: str
    """The id of the request."""

    answers: list[list[str]] = Factory(lambda: list[list[str]]())
    """For each question, the labels of the chosen options or the user's own text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionRepliedEvent(EventEnvelope):
    """The event question.replied: a reply to a group of questions. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("question.replied",)}

    type: Literal["question.replied"]

    payload: QuestionReplied


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionV2AskedEvent(EventEnvelope):
    """The event question.v2.asked: a group of questions of an agent to the user.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("question.v2.asked",)}

    type: Literal["question.v2.asked"]

    payload: QuestionRequest


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionV2RejectedEvent(EventEnvelope):
    """The event question.v2.rejected: a group of questions that the user rejected.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("question.v2.rejected",)}

    type: Literal["question.v2.rejected"]

    payload: QuestionRejected


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class QuestionV2RepliedEvent(EventEnvelope):
    """The event question.v2.replied: a reply to a group of questions. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("question.v2.replied",)}

    type: Literal["question.v2.replied"]

    payload: QuestionReplied


def decode_question_rejected(d: dict[str, Any]) -> QuestionRejected:
    o = new(QuestionRejected)
    try:
        o.session_id = d["sessionID"]
        o.request_id = d["requestID"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_question_replied(d: dict[str, Any]) -> QuestionReplied:
    o = new(QuestionReplied)
    try:
        o.session_id = d["sessionID"]
        o.request_id = d["requestID"]
        o.answers = optional_array(d.get("answers"), array)
    except KeyError:
        return decode_rest(o, d, {"answers": lambda v: optional_array(v, array)})
    o.__source__ = None if len(d) == 2 + ("answers" in d) else d
    return o


EVENTS: dict[str, tuple[type[EventEnvelope], Callable[[dict[str, Any]], Any]]] = {
    "question.asked": (QuestionAskedEvent, decode_question_request),
    "question.rejected": (QuestionRejectedEvent, decode_question_rejected),
    "question.replied": (QuestionRepliedEvent, decode_question_replied),
    "question.v2.asked": (QuestionV2AskedEvent, decode_question_request),
    "question.v2.rejected": (QuestionV2RejectedEvent, decode_question_rejected),
    "question.v2.replied": (QuestionV2RepliedEvent, decode_question_replied),
}
"""From each kind of event to its class and the decoder of its payload."""
