# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, decode_rest
from .shared import RuntimeContext, decode_runtime_context

__all__ = [
    "LspStatus", "LspStatusesEnvelope",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class LspStatus(Record):
    """A language server and its status. Returned by `lsp.status`."""

    __wire_names__: ClassVar[Names] = {"id": "id", "name": "name", "root": "root", "status": "status"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id."""

    name: str | None = None
    """The name."""

    root: str | None = None
    """The root directory of the language server."""

    status: Literal["connected", "error"] | str | None = None
    """The status."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class LspStatusesEnvelope(Record):
    """The language servers of a runtime context. Returned by `lsp.status`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[LspStatus]
    """The language servers."""


def decode_lsp_status(d: dict[str, Any]) -> LspStatus:
    o = new(LspStatus)
    try:
        o.id = d["id"]
        o.name = d.get("name")
        o.root = d.get("root")
        o.status = d.get("status")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("name" in d) + ("root" in d) + ("status" in d) else d
    return o


def decode_lsp_statuses_envelope(d: dict[str, Any]) -> LspStatusesEnvelope:
    o = new(LspStatusesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_lsp_status)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o
