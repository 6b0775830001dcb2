# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new, optional_array
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, decode_rest, or_null
from .shared import (
    ModelInUse,
    PermissionRule,
    ProviderRequest,
    RuntimeContext,
    decode_model_in_use,
    decode_permission_rule,
    decode_provider_request,
    decode_runtime_context,
)

__all__ = [
    "Agent", "AgentsEnvelope",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Agent(Record):
    """An agent that a session can use. Returned by `agent.list`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "model": "model",
        "request": "request",
        "system": "system",
        "description": "description",
        "mode": "mode",
        "hidden": "hidden",
        "color": "color",
        "steps": "steps",
        "permissions": "permissions",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id."""

    model: ModelInUse | None = None
    """The model of the agent, if it has its own."""

    request: ProviderRequest | None = None
    """Options that the agent adds to its requests to the provider."""

    system: str | None = None
    """The system prompt."""

    description: str | None = None
    """A description."""

    mode: Literal["subagent", "primary", "all"] | str | None = None
    """Whether users call the agent (primary), other agents do (subagent), or both (all)."""

    hidden: bool | None = None
    """Whether the agent is hidden from users."""

    color: str | None = None
    """The color in a user interface, as a hex code or a name."""

    steps: int | None = None
    """The maximum number of steps in one turn."""

    permissions: list[PermissionRule] = Factory(lambda: list[PermissionRule]())
    """The permissions of the agent."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AgentsEnvelope(Record):
    """The agents of a runtime context. Returned by `agent.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[Agent]
    """The agents."""


def decode_agent(d: dict[str, Any]) -> Agent:
    o = new(Agent)
    try:
        if len(d) == 10:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.request = None if (v := d["request"]) is None else decode_provider_request(v)
            o.system = d["system"]
            o.description = d["description"]
            o.mode = d["mode"]
            o.hidden = d["hidden"]
            o.color = d["color"]
            o.steps = d["steps"]
            o.permissions = v if (v := d["permissions"]) == [] else optional_array(v, decode_permission_rule)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
        o.request = None if (v := d.get("request")) is None else decode_provider_request(v)
        o.system = d.get("system")
        o.description = d.get("description")
        o.mode = d.get("mode")
        o.hidden = d.get("hidden")
        o.color = d.get("color")
        o.steps = d.get("steps")
        o.permissions = optional_array(d.get("permissions"), decode_permission_rule)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "model": or_null(decode_model_in_use),
                "request": or_null(decode_provider_request),
                "permissions": lambda v: optional_array(v, decode_permission_rule),
            },
        )
    o.__source__ = (
        None
        if len(d)
        == 1
        + ("model" in d)
        + ("request" in d)
        + ("system" in d)
        + ("description" in d)
        + ("mode" in d)
        + ("hidden" in d)
        + ("color" in d)
        + ("steps" in d)
        + ("permissions" in d)
        else d
    )
    return o


def decode_agents_envelope(d: dict[str, Any]) -> AgentsEnvelope:
    o = new(AgentsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_agent)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o
