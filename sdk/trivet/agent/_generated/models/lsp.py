# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from attrs import define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import RuntimeContext, decode_runtime_context, encode_runtime_context

__all__ = [
    "LspStatus",
    "LspStatusesEnvelope",
    "RECORDS",
    "decode_lsp_status",
    "decode_lsp_statuses_envelope",
    "encode_lsp_status",
    "encode_lsp_statuses_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class LspStatus(Record):
    """A language server and its status."""

    wire_names_ = {"id": "id", "name": "name", "root": "root", "status": "status"}

    id: str | None = None
    """The id."""

    name: str | None = None
    """The name."""

    root: str | None = None
    """The root directory of the language server."""

    status: Literal["connected", "error"] | str | None = None
    """The status."""


@define(kw_only=True, eq=False, repr=False)
class LspStatusesEnvelope(Record):
    """The language servers of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[LspStatus]
    """The language servers."""


def decode_lsp_status(d: dict[str, Any]) -> LspStatus:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(LspStatus)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.name = d["name"]
            o.root = d["root"]
            o.status = d["status"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.name = d.get("name")
    o.root = d.get("root")
    o.status = d.get("status")
    o.source_ = None if len(d) == 0 + ("id" in d) + ("name" in d) + ("root" in d) + ("status" in d) else d
    return o


def encode_lsp_status(o: LspStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.name is not None:
        d["name"] = o.name
    if o.root is not None:
        d["root"] = o.root
    if o.status is not None:
        d["status"] = o.status
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_lsp_statuses_envelope(d: dict[str, Any]) -> LspStatusesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(LspStatusesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_lsp_status(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_lsp_statuses_envelope(o: LspStatusesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_lsp_status(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    LspStatus: (decode_lsp_status, encode_lsp_status),
    LspStatusesEnvelope: (decode_lsp_statuses_envelope, encode_lsp_statuses_envelope),
}
"""From each record to the functions that read and write its wire form."""
