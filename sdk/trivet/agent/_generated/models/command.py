# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import (
    ModelInUse,
    RuntimeContext,
    decode_model_in_use,
    decode_runtime_context,
    encode_model_in_use,
    encode_runtime_context,
)

__all__ = [
    "Command",
    "CommandsEnvelope",
    "RECORDS",
    "decode_command",
    "decode_commands_envelope",
    "encode_command",
    "encode_commands_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class Command(Record):
    """A command: a named prompt template."""

    wire_names_ = {
        "name": "name",
        "template": "template",
        "description": "description",
        "agent": "agent",
        "model": "model",
        "subtask": "subtask",
    }

    name: str | None = None
    """The name."""

    template: str | None = None
    """The prompt template."""

    description: str | None = None
    """A description."""

    agent: str | None = None
    """The name of the agent that runs it."""

    model: ModelInUse | None = None
    """The model that runs it."""

    subtask: bool | None = None
    """Whether it runs in its own session."""


@define(kw_only=True, eq=False, repr=False)
class CommandsEnvelope(Record):
    """The commands of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[Command]
    """The commands."""


def decode_command(d: dict[str, Any]) -> Command:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Command)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.name = d["name"]
            o.template = d["template"]
            o.description = d["description"]
            o.agent = d["agent"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.subtask = d["subtask"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.name = d.get("name")
    o.template = d.get("template")
    o.description = d.get("description")
    o.agent = d.get("agent")
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.subtask = d.get("subtask")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("name" in d)
        + ("template" in d)
        + ("description" in d)
        + ("agent" in d)
        + ("model" in d)
        + ("subtask" in d)
        else d
    )
    return o


def encode_command(o: Command) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.template is not None:
        d["template"] = o.template
    if o.description is not None:
        d["description"] = o.description
    if o.agent is not None:
        d["agent"] = o.agent
    if o.model is not None:
        d["model"] = encode_model_in_use(o.model)
    if o.subtask is not None:
        d["subtask"] = o.subtask
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_commands_envelope(d: dict[str, Any]) -> CommandsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CommandsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_command(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_commands_envelope(o: CommandsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_command(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    Command: (decode_command, encode_command),
    CommandsEnvelope: (decode_commands_envelope, encode_commands_envelope),
}
"""From each record to the functions that read and write its wire form."""
