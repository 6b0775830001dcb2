"""The adapter to openapi-python-client: the only module that imports it.

Its parser names things, types them and places the inputs. What it drops in silence (ids, descriptions, bounds, second
media types, discriminators, `x-` keys) our own readers take from the document itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from attrs import frozen
from openapi_python_client.config import Config, ConfigFile, MetaType
from openapi_python_client.parser import GeneratorData, openapi
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

from .faults import DocumentError, Faults
from .ir import Type

__all__ = ["Input", "Parsed", "Shape", "parse"]

_PREFIX = "field_"  # for what no name can be made of


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
        DocumentError: It refuses the document, or warns about any part of it.
    """
    options = ConfigFile(literal_enums=True, field_prefix=_PREFIX)
    config = Config.from_sources(options, MetaType.NONE, Path(), "utf-8", False, None)
    # Before each step, the parser copies an endpoint with every schema that it reaches, which takes most of its time.
    # It drops the original at once, so that nothing sees a difference.
    with patch.object(openapi, "deepcopy", _itself):
        data = GeneratorData.from_dict(document, config=config)
    if isinstance(data, GeneratorError):
        raise DocumentError(f"{data.header}: {data.detail}")
    collections = data.endpoint_collections_by_tag.values()
    troubles = [*data.errors, *(error for each in collections for error in each.parse_errors)]
    if troubles:
        # Of names that clash the parser says only where in memory they are.
        faults = [*_clashes(document), *(f"{each.header or 'schema'}: {each.detail}" for each in troubles)]
        raise DocumentError(*dict.fromkeys(faults))

    endpoints = _endpoints(document, [endpoint for each in collections for endpoint in each.endpoints])
    schemas: dict[str, Any] = document.get("components", {}).get("schemas", {})
    view = _View({str(model.class_info.name): model for model in data.models})
    return Parsed(
        classes={name: str(Class.from_string(string=name, config=config).name) for name in schemas},
        shapes={name: view.shapes(model) for name, model in view.models.items() if not _is_map(model)},
        inputs=_inputs(view, endpoints),
        answers={
            (*at, str(response.status_code.pattern)): view.answer(response.prop)
            for at, endpoint in endpoints.items()
            for response in endpoint.responses
        },
    )


def _itself(endpoint: Endpoint) -> Endpoint:
    return endpoint


def _inputs(view: _View, endpoints: dict[tuple[str, str], Endpoint]) -> dict[tuple[str, str], list[Input]]:
    faults, found = Faults(), dict[tuple[str, str], list[Input]]()
    for at, endpoint in endpoints.items():
        with faults.of_part():
            found[at] = view.inputs(endpoint)
    faults.refuse()
    return found


def _clashes(node: Any, where: str = "$") -> Iterator[str]:
    """The properties, anywhere in a document, that would have one name."""
    if isinstance(node, list):
        for each in cast("Iterable[Any]", node):
            yield from _clashes(each, where)
    if not isinstance(node, dict):
        return
    taken: dict[str, str] = {}
    for key, value in cast("dict[str, Any]", node).items():
        if where.endswith(".properties"):
            name = str(PythonIdentifier(key, prefix=_PREFIX))
            if name in taken:
                yield f"{where}: {taken[name]!r} and {key!r} would both be {name}"
            taken[name] = key
        yield from _clashes(value, f"{where}.{key}")


def _endpoints(document: dict[str, Any], found: list[Endpoint]) -> dict[tuple[str, str], Endpoint]:
    # The parser rewrites path templates and drops the operationId, but makes its name of it.
    by_name = {(endpoint.method, str(endpoint.name)): endpoint for endpoint in found}
    places: dict[tuple[str, str], Endpoint] = {}
    faults = Faults()
    for path, item in document["paths"].items():
        for method, operation in item.items():
            name = operation["operationId"].replace(".", "_")
            with faults.of_part():
                if (method, name) not in by_name:
                    raise DocumentError(
                        f"{method} {path}: the operationId {operation['operationId']!r} is not in snake_case"
                    )
                places[method, path] = by_name[method, name]
    faults.refuse()
    return places


def _properties(model: ModelProperty) -> list[Property]:
    return [*(model.required_properties or []), *(model.optional_properties or [])]


def _is_map(model: ModelProperty) -> bool:
    """Whether an object has no properties of its own; a map comes as a class, too."""
    return not _properties(model) and model.additional_properties is not None


def _wire(prop: PropertyProtocol) -> str:
    return prop.name.get_untrusted_value()


def _name(prop: PropertyProtocol) -> str:
    """The parser's name for it, before it made room for another one of the same name."""
    return str(PythonIdentifier(prop.name, prefix=_PREFIX))


@frozen
class _View:
    """What the parser made of the document; a reference to a class can be older than what is known of the class."""

    models: dict[str, ModelProperty]

    def shapes(self, model: ModelProperty) -> dict[str, Shape]:
        return {_wire(each): Shape(_name(each), each.required, self.type(each)) for each in _properties(model)}

    def inputs(self, endpoint: Endpoint) -> list[Input]:
        placed = [(each, "path") for each in endpoint.path_parameters]
        placed += [(each, "query") for each in endpoint.query_parameters]
        if endpoint.header_parameters or endpoint.cookie_parameters:
            raise DocumentError(f"{endpoint.name}: inputs in headers and cookies are not supported")
        for body in endpoint.bodies:
            if (
                not isinstance(body.prop, ModelProperty)
                or body.content_type.get_untrusted_value() != "application/json"
            ):
                raise DocumentError(f"{endpoint.name}: a body must be a JSON object")
            if not _properties(body.prop):
                raise DocumentError(f"{endpoint.name}: a body must name its properties")
            placed += [(each, "body") for each in _properties(body.prop)]
        return [Input(_wire(each), _name(each), place, each.required, self.type(each)) for each, place in placed]

    def answer(self, prop: PropertyProtocol) -> Type | None:
        kind = self.type(prop)
        return None if kind.kind == "any" else kind

    def type(self, prop: PropertyProtocol) -> Type:
        match prop:
            case ModelProperty():
                model = self.models.get(str(prop.class_info.name), prop)
                if model.additional_properties is not None and _is_map(model):
                    return Type("map", of=(self.type(model.additional_properties),))
                return Type("record", str(prop.class_info.name))
            case ListProperty():
                return Type("list", of=(self.type(prop.inner_property),))
            case UnionProperty():
                return Type("anyof", of=tuple(self.type(each) for each in prop.inner_properties))
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
                raise DocumentError(f"{_wire(prop)}: {type(prop).__name__} is not supported")
