"""The bodies that the server takes, made of the contract's inputs."""

from __future__ import annotations

import mimetypes
import re
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from .errors import UnsupportedOperationError
from .rule import Inputs

Wire: TypeAlias = dict[str, Any]


def some(inputs: Inputs, *names: str) -> Wire:
    """Return those of some inputs that were given, as they are."""
    return {name: inputs.given[name] for name in names if name in inputs.given}


def prompt(inputs: Inputs, session: Wire, message_id: str) -> Wire:
    """Return the body that sends a prompt.

    The server takes the agent and the model from the prompt, not from its session.

    Args:
        inputs: The inputs of the call.
        session: The server's record of the session.
        message_id: The id for the prompt's message.
    """
    given: Wire = inputs.given["prompt"]
    files, agents = given.get("files") or (), given.get("agents") or ()
    parts = [{"type": "text", "text": given["text"]}, *map(_file, files), *map(_agent, agents)]
    body: Wire = {
        "messageID": message_id,
        "parts": parts,
        **({"agent": session["agent"]} if "agent" in session else {}),
    }
    model: Wire | None = session.get("model")
    if model is not None:
        body["model"] = {"providerID": model["providerID"], "modelID": model["id"]}
        variant = model.get("variant", "default")
        body |= {} if variant == "default" else {"variant": variant}
    return body


def _file(given: Wire) -> Wire:
    """Return a file of a prompt, whose media type the server requires."""
    uri: str = given["uri"]
    data = re.match(r"data:([\w.+-]+/[\w.+-]+)", uri)
    path: str = given.get("name") or urlsplit(uri).path
    mime = given.get("mime") or (data and data[1]) or mimetypes.guess_type(path)[0] or "text/plain"
    part: Wire = {
        "type": "file",
        "url": uri,
        "mime": mime,
        **({"filename": given["name"]} if given.get("name") else {}),
    }
    if given.get("source"):
        part["source"] = {"type": "file", "path": path, "text": _range(given["source"])}
    return part


def _range(source: Wire) -> Wire:
    return {"start": int(source["start"]), "end": int(source["end"]), "value": source["text"]}


def _agent(given: Wire) -> Wire:
    mention: Wire = {"type": "agent", "name": given["name"]}
    if given.get("source"):
        mention["source"] = _range(given["source"])
    return mention


def _model(inputs: Inputs) -> Wire:
    if "model" not in inputs.given:
        return {}
    given = inputs.given["model"]
    return {"model": {("id" if name == "modelID" else name): value for name, value in given.items()}}


def session(inputs: Inputs) -> Wire:
    """Return the body that creates a session."""
    body = {**some(inputs, "title", "agent"), **_model(inputs), **_rules(inputs)}
    return body if inputs.workspace is None else {**body, "workspaceID": inputs.workspace}


def session_changes(inputs: Inputs) -> Wire:
    """Return the body that updates a session. The server adds the rules to those of the session."""
    body = {**some(inputs, "title"), **_rules(inputs)}
    return {**body, "time": {"archived": inputs.given["archived"]}} if "archived" in inputs.given else body


def _rules(inputs: Inputs) -> Wire:
    if "permission" not in inputs.given:
        return {}
    names = {"action": "permission", "resource": "pattern", "effect": "action"}
    return {
        "permission": [
            {names.get(name, name): value for name, value in rule.items()} for rule in inputs.given["permission"]
        ]
    }


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
