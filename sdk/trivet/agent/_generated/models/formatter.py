# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record of its wire form, which is trusted to fit.
"""

from __future__ import annotations

from typing import Any

from attrs import Factory, define

from ...._core.record import Record
from ...._core.wire import array
from .shared import RuntimeContext, decode_runtime_context

__all__ = ["FormatterStatus", "FormatterStatusesEnvelope"]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FormatterStatus(Record):
    """A formatter. Given by `formatter.status`."""

    wire_names_ = {"name": "name", "extensions": "extensions", "enabled": "enabled"}

    name: str
    """Its name."""

    extensions: list[str] = Factory(lambda: list[str]())
    """The extensions of the files that it formats."""

    enabled: bool | None = None
    """Whether it is in use."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FormatterStatusesEnvelope(Record):
    """The `FormatterStatusesEnvelope` object of the contract. Given by `formatter.status`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[FormatterStatus]
    """The formatters."""


def decode_formatter_status(d: dict[str, Any]) -> FormatterStatus:
    o = _new(FormatterStatus)
    o.name = d["name"]
    o.extensions = [] if (v := d.get("extensions")) is None else array(v)
    o.enabled = d.get("enabled")
    o.source_ = None if len(d) == 1 + ("extensions" in d) + ("enabled" in d) else d
    return o


def decode_formatter_statuses_envelope(d: dict[str, Any]) -> FormatterStatusesEnvelope:
    o = _new(FormatterStatusesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_formatter_status(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o
