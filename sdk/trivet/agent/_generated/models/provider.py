# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import (
    ProviderApi,
    ProviderRequest,
    RuntimeContext,
    decode_provider_api,
    decode_provider_request,
    decode_runtime_context,
    encode_provider_api,
    encode_provider_request,
    encode_runtime_context,
)

__all__ = [
    "Provider",
    "ProvidersEnvelope",
    "RECORDS",
    "decode_provider",
    "decode_providers_envelope",
    "encode_provider",
    "encode_providers_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class Provider(Record):
    """A provider of models."""

    wire_names_ = {
        "id": "id",
        "integrationID": "integration_id",
        "name": "name",
        "disabled": "disabled",
        "api": "api",
        "request": "request",
    }

    id: str | None = None
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


@define(kw_only=True, eq=False, repr=False)
class ProvidersEnvelope(Record):
    """The model providers of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[Provider]
    """The providers."""


def decode_provider(d: dict[str, Any]) -> Provider:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Provider)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.integration_id = d["integrationID"]
            o.name = d["name"]
            o.disabled = d["disabled"]
            o.api = None if (v := d["api"]) is None else decode_provider_api(v)
            o.request = None if (v := d["request"]) is None else decode_provider_request(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.integration_id = d.get("integrationID")
    o.name = d.get("name")
    o.disabled = d.get("disabled")
    o.api = None if (v := d.get("api")) is None else decode_provider_api(v)
    o.request = None if (v := d.get("request")) is None else decode_provider_request(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("integrationID" in d)
        + ("name" in d)
        + ("disabled" in d)
        + ("api" in d)
        + ("request" in d)
        else d
    )
    return o


def encode_provider(o: Provider) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.integration_id is not None:
        d["integrationID"] = o.integration_id
    if o.name is not None:
        d["name"] = o.name
    if o.disabled is not None:
        d["disabled"] = o.disabled
    if o.api is not None:
        d["api"] = encode_provider_api(o.api)
    if o.request is not None:
        d["request"] = encode_provider_request(o.request)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_providers_envelope(d: dict[str, Any]) -> ProvidersEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProvidersEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_provider(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_providers_envelope(o: ProvidersEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_provider(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    Provider: (decode_provider, encode_provider),
    ProvidersEnvelope: (decode_providers_envelope, encode_providers_envelope),
}
"""From each record to the functions that read and write its wire form."""
