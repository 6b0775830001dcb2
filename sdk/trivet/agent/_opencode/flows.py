"""The operations that take more than one request to the server."""

from __future__ import annotations

import re
import secrets
import string
from base64 import b64encode
from collections.abc import Callable, Generator, Iterable
from email.utils import parsedate_to_datetime
from functools import wraps
from typing import Any, TypeAlias
from urllib.parse import urlencode

from orjson import dumps

from ..._core.call import segment
from ..._core.contract_translation import Flow, Forward, Pause, WireAnswer, WireRequest
from ..._core.decoders import has_form
from . import bodies, messages
from .errors import UnsupportedOperationError
from .events import OpencodeEvents
from .messages import Wire
from .rule import Inputs, Rule, answer_of, is_success, json_of, object_of

POLL = 0.25
"""Seconds between two looks at the sessions that are busy."""

START = 30.0
"""Seconds in which the server takes up a prompt.

It accepts a prompt before it lists the session as busy: mostly at once, in a new directory on a busy machine after 12 s
(measured). An older prompt has been given up, for instance because the agent was stopped while it was queued.
"""

STORE_LOOKS = 80
"""The most looks for the message of a prompt that the server has accepted."""

PAGE = 100
"""The messages of a page, if the call does not say."""

_AFTER = "after:"
"""The beginning of a cursor for messages in the order of their creation; the id of the last message follows."""

_LETTERS = string.digits + string.ascii_letters
_MESSAGE_ID = re.compile("msg_([0-9a-f]{12})")

_Fetch: TypeAlias = Generator[WireRequest | Pause, WireAnswer, Any]


class _FailedRequestError(Exception):
    """A request of a flow failed, or was answered in another form than the measured one.

    Attributes:
        answer: The answer for the client.
    """

    def __init__(self, answer: WireAnswer) -> None:
        super().__init__(answer)
        self.answer = answer


def _ending_with_failures(flow: Callable[[Rule, Inputs], Flow]) -> Callable[[Rule, Inputs], Flow]:
    """Let a flow end with the answer to a request of it that has failed."""

    @wraps(flow)
    def ending(rule: Rule, inputs: Inputs) -> Flow:
        try:
            return (yield from flow(rule, inputs))
        except _FailedRequestError as error:
            return error.answer

    return ending


def _fetch(rule: Rule, path: str, form: type, *, shared: float | None = None, **query: str | None) -> _Fetch:
    """Send a GET, and return its JSON.

    Raises:
        _FailedRequestError: It failed, or its JSON has another form.
    """
    encoded = urlencode({name: value for name, value in query.items() if value is not None})
    answer = yield WireRequest("GET", f"{path}?{encoded}" if encoded else path, shared=shared)
    data = json_of(answer.body) if is_success(answer) else None
    if data is None and not is_success(answer):
        raise _FailedRequestError(answer)
    if not has_form(data, form):
        raise _unexpected(rule, path)
    return data


def _unexpected(rule: Rule, path: str) -> _FailedRequestError:
    message = f"{rule.operation}: GET {path} answers in another form"
    return _FailedRequestError(answer_of({"_tag": "UnexpectedAnswerError", "message": message}, 502))


def _session_path(inputs: Inputs) -> str:
    return f"/session/{inputs.path['sessionID']}"


@_ending_with_failures
def create_session(rule: Rule, inputs: Inputs) -> Flow:
    """Create a session, if the server has its model: with another one, no prompt would be answered."""
    if has_form(inputs.given.get("model"), dict):
        request = Rule(rule.operation, "", "GET /api/model", "location").request(inputs)
        listed = (yield from _fetch(rule, request.target, dict)).get("data")
        model: Wire = inputs.given["model"]
        if has_form(listed, list) and not any(_is_model(entry, model) for entry in listed):
            name = f"{model.get('providerID')}/{model.get('modelID')}"
            message = f"{rule.operation}: the server does not have the model {name}; `catalog.model.list` has all"
            return answer_of({"_tag": "ModelNotFoundError", "message": message}, 404)
    return rule.answer((yield rule.request(inputs)), inputs)


def _is_model(entry: Any, model: Wire) -> bool:
    return has_form(entry, dict) and (entry.get("providerID"), entry.get("id")) == (
        model.get("providerID"),
        model.get("modelID"),
    )


@_ending_with_failures
def wait(rule: Rule, inputs: Inputs) -> Flow:
    """Wait until a session is not busy any more, and its latest prompt is not about to be taken up."""
    path = _session_path(inputs)
    session = yield from _fetch(rule, path, dict)
    while True:
        if not (yield from _is_busy(rule, session)):
            latest = yield WireRequest("GET", f"{path}/message?limit=1")
            if not is_success(latest):
                return latest
            if not _is_about_to_start(latest):
                return WireAnswer(204)
        yield Pause(POLL)


def _is_about_to_start(latest: WireAnswer) -> bool:
    """Whether the latest message is a recent prompt, by the clock of the server."""
    try:
        info = json_of(latest.body)[-1]["info"]
        age = parsedate_to_datetime(latest.headers["date"]).timestamp() - info["time"]["created"] / 1000
        return bool(info["role"] == "user" and age < START)
    except (IndexError, KeyError, TypeError, ValueError):
        return False


def _is_busy(rule: Rule, session: Wire) -> _Fetch:
    """Return whether the agent works in a session, or waits to call its model again."""
    busy = yield from _fetch(rule, "/session/status", dict, shared=POLL, directory=session.get("directory"))
    return session.get("id") in busy


@_ending_with_failures
def send_prompt(rule: Rule, inputs: Inputs) -> Flow:
    """Send a prompt, with an id for its message, and return once the server has stored it.

    Otherwise a wait for the session could end before the answer has begun: the server answers before it stores.

    Raises:
        UnsupportedOperationError: The prompt is to wait until the agent has ended its work.
    """
    if inputs.given.get("delivery") == "deferred":
        raise UnsupportedOperationError(rule.operation, ("delivery",), rule.instead)
    path = _session_path(inputs)
    session = yield from _fetch(rule, path, dict)
    latest = yield from _fetch(rule, f"{path}/message", list, limit="1")
    message_id = _next_message_id(rule, session, latest)
    try:
        body = dumps(bodies.prompt(inputs, session, message_id))
    except (AttributeError, KeyError, TypeError, ValueError):  # a body of the user's own: the server decides
        body = inputs.content
    answer = yield WireRequest("POST", f"{path}/prompt_async", body)
    if not 200 <= answer.status < 300:
        return answer
    for _ in range(STORE_LOOKS):
        stored = yield WireRequest("GET", f"{path}/message/{message_id}", optional=True)
        if stored.status != 404:
            break
        yield Pause(POLL)
    admitted = {"id": message_id, "sessionID": session["id"], "prompt": inputs.given["prompt"]}
    return answer_of({"data": {**admitted, "delivery": "immediate"}})


def _next_message_id(rule: Rule, session: Wire, latest: list[Any]) -> str:
    """Return an id for a prompt, which the server would not tell.

    It begins with a time of the server, in units of 1/4096 ms. The server's agent compares ids to find out whether a
    prompt is answered, so that the id must be above those of the session's messages, and must not be in the future.
    """
    match = _MESSAGE_ID.match(_id(latest) or "")
    try:
        number = int(session["time"]["created"]) * 4096 if match is None else int(match[1], 16) + 1
    except (KeyError, TypeError, ValueError):
        raise _unexpected(rule, "/session/{sessionID}") from None
    suffix = "".join(secrets.choice(_LETTERS) for _ in range(14))
    return f"msg_{number % 2**48:012x}{suffix}"


def _id(latest: list[Any]) -> str | None:
    """Return the id of the last message of a page, if it has one."""
    try:
        id_ = latest[-1]["info"]["id"]
    except (IndexError, KeyError, TypeError):
        return None
    return id_ if isinstance(id_, str) else None


@_ending_with_failures
def compact(rule: Rule, inputs: Inputs) -> Flow:
    """Compact a conversation with the model that it uses."""
    path = _session_path(inputs)
    session = yield from _fetch(rule, path, dict)
    model = session.get("model")
    if not has_form(model, dict):  # no prompt has been sent, so there is no conversation
        return WireAnswer(204)
    body = {"providerID": model.get("providerID"), "modelID": model.get("id")}
    answer = yield WireRequest("POST", f"{path}/summarize", dumps(body))
    return WireAnswer(204) if 200 <= answer.status < 300 else answer


@_ending_with_failures
def list_messages(rule: Rule, inputs: Inputs) -> Flow:
    """List the messages of a session.

    The server pages from the latest message to the first one. For the other order, all messages are fetched for each
    page, and the adapter makes the cursor, because a later call has the cursor alone.
    """
    path = f"{_session_path(inputs)}/message"
    limit, cursor = inputs.given.get("limit"), inputs.given.get("cursor")
    if inputs.given.get("order") == "asc" or str(cursor).startswith(_AFTER):
        listed = yield from _fetch(rule, path, list)
        last = str(cursor or "").removeprefix(_AFTER)
        page = [message for message in _convert(rule, path, listed) if message["id"] > last]
        if limit is None or len(page) <= int(float(limit)):
            return answer_of({"data": page, "cursor": {}})
        page = page[: int(float(limit))]
        return answer_of({"data": page, "cursor": {"next": f"{_AFTER}{page[-1]['id']}"}})
    query = {
        "limit": str(PAGE if limit is None else int(float(limit))),
        **({} if cursor is None else {"before": cursor}),
    }
    answer = yield WireRequest("GET", f"{path}?{urlencode(query)}")
    if not is_success(answer):
        return answer
    listed = json_of(answer.body)
    if not has_form(listed, list):
        raise _unexpected(rule, path)
    page = _convert(rule, path, listed)[::-1]
    return answer_of({"data": page, "cursor": {"next": answer.headers.get("x-next-cursor")}})


@_ending_with_failures
def list_context(rule: Rule, inputs: Inputs) -> Flow:
    """List the messages from the last compaction on; its summary replaces the earlier messages."""
    path = f"{_session_path(inputs)}/message"
    listed = _convert(rule, path, (yield from _fetch(rule, path, list)))
    starts = [at for at, message in enumerate(listed) if message["type"] == "compaction"]
    return answer_of({"data": listed[starts[-1] if starts else 0 :]})


def _convert(rule: Rule, path: str, listed: Iterable[Any]) -> list[Wire]:
    try:
        converted = [messages.message(entry["info"], entry["parts"]) for entry in listed]
    except (AttributeError, KeyError, TypeError):
        raise _unexpected(rule, path) from None
    return [message for message in converted if message is not None]


@_ending_with_failures
def diff_session(rule: Rule, inputs: Inputs) -> Flow:
    """List the files that a session has changed: the changes after each prompt, those of a file together.

    Raises:
        UnsupportedOperationError: A step that called tools has no snapshot, so the list would not be complete.
    """
    path = f"{_session_path(inputs)}/message"
    listed = yield from _fetch(rule, path, list)
    diffs: dict[str, Wire] = {}
    try:
        if any(_lacks_snapshot(entry["parts"]) for entry in listed if entry["info"]["role"] == "assistant"):
            raise UnsupportedOperationError(rule.operation, (), rule.instead)
        prompts: list[Wire] = [entry["info"] for entry in listed if entry["info"]["role"] == "user"]
        for diff in (diff for prompt in prompts for diff in prompt.get("summary", {}).get("diffs", ())):
            diffs[diff["file"]] = _joined(diffs.get(diff["file"]), diff)
    except (AttributeError, KeyError, TypeError):
        raise _unexpected(rule, path) from None
    return answer_of({"data": [{"path": path, **diff} for path, diff in diffs.items()]})


def _lacks_snapshot(parts: list[Wire]) -> bool:
    """Whether a step called tools, and the server took no snapshot after it."""
    kinds = {part["type"] for part in parts}
    return "tool" in kinds and not any(part["type"] == "step-finish" and "snapshot" in part for part in parts)


def _joined(before: Wire | None, diff: Wire) -> Wire:
    """Return the changes of a file after several prompts as one record."""
    names = ("status", "additions", "deletions", "patch")
    later = {name: diff[name] for name in names if name in diff}
    if before is None:
        return later
    joined = {**before, **later}
    for name in ("additions", "deletions"):
        joined[name] = before.get(name, 0) + later.get(name, 0)
    joined["patch"] = f"{before.get('patch', '')}{later.get('patch', '')}"
    if before.get("status") == "added" and later.get("status") == "modified":
        joined["status"] = "added"
    return joined


def _location(inputs: Inputs) -> WireRequest:
    """Return the request for the context that the server resolves."""
    return Rule("", "", "GET /api/location", "location").request(inputs)


def _resolve(answer: WireAnswer, inputs: Inputs) -> dict[str, Any] | None:
    """Take the context that the server has resolved; return it, or None if the answer has none."""
    resolved = object_of(answer.body)
    if not is_success(answer) or resolved is None or not isinstance(resolved.get("directory"), str):
        return None
    inputs.directory, inputs.workspace = resolved["directory"], resolved.get("workspaceID")
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


def subscribe(rule: Rule, inputs: Inputs) -> Flow:
    """Subscribe to the events of a context, which each event of the contract names."""
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
