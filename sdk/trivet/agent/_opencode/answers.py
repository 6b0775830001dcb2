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
