# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from attrs import Factory, define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import (
    CacheUsage,
    ProviderApi,
    ProviderRequest,
    decode_cache_usage,
    decode_provider_api,
    decode_provider_request,
    encode_cache_usage,
    encode_provider_api,
    encode_provider_request,
)

__all__ = [
    "CatalogModel",
    "CatalogModelEnvelope",
    "CatalogModelsEnvelope",
    "CostTier",
    "ModelCapabilities",
    "ModelCost",
    "ModelLimit",
    "ModelTime",
    "ModelVariant",
    "RECORDS",
    "decode_catalog_model",
    "decode_catalog_model_envelope",
    "decode_catalog_models_envelope",
    "decode_cost_tier",
    "decode_model_capabilities",
    "decode_model_cost",
    "decode_model_limit",
    "decode_model_time",
    "decode_model_variant",
    "encode_catalog_model",
    "encode_catalog_model_envelope",
    "encode_catalog_models_envelope",
    "encode_cost_tier",
    "encode_model_capabilities",
    "encode_model_cost",
    "encode_model_limit",
    "encode_model_time",
    "encode_model_variant",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class CatalogModel(Record):
    """A model of the catalog."""

    wire_names_ = {
        "id": "id",
        "providerID": "provider_id",
        "family": "family",
        "name": "name",
        "api": "api",
        "capabilities": "capabilities",
        "request": "request",
        "variants": "variants",
        "time": "time",
        "cost": "cost",
        "status": "status",
        "enabled": "enabled",
        "limit": "limit",
    }

    id: str | None = None
    """The id, which may contain a slash."""

    provider_id: str | None = None
    """The id of the provider."""

    family: str | None = None
    """The model family."""

    name: str | None = None
    """The name."""

    api: ProviderApi | None = None
    """The API that it is called through."""

    capabilities: ModelCapabilities | None = None
    """The capabilities of the model."""

    request: ProviderRequest | None = None
    """What is added to requests to the model."""

    variants: list[ModelVariant] = Factory(lambda: list[ModelVariant]())
    """The variants of the model."""

    time: ModelTime | None = None
    """When the model was released."""

    cost: list[ModelCost] = Factory(lambda: list[ModelCost]())
    """The prices, by tier."""

    status: Literal["alpha", "beta", "deprecated", "active"] | str | None = None
    """The maturity of the model."""

    enabled: bool | None = None
    """Whether the model can be used."""

    limit: ModelLimit | None = None
    """The token limits of the model."""


@define(kw_only=True, eq=False, repr=False)
class CatalogModelEnvelope(Record):
    """A model of the catalog."""

    wire_names_ = {"data": "data"}

    data: CatalogModel
    """The model."""


@define(kw_only=True, eq=False, repr=False)
class CatalogModelsEnvelope(Record):
    """The models of the catalog."""

    wire_names_ = {"data": "data"}

    data: list[CatalogModel]
    """The models."""


@define(kw_only=True, eq=False, repr=False)
class CostTier(Record):
    """The tier from which a price applies."""

    wire_names_ = {"type": "type", "size": "size"}

    type: str | None = None
    """What is measured, for instance context."""

    size: int | None = None
    """The number of tokens from which the price applies."""


@define(kw_only=True, eq=False, repr=False)
class ModelCapabilities(Record):
    """The capabilities of a model."""

    wire_names_ = {"tools": "tools", "input": "input", "output": "output"}

    tools: bool | None = None
    """Whether the model can call tools."""

    input: list[str] = Factory(lambda: list[str]())
    """The types of input, for instance text or image."""

    output: list[str] = Factory(lambda: list[str]())
    """The types of output."""


@define(kw_only=True, eq=False, repr=False)
class ModelCost(Record):
    """The price of a model in US dollars per million tokens."""

    wire_names_ = {"tier": "tier", "input": "input", "output": "output", "cache": "cache"}

    tier: CostTier | None = None
    """The tier from which this price applies; from the first token by default."""

    input: float | None = None
    """The price of a million input tokens."""

    output: float | None = None
    """The price of a million output tokens."""

    cache: CacheUsage | None = None
    """The prices of a million tokens read from and written to the cache."""


@define(kw_only=True, eq=False, repr=False)
class ModelLimit(Record):
    """The token limits of a model."""

    wire_names_ = {"context": "context", "input": "input", "output": "output"}

    context: int | None = None
    """The maximum number of tokens of a conversation."""

    input: int | None = None
    """The maximum number of input tokens, if it is lower."""

    output: int | None = None
    """The maximum number of output tokens."""


@define(kw_only=True, eq=False, repr=False)
class ModelTime(Record):
    """The release time of a model."""

    wire_names_ = {"released": "released"}

    released: float | None = None
    """When the model was released, in Unix milliseconds."""


@define(kw_only=True, eq=False, repr=False)
class ModelVariant(Record):
    """A variant of a model: the same model with other request settings."""

    wire_names_ = {"id": "id", "headers": "headers", "body": "body"}
    secret_ = frozenset({"headers"})

    id: str | None = None
    """The id."""

    headers: dict[str, str] | None = None
    """Headers by name; may contain keys."""

    body: dict[str, Any] | None = None
    """Fields of the request body by name."""


def decode_catalog_model(d: dict[str, Any]) -> CatalogModel:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CatalogModel)
    if len(d) == 13:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.provider_id = d["providerID"]
            o.family = d["family"]
            o.name = d["name"]
            o.api = None if (v := d["api"]) is None else decode_provider_api(v)
            o.capabilities = None if (v := d["capabilities"]) is None else decode_model_capabilities(v)
            o.request = None if (v := d["request"]) is None else decode_provider_request(v)
            o.variants = [] if (v := d["variants"]) is None else [decode_model_variant(each) for each in array(v)]
            o.time = None if (v := d["time"]) is None else decode_model_time(v)
            o.cost = [] if (v := d["cost"]) is None else [decode_model_cost(each) for each in array(v)]
            o.status = d["status"]
            o.enabled = d["enabled"]
            o.limit = None if (v := d["limit"]) is None else decode_model_limit(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.provider_id = d.get("providerID")
    o.family = d.get("family")
    o.name = d.get("name")
    o.api = None if (v := d.get("api")) is None else decode_provider_api(v)
    o.capabilities = None if (v := d.get("capabilities")) is None else decode_model_capabilities(v)
    o.request = None if (v := d.get("request")) is None else decode_provider_request(v)
    o.variants = [] if (v := d.get("variants")) is None else [decode_model_variant(each) for each in array(v)]
    o.time = None if (v := d.get("time")) is None else decode_model_time(v)
    o.cost = [] if (v := d.get("cost")) is None else [decode_model_cost(each) for each in array(v)]
    o.status = d.get("status")
    o.enabled = d.get("enabled")
    o.limit = None if (v := d.get("limit")) is None else decode_model_limit(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("providerID" in d)
        + ("family" in d)
        + ("name" in d)
        + ("api" in d)
        + ("capabilities" in d)
        + ("request" in d)
        + ("variants" in d)
        + ("time" in d)
        + ("cost" in d)
        + ("status" in d)
        + ("enabled" in d)
        + ("limit" in d)
        else d
    )
    return o


def encode_catalog_model(o: CatalogModel) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "variants": [encode_model_variant(each) for each in o.variants],
        "cost": [encode_model_cost(each) for each in o.cost],
    }
    if o.id is not None:
        d["id"] = o.id
    if o.provider_id is not None:
        d["providerID"] = o.provider_id
    if o.family is not None:
        d["family"] = o.family
    if o.name is not None:
        d["name"] = o.name
    if o.api is not None:
        d["api"] = encode_provider_api(o.api)
    if o.capabilities is not None:
        d["capabilities"] = encode_model_capabilities(o.capabilities)
    if o.request is not None:
        d["request"] = encode_provider_request(o.request)
    if o.time is not None:
        d["time"] = encode_model_time(o.time)
    if o.status is not None:
        d["status"] = o.status
    if o.enabled is not None:
        d["enabled"] = o.enabled
    if o.limit is not None:
        d["limit"] = encode_model_limit(o.limit)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_catalog_model_envelope(d: dict[str, Any]) -> CatalogModelEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CatalogModelEnvelope)
    o.data = decode_catalog_model(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_catalog_model_envelope(o: CatalogModelEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_catalog_model(o.data),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_catalog_models_envelope(d: dict[str, Any]) -> CatalogModelsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CatalogModelsEnvelope)
    o.data = [decode_catalog_model(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_catalog_models_envelope(o: CatalogModelsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_catalog_model(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_cost_tier(d: dict[str, Any]) -> CostTier:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CostTier)
    o.type = d.get("type")
    o.size = d.get("size")
    o.source_ = None if len(d) == 0 + ("type" in d) + ("size" in d) else d
    return o


def encode_cost_tier(o: CostTier) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.type is not None:
        d["type"] = o.type
    if o.size is not None:
        d["size"] = o.size
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_capabilities(d: dict[str, Any]) -> ModelCapabilities:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelCapabilities)
    o.tools = d.get("tools")
    o.input = [] if (v := d.get("input")) is None else array(v)
    o.output = [] if (v := d.get("output")) is None else array(v)
    o.source_ = None if len(d) == 0 + ("tools" in d) + ("input" in d) + ("output" in d) else d
    return o


def encode_model_capabilities(o: ModelCapabilities) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "input": o.input,
        "output": o.output,
    }
    if o.tools is not None:
        d["tools"] = o.tools
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_cost(d: dict[str, Any]) -> ModelCost:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelCost)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.tier = None if (v := d["tier"]) is None else decode_cost_tier(v)
            o.input = d["input"]
            o.output = d["output"]
            o.cache = None if (v := d["cache"]) is None else decode_cache_usage(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.tier = None if (v := d.get("tier")) is None else decode_cost_tier(v)
    o.input = d.get("input")
    o.output = d.get("output")
    o.cache = None if (v := d.get("cache")) is None else decode_cache_usage(v)
    o.source_ = None if len(d) == 0 + ("tier" in d) + ("input" in d) + ("output" in d) + ("cache" in d) else d
    return o


def encode_model_cost(o: ModelCost) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.tier is not None:
        d["tier"] = encode_cost_tier(o.tier)
    if o.input is not None:
        d["input"] = o.input
    if o.output is not None:
        d["output"] = o.output
    if o.cache is not None:
        d["cache"] = encode_cache_usage(o.cache)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_limit(d: dict[str, Any]) -> ModelLimit:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelLimit)
    o.context = d.get("context")
    o.input = d.get("input")
    o.output = d.get("output")
    o.source_ = None if len(d) == 0 + ("context" in d) + ("input" in d) + ("output" in d) else d
    return o


def encode_model_limit(o: ModelLimit) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.context is not None:
        d["context"] = o.context
    if o.input is not None:
        d["input"] = o.input
    if o.output is not None:
        d["output"] = o.output
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_time(d: dict[str, Any]) -> ModelTime:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelTime)
    o.released = d.get("released")
    o.source_ = None if len(d) == 0 + ("released" in d) else d
    return o


def encode_model_time(o: ModelTime) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.released is not None:
        d["released"] = o.released
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_variant(d: dict[str, Any]) -> ModelVariant:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelVariant)
    o.id = d.get("id")
    o.headers = d.get("headers")
    o.body = d.get("body")
    o.source_ = None if len(d) == 0 + ("id" in d) + ("headers" in d) + ("body" in d) else d
    return o


def encode_model_variant(o: ModelVariant) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.headers is not None:
        d["headers"] = o.headers
    if o.body is not None:
        d["body"] = o.body
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    CatalogModel: (decode_catalog_model, encode_catalog_model),
    CatalogModelEnvelope: (decode_catalog_model_envelope, encode_catalog_model_envelope),
    CatalogModelsEnvelope: (decode_catalog_models_envelope, encode_catalog_models_envelope),
    CostTier: (decode_cost_tier, encode_cost_tier),
    ModelCapabilities: (decode_model_capabilities, encode_model_capabilities),
    ModelCost: (decode_model_cost, encode_model_cost),
    ModelLimit: (decode_model_limit, encode_model_limit),
    ModelTime: (decode_model_time, encode_model_time),
    ModelVariant: (decode_model_variant, encode_model_variant),
}
"""From each record to the functions that read and write its wire form."""
