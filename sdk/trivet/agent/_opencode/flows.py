"""The operations for which one request to the server is not enough."""

from __future__ import annotations

from base64 import b64encode
from typing import Any
from urllib.parse import unquote

from ..._core.call import segment
from ..._core.translation import Flow, Forward, Pause, WireAnswer, WireRequest
from ..._core.wire import has_form
from . import answers, bodies
from .errors import UnsupportedOperationError
from .events import OpencodeEvents
from .rule import Inputs, Rule, answer_of, is_success, not_found, object_of

__all__ = ["POLL", "compact", "create_session", "diff", "list_sessions", "read_file", "reply", "subscribe", "wait"]

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
            message = f"{rule.operation}: GET /api/session/active answers in another form"
            return answer_of({"_tag": "UnexpectedAnswerError", "message": message}, 502)
        if session_id not in active["data"]:
            return WireAnswer(204)
        yield Pause(POLL)


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
    """Create a session; only the older route takes a title or rules."""
    if not {"title", "permission"} & set(inputs.given):
        return Forward(rule.request(inputs))
    older = rule._replace(
        server="POST /session", context="directory", body=bodies.older_session, read=answers.session_answer
    )
    return older.answer((yield older.request(inputs)), inputs)


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
