"""The operations on the conversation of a session: prompts, waiting, messages, compaction and changes."""

from __future__ import annotations

import re
import secrets
import string
from collections.abc import Iterable
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlencode

from ..._core.call import segment
from ..._core.contract_translation import Flow, Forward, Pause, WireAnswer, WireRequest
from ..._core.decoders import has_form
from .._turns.ending import LOOK, TAKE_UP
from . import bodies, messages
from .errors import UnsupportedOperationError
from .flows import Fetch, fetch, unexpected
from .git_paths import unquoted
from .messages import Wire
from .output_prompts import (
    FIRST_PROMPT,
    LONGEST_TEXT,
    PAGE,
    is_there,
    is_unreadable,
    notes_of,
    read_all,
    read_page,
    with_notes,
)
from .rule import Inputs, Rule, answer_of, dumps, error_of, is_success, json_of, object_of
from .tool_rules import FIRST, LAST, TOOLS, allows_output, has_tools, rules_before, tool_rules

RECENT = 5
"""The messages among which the one of a stopped answer is looked for; prompts that were not answered may follow it."""

CANCEL_LOOKS = 20
"""The most attempts to stop an agent."""

UNANSWERED_LOOKS = 4
"""The attempts to stop an agent after which a prompt with a schema counts as given up, whose time cannot be read."""

STORE_LOOKS = 80
"""The most looks for the message of a prompt that the server has accepted."""

_CURSOR = re.compile(r"after:(\d+(?:\.\d+)?):(.+)", re.DOTALL)
"""A cursor for messages in the order of their creation: the time and the id of the last message before it."""

_LETTERS = string.digits + string.ascii_letters
_MESSAGE_ID = re.compile("msg_([0-9a-f]{12})")


def _session_path(inputs: Inputs) -> str:
    return f"/session/{inputs.path['sessionID']}"


def wait(rule: Rule, inputs: Inputs) -> Flow:
    """Wait until a session is not busy any more, and its latest prompt is not about to be taken up.

    Several waits share one look at the busy sessions. It may be older than a step that the messages show, so an answer
    that has not come to its end counts as ended only if a look after the messages, which is not shared, agrees.
    """
    path = _session_path(inputs)
    session = yield from fetch(rule, path, dict)
    unanswered_looks = 0
    while True:
        if not (yield from _is_busy(rule, session, shared=LOOK)):
            latest = yield WireRequest("GET", f"{path}/message?limit={RECENT}")
            if is_unreadable(latest):
                latest = yield WireRequest("GET", f"{path}/message?limit=1")
            if is_unreadable(latest) and unanswered_looks < TAKE_UP / LOOK:
                unanswered_looks += 1
                yield Pause(LOOK)
                continue
            if not is_success(latest):
                return WireAnswer(204) if is_unreadable(latest) else latest
            if not _is_about_to_start(latest) and not (
                _is_under_way(latest) and (yield from _is_busy(rule, session, shared=None))
            ):
                return WireAnswer(204)
        yield Pause(LOOK)


def cancel(rule: Rule, inputs: Inputs) -> Flow:
    """Stop the agent, and return true once it is known to have stopped, or false if it has not after some attempts.

    The server confirms an abort that comes before the agent has taken up a prompt, and takes it up all the same.
    """
    path = _session_path(inputs)
    session = yield from fetch(rule, path, dict)
    query = {name: value for name, value in _context(session).items() if value is not None}
    for attempt in range(CANCEL_LOOKS):
        aborted = yield WireRequest("POST", f"{path}/abort", optional=attempt > 0)
        if aborted.status and not is_success(aborted):
            return aborted
        status = yield WireRequest("GET", f"/session/status?{urlencode(query)}", optional=True)
        busy = object_of(status.body) if is_success(status) else None
        if busy is not None and session.get("id") not in busy:
            latest = yield WireRequest("GET", f"{path}/message?limit={RECENT}", optional=True)
            if is_unreadable(latest):
                latest = yield WireRequest("GET", f"{path}/message?limit=1", optional=True)
            if is_success(latest) and not _is_about_to_start(latest):
                return answer_of(True)
            if is_unreadable(latest) and attempt + 1 >= UNANSWERED_LOOKS:  # it was given up before its answer
                return answer_of(True)
        yield Pause(LOOK)
    return answer_of(False)


def _is_about_to_start(latest: WireAnswer) -> bool:
    """Whether the latest message is a recent prompt, by the clock of the server, and the agent was not stopped since.

    An agent that is stopped gives up the prompts that wait for its next step.
    """
    try:
        *earlier, info = [entry["info"] for entry in json_of(latest.body)]
        created = info["time"]["created"]
        age = parsedate_to_datetime(latest.headers["date"]).timestamp() - created / 1000
        given_up = any("error" in other and other["time"].get("completed", 0) >= created for other in earlier)
        return bool(info["role"] == "user" and age < TAKE_UP and not given_up)
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


def _is_under_way(latest: WireAnswer) -> bool:
    """Whether the latest message is a part of an answer that goes on, unless the agent has ended without a word."""
    try:
        *_, info = [entry["info"] for entry in json_of(latest.body)]
        ended = "completed" in info["time"] and info.get("finish") != "tool-calls"
        return bool(info["role"] == "assistant" and not ended and "error" not in info)
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


def _context(session: Wire) -> dict[str, str | None]:
    """Return the query for the context in which the agent of a session works."""
    return {"directory": session.get("directory"), "workspace": session.get("workspaceID")}


def _is_busy(rule: Rule, session: Wire, *, shared: float | None) -> Fetch:
    """Return whether the agent works in a session, or waits to call its model again."""
    busy = yield from fetch(rule, "/session/status", dict, _context(session), shared=shared)
    return session.get("id") in busy


def send_prompt(rule: Rule, inputs: Inputs) -> Flow:
    """Send a prompt, with an id for its message, and return once the server has stored it.

    Otherwise a wait for the session could end before the answer has begun: the server answers before it stores. A
    prompt with an id of the caller's own, the input `messageID`, is sent once: a second call finds its message.

    Raises:
        UnsupportedOperationError: The prompt is to wait until the agent has ended its work.
    """
    if inputs.values.get("delivery") == "deferred":
        raise UnsupportedOperationError(rule.operation, ("delivery",), rule.instead)
    path = _session_path(inputs)
    session = yield from fetch(rule, path, dict)
    own_id = inputs.values.get("messageID")
    if own_id is None:
        _, latest = yield from read_page(rule, path, {"limit": "1"})
        message_id = _next_message_id(rule, session, latest)
    else:
        message_id = str(own_id)
        if is_there((yield WireRequest("GET", _message_path(path, message_id)))):
            return _admitted(inputs, session, message_id)
        latest = (yield from read_page(rule, path, {"limit": "1"}))[1] if "output" in inputs.values else ()
    note = None if latest or "output" not in inputs.values else _first_prompt(inputs, message_id)
    changed: WireAnswer | None = yield from _prepare(rule, inputs, path, session, note)
    if changed is not None:
        return changed
    try:
        body = dumps(bodies.prompt(inputs, session, message_id))
    except (AttributeError, KeyError, TypeError, ValueError):  # a body outside the contract: the server decides
        return Forward(WireRequest("POST", f"{path}/prompt_async", inputs.content))
    answer = yield WireRequest("POST", f"{path}/prompt_async", body)
    if not 200 <= answer.status < 300:
        return answer
    for _ in range(STORE_LOOKS):
        stored = yield WireRequest("GET", _message_path(path, message_id), optional=True)
        if stored.status != 404:
            return _admitted(inputs, session, message_id)
        yield Pause(LOOK)
    message = f"{rule.operation}: the server has accepted the prompt, but has not stored its message {message_id}"
    return error_of("PromptNotStoredError", message, 502)


def _first_prompt(inputs: Inputs, message_id: str) -> Wire:
    """Return the note about a prompt with a schema that is the first message of its session."""
    prompt: Any = inputs.values.get("prompt")
    text: Any = prompt.get("text") if has_form(prompt, dict) else None
    return {"id": message_id, "text": text[:LONGEST_TEXT] if isinstance(text, str) else ""}


def _prepare(rule: Rule, inputs: Inputs, path: str, session: Wire, first_prompt: Wire | None) -> Fetch:
    """Change the session for a prompt with tools or a schema; return the answer if the server refuses that."""
    tools: Any = inputs.values.get("tools")
    changes: Wire = {}
    notes: Wire = {}
    if has_form(tools, dict) and not has_tools(session, tools):
        rules = rules_before(session)
        known = [*(yield from _agent_rules(rule, session)), *rules] if True in tools.values() else rules
        changes["permission"] = tool_rules(tools, known)
        first = len(session.get("permission") or ())
        notes = {TOOLS: tools, FIRST: first, LAST: first + len(changes["permission"])}
    if "output" in inputs.values:
        added: list[Wire] = changes.get("permission", [])
        if allowed := allows_output([*(session.get("permission") or ()), *added]):
            changes["permission"] = [*added, *allowed]
    if first_prompt is not None:
        notes[FIRST_PROMPT] = first_prompt
    if notes:
        changes["metadata"] = with_notes(session, **notes)
    if not changes:
        return None
    changed = yield WireRequest("PATCH", path, dumps(changes))
    return None if is_success(changed) else changed


def _agent_rules(rule: Rule, session: Wire) -> Fetch:
    """Return the rules of the agent of a session; the default agent has none in the record."""
    context = _context(session)
    agents = yield from fetch(rule, "/agent", list, context)
    name = session.get("agent")
    if name is None:
        name = (yield from fetch(rule, "/config", dict, context)).get("default_agent", "build")
    return [found for agent in agents if agent.get("name") == name for found in agent.get("permission") or ()]


def fork(rule: Rule, inputs: Inputs) -> Flow:
    """Copy a session, with its messages before one, or with all. The server copies no rules, so the adapter does."""
    path = _session_path(inputs)
    session = yield from fetch(rule, path, dict)
    message_id = inputs.values.get("messageID")
    if message_id is not None:  # the server copies all messages if it does not have this one
        message = yield WireRequest("GET", _message_path(path, str(message_id)))
        if not is_there(message):
            return message
    body = {} if message_id is None else {"messageID": message_id}
    forked = yield WireRequest("POST", f"{path}/fork", dumps(body))
    copy = object_of(forked.body) if is_success(forked) else None
    if copy is None or not (session.get("permission") or notes_of(session)):
        return rule.answer(forked, inputs)
    changes: Wire = {"permission": session.get("permission") or []}
    notes = notes_of(session)
    if FIRST_PROMPT in notes:  # its message has another id in the copy
        notes[FIRST_PROMPT] = {name: note for name, note in notes[FIRST_PROMPT].items() if name != "id"}
    changes["metadata"] = with_notes(copy, **notes)
    changed = yield WireRequest("PATCH", f"/session/{segment(str(copy.get('id')))}", dumps(changes))
    return rule.answer(changed, inputs)


def _message_path(path: str, message_id: str) -> str:
    return f"{path}/message/{segment(message_id)}"


def _admitted(inputs: Inputs, session: Wire, message_id: str) -> WireAnswer:
    """Return the answer for a prompt that the server has stored."""
    admitted = {"id": message_id, "sessionID": session["id"], "prompt": inputs.values.get("prompt")}
    return answer_of({"data": {**admitted, "delivery": "immediate"}})


def _next_message_id(rule: Rule, session: Wire, latest: list[Any]) -> str:
    """Return an id for a prompt; the server would choose one, but not return it.

    It begins with a time of the server, in units of 1/4096 ms. The server's agent compares ids to find out whether a
    prompt is answered, so that the id must be above the other ids in the session, and must not be in the future.
    """
    match = _MESSAGE_ID.match(_id(latest) or "")
    try:
        number = int(session["time"]["created"]) * 4096 if match is None else int(match[1], 16) + 1
    except (KeyError, TypeError, ValueError):
        raise unexpected(rule, "/session/{sessionID}") from None
    suffix = "".join(secrets.choice(_LETTERS) for _ in range(14))
    return f"msg_{number % 2**48:012x}{suffix}"


def _id(latest: list[Any]) -> str | None:
    """Return the id of the last message of a page, if it has one."""
    try:
        id_ = latest[-1]["info"]["id"]
    except (IndexError, KeyError, TypeError):
        return None
    return id_ if isinstance(id_, str) else None


def compact(rule: Rule, inputs: Inputs) -> Flow:
    """Compact a conversation with the model that it uses."""
    path = _session_path(inputs)
    session = yield from fetch(rule, path, dict)
    model = session.get("model")
    if not has_form(model, dict):  # no prompt has been sent, so there is no conversation
        return WireAnswer(204)
    body = {"providerID": model.get("providerID"), "modelID": model.get("id")}
    answer = yield WireRequest("POST", f"{path}/summarize", dumps(body))
    return WireAnswer(204) if 200 <= answer.status < 300 else answer


def list_messages(rule: Rule, inputs: Inputs) -> Flow:
    """List the messages of a session.

    The server pages from the latest message to the first one. For the other order, all messages are fetched for each
    page, and the adapter makes the cursor, because a later call has the cursor alone.
    """
    path = f"{_session_path(inputs)}/message"
    limit, cursor = inputs.limit(rule.operation), inputs.values.get("cursor")
    after = _CURSOR.fullmatch(str(cursor))
    if after is not None or inputs.values.get("order") == "asc":
        page = _convert(rule, path, (yield from read_all(rule, _session_path(inputs))))
        if after is not None:
            page = [message for message in page if _position(message) > (float(after[1]), after[2])]
        if limit is None or len(page) <= limit:
            return answer_of({"data": page, "cursor": {}})
        page = page[:limit]
        created, id_ = _position(page[-1])
        return answer_of({"data": page, "cursor": {"next": f"after:{created}:{id_}"}})
    query = {"limit": str(PAGE if limit is None else limit), "before": cursor}
    answer, listed = yield from read_page(rule, _session_path(inputs), query)
    page = _convert(rule, path, listed)[::-1]
    return answer_of({"data": page, "cursor": {"next": answer.headers.get("x-next-cursor")}})


def _position(message: Wire) -> tuple[float, str]:
    """Return the place of a message in the server's order; ids alone have another order if users choose them."""
    return message["time"]["created"], message["id"]


def list_context(rule: Rule, inputs: Inputs) -> Flow:
    """List the messages from the last compaction on; its summary replaces the earlier messages."""
    path = f"{_session_path(inputs)}/message"
    listed = _convert(rule, path, (yield from read_all(rule, _session_path(inputs))))
    starts = [at for at, message in enumerate(listed) if message["type"] == "compaction"]
    return answer_of({"data": listed[starts[-1] if starts else 0 :]})


def _convert(rule: Rule, path: str, listed: Iterable[Any]) -> list[Wire]:
    try:
        converted = [messages.message(entry["info"], entry["parts"]) for entry in listed]
    except (AttributeError, KeyError, TypeError):
        raise unexpected(rule, path) from None
    return [message for message in converted if message is not None]


def diff_session(rule: Rule, inputs: Inputs) -> Flow:
    """List the files that a session has changed. The changes of a file after several prompts are one record.

    Raises:
        UnsupportedOperationError: A step that called tools has no snapshot, so the list would not be complete.
    """
    path = f"{_session_path(inputs)}/message"
    listed = yield from read_all(rule, _session_path(inputs))
    diffs: dict[str, Wire] = {}
    try:
        if any(_lacks_snapshot(entry["parts"]) for entry in listed if entry["info"]["role"] == "assistant"):
            reason = "opencode took no snapshot after a step of this session, so the list would be incomplete"
            raise UnsupportedOperationError(rule.operation, (), rule.instead, reason)
        prompts: list[Wire] = [entry["info"] for entry in listed if entry["info"]["role"] == "user"]
        for diff in (diff for prompt in prompts for diff in prompt.get("summary", {}).get("diffs", ())):
            name = unquoted(diff["file"])
            diffs[name] = _joined(diffs.get(name), diff)
    except (AttributeError, KeyError, TypeError):
        raise unexpected(rule, path) from None
    return answer_of({"data": [{"path": path, **diff} for path, diff in diffs.items()]})


def _lacks_snapshot(parts: list[Wire]) -> bool:
    """Whether a step called tools, and the server took no snapshot after it.

    It takes one after each whole step in a git repository, so a step lacks one if the agent was stopped during it, or
    the directory is outside of a repository. A step without tools changes nothing.
    """
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
