"""The kinds of events that the server has and the contract has not, and the contract's events that stand for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from .answers import error as contract_error
from .answers import session as contract_session
from .open_messages import OpenMessages, Wire

__all__ = ["KINDS", "Kind", "Translated"]

Translated: TypeAlias = list[tuple[str, Wire]]
"""The kinds and payloads of the contract's events, in order."""

Kind: TypeAlias = Callable[[Wire, OpenMessages], Translated]

CONTINUES = ("tool-calls",)
"""The finish reasons of a step that another one follows."""


def _message(d: Wire, info: Wire) -> tuple[str, Wire]:
    return "message.updated", {"sessionID": d["sessionID"], "info": info}


def _part(d: Wire, part: Wire) -> tuple[str, Wire]:
    return "message.part.updated", {
        "sessionID": d["sessionID"],
        "messageID": d["assistantMessageID"],
        "part": {name: value for name, value in part.items() if name != "deltas"},
    }


def _status(d: Wire, status: str) -> tuple[str, Wire]:
    return "session.status", {"sessionID": d["sessionID"], "status": {"type": status}}


def _idle(d: Wire) -> Translated:
    return [_status(d, "idle"), ("session.idle", {"sessionID": d["sessionID"]})]


def _prompted(d: Wire, _: OpenMessages) -> Translated:
    prompt = d["prompt"]
    info = {"id": d["messageID"], "type": "user", "time": {"created": d["timestamp"]}, **prompt}
    return [_message(d, info), _status(d, "busy")]


def _of_type(type_: str, *names: str) -> Kind:
    """Return the kind of an event that is a message as a whole."""

    def translate(d: Wire, _: OpenMessages) -> Translated:
        info = {"id": d["messageID"], "type": type_, "time": {"created": d["timestamp"]}}
        return [_message(d, {**info, **{name: d[name] for name in names if name in d}})]

    return translate


def _compacted(d: Wire, _: OpenMessages) -> Translated:
    info = {"id": d["messageID"], "type": "compaction", "time": {"created": d["timestamp"]}}
    return [
        _message(d, {**info, "reason": d["reason"], "summary": d["text"], "recent": d["recent"]}),
        ("session.compacted", {"sessionID": d["sessionID"]}),
    ]


def _step_started(d: Wire, open_: OpenMessages) -> Translated:
    message: Wire = {"id": d["assistantMessageID"], "type": "assistant", "time": {"created": d["timestamp"]}}
    message |= {name: d[name] for name in ("agent", "model") if name in d}
    if "snapshot" in d:
        message["snapshot"] = {"start": d["snapshot"]}
    return [_message(d, open_.begin(message)), _status(d, "busy")]


def _step_ended(d: Wire, open_: OpenMessages) -> Translated:
    fields: Wire = {name: d[name] for name in ("finish", "cost", "tokens") if name in d}
    return _end(d, open_, fields) + ([] if d.get("finish") in CONTINUES else _idle(d))


def _step_failed(d: Wire, open_: OpenMessages) -> Translated:
    error = {"error": contract_error(d["error"])} if "error" in d else {}
    return _end(d, open_, {"finish": "error", **error}) + _idle(d)


def _end(d: Wire, open_: OpenMessages, fields: Wire) -> Translated:
    info = open_.end(d["assistantMessageID"], completed=d.get("timestamp"), **fields)
    if info is None:
        return []
    if "snapshot" in d or "files" in d:
        found = {"end": d.get("snapshot"), "files": d.get("files")}
        info["snapshot"] = {**info.get("snapshot", {}), **{k: v for k, v in found.items() if v is not None}}
    return [_message(d, info)]


def _text(type_: str, id_name: str) -> tuple[Kind, Kind, Kind]:
    """Return the kinds of the beginning, the deltas and the end of a text or a reasoning."""

    def part(d: Wire, open_: OpenMessages, text: str) -> Translated:
        made: Wire = {"type": type_, "id": d[id_name], "text": text}
        if "providerMetadata" in d:
            made["providerMetadata"] = d["providerMetadata"]
        return [_part(d, open_.put(d["assistantMessageID"], made))]

    def started(d: Wire, open_: OpenMessages) -> Translated:
        return part(d, open_, "")

    def delta(d: Wire, open_: OpenMessages) -> Translated:
        open_.append(d["assistantMessageID"], d[id_name], d["delta"])
        payload = {"sessionID": d["sessionID"], "messageID": d["assistantMessageID"], "partID": d[id_name]}
        return [("message.part.delta", {**payload, "field": "text", "delta": d["delta"]})]

    def ended(d: Wire, open_: OpenMessages) -> Translated:
        return part(d, open_, d["text"])

    return started, delta, ended


def _tool(state: Callable[[Wire, Wire], Wire], moment: str) -> Kind:
    """Return the kind of an event of a tool call.

    Args:
        state: Makes the state of the call from the event and the part as it was before.
        moment: The field of the part's time that this event sets.
    """

    def translate(d: Wire, open_: OpenMessages) -> Translated:
        before = open_.part(d["assistantMessageID"], d["callID"])
        part: Wire = {"type": "tool", "id": d["callID"], "name": d.get("name") or d.get("tool") or before.get("name")}
        part |= {"state": state(d, before.get("state", {})), "time": {moment: d["timestamp"]} if moment else {}}
        if "provider" in d:
            part["provider"] = d["provider"]
        return [_part(d, open_.put(d["assistantMessageID"], part))]

    return translate


def _running(d: Wire, before: Wire) -> Wire:
    given = d.get("input", before.get("input"))
    return {
        "status": "running",
        "input": given if isinstance(given, dict) else {},
        "structured": d.get("structured", {}),
        "content": d.get("content", []),
    }


def _completed(d: Wire, before: Wire) -> Wire:
    state = {**_running(d, before), "status": "completed"}
    return {**state, **{name: d[name] for name in ("outputPaths", "result") if name in d}}


def _failed(d: Wire, before: Wire) -> Wire:
    return {**_completed(d, before), "status": "error", "error": d["error"]}


def _renamed(kind: str) -> Kind:
    def translate(d: Wire, _: OpenMessages) -> Translated:
        return [(kind, d)]

    return translate


def _session(kind: str) -> Kind:
    """Return the kind of an event that carries a session in the server's older form."""

    def translate(d: Wire, _: OpenMessages) -> Translated:
        return [(kind, {**d, "info": contract_session(d["info"])})]

    return translate


_TEXT = _text("text", "textID")
_REASONING = _text("reasoning", "reasoningID")

KINDS: Mapping[str, Kind] = {
    "session.next.prompted": _prompted,
    "session.next.synthetic": _of_type("synthetic", "sessionID", "text"),
    "session.next.context.updated": _of_type("system", "text"),
    "session.next.agent.switched": _of_type("agent-switched", "agent"),
    "session.next.model.switched": _of_type("model-switched", "model"),
    "session.next.shell.started": _of_type("shell", "callID", "command"),
    "session.next.compaction.ended": _compacted,
    "session.next.step.started": _step_started,
    "session.next.step.ended": _step_ended,
    "session.next.step.failed": _step_failed,
    "session.next.text.started": _TEXT[0],
    "session.next.text.delta": _TEXT[1],
    "session.next.text.ended": _TEXT[2],
    "session.next.reasoning.started": _REASONING[0],
    "session.next.reasoning.delta": _REASONING[1],
    "session.next.reasoning.ended": _REASONING[2],
    "session.next.tool.input.started": _tool(lambda d, _: {"status": "pending", "input": ""}, "created"),
    "session.next.tool.input.ended": _tool(lambda d, _: {"status": "pending", "input": d["text"]}, ""),
    "session.next.tool.called": _tool(_running, "ran"),
    "session.next.tool.progress": _tool(_running, ""),
    "session.next.tool.success": _tool(_completed, "completed"),
    "session.next.tool.failed": _tool(_failed, "completed"),
    "permission.v2.asked": _renamed("permission.asked"),
    "permission.v2.replied": _renamed("permission.replied"),
    "question.v2.asked": _renamed("question.asked"),
    "question.v2.replied": _renamed("question.replied"),
    "question.v2.rejected": _renamed("question.rejected"),
    "session.created": _session("session.created"),
    "session.updated": _session("session.updated"),
    "session.deleted": _session("session.deleted"),
}
"""From each kind of the server to the contract's; the others are passed on as they are."""
