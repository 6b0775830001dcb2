# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new, optional_array
from ...._core.free_form import free_form
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, decode_rest, or_null
from .shared import (
    CacheUsage,
    ProviderApi,
    ProviderRequest,
    decode_cache_usage,
    decode_provider_api,
    decode_provider_request,
)

__all__ = [
    "CatalogModel", "CatalogModelEnvelope", "CatalogModelsEnvelope", "CostTier", "ModelCapabilities", "ModelCost",
    "ModelLimit", "ModelTime", "ModelVariant",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CatalogModel(Record):
    """A model of the catalog. Returned by `catalog.model.get` and `catalog.model.list`."""

    __wire_names__: ClassVar[Names] = {
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
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "provider_id"})

    id: str
    """The id, which may contain a slash."""

    provider_id: str
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CatalogModelEnvelope(Record):
    """A model of the catalog. Returned by `catalog.model.get`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: CatalogModel
    """The model."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CatalogModelsEnvelope(Record):
    """The models of the catalog. Returned by `catalog.model.list`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: list[CatalogModel]
    """The models."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CostTier(Record):
    """The tier from which a price applies. Returned by `catalog.model.get` and `catalog.model.list`."""

    __wire_names__: ClassVar[Names] = {"type": "type", "size": "size"}

    type: str | None = None
    """What is measured, for instance context."""

    size: int | None = None
    """The number of tokens from which the price applies."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelCapabilities(Record):
    """The capabilities of a model. Returned by `catalog.model.get` and `catalog.model.list`."""

    __wire_names__: ClassVar[Names] = {"tools": "tools", "input": "input", "output": "output"}

    tools: bool | None = None
    """Whether the model can call tools."""

    input: list[str] = Factory(lambda: list[str]())
    """The types of input, for instance text or image."""

    output: list[str] = Factory(lambda: list[str]())
    """The types of output."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelCost(Record):
    """The price of a model in US dollars per million tokens.

    Returned by `catalog.model.get` and `catalog.model.list`.
    """

    __wire_names__: ClassVar[Names] = {"tier": "tier", "input": "input", "output": "output", "cache": "cache"}

    tier: CostTier | None = None
    """The tier from which this price applies; from the first token by default."""

    input: float | None = None
    """The price of a million input tokens."""

    output: float | None = None
    """The price of a million output tokens."""

    cache: CacheUsage | None = None
    """The prices of a million tokens read from and written to the cache."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelLimit(Record):
    """The token limits of a model. Returned by `catalog.model.get` and `catalog.model.list`."""

    __wire_names__: ClassVar[Names] = {"context": "context", "input": "input", "output": "output"}

    context: int | None = None
    """The maximum number of tokens of a conversation."""

    input: int | None = None
    """The maximum number of input tokens, if it is lower."""

    output: int | None = None
    """The maximum number of output tokens."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelTime(Record):
    """The release time of a model. Returned by `catalog.model.get` and `catalog.model.list`."""

    __wire_names__: ClassVar[Names] = {"released": "released"}

    released: float | None = None
    """When the model was released, in Unix milliseconds."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelVariant(Record):
    """A variant of a model: the same model with other request settings.

    Returned by `catalog.model.get` and `catalog.model.list`.
    """

    __wire_names__: ClassVar[Names] = {"id": "id", "headers": "headers", "body": "body"}
    __secret__: ClassVar[frozenset[str]] = frozenset({"headers"})
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id."""

    headers: dict[str, str] | None = None
    """Headers by name; may contain keys."""

    body: dict[str, Any] | None = None
    """Fields of the request body by name."""


def decode_catalog_model(d: dict[str, Any]) -> CatalogModel:
    o = new(CatalogModel)
    try:
        if len(d) == 13:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.provider_id = d["providerID"]
            o.family = d["family"]
            o.name = d["name"]
            o.api = None if (v := d["api"]) is None else decode_provider_api(v)
            o.capabilities = None if (v := d["capabilities"]) is None else decode_model_capabilities(v)
            o.request = None if (v := d["request"]) is None else decode_provider_request(v)
            o.variants = v if (v := d["variants"]) == [] else optional_array(v, decode_model_variant)
            o.time = None if (v := d["time"]) is None else decode_model_time(v)
            o.cost = v if (v := d["cost"]) == [] else optional_array(v, decode_model_cost)
            o.status = d["status"]
            o.enabled = d["enabled"]
            o.limit = None if (v := d["limit"]) is None else decode_model_limit(v)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.provider_id = d["providerID"]
        o.family = d.get("family")
        o.name = d.get("name")
        o.api = None if (v := d.get("api")) is None else decode_provider_api(v)
        o.capabilities = None if (v := d.get("capabilities")) is None else decode_model_capabilities(v)
        o.request = None if (v := d.get("request")) is None else decode_provider_request(v)
        o.variants = optional_array(d.get("variants"), decode_model_variant)
        o.time = None if (v := d.get("time")) is None else decode_model_time(v)
        o.cost = optional_array(d.get("cost"), decode_model_cost)
        o.status = d.get("status")
        o.enabled = d.get("enabled")
        o.limit = None if (v := d.get("limit")) is None else decode_model_limit(v)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "api": or_null(decode_provider_api),
                "capabilities": or_null(decode_model_capabilities),
                "request": or_null(decode_provider_request),
                "variants": lambda v: optional_array(v, decode_model_variant),
                "time": or_null(decode_model_time),
                "cost": lambda v: optional_array(v, decode_model_cost),
                "limit": or_null(decode_model_limit),
            },
        )
    o.__source__ = (
        None
        if len(d)
        == 2
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


def decode_catalog_model_envelope(d: dict[str, Any]) -> CatalogModelEnvelope:
    o = new(CatalogModelEnvelope)
    o.data = decode_catalog_model(d["data"])
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_catalog_models_envelope(d: dict[str, Any]) -> CatalogModelsEnvelope:
    o = new(CatalogModelsEnvelope)
    o.data = array(d["data"], decode_catalog_model)
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_cost_tier(d: dict[str, Any]) -> CostTier:
    o = new(CostTier)
    o.type = d.get("type")
    o.size = d.get("size")
    o.__source__ = None if len(d) == ("type" in d) + ("size" in d) else d
    return o


def decode_model_capabilities(d: dict[str, Any]) -> ModelCapabilities:
    o = new(ModelCapabilities)
    o.tools = d.get("tools")
    o.input = optional_array(d.get("input"))
    o.output = optional_array(d.get("output"))
    o.__source__ = None if len(d) == ("tools" in d) + ("input" in d) + ("output" in d) else d
    return o


def decode_model_cost(d: dict[str, Any]) -> ModelCost:
    o = new(ModelCost)
    try:
        if len(d) == 4:  # usually all optional fields are there, and no unknown one
            o.tier = None if (v := d["tier"]) is None else decode_cost_tier(v)
            o.input = d["input"]
            o.output = d["output"]
            o.cache = None if (v := d["cache"]) is None else decode_cache_usage(v)
            o.__source__ = None
            return o
        o.tier = None if (v := d.get("tier")) is None else decode_cost_tier(v)
        o.input = d.get("input")
        o.output = d.get("output")
        o.cache = None if (v := d.get("cache")) is None else decode_cache_usage(v)
    except KeyError:
        return decode_rest(o, d, {"tier": or_null(decode_cost_tier), "cache": or_null(decode_cache_usage)})
    o.__source__ = None if len(d) == ("tier" in d) + ("input" in d) + ("output" in d) + ("cache" in d) else d
    return o


def decode_model_limit(d: dict[str, Any]) -> ModelLimit:
    o = new(ModelLimit)
    o.context = d.get("context")
    o.input = d.get("input")
    o.output = d.get("output")
    o.__source__ = None if len(d) == ("context" in d) + ("input" in d) + ("output" in d) else d
    return o


def decode_model_time(d: dict[str, Any]) -> ModelTime:
    o = new(ModelTime)
    o.released = d.get("released")
    o.__source__ = None if len(d) == ("released" in d) else d
    return o


def decode_model_variant(d: dict[str, Any]) -> ModelVariant:
    o = new(ModelVariant)
    try:
        o.id = d["id"]
        o.headers = d.get("headers")
        o.body = free_form(d.get("body"))
    except KeyError:
        return decode_rest(o, d, {"body": free_form})
    o.__source__ = None if len(d) == 1 + ("headers" in d) + ("body" in d) else d
    return o
