"""The bodies of requests to the server, from the inputs of the contract."""

from __future__ import annotations

import mimetypes
import re
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from .errors import UnsupportedOperationError
from .rule import Inputs

Wire: TypeAlias = dict[str, Any]


def some(inputs: Inputs, *names: str) -> Wire:
    """Return some inputs, unless they are missing from the call."""
    return {name: inputs.values[name] for name in names if name in inputs.values}


def prompt(inputs: Inputs, session: Wire, message_id: str) -> Wire:
    """Return the body that sends a prompt.

    The server takes the agent and the model from the prompt, not from its session.

    Args:
        inputs: The inputs of the call.
        session: The server's record of the session.
        message_id: The id for the prompt's message.
    """
    contents: Wire = inputs.values["prompt"]
    files, agents = contents.get("files") or (), contents.get("agents") or ()
    parts = [{"type": "text", "text": contents["text"]}, *map(_file, files), *map(_agent, agents)]
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
    body |= some(inputs, "system", "variant")
    if "output" in inputs.values:
        output: Wire = inputs.values["output"]
        retries = {"retryCount": output["retries"]} if "retries" in output else {}
        body["format"] = {"type": "json_schema", "schema": output["schema"], **retries}
    return body


def _file(attachment: Wire) -> Wire:
    """Return a file of a prompt. The server requires a media type."""
    uri: str = attachment["uri"]
    name, source = attachment.get("name"), attachment.get("source")
    data = re.match(r"data:([\w.+-]+/[\w.+-]+)", uri)
    path: str = name or urlsplit(uri).path
    mime = attachment.get("mime") or (data and data[1]) or mimetypes.guess_type(path)[0] or "text/plain"
    part: Wire = {"type": "file", "url": uri, "mime": mime, **({"filename": name} if name else {})}
    if source:
        part["source"] = {"type": "file", "path": path, "text": _range(source)}
    return part


def _range(source: Wire) -> Wire:
    return {"start": int(source["start"]), "end": int(source["end"]), "value": source["text"]}


def _agent(mention: Wire) -> Wire:
    part: Wire = {"type": "agent", "name": mention["name"]}
    if mention.get("source"):
        part["source"] = _range(mention["source"])
    return part


def _model(inputs: Inputs) -> Wire:
    if "model" not in inputs.values:
        return {}
    model = inputs.values["model"]
    return {"model": {("id" if name == "modelID" else name): value for name, value in model.items()}}


def session(inputs: Inputs) -> Wire:
    """Return the body that creates a session."""
    body = {**some(inputs, "title", "agent"), **_model(inputs), **_rules(inputs)}
    return body if inputs.workspace is None else {**body, "workspaceID": inputs.workspace}


def session_changes(inputs: Inputs) -> Wire:
    """Return the body that updates a session. The server appends the rules to the session's rules."""
    body = {**some(inputs, "title"), **_rules(inputs)}
    return {**body, "time": {"archived": inputs.values["archived"]}} if "archived" in inputs.values else body


def _rules(inputs: Inputs) -> Wire:
    """Return the rules of a session, with one that denies before each one that asks.

    In the session itself, the last rule that matches counts. The server hands down to children the rules that deny, and
    no others (measured): otherwise, a child would do without a question what its parent has to ask for.
    """
    if "permission" not in inputs.values:
        return {}
    names = {"action": "permission", "resource": "pattern", "effect": "action"}
    rules: list[Wire] = []
    for rule in inputs.values["permission"]:
        if rule.get("effect") == "ask":
            rules.append({**rule, "effect": "deny"})
        rules.append(rule)
    return {"permission": [{names.get(name, name): value for name, value in rule.items()} for rule in rules]}


def permission_reply(inputs: Inputs) -> Wire:
    """Return the body that replies to a request for a permission; the agent reads the `message` of a rejection."""
    return {"reply": inputs.values["response"], **some(inputs, "message")}


def oauth_code(inputs: Inputs) -> Wire:
    """Return the body that completes an authorization."""
    return some(inputs, "code")


def answers(inputs: Inputs) -> Wire:
    """Return the body that answers a question."""
    response: Wire = inputs.values["response"]
    return {"answers": response["answers"]}


def config(inputs: Inputs) -> Wire:
    """Return the body that updates the configuration: the configuration itself."""
    settings: Wire = inputs.values["config"]
    return settings


def mcp_server(inputs: Inputs) -> Wire:
    """Return the body that adds a tool-protocol server, whose command is a list with its arguments."""
    settings: Wire = dict(inputs.values["config"])
    if settings.get("type") == "local":
        settings["command"] = [settings["command"], *(settings.pop("arguments", None) or ())]
    return {"name": inputs.values["name"], "config": settings}


def project(inputs: Inputs) -> Wire:
    """Return the body that updates a project.

    Raises:
        UnsupportedOperationError: It has another command than `start`.
    """
    body = some(inputs, "name", "icon")
    if "commands" in inputs.values:
        commands = {command["name"]: command["command"] for command in inputs.values["commands"]}
        if commands.keys() - {"start"}:
            raise UnsupportedOperationError("project.update", ("commands",), "one command with the name start")
        body["commands"] = commands
    return body


def pty(inputs: Inputs) -> Wire:
    """Return the body that creates a pseudo-terminal."""
    return some(inputs, "command", "cwd")


def pty_update(inputs: Inputs) -> Wire:
    """Return the body that updates a pseudo-terminal."""
    body = some(inputs, "title")
    if "size" in inputs.values:
        size = inputs.values["size"]
        body["size"] = {"cols": int(size["columns"]), "rows": int(size["rows"])}
    return body


def patch(inputs: Inputs) -> Wire:
    """Return the body that applies a patch."""
    return some(inputs, "patch")


def workspace(inputs: Inputs) -> Wire:
    """Return the body that creates a workspace."""
    return {"type": inputs.values["type"], "branch": None, "extra": inputs.values.get("metadata")}


def warp(inputs: Inputs) -> Wire:
    """Return the body that moves a session into a workspace, or out of one."""
    return {"id": inputs.values.get("workspaceID"), **some(inputs, "sessionID", "copyChanges")}
