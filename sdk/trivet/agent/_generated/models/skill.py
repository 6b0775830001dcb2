# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ...._core.decoders import array, new
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, decode_rest
from .shared import RuntimeContext, decode_runtime_context

__all__ = [
    "Skill", "SkillsEnvelope",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Skill(Record):
    """A skill: instructions that an agent reads when it needs them. Returned by `skill.list`."""

    __wire_names__: ClassVar[Names] = {
        "name": "name",
        "description": "description",
        "slash": "slash",
        "location": "location",
        "content": "content",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"name"})

    name: str
    """The name."""

    description: str | None = None
    """A description of when to use the skill."""

    slash: bool | None = None
    """Whether it is offered as a slash command."""

    location: str | None = None
    """The path or URL where the skill was found."""

    content: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SkillsEnvelope(Record):
    """The skills of a runtime context. Returned by `skill.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[Skill]
    """The skills."""


def decode_skill(d: dict[str, Any]) -> Skill:
    o = new(Skill)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.name = d["name"]
            o.description = d["description"]
            o.slash = d["slash"]
            o.location = d["location"]
            o.content = d["content"]
            o.__source__ = None
            return o
        o.name = d["name"]
        o.description = d.get("description")
        o.slash = d.get("slash")
        o.location = d.get("location")
        o.content = d.get("content")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None if len(d) == 1 + ("description" in d) + ("slash" in d) + ("location" in d) + ("content" in d) else d
    )
    return o


def decode_skills_envelope(d: dict[str, Any]) -> SkillsEnvelope:
    o = new(SkillsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_skill)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o
