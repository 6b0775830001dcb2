"""The adapter to openapi-python-client: the only module that imports it.

Its parser names things, types them and places the inputs. What it drops in silence (ids, descriptions, bounds, second
media types, discriminators, `x-` keys) `document.py` takes from the document itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen
from openapi_python_client.config import Config, ConfigFile, MetaType
from openapi_python_client.parser import GeneratorData
from openapi_python_client.parser.errors import GeneratorError
from openapi_python_client.parser.openapi import Endpoint
from openapi_python_client.parser.properties import ModelProperty, Property
from openapi_python_client.parser.properties.any import AnyProperty
from openapi_python_client.parser.properties.boolean import BooleanProperty
from openapi_python_client.parser.properties.const import ConstProperty
from openapi_python_client.parser.properties.date import DateProperty
from openapi_python_client.parser.properties.datetime import DateTimeProperty
from openapi_python_client.parser.properties.float import FloatProperty
from openapi_python_client.parser.properties.int import IntProperty
from openapi_python_client.parser.properties.list_property import ListProperty
from openapi_python_client.parser.properties.literal_enum_property import LiteralEnumProperty
from openapi_python_client.parser.properties.none import NoneProperty
from openapi_python_client.parser.properties.protocol import PropertyProtocol
from openapi_python_client.parser.properties.schemas import Class
from openapi_python_client.parser.properties.string import StringProperty
from openapi_python_client.parser.properties.union import UnionProperty
from openapi_python_client.parser.properties.uuid import UuidProperty
from openapi_python_client.strings import PythonIdentifier

from .ir import Type

__all__ = ["EngineError", "Input", "Parsed", "Shape", "parse"]

METHODS = frozenset({"delete", "get", "head", "options", "patch", "post", "put", "trace"})


class EngineError(Exception):
    """The document is not one that the parser takes whole; warnings count."""


@frozen
class Shape:
    """The parser's view of one property of an object schema."""

    name: str
    required: bool
    type: Type


@frozen
class Input:
    """The parser's view of one input: `place` is path, query or body."""

    wire: str
    name: str
    place: str
    required: bool
    type: Type


@frozen
class Parsed:
    """The parser's view of a document.

    Attributes:
        classes: From the name of each object schema to the name of its class.
        shapes: From the name of each class to its properties by wire name.
        inputs: From method and path to the inputs.
        answers: From method, path and status to what is answered; None is no body.
    """

    classes: dict[str, str]
    shapes: dict[str, dict[str, Shape]]
    inputs: dict[tuple[str, str], list[Input]]
    answers: dict[tuple[str, str, str], Type | None]


def parse(document: dict[str, Any]) -> Parsed:
    """Run the parser over an OpenAPI document.

    Raises:
        EngineError: It refuses the document, or warns about any part of it.
    """
    config = Config.from_sources(ConfigFile(literal_enums=True), MetaType.NONE, Path(), "utf-8", False, None)
    data = GeneratorData.from_dict(document, config=config)
    if isinstance(data, GeneratorError):
        raise EngineError(f"{data.header}: {data.detail}")
    collections = data.endpoint_collections_by_tag.values()
    troubles = [*data.errors, *(error for each in collections for error in each.parse_errors)]
    if troubles:
        raise EngineError("; ".join(f"{each.header or 'schema'}: {each.detail}" for each in troubles))

    endpoints = _endpoints(document, [endpoint for each in collections for endpoint in each.endpoints])
    schemas: dict[str, Any] = document.get("components", {}).get("schemas", {})
    return Parsed(
        classes={name: str(Class.from_string(string=name, config=config).name) for name in schemas},
        shapes={str(model.class_info.name): _shapes(model) for model in data.models if not _is_map(model)},
        inputs={at: _inputs(endpoint) for at, endpoint in endpoints.items()},
        answers={
            (*at, str(response.status_code.pattern)): _answer(response.prop)
            for at, endpoint in endpoints.items()
            for response in endpoint.responses
        },
    )


def _endpoints(document: dict[str, Any], found: list[Endpoint]) -> dict[tuple[str, str], Endpoint]:
    # The parser rewrites path templates and drops the operationId, but makes its name of it.
    by_name = {(endpoint.method, str(endpoint.name)): endpoint for endpoint in found}
    places: dict[tuple[str, str], Endpoint] = {}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method not in METHODS:
                raise EngineError(f"{path}: {method} is not supported here, only operations are")
            if "operationId" not in operation:
                raise EngineError(f"{method} {path}: no operationId")
            name = operation["operationId"].replace(".", "_")
            if (method, name) not in by_name:
                raise EngineError(f"{method} {path}: the operationId {operation['operationId']!r} is not in snake_case")
            places[method, path] = by_name[method, name]
    return places


def _shapes(model: ModelProperty) -> dict[str, Shape]:
    return {_wire(each): Shape(_name(each), each.required, _type(each)) for each in _properties(model)}


def _properties(model: ModelProperty) -> list[Property]:
    return [*(model.required_properties or []), *(model.optional_properties or [])]


def _is_map(model: ModelProperty) -> bool:
    """Whether an object has no properties of its own; a map comes as a class, too."""
    return not _properties(model) and model.additional_properties is not None


def _wire(prop: PropertyProtocol) -> str:
    return prop.name.get_untrusted_value()


def _name(prop: PropertyProtocol) -> str:
    """The parser's name for it, before it made room for another one of the same name."""
    return str(PythonIdentifier(prop.name, prefix="field_"))


def _inputs(endpoint: Endpoint) -> list[Input]:
    placed = [(each, "path") for each in endpoint.path_parameters]
    placed += [(each, "query") for each in endpoint.query_parameters]
    if endpoint.header_parameters or endpoint.cookie_parameters:
        raise EngineError(f"{endpoint.name}: inputs in headers and cookies are not supported")
    for body in endpoint.bodies:
        if not isinstance(body.prop, ModelProperty) or body.content_type.get_untrusted_value() != "application/json":
            raise EngineError(f"{endpoint.name}: a body must be a JSON object")
        if not _properties(body.prop):
            raise EngineError(f"{endpoint.name}: a body must name its properties")
        placed += [(each, "body") for each in _properties(body.prop)]
    return [Input(_wire(each), _name(each), place, each.required, _type(each)) for each, place in placed]


def _answer(prop: PropertyProtocol) -> Type | None:
    kind = _type(prop)
    return None if kind.kind == "any" else kind


def _type(prop: PropertyProtocol) -> Type:
    match prop:
        case ModelProperty():
            if prop.additional_properties is not None and _is_map(prop):
                return Type("map", of=(_type(prop.additional_properties),))
            return Type("record", str(prop.class_info.name))
        case ListProperty():
            return Type("list", of=(_type(prop.inner_property),))
        case UnionProperty():
            return Type("anyof", of=tuple(_type(each) for each in prop.inner_properties))
        case LiteralEnumProperty():
            return Type("literal", values=tuple(sorted(prop.values, key=repr)))
        case ConstProperty():
            return Type("literal", values=(prop.value.raw_value,))
        case DateTimeProperty():
            return Type("datetime")
        case StringProperty() | UuidProperty() | DateProperty():  # ids and odd texts stay text
            return Type("str")
        case IntProperty():
            return Type("int")
        case FloatProperty():
            return Type("float")
        case BooleanProperty():
            return Type("bool")
        case NoneProperty():
            return Type("null")
        case AnyProperty():
            return Type("any")
        case _:
            raise EngineError(f"{_wire(prop)}: {type(prop).__name__} is not supported")
