"""Prompts whose answer has a schema: the server stores them, but cannot send them, nor a page with one of them.

It answers 400 to a request for such a message, because it encodes the stored schema in a wrong way (measured with
version 1.18.33). The messages of the answer can be read, one by one. Once the answer has ended, the same prompt is
written again without its schema, and all messages can be read: the server keeps its place, its text and its files.
"""

from __future__ import annotations

from typing import Any

from ..._core.contract_translation import WireAnswer, WireRequest
from ..._core.decoders import has_form
from .flows import Fetch
from .messages import Wire
from .rule import dumps, error_of, is_success, json_of, object_of

FAULT = b"OutputFormatJsonSchema"
"""A word of the server's error."""

NOTES = "trivet"
"""The key of a session's metadata for the notes of this adapter."""

PROMPT = "output_prompt"
"""The key of the notes for the id of the latest prompt with a schema."""

MOST_ANSWERS = 1000
"""The most messages of an answer that are read one by one."""


def is_unreadable(answer: WireAnswer) -> bool:
    """Return whether the server could not send a message because of its schema."""
    return answer.status == 400 and FAULT in answer.body


def notes_of(session: Wire) -> Wire:
    """Return the notes of this adapter in the metadata of a session."""
    metadata: Any = session.get("metadata")
    notes: Any = metadata.get(NOTES) if has_form(metadata, dict) else None
    return dict(notes) if has_form(notes, dict) else {}


def with_notes(session: Wire, **notes: Any) -> Wire:
    """Return the metadata of a session with further notes; the server replaces all of it."""
    metadata: Any = session.get("metadata")
    kept: Wire = metadata if has_form(metadata, dict) else {}
    return {**kept, NOTES: {**notes_of(session), **notes}}


def mend(path: str, session: Wire, answers: list[Any]) -> Fetch:
    """Write the latest prompt with a schema again without it, with the agent and the model that have answered it.

    Args:
        path: The path of the session.
        session: The server's record of the session.
        answers: Entries of messages that answer it; none after a prompt that was given up.
    """
    message_id = notes_of(session).get(PROMPT)
    if not isinstance(message_id, str):
        return
    body: Wire = {"messageID": message_id, "noReply": True, "parts": []}
    info: Any = answers[-1]["info"] if answers else {}
    model: Any = session.get("model")
    if "modelID" in info:
        body["model"] = {"providerID": info.get("providerID"), "modelID": info["modelID"]}
    elif has_form(model, dict):
        body["model"] = {"providerID": model.get("providerID"), "modelID": model.get("id")}
    agent = info.get("agent", session.get("agent"))
    yield WireRequest("POST", f"{path}/message", dumps({**body, **({"agent": agent} if agent else {})}), optional=True)


def read_answers(path: str, session: Wire) -> Fetch:
    """Return the prompt that cannot be read, without its text, and the entries after it, oldest first.

    The entries are those that the server can send: the messages of the answer so far.
    """
    entries: list[Any] = []
    cursor: str | None = None
    for _ in range(MOST_ANSWERS):
        before = "" if cursor is None else f"&before={cursor}"
        answer: WireAnswer = yield WireRequest("GET", f"{path}/message?limit=1{before}")
        page: Any = json_of(answer.body) if is_success(answer) else None
        if not has_form(page, list) or not page:
            break
        entries += page
        cursor = answer.headers.get("x-next-cursor")
        if cursor is None:
            break
    message_id = notes_of(session).get(PROMPT)
    if isinstance(message_id, str):
        created = entries[-1]["info"]["time"]["created"] if entries else session["time"]["updated"]
        info = {"id": message_id, "sessionID": session.get("id"), "role": "user", "time": {"created": created}}
        entries.append({"info": info, "parts": []})
    return entries[::-1]


def not_readable(operation: str) -> WireAnswer:
    """Return the answer for messages that cannot be read before the answer has ended."""
    message = (
        f"{operation}: the server cannot send the messages before a prompt with a schema until its answer has ended"
    )
    return error_of("MessagesNotReadableError", message, 503)


def is_answered(entries: list[Any], message_id: Any) -> bool:
    """Return whether an entry answers a prompt."""
    return any(entry["info"].get("parentID") == message_id for entry in entries)


def is_prompt(answer: WireAnswer) -> bool:
    """Return whether an answer has the message of a prompt, or the server has it and cannot send it."""
    return is_unreadable(answer) or (is_success(answer) and object_of(answer.body) is not None)
