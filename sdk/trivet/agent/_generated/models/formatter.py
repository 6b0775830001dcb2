# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ...._core.decoders import array, new, optional_array
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, decode_rest
from .shared import RuntimeContext, decode_runtime_context

__all__ = [
    "FormatterStatus", "FormatterStatusesEnvelope",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FormatterStatus(Record):
    """A formatter, and whether it is enabled. Returned by `formatter.status`."""

    __wire_names__: ClassVar[Names] = {"name": "name", "extensions": "extensions", "enabled": "enabled"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"name"})

    name: str
    """The name."""

    extensions: list[str] = Factory(lambda: list[str]())
    """The file extensions that it formats."""

    enabled: bool | None = None
    """Whether it is enabled."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FormatterStatusesEnvelope(Record):
    """The formatters of a runtime context. Returned by `formatter.status`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[FormatterStatus]
    """The formatters."""


def decode_formatter_status(d: dict[str, Any]) -> FormatterStatus:
    o = new(FormatterStatus)
    try:
        o.name = d["name"]
        o.extensions = optional_array(d.get("extensions"))
        o.enabled = d.get("enabled")
    except KeyError:
        return decode_rest(o, d, {"extensions": optional_array})
    o.__source__ = None if len(d) == 1 + ("extensions" in d) + ("enabled" in d) else d
    return o


def decode_formatter_statuses_envelope(d: dict[str, Any]) -> FormatterStatusesEnvelope:
    o = new(FormatterStatusesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_formatter_status)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o
