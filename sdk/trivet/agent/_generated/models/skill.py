# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import RuntimeContext, decode_runtime_context, encode_runtime_context

__all__ = [
    "RECORDS",
    "Skill",
    "SkillsEnvelope",
    "decode_skill",
    "decode_skills_envelope",
    "encode_skill",
    "encode_skills_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class Skill(Record):
    """A skill: instructions that an agent reads when it needs them."""

    wire_names_ = {
        "name": "name",
        "description": "description",
        "slash": "slash",
        "location": "location",
        "content": "content",
    }

    name: str | None = None
    """The name."""

    description: str | None = None
    """A description of when to use the skill."""

    slash: bool | None = None
    """Whether it is offered as a slash command."""

    location: str | None = None
    """The path or URL where the skill was found."""

    content: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class SkillsEnvelope(Record):
    """The skills of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[Skill]
    """The skills."""


def decode_skill(d: dict[str, Any]) -> Skill:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Skill)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.name = d["name"]
            o.description = d["description"]
            o.slash = d["slash"]
            o.location = d["location"]
            o.content = d["content"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.name = d.get("name")
    o.description = d.get("description")
    o.slash = d.get("slash")
    o.location = d.get("location")
    o.content = d.get("content")
    o.source_ = (
        None
        if len(d) == 0 + ("name" in d) + ("description" in d) + ("slash" in d) + ("location" in d) + ("content" in d)
        else d
    )
    return o


def encode_skill(o: Skill) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.description is not None:
        d["description"] = o.description
    if o.slash is not None:
        d["slash"] = o.slash
    if o.location is not None:
        d["location"] = o.location
    if o.content is not None:
        d["content"] = o.content
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_skills_envelope(d: dict[str, Any]) -> SkillsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SkillsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_skill(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_skills_envelope(o: SkillsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_skill(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    Skill: (decode_skill, encode_skill),
    SkillsEnvelope: (decode_skills_envelope, encode_skills_envelope),
}
"""From each record to the functions that read and write its wire form."""
