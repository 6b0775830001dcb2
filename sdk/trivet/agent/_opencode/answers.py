"""The server's records in the form of the contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias
from urllib.parse import unquote

from ..._core.decoders import has_form
from .errors import NotListedError
from .rule import Inputs

Wire: TypeAlias = dict[str, Any]

_MOVED = ("directory", "path", "workspaceID", "slug", "version")
"""Fields of a session that the contract has elsewhere, or not at all."""


def session(wire: Wire) -> Wire:
    """Return a session."""
    if "location" in wire or not isinstance(wire.get("directory"), str):
        return wire
    converted = {name: value for name, value in wire.items() if name not in _MOVED}
    converted["location"] = {"directory": wire["directory"]}
    if wire.get("workspaceID") is not None:
        converted["location"]["workspaceID"] = wire["workspaceID"]
    if wire.get("path"):
        converted["subpath"] = wire["path"]
    return converted


def one_session(wire: Wire, _: Inputs) -> Wire:
    """Return the answer of one session."""
    return {"data": session(wire)}


def some_sessions(wires: list[Wire], _: Inputs) -> Wire:
    """Return sessions without a page."""
    return {"data": [session(wire) for wire in wires]}


def permission(wire: Wire) -> Wire:
    """Return a request for permission."""
    names = {"permission": "action", "patterns": "resources", "always": "save"}
    converted = {names.get(name, name): value for name, value in wire.items() if name != "tool"}
    if has_form(wire.get("tool"), dict):
        converted["source"] = {"type": "tool", **wire["tool"]}
    return converted


def permissions(wires: list[Wire], _: Inputs) -> list[Wire]:
    """Return the requests for permission of a context."""
    return [permission(wire) for wire in wires]


def agents(records: list[Wire], _: Inputs) -> list[Wire]:
    """Return the agents, which the server knows by their names."""
    return [_agent(record) for record in records]


def _agent(record: Wire) -> Wire:
    names = {"name": "id", "prompt": "system", "color": "color", "steps": "steps"}
    names |= {"description": "description", "mode": "mode"}
    converted = {names[name]: value for name, value in record.items() if name in names and value is not None}
    rules = [
        {"action": rule["permission"], "resource": rule["pattern"], "effect": rule["action"]}
        for rule in record.get("permission", ())
    ]
    converted |= {"hidden": record.get("hidden") is True, "permissions": rules}
    converted["request"] = {"headers": {}, "body": record.get("options") or {}}
    if has_form(record.get("model"), dict):
        model: Wire = record["model"]
        converted["model"] = {"id": model["modelID"], "providerID": model["providerID"]}
        converted["model"] |= {"variant": record["variant"]} if record.get("variant") else {}
    return converted


def commands(records: list[Wire], _: Inputs) -> list[Wire]:
    """Return the commands. Skills, and prompts of tool-protocol servers, are among them."""
    return [_command(record) for record in records]


def _command(record: Wire) -> Wire:
    names = ("name", "template", "description", "agent", "subtask", "source")
    converted = {name: record[name] for name in names if record.get(name) is not None}
    if not isinstance(record.get("template"), str):  # the prompt of a tool-protocol server is rendered when it is used
        converted.pop("template", None)
    if isinstance(record.get("model"), str):
        provider_id, _, model_id = record["model"].partition("/")
        converted["model"] = {"id": model_id, "providerID": provider_id}
    return converted


def providers(answer: Wire, _: Inputs) -> list[Wire]:
    """Return the providers that are enabled, without their credentials, which the server sends, too."""
    return [{"id": provider["id"], "name": provider["name"]} for provider in answer["providers"]]


def models(answer: Wire, _: Inputs) -> list[Wire]:
    """Return the models of the providers that are enabled."""
    return [_model(record) for provider in answer["providers"] for record in provider["models"].values()]


def _model(record: Wire) -> Wire:
    names = ("id", "providerID", "name", "family", "status", "limit")
    converted: Wire = {name: record[name] for name in names if record.get(name)}
    api, capabilities = record["api"], record["capabilities"]
    kinds = {
        name: [kind for kind, supported in capabilities[name].items() if supported] for name in ("input", "output")
    }
    variants: Wire = record.get("variants") or {}
    return {
        **converted,
        "api": {"id": api["id"], "type": "aisdk", "package": api["npm"], "url": api["url"]},
        "capabilities": {"tools": capabilities["toolcall"], **kinds},
        "cost": [record["cost"]],
        "enabled": True,
        "request": {"headers": {}, "body": {}},
        "variants": [{"id": name, "headers": {}, "body": options} for name, options in variants.items()],
    }


def one_model(answer: Wire, inputs: Inputs) -> Wire:
    """Return the model that the path names.

    Raises:
        NotListedError: There is no such model, or its provider is not enabled.
    """
    return one_of({"providerID": "providerID", "id": "modelID"})(models(answer, inputs), inputs)


def grep_matches(matches: list[Wire], inputs: Inputs) -> list[Wire]:
    """Return the matches of a search, at most as many as the limit of the call."""
    return [
        {
            "path": match["path"]["text"],
            "line": match["line_number"],
            "text": match["lines"]["text"].rstrip("\r\n"),
            "submatches": [
                {"text": part["match"]["text"], "start": part["start"], "end": part["end"]}
                for part in match["submatches"]
            ],
        }
        for match in matches[: inputs.limit("fs.grep")]
    ]


def mcp_servers(by_name: Wire, _: Inputs) -> list[Wire]:
    """Return the list of tool-protocol servers; the server sends a mapping from their names."""
    return [{"name": name, "status": status} for name, status in by_name.items()]


def mcp_server(by_name: Wire, inputs: Inputs) -> Wire:
    """Return the tool-protocol server that was just added."""
    name = inputs.values["name"]
    return {"name": name, "status": by_name[name]}


def mcp_status(status: Wire, inputs: Inputs) -> Wire:
    """Return a tool-protocol server; the server sends its status alone."""
    return {"name": unquote(inputs.path["name"]), "status": status}


def mcp_resources(by_key: Wire, _: Inputs) -> list[Wire]:
    """Return the list of resources; the server sends a mapping from keys of its own."""
    return [
        {**{name: value for name, value in resource.items() if name != "client"}, "server": resource["client"]}
        for resource in by_key.values()
    ]


def project(record: Wire) -> Wire:
    """Return a project, whose one command is called `start`."""
    if not has_form(record.get("commands"), dict):
        return record
    commands: Wire = record["commands"]
    return {**record, "commands": [{"name": name, "command": text} for name, text in commands.items() if text]}


def projects(records: list[Wire], _: Inputs) -> list[Wire]:
    """Return all projects."""
    return [project(record) for record in records]


def one_project(answer: Any, inputs: Inputs) -> Wire:
    """Return the project that the path names, from a list or from a single record.

    Raises:
        NotListedError: There is no such project.
    """
    project_id = unquote(inputs.path["projectID"])
    records: list[Wire] = answer if has_form(answer, list) else [answer]
    for record in records:
        if record["id"] == project_id:
            return project(record)
    raise NotListedError(project_id)


def one_of(names: Mapping[str, str]) -> Callable[[Any, Inputs], Wire]:
    """Return a function that picks a record from a list.

    Args:
        names: From each field that identifies the record to the input of the path with its value.
    """

    def pick(answer: Any, inputs: Inputs) -> Wire:
        identity = {field: unquote(inputs.path[name]) for field, name in names.items()}
        records: list[Wire] = answer["data"] if has_form(answer, dict) else answer
        for record in records:
            if all(record.get(field) == value for field, value in identity.items()):
                return {"data": workspace(record)}
        raise NotListedError(identity)

    return pick


def workspace(record: Wire) -> Wire:
    """Return a workspace, whose metadata the server calls `extra`; another record is unchanged."""
    return {**record, "metadata": record["extra"]} if isinstance(record.get("extra"), dict) else record


def one_workspace(record: Wire, _: Inputs) -> Wire:
    """Return the workspace that was just created."""
    return workspace(record)


def in_project(records: list[Wire], inputs: Inputs) -> list[Wire]:
    """Return the workspaces, or those in one project if the call names one."""
    project_id = inputs.values.get("projectID")
    return [workspace(record) for record in records if project_id is None or record.get("projectID") == project_id]
