"""Prompts whose answer has a schema: the server stores them, but cannot send every page of messages with one of them.

It answers 400 to a request for such a message, and to one for a page with the first message of a session, if that page
has one, because it encodes the schema in a wrong way there (measured with version 1.18.33). Other pages are sent. So
the messages are read in smaller pages. Only a prompt with a schema that is the first message of its session cannot be
read; its text is noted in the metadata of the session.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from ..._core.contract_translation import WireAnswer, WireRequest
from ..._core.decoders import has_form
from .errors import FailedRequestError
from .flows import Fetch, unexpected
from .messages import Wire
from .rule import Rule, is_success, json_of

FAULT = b"OutputFormatJsonSchema"
"""A word of the server's error."""

NOTES = "trivet"
"""The key of a session's metadata for the notes of this adapter."""

FIRST_PROMPT = "first_prompt"
"""The key of the notes for the first message of a session, if it is a prompt with a schema: its id and its text."""

LONGEST_TEXT = 100_000
"""The most characters of a prompt that are noted."""

PAGE = 100
"""The messages of a page, if the call does not say."""


def is_unreadable(answer: WireAnswer) -> bool:
    """Return whether the server could not send messages because of a schema."""
    return answer.status == 400 and FAULT in answer.body


def is_there(answer: WireAnswer) -> bool:
    """Return whether the server has a message, although it may be unable to send it."""
    return is_unreadable(answer) or is_success(answer)


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


def read_page(rule: Rule, path: str, query: Wire) -> Fetch:
    """Return the answer with a page of messages, and its entries, oldest first.

    Args:
        rule: The row of the operation.
        path: The path of the session.
        query: The query: the limit, and the cursor of an earlier page.

    Raises:
        FailedRequestError: The server does not send the page.
    """
    answer: WireAnswer = yield _page(path, query)
    if not is_unreadable(answer):
        return answer, _entries(rule, path, answer)
    # The page has the first message of the session, so there are no others before it.
    return WireAnswer(200), (yield from _read_in_parts(rule, path, query.get("before")))


def read_all(rule: Rule, path: str) -> Fetch:
    """Return the entries of all messages, oldest first.

    Raises:
        FailedRequestError: The server does not send them.
    """
    answer: WireAnswer = yield WireRequest("GET", f"{path}/message")
    if not is_unreadable(answer):
        return _entries(rule, path, answer)
    entries: list[Any] = []
    cursor = None
    while True:
        page, earlier = yield from read_page(rule, path, {"limit": str(PAGE), "before": cursor})
        entries = [*earlier, *entries]
        cursor = page.headers.get("x-next-cursor")
        if cursor is None:
            return entries


def _read_in_parts(rule: Rule, path: str, cursor: str | None) -> Fetch:
    """Return the entries before a cursor, oldest first, in pages that end before the first message of the session."""
    entries: list[Any] = []
    limit = 1
    while True:
        answer: WireAnswer = yield _page(path, {"limit": str(limit), "before": cursor})
        if is_unreadable(answer):
            if limit == 1:
                break
            limit = max(limit // 2, 1)
            continue
        entries = [*_entries(rule, path, answer), *entries]
        cursor = answer.headers.get("x-next-cursor")
        if cursor is None:
            return entries
        limit = min(limit * 2, PAGE)
    session: Any = json_of((yield WireRequest("GET", path)).body)
    first = _first_prompt(session if has_form(session, dict) else {}, entries)
    return entries if first is None else [first, *entries]


def _first_prompt(session: Wire, entries: list[Any]) -> Wire | None:
    """Return the first message of a session by its notes and by the message that answers it."""
    noted: Any = notes_of(session).get(FIRST_PROMPT)
    note: Wire = noted if has_form(noted, dict) else {}
    next_info: Wire = entries[0]["info"] if entries else {}
    id_ = next_info.get("parentID") or note.get("id")
    if not isinstance(id_, str):
        return None
    created: Any = (next_info or session).get("time", {}).get("created")
    info = {"id": id_, "sessionID": session.get("id"), "role": "user", "time": {"created": created}}
    return {"info": info, "parts": [{"type": "text", "id": f"{id_}_text", "text": str(note.get("text") or "")}]}


def _page(path: str, query: Wire) -> WireRequest:
    pairs = {name: value for name, value in query.items() if value is not None}
    return WireRequest("GET", f"{path}/message?{urlencode(pairs)}" if pairs else f"{path}/message")


def _entries(rule: Rule, path: str, answer: WireAnswer) -> list[Any]:
    if not is_success(answer):
        raise FailedRequestError(answer)
    listed: Any = json_of(answer.body)
    if not has_form(listed, list):
        raise unexpected(rule, f"{path}/message")
    return [*listed]
