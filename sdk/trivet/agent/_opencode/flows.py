"""The operations on a server and its directories that take more than one request, and how a flow fetches JSON."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Generator, Mapping
from typing import Any, TypeAlias
from urllib.parse import urlencode

from ..._core.call import segment
from ..._core.contract_translation import Flow, Forward, Pause, WireAnswer, WireRequest
from ..._core.decoders import has_form
from .errors import FailedRequestError, UnsupportedOperationError
from .events import OpencodeEvents
from .rule import Inputs, Rule, answer_of, error_of, is_success, json_of, object_of

CONFIG_LOOKS, CONFIG_POLL = 8, 0.25
"""The most looks for a changed configuration, and the seconds between two.

The server reads it again after it has answered. Settings that the directory's own file overrides are never found.
"""

MOST_NAMES = 20
"""The most names of models or agents in an error."""

NO_QUERY: Mapping[str, str | None] = {}

Fetch: TypeAlias = Generator[WireRequest | Pause, WireAnswer, Any]
"""A part of a flow, which returns a value."""


def fetch(
    rule: Rule, path: str, form: type, query: Mapping[str, str | None] = NO_QUERY, *, shared: float | None = None
) -> Fetch:
    """Send a GET, and return its JSON; `shared` is that of `WireRequest`.

    Raises:
        FailedRequestError: It failed, or its JSON has another form.
    """
    return (yield from fetch_answer(rule, path, form, query, shared=shared))[1]


def fetch_answer(
    rule: Rule, path: str, form: type, query: Mapping[str, str | None] = NO_QUERY, *, shared: float | None = None
) -> Fetch:
    """Send a GET, and return the answer and its JSON.

    Raises:
        FailedRequestError: It failed, or its JSON has another form.
    """
    encoded = urlencode({name: value for name, value in query.items() if value is not None})
    answer = yield WireRequest("GET", f"{path}?{encoded}" if encoded else path, shared=shared)
    if not is_success(answer):
        raise FailedRequestError(answer)
    data = json_of(answer.body)
    if not has_form(data, form):
        raise unexpected(rule, path)
    return answer, data


def unexpected(rule: Rule, path: str) -> FailedRequestError:
    """Return the error for an answer that has another form than the measured one."""
    message = f"{rule.operation}: GET {path} answers in another form"
    return FailedRequestError(error_of("UnexpectedAnswerError", message, 502))


def create_session(rule: Rule, inputs: Inputs) -> Flow:
    """Create a session, if the server has its agent and its model: with others, no prompt would be answered."""
    model: Any = inputs.values.get("model")
    agent = inputs.values.get("agent")
    context = dict(inputs.context("directory"))
    if has_form(model, dict):
        providers = (yield from fetch(rule, "/config/providers", dict, context)).get("providers")
        models = [f"{provider.get('id')}/{id_}" for provider in _records(providers) for id_ in _ids(provider)]
        name = f"{model.get('providerID')}/{model.get('modelID')}"
        if models and name not in models:
            return _missing(rule, "Model", f"the model {name}; it has {_some(models)}")
    if has_form(agent, str):
        agents = [str(record.get("name")) for record in _records((yield from fetch(rule, "/agent", list, context)))]
        if agents and agent not in agents:
            return _missing(rule, "Agent", f"the agent {agent}; it has {_some(agents)}")
    return rule.answer((yield rule.request(inputs)), inputs)


def _records(value: Any) -> list[dict[str, Any]]:
    """Return the records with an id or a name in a list, which is empty if the server sends another form."""
    records: list[Any] = value if has_form(value, list) else []
    return [record for record in records if has_form(record, dict) and ("id" in record or "name" in record)]


def _ids(provider: dict[str, Any]) -> list[str]:
    models: Any = provider.get("models")
    return list(models) if has_form(models, dict) else []


def _some(names: list[str]) -> str:
    return ", ".join(names[:MOST_NAMES]) + (", …" if len(names) > MOST_NAMES else "")


def _missing(rule: Rule, kind: str, description: str) -> WireAnswer:
    return error_of(f"{kind}NotFoundError", f"{rule.operation}: the server does not have {description}", 404)


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
    """List the sessions of one context: without a directory, the server lists the sessions of all."""
    if "cursor" in inputs.values:  # it holds the directory
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
    except TypeError:  # nested too deeply
        return answer


def subscribe(rule: Rule, inputs: Inputs) -> Flow:
    """Subscribe to the events of a context, which each event of the contract names."""
    resolved = yield _location(inputs)
    location = _resolve(resolved, inputs)
    if location is None:
        return resolved
    return Forward(rule.request(inputs), lambda: OpencodeEvents(location))


def update_config(rule: Rule, inputs: Inputs) -> Flow:
    """Change the configuration of the server, and return the resolved one of the directory.

    `PATCH /config` writes a file into the directory that the server does not read.
    """
    changed = yield rule.request(inputs)
    if not is_success(changed):
        return changed
    query = urlencode(inputs.context("directory"))
    settings = inputs.values.get("config")
    resolved = changed
    for _ in range(CONFIG_LOOKS):
        resolved = yield WireRequest("GET", f"/config?{query}" if query else "/config", optional=True)
        if is_success(resolved) and _holds(json_of(resolved.body), settings):
            return resolved
        yield Pause(CONFIG_POLL)
    return resolved if is_success(resolved) else changed


def _holds(value: Any, settings: Any) -> bool:
    """Whether a configuration has some settings."""
    if not has_form(settings, dict):
        return bool(value == settings)
    return has_form(value, dict) and all(_holds(value.get(name), setting) for name, setting in settings.items())


def warp(rule: Rule, inputs: Inputs) -> Flow:
    """Move a session into a workspace, or out of one.

    Raises:
        UnsupportedOperationError: Changes are to be copied from a directory that is not a workspace.
    """
    if inputs.values.get("copyChanges") is True and inputs.values.get("workspaceID") is not None:
        session = yield from fetch(rule, f"/session/{segment(str(inputs.values.get('sessionID')))}", dict)
        if "id" in session and session.get("workspaceID") is None:
            reason = "opencode copies the changes of the workspace that the session leaves, and it is not in one"
            raise UnsupportedOperationError(rule.operation, ("copyChanges",), "vcs.diff and vcs.patch", reason)
    return Forward(rule.request(inputs))


def read_file(rule: Rule, inputs: Inputs) -> Flow:
    """Read a file, whose bytes the server sends unchanged."""
    name = str(inputs.values.get("path", ""))
    path = "/".join(map(segment, name.split("/")))
    answer = yield rule._replace(server=f"{rule.server.removesuffix('*')}{path}").request(inputs)
    if answer.status == 500 and not (yield from _is_listed(rule, name, inputs)):
        return _missing(rule, "File", f"a file {name}")
    if not 200 <= answer.status < 300:
        return answer
    content: dict[str, Any] = {"type": "text", "mimeType": answer.media_type.partition(";")[0].strip()}
    try:
        content["content"] = answer.body.decode("utf-8")
    except UnicodeDecodeError:
        content |= {"type": "binary", "encoding": "base64", "content": b64encode(answer.body).decode("ascii")}
    return answer_of({"data": content})


def list_directory(rule: Rule, inputs: Inputs) -> Flow:
    """List the entries of a directory."""
    answer = yield rule.request(inputs)
    name = str(inputs.values.get("path", ""))
    if answer.status == 500 and not (yield from _is_listed(rule, name, inputs)):
        return _missing(rule, "Directory", f"a directory {name}")
    return answer


def _is_listed(rule: Rule, name: str, inputs: Inputs) -> Fetch:
    """Return whether a path exists: the server answers 500 to every path that it cannot read.

    An error of the list counts as a missing parent directory.
    """
    parent, _, entry = name.rstrip("/").rpartition("/")
    query = urlencode({"path": parent or ".", **dict(inputs.context("location"))})
    page = object_of((yield WireRequest("GET", f"/api/fs/list?{query}")).body) or {}
    records: list[Any] = page["data"] if has_form(page.get("data"), list) else []
    paths = [str(record.get("path")) for record in records if has_form(record, dict)]
    return entry in [path.rstrip("/").rpartition("/")[2] for path in paths]


def diff(rule: Rule, inputs: Inputs) -> Flow:
    """Return the changes of a directory, as records or as one patch."""
    mode = inputs.values.get("mode", "worktree")
    if inputs.values.get("format") != "patch":
        inputs.values["mode"] = {"worktree": "git", "default": "branch"}.get(mode, mode)
        return Forward(rule.request(inputs))
    if mode != "worktree":
        raise UnsupportedOperationError(rule.operation, ("mode",), "the format json")
    return Forward(rule._replace(server="GET /vcs/diff/raw", query={}).request(inputs))
    yield  # a generator, as every flow is
