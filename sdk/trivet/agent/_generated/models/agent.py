# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from attrs import Factory, define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import (
    ModelInUse,
    PermissionRule,
    ProviderRequest,
    RuntimeContext,
    decode_model_in_use,
    decode_permission_rule,
    decode_provider_request,
    decode_runtime_context,
    encode_model_in_use,
    encode_permission_rule,
    encode_provider_request,
    encode_runtime_context,
)

__all__ = [
    "Agent",
    "AgentsEnvelope",
    "RECORDS",
    "decode_agent",
    "decode_agents_envelope",
    "encode_agent",
    "encode_agents_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class Agent(Record):
    """An agent that a session can use."""

    wire_names_ = {
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

    id: str | None = None
    """The id."""

    model: ModelInUse | None = None
    """The model of the agent, if it has its own."""

    request: ProviderRequest | None = None
    """What the agent adds to requests to the provider."""

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
    """What the agent may do."""


@define(kw_only=True, eq=False, repr=False)
class AgentsEnvelope(Record):
    """The agents of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[Agent]
    """The agents."""


def decode_agent(d: dict[str, Any]) -> Agent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Agent)
    if len(d) == 10:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.request = None if (v := d["request"]) is None else decode_provider_request(v)
            o.system = d["system"]
            o.description = d["description"]
            o.mode = d["mode"]
            o.hidden = d["hidden"]
            o.color = d["color"]
            o.steps = d["steps"]
            o.permissions = (
                [] if (v := d["permissions"]) is None else [decode_permission_rule(each) for each in array(v)]
            )
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.request = None if (v := d.get("request")) is None else decode_provider_request(v)
    o.system = d.get("system")
    o.description = d.get("description")
    o.mode = d.get("mode")
    o.hidden = d.get("hidden")
    o.color = d.get("color")
    o.steps = d.get("steps")
    o.permissions = [] if (v := d.get("permissions")) is None else [decode_permission_rule(each) for each in array(v)]
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
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


def encode_agent(o: Agent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "permissions": [encode_permission_rule(each) for each in o.permissions],
    }
    if o.id is not None:
        d["id"] = o.id
    if o.model is not None:
        d["model"] = encode_model_in_use(o.model)
    if o.request is not None:
        d["request"] = encode_provider_request(o.request)
    if o.system is not None:
        d["system"] = o.system
    if o.description is not None:
        d["description"] = o.description
    if o.mode is not None:
        d["mode"] = o.mode
    if o.hidden is not None:
        d["hidden"] = o.hidden
    if o.color is not None:
        d["color"] = o.color
    if o.steps is not None:
        d["steps"] = o.steps
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_agents_envelope(d: dict[str, Any]) -> AgentsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AgentsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_agent(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_agents_envelope(o: AgentsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_agent(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    Agent: (decode_agent, encode_agent),
    AgentsEnvelope: (decode_agents_envelope, encode_agents_envelope),
}
"""From each record to the functions that read and write its wire form."""
