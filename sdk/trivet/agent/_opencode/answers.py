"""Records of the server in the form that the contract has for them, from wire data to wire data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias
from urllib.parse import unquote

from ..._core.decoders import has_form
from .rule import Inputs, NotThereError

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


def grep_matches(found: list[Wire], inputs: Inputs) -> list[Wire]:
    """Return the matches of a search, as many as were asked for."""
    matches = [
        {
            "path": each["path"]["text"],
            "line": each["line_number"],
            "text": each["lines"]["text"].rstrip("\r\n"),
            "submatches": [
                {"text": one["match"]["text"], "start": one["start"], "end": one["end"]} for one in each["submatches"]
            ],
        }
        for each in found
    ]
    limit = inputs.given.get("limit")
    return matches if limit is None else matches[: int(limit)]


def mcp_servers(by_name: Wire, _: Inputs) -> list[Wire]:
    """Return the list of tool-protocol servers, which the server has by their names."""
    return [{"name": name, "status": status} for name, status in by_name.items()]


def mcp_server(by_name: Wire, inputs: Inputs) -> Wire:
    """Return the tool-protocol server that was just added."""
    name = inputs.given["name"]
    return {"name": name, "status": by_name[name]}


def mcp_status(status: Wire, inputs: Inputs) -> Wire:
    """Return a tool-protocol server, of which the server sends the status alone."""
    return {"name": unquote(inputs.path["name"]), "status": status}


def mcp_resources(by_key: Wire, _: Inputs) -> list[Wire]:
    """Return the list of resources, which the server has by keys of its own."""
    return [{**{k: v for k, v in each.items() if k != "client"}, "server": each["client"]} for each in by_key.values()]


def project(found: Wire) -> Wire:
    """Return a project, whose one command is called `start`."""
    if not has_form(found.get("commands"), dict):
        return found
    commands: Wire = found["commands"]
    return {**found, "commands": [{"name": name, "command": text} for name, text in commands.items() if text]}


def projects(found: list[Wire], _: Inputs) -> list[Wire]:
    """Return all projects."""
    return [project(each) for each in found]


def one_project(found: Any, inputs: Inputs) -> Wire:
    """Return the project with the id of the path, of a list or alone."""
    wanted = unquote(inputs.path["projectID"])
    listed: list[Wire] = found if has_form(found, list) else [found]
    for each in listed:
        if each["id"] == wanted:
            return project(each)
    raise NotThereError(wanted)


def one_of(names: Mapping[str, str]) -> Callable[[Any, Inputs], Wire]:
    """Return what picks a record from a list.

    Args:
        names: From each field that the record is known by to the input of the path that has its value.
    """

    def pick(answer: Any, inputs: Inputs) -> Wire:
        wanted = {field: unquote(inputs.path[name]) for field, name in names.items()}
        listed: list[Wire] = answer["data"] if has_form(answer, dict) else answer
        for each in listed:
            if all(each.get(field) == value for field, value in wanted.items()):
                return {"data": workspace(each)}
        raise NotThereError(wanted)

    return pick


def workspace(found: Wire) -> Wire:
    """Return a workspace, whose metadata the server calls extra; another record stays as it is."""
    return {**found, "metadata": found["extra"]} if isinstance(found.get("extra"), dict) else found


def one_workspace(found: Wire, _: Inputs) -> Wire:
    """Return the workspace that was just created."""
    return workspace(found)


def in_project(found: list[Wire], inputs: Inputs) -> list[Wire]:
    """Return the workspaces, of one project where one was asked for."""
    wanted = inputs.given.get("projectID")
    return [workspace(each) for each in found if wanted is None or each.get("projectID") == wanted]
