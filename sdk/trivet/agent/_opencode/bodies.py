"""The bodies that the server takes, made of the contract's inputs."""

from __future__ import annotations

from typing import Any, TypeAlias

from .errors import UnsupportedOperationError
from .rule import Inputs

__all__ = [
    "answers",
    "archive",
    "config",
    "mcp_server",
    "oauth_code",
    "older_session",
    "patch",
    "permission_reply",
    "project",
    "prompt",
    "pty",
    "pty_update",
    "session",
    "some",
    "warp",
    "workspace",
]

Wire: TypeAlias = dict[str, Any]

DELIVERY = {"immediate": "steer", "deferred": "queue"}


def some(inputs: Inputs, *names: str) -> Wire:
    """Return those of some inputs that were given, as they are."""
    return {name: inputs.given[name] for name in names if name in inputs.given}


def prompt(inputs: Inputs) -> Wire:
    """Return the body that sends a prompt; the server finds out the media types of its files by itself."""
    given: Wire = inputs.given["prompt"]
    files: list[Wire] | None = given.get("files")
    if files is not None:
        given = {**given, "files": [{k: v for k, v in each.items() if k != "mime"} for each in files]}
    body: Wire = {"prompt": given}
    if "delivery" in inputs.given:
        delivery = inputs.given["delivery"]
        body["delivery"] = DELIVERY.get(delivery, delivery)
    return body


def _model(inputs: Inputs) -> Wire:
    if "model" not in inputs.given:
        return {}
    given = inputs.given["model"]
    return {"model": {("id" if name == "modelID" else name): value for name, value in given.items()}}


def session(inputs: Inputs) -> Wire:
    """Return the body that creates a session; its context stands in it."""
    body = {**some(inputs, "agent"), **_model(inputs)}
    location = inputs.location()
    return {**body, "location": location} if "directory" in location else body


def older_session(inputs: Inputs) -> Wire:
    """Return the body that creates a session with a title, which only the older route takes."""
    body = {**some(inputs, "title", "agent"), **_model(inputs)}
    return body if inputs.workspace is None else {**body, "workspaceID": inputs.workspace}


def archive(inputs: Inputs) -> Wire:
    """Return the body that updates a session."""
    body = some(inputs, "title")
    return {**body, "time": {"archived": inputs.given["archived"]}} if "archived" in inputs.given else body


def permission_reply(inputs: Inputs) -> Wire:
    """Return the body that replies to a request for a permission."""
    return {"reply": inputs.given["response"]}


def oauth_code(inputs: Inputs) -> Wire:
    """Return the body that completes an authorization."""
    return some(inputs, "code")


def answers(inputs: Inputs) -> Wire:
    """Return the body that answers a question."""
    response: Wire = inputs.given["response"]
    return {"answers": response["answers"]}


def config(inputs: Inputs) -> Wire:
    """Return the body that updates the configuration: the configuration itself."""
    given: Wire = inputs.given["config"]
    return given


def mcp_server(inputs: Inputs) -> Wire:
    """Return the body that adds a tool-protocol server, whose command is a list with its arguments."""
    given: Wire = dict(inputs.given["config"])
    if given.get("type") == "local":
        given["command"] = [given["command"], *(given.pop("arguments", None) or ())]
    return {"name": inputs.given["name"], "config": given}


def project(inputs: Inputs) -> Wire:
    """Return the body that updates a project.

    Raises:
        UnsupportedOperationError: It has another command than `start`, the only one that the server keeps.
    """
    body = some(inputs, "name", "icon")
    if "commands" in inputs.given:
        commands = {each["name"]: each["command"] for each in inputs.given["commands"]}
        if commands.keys() - {"start"}:
            raise UnsupportedOperationError("project.update", ("commands",), "one command of a project, called start")
        body["commands"] = commands
    return body


def pty(inputs: Inputs) -> Wire:
    """Return the body that creates a pseudo-terminal."""
    return some(inputs, "command", "cwd")


def pty_update(inputs: Inputs) -> Wire:
    """Return the body that updates a pseudo-terminal."""
    body = some(inputs, "title")
    if "size" in inputs.given:
        size = inputs.given["size"]
        body["size"] = {"cols": int(size["columns"]), "rows": int(size["rows"])}
    return body


def patch(inputs: Inputs) -> Wire:
    """Return the body that applies a patch."""
    return some(inputs, "patch")


def workspace(inputs: Inputs) -> Wire:
    """Return the body that creates a workspace."""
    return {"type": inputs.given["type"], "branch": None, "extra": inputs.given.get("metadata")}


def warp(inputs: Inputs) -> Wire:
    """Return the body that moves a session into a workspace, or out of one."""
    return {"id": inputs.given.get("workspaceID"), **some(inputs, "sessionID", "copyChanges")}
