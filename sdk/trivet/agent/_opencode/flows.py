"""The operations for which one request to the server is not enough."""

from __future__ import annotations

from base64 import b64encode
from typing import Any
from urllib.parse import unquote, urlencode

from ..._core.call import segment
from ..._core.contract_translation import Flow, Forward, Pause, WireAnswer, WireRequest
from ..._core.decoders import has_form
from . import answers, bodies
from .errors import UnsupportedOperationError
from .events import OpencodeEvents
from .rule import Inputs, Rule, answer_of, is_success, json_of, not_found, object_of

__all__ = [
    "POLL",
    "compact",
    "create_session",
    "diff",
    "diff_session",
    "list_messages",
    "list_sessions",
    "read_file",
    "reply",
    "subscribe",
    "wait",
]

POLL = 0.25
"""Seconds between two looks at the sessions that are active."""

UNAVAILABLE = 503
"""The status of an operation that this version of the server has a route for, and nothing behind it."""


def wait(rule: Rule, inputs: Inputs) -> Flow:
    """Wait until a session is not active any more; a server that can wait by itself does."""
    answer = yield rule.request(inputs)
    if answer.status != UNAVAILABLE:
        return answer
    session_id = unquote(inputs.path["sessionID"])
    while True:
        answer = yield WireRequest("GET", "/api/session/active")
        active = object_of(answer.body)
        if not is_success(answer) or active is None:
            return answer
        if not has_form(active.get("data"), dict):  # not to be taken for a session that is idle
            return _unexpected(rule, "GET /api/session/active")
        if session_id not in active["data"]:
            return WireAnswer(204)
        yield Pause(POLL)


def _unexpected(rule: Rule, route: str) -> WireAnswer:
    """Return the error for a route that answers in another form than the one that was measured."""
    message = f"{rule.operation}: {route} answers in another form"
    return answer_of({"_tag": "UnexpectedAnswerError", "message": message}, 502)


def compact(rule: Rule, inputs: Inputs) -> Flow:
    """Compact a conversation, where the server can."""
    answer = yield rule.request(inputs)
    if answer.status == UNAVAILABLE:
        raise UnsupportedOperationError(rule.operation, (), rule.instead)
    return answer


def reply(rule: Rule, inputs: Inputs) -> Flow:
    """Reply to a request by its id alone: the server wants its session too, which its list has."""
    kind = rule.operation.partition(".")[0]
    lister = Rule(rule.operation, "", f"GET /api/{kind}/request", "location")
    answer = yield lister.request(inputs)
    found = object_of(answer.body)
    if not is_success(answer) or found is None:
        return answer
    waiting: list[Any] = found["data"] if has_form(found.get("data"), list) else []
    wanted = unquote(inputs.path[f"{kind}ID"])
    for each in waiting:
        if has_form(each, dict) and each.get("id") == wanted and isinstance(each.get("sessionID"), str):
            inputs.path = {**inputs.path, "sessionID": segment(each["sessionID"])}
            return Forward(rule._replace(context="none").request(inputs))
    return not_found(rule.operation)


def _location(inputs: Inputs) -> WireRequest:
    """Return the request for the context that the server makes of the given one, or of none."""
    return Rule("", "", "GET /api/location", "location").request(inputs)


def _resolve(answer: WireAnswer, inputs: Inputs) -> dict[str, Any] | None:
    """Take the context that the server has resolved; return it, or None where the answer has none."""
    found = object_of(answer.body)
    if not is_success(answer) or found is None or not isinstance(found.get("directory"), str):
        return None
    inputs.directory, inputs.workspace = found["directory"], found.get("workspaceID")
    return inputs.location()


def list_sessions(rule: Rule, inputs: Inputs) -> Flow:
    """List the sessions of one context: without a directory, the server lists those of all."""
    if "cursor" in inputs.given:  # it holds the directory
        inputs.directory = inputs.workspace = None
        return Forward(rule.request(inputs))
    resolved = yield _location(inputs)
    location = _resolve(resolved, inputs)
    if location is None:
        return resolved
    answer = yield rule.request(inputs)
    page = object_of(answer.body)
    if not is_success(answer) or page is None:
        return answer
    try:
        return answer_of({**page, "location": location})
    except TypeError:  # nested more deeply than orjson writes, which reads more
        return answer


def create_session(rule: Rule, inputs: Inputs) -> Flow:
    """Create a session; only the older route takes a title."""
    if "title" not in inputs.given:
        return Forward(rule.request(inputs))
    older = rule._replace(
        server="POST /session", context="directory", body=bodies.older_session, read=answers.session_answer
    )
    return older.answer((yield older.request(inputs)), inputs)


def list_messages(rule: Rule, inputs: Inputs) -> Flow:
    """List messages, in which the error of an interrupted answer gets a type of its own."""
    answer = yield rule.request(inputs)
    if not is_success(answer) or answers.INTERRUPTED_TEXT not in answer.body:
        return answer
    page = object_of(answer.body)
    if page is None or not has_form(page.get("data"), list):
        return answer
    try:
        return answer_of({**page, "data": [answers.message(wire) for wire in page["data"]]})
    except TypeError:  # nested more deeply than orjson writes, which reads more
        return answer


def diff_session(rule: Rule, inputs: Inputs) -> Flow:
    """List the files that a session has changed, by their paths.

    The server's own list has the changes of sessions that were prompted by its older routes. For all others it is
    empty, and the names are in the snapshots that each step of the agent took.

    Raises:
        UnsupportedOperationError: A step that called tools has no snapshot, so the list would not be complete.
    """
    answer = yield rule.request(inputs)
    if not is_success(answer) or json_of(answer.body) not in ([], {"data": []}):
        return answer
    route = f"/api/session/{inputs.path['sessionID']}/message"
    paths: dict[str, None] = {}  # in the order of their first change
    query, cursors = {"limit": "200", "order": "asc"}, set[str]()
    while True:
        answer = yield WireRequest("GET", f"{route}?{urlencode(query)}")
        if not is_success(answer):
            return answer
        page: Any = json_of(answer.body)
        try:
            steps = [answers.changed_paths(wire) for wire in page["data"]]
            cursor = page["cursor"].get("next")
            repeated = cursor in cursors
        except (KeyError, TypeError, AttributeError):
            return _unexpected(rule, "GET /api/session/{sessionID}/message")
        if repeated:  # the pages would never end
            return _unexpected(rule, "GET /api/session/{sessionID}/message")
        for step in steps:
            if step is None:
                raise UnsupportedOperationError(rule.operation, (), rule.instead)
            paths.update(dict.fromkeys(step))
        if not cursor:
            return answer_of({"data": [{"path": path} for path in paths]})
        cursors.add(cursor)
        query = {"limit": "200", "cursor": cursor}


def subscribe(rule: Rule, inputs: Inputs) -> Flow:
    """Subscribe to the events of one context: the server's stream has those of all."""
    resolved = yield _location(inputs)
    location = _resolve(resolved, inputs)
    if location is None:
        return resolved
    return Forward(rule.request(inputs), lambda: OpencodeEvents(location))


def read_file(rule: Rule, inputs: Inputs) -> Flow:
    """Read a file, whose bytes the server sends as they are."""
    path = "/".join(map(segment, str(inputs.given.get("path", "")).split("/")))
    answer = yield rule._replace(server=f"{rule.server.removesuffix('*')}{path}").request(inputs)
    if not 200 <= answer.status < 300:
        return answer
    content: dict[str, Any] = {"type": "text", "mimeType": answer.media_type.partition(";")[0].strip()}
    try:
        content["content"] = answer.body.decode("utf-8")
    except UnicodeDecodeError:
        content |= {"type": "binary", "encoding": "base64", "content": b64encode(answer.body).decode("ascii")}
    return answer_of({"data": content})


def diff(rule: Rule, inputs: Inputs) -> Flow:
    """Return the changes of a directory, as records or as one patch."""
    mode = inputs.given.get("mode", "worktree")
    if inputs.given.get("format") != "patch":
        inputs.given["mode"] = {"worktree": "git", "default": "branch"}.get(mode, mode)
        return Forward(rule.request(inputs))
    if mode != "worktree":
        raise UnsupportedOperationError(rule.operation, ("mode",), "one patch of the working tree alone")
    return Forward(rule._replace(server="GET /vcs/diff/raw", query={}).request(inputs))
    yield  # a generator, as every flow is
