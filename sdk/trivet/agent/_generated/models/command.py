# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ...._core.decoders import array, new
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, decode_rest, or_null
from .shared import ModelInUse, RuntimeContext, decode_model_in_use, decode_runtime_context

__all__ = [
    "Command", "CommandsEnvelope",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Command(Record):
    """A command: a named prompt template. Returned by `command.list`."""

    __wire_names__: ClassVar[Names] = {
        "name": "name",
        "template": "template",
        "description": "description",
        "agent": "agent",
        "model": "model",
        "subtask": "subtask",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"name"})

    name: str
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CommandsEnvelope(Record):
    """The commands of a runtime context. Returned by `command.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[Command]
    """The commands."""


def decode_command(d: dict[str, Any]) -> Command:
    o = new(Command)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.name = d["name"]
            o.template = d["template"]
            o.description = d["description"]
            o.agent = d["agent"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.subtask = d["subtask"]
            o.__source__ = None
            return o
        o.name = d["name"]
        o.template = d.get("template")
        o.description = d.get("description")
        o.agent = d.get("agent")
        o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
        o.subtask = d.get("subtask")
    except KeyError:
        return decode_rest(o, d, {"model": or_null(decode_model_in_use)})
    o.__source__ = (
        None
        if len(d) == 1 + ("template" in d) + ("description" in d) + ("agent" in d) + ("model" in d) + ("subtask" in d)
        else d
    )
    return o


def decode_commands_envelope(d: dict[str, Any]) -> CommandsEnvelope:
    o = new(CommandsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_command)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o
