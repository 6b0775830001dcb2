"""The adapter to openapi-python-client, and the only module that imports it.

Its parser provides names, types and the places of inputs. It silently drops ids, descriptions, bounds, second media
types, discriminators and `x-` keys; the other modules read these from the document itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from attrs import frozen

if (installed := version("openapi-python-client")) != "0.29.1":  # its releases rename and move what is imported here
    raise ImportError(f"the generator needs openapi-python-client 0.29.1, and {installed} is installed")

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
from openapi_python_client.parser.properties.file import FileProperty
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

JSON, FORM, OCTETS = "application/json", "multipart/form-data", "application/octet-stream"
"""The media types of bodies."""
CONTENT = "content"
"""The name of the input that is a whole body of octets."""

_NOT_UNDERSTOOD = "a schema or an input has a form that is not understood here"
_REFUSALS = {
    "duplicates": "two of its parameters have one name and one place",
    "path templating": "its path and its parameters in the path differ",
    "content type": "its body has a media type that is not understood here",
    "Unsupported content_type": "one of its answers has a media type that is not understood here",
    "Cannot take allOf a non-object": "allOf can join objects alone",
    "same type": "the values of an enum must be of one type",
}
"""The messages of the parser about a document, and their meaning."""

_PREFIX = "field_"  # the name of a property whose text cannot become a name


@frozen
class Shape:
    """The parser's view of one property of an object schema."""

    name: str
    required: bool
    type: Type


@frozen
class Input:
    """The parser's view of one input: `place` is path, query, header or body."""

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
        answers: From method, path and status to the type of the body; None for a response without a body.
    """

    classes: dict[str, str]
    shapes: dict[str, dict[str, Shape]]
    inputs: dict[tuple[str, str], list[Input]]
    answers: dict[tuple[str, str, str], Type | None]


def parse(document: dict[str, Any]) -> Parsed:
    """Run the parser over an OpenAPI document.

    Raises:
        DocumentError: The parser refuses the document, or warns about any part of it.
    """
    options = ConfigFile(literal_enums=True, field_prefix=_PREFIX)
    config = Config.from_sources(options, MetaType.NONE, Path(), "utf-8", False, None)
    # Before each step, the parser copies an endpoint with every schema that it reaches, which takes most of its time.
    # It drops the original at once, so without the copy the result is the same.
    with patch.object(openapi, "deepcopy", _itself):
        data = GeneratorData.from_dict(document, config=config)
    if isinstance(data, GeneratorError):
        raise DocumentError("#: it is not a document of OpenAPI 3.1 that can be read")
    collections = data.endpoint_collections_by_tag.values()
    troubles = [*data.errors, *(error for collection in collections for error in collection.parse_errors)]
    if troubles:
        # The parser's own messages name its classes, its options or memory addresses, and never a place.
        refusals = [*_clashes(document), *(_in_our_words(f"{error.header}", f"{error.detail}") for error in troubles)]
        faults = [fault for fault in refusals if not fault.endswith(_NOT_UNDERSTOOD)]
        raise DocumentError(*dict.fromkeys(faults or refusals))  # the others often follow from them

    endpoints = _endpoints(document, [endpoint for collection in collections for endpoint in collection.endpoints])
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


def _in_our_words(header: str, detail: str) -> str:
    """Return a refusal of the parser with the place in the document."""
    place = "#"
    if found := re.search(r"parsing ([A-Z]+) (/\S*) within", header):
        place = f"#/paths/{found[2].replace('~', '~0').replace('/', '~1')}/{found[1].lower()}"
    elif found := re.search(r"schema (/components/schemas/[^\s:]+)", header):
        place = f"#{found[1]}"
    return f"{place}: {next((words for text, words in _REFUSALS.items() if text in detail), _NOT_UNDERSTOOD)}"


def _itself(endpoint: Endpoint) -> Endpoint:
    return endpoint


def _inputs(view: _View, endpoints: dict[tuple[str, str], Endpoint]) -> dict[tuple[str, str], list[Input]]:
    faults, inputs = Faults(), dict[tuple[str, str], list[Input]]()
    for at, endpoint in endpoints.items():
        with faults.of_part():
            inputs[at] = view.inputs(endpoint)
    faults.refuse()
    return inputs


def _clashes(node: Any, where: str = "$") -> Iterator[str]:
    """Yield a fault for each pair of properties, anywhere in a document, that would have the same name."""
    if isinstance(node, list):
        for element in cast("Iterable[Any]", node):
            yield from _clashes(element, where)
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


def _endpoints(document: dict[str, Any], parsed: list[Endpoint]) -> dict[tuple[str, str], Endpoint]:
    # The parser rewrites path templates and drops the operationId, but derives the endpoint's name from it.
    by_name = {(endpoint.method, str(endpoint.name)): endpoint for endpoint in parsed}
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
    """Return whether an object has no properties of its own; the parser makes a class of a map too."""
    return not _properties(model) and model.additional_properties is not None


def _wire(prop: PropertyProtocol) -> str:
    return prop.name.get_untrusted_value()


def _name(prop: PropertyProtocol) -> str:
    """Return the parser's name for a property, without the suffix that it gives one of two properties of a name."""
    return str(PythonIdentifier(prop.name, prefix=_PREFIX))


@frozen
class _View:
    """The result of the parser, by class; a reference to a class may hold an incomplete version of the class."""

    models: dict[str, ModelProperty]

    def shapes(self, model: ModelProperty) -> dict[str, Shape]:
        return {_wire(prop): Shape(_name(prop), prop.required, self.type(prop)) for prop in _properties(model)}

    def inputs(self, endpoint: Endpoint) -> list[Input]:
        placed = [(prop, "path") for prop in endpoint.path_parameters]
        placed += [(prop, "query") for prop in endpoint.query_parameters]
        placed += [(prop, "header") for prop in endpoint.header_parameters]
        if len(endpoint.bodies) > 1:
            raise DocumentError(f"{endpoint.name}: a body must have one media type")
        octets: list[Input] = []
        for body in endpoint.bodies:
            if body.content_type.get_untrusted_value() == OCTETS and isinstance(body.prop, FileProperty):
                octets.append(Input(CONTENT, CONTENT, "body", body.prop.required, Type("octets")))
                continue
            if not isinstance(body.prop, ModelProperty) or body.content_type.get_untrusted_value() not in (JSON, FORM):
                raise DocumentError(f"{endpoint.name}: a body must be a JSON object, a form or a file")
            if not _properties(body.prop):
                raise DocumentError(f"{endpoint.name}: a body must name its properties")
            placed += [(prop, "body") for prop in _properties(body.prop)]
        inputs = [Input(_wire(prop), _name(prop), place, prop.required, self.type(prop)) for prop, place in placed]
        return inputs + octets

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
                return Type("anyof", of=tuple(self.type(inner) for inner in prop.inner_properties))
            case LiteralEnumProperty():
                return Type("literal", values=tuple(sorted(prop.values, key=repr)))
            case ConstProperty():
                return Type("literal", values=(prop.value.raw_value,))
            case DateTimeProperty():
                return Type("datetime")
            case StringProperty() | UuidProperty() | DateProperty():  # ids and dates stay text
                return Type("str")
            case FileProperty():
                return Type("file")
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
