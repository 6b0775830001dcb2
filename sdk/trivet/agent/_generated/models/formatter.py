# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import Factory, define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import RuntimeContext, decode_runtime_context, encode_runtime_context

__all__ = [
    "FormatterStatus",
    "FormatterStatusesEnvelope",
    "RECORDS",
    "decode_formatter_status",
    "decode_formatter_statuses_envelope",
    "encode_formatter_status",
    "encode_formatter_statuses_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class FormatterStatus(Record):
    """A formatter, and whether it is enabled."""

    wire_names_ = {"name": "name", "extensions": "extensions", "enabled": "enabled"}

    name: str | None = None
    """The name."""

    extensions: list[str] = Factory(lambda: list[str]())
    """The file extensions that it formats."""

    enabled: bool | None = None
    """Whether it is enabled."""


@define(kw_only=True, eq=False, repr=False)
class FormatterStatusesEnvelope(Record):
    """The formatters of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[FormatterStatus]
    """The formatters."""


def decode_formatter_status(d: dict[str, Any]) -> FormatterStatus:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FormatterStatus)
    o.name = d.get("name")
    o.extensions = [] if (v := d.get("extensions")) is None else array(v)
    o.enabled = d.get("enabled")
    o.source_ = None if len(d) == 0 + ("name" in d) + ("extensions" in d) + ("enabled" in d) else d
    return o


def encode_formatter_status(o: FormatterStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "extensions": o.extensions,
    }
    if o.name is not None:
        d["name"] = o.name
    if o.enabled is not None:
        d["enabled"] = o.enabled
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_formatter_statuses_envelope(d: dict[str, Any]) -> FormatterStatusesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FormatterStatusesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_formatter_status(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_formatter_statuses_envelope(o: FormatterStatusesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_formatter_status(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    FormatterStatus: (decode_formatter_status, encode_formatter_status),
    FormatterStatusesEnvelope: (decode_formatter_statuses_envelope, encode_formatter_statuses_envelope),
}
"""From each record to the functions that read and write its wire form."""
