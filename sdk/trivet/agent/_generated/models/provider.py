# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ...._core.decoders import array, new
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, decode_rest, or_null
from .shared import (
    ProviderApi,
    ProviderRequest,
    RuntimeContext,
    decode_provider_api,
    decode_provider_request,
    decode_runtime_context,
)

__all__ = [
    "Provider", "ProvidersEnvelope",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Provider(Record):
    """A provider of models. Returned by `provider.list`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "integrationID": "integration_id",
        "name": "name",
        "disabled": "disabled",
        "api": "api",
        "request": "request",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id."""

    integration_id: str | None = None
    """The id of the integration that provides its credentials."""

    name: str | None = None
    """The name."""

    disabled: bool | None = None
    """Whether it is disabled."""

    api: ProviderApi | None = None
    """The API that it is called through."""

    request: ProviderRequest | None = None
    """What is added to requests to the provider."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProvidersEnvelope(Record):
    """The model providers of a runtime context. Returned by `provider.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[Provider]
    """The providers."""


def decode_provider(d: dict[str, Any]) -> Provider:
    o = new(Provider)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.integration_id = d["integrationID"]
            o.name = d["name"]
            o.disabled = d["disabled"]
            o.api = None if (v := d["api"]) is None else decode_provider_api(v)
            o.request = None if (v := d["request"]) is None else decode_provider_request(v)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.integration_id = d.get("integrationID")
        o.name = d.get("name")
        o.disabled = d.get("disabled")
        o.api = None if (v := d.get("api")) is None else decode_provider_api(v)
        o.request = None if (v := d.get("request")) is None else decode_provider_request(v)
    except KeyError:
        return decode_rest(o, d, {"api": or_null(decode_provider_api), "request": or_null(decode_provider_request)})
    o.__source__ = (
        None
        if len(d) == 1 + ("integrationID" in d) + ("name" in d) + ("disabled" in d) + ("api" in d) + ("request" in d)
        else d
    )
    return o


def decode_providers_envelope(d: dict[str, Any]) -> ProvidersEnvelope:
    o = new(ProvidersEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_provider)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o
