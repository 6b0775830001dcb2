"""Records in pydantic: the schema by which it validates and writes them, and the descriptions of their JSON schema.

pydantic asks a class for its schema; the methods of `Record` import this module then, and no client does before. Fields
have their wire names by alias and the names of their attributes otherwise, as in a model of pydantic.
"""

from __future__ import annotations

import ast
import inspect
import sys
import types
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache
from typing import Any, ClassVar, Protocol, Union, cast, get_args, get_origin, get_type_hints

from pydantic_core import PydanticSerializationUnexpectedValue, core_schema

from .lazy_attrs_classes import attrs
from .public import defining_module
from .unset import UNSET, Unset

Schema = core_schema.CoreSchema
Generate = Callable[[Any], Schema]


class Record(Protocol):
    """A record, as far as this module knows it: its methods call this module."""

    __wire_names__: ClassVar[Mapping[str, str]]
    __assumed__: ClassVar[frozenset[str]]
    __tags__: ClassVar[Mapping[str, tuple[str, ...]]]
    __source__: dict[str, Any] | None


_ABOVE: ContextVar[tuple[type[Any], ...]] = ContextVar("_ABOVE", default=())
"""The classes whose schemas are being made: a record may contain itself."""


_UNKNOWN = "unknown"
"""The tag that no variant of a contract has."""


def schema_of(cls: type[Any], generate: Generate, make: Callable[..., Any]) -> Schema:
    """Return the schema of a class of records.

    Args:
        cls: The class.
        generate: The function of pydantic that makes the schema of an annotation.
        make: Makes a record of its class, the values of some attributes, and the fields that no contract names.
    """
    ref = f"{cls.__module__}.{cls.__qualname__}:{id(cls)}"
    if cls in _ABOVE.get():
        return core_schema.definition_reference_schema(ref)
    if _is_unknown(cls):
        return _unknown(cls, ref)

    def made(validated: tuple[dict[str, Any], dict[str, Any], set[str]]) -> Any:
        values, more, given = validated
        return make(cls, {name: values[name] for name in given if name in values}, more)

    token = _ABOVE.set((*_ABOVE.get(), cls))
    try:
        fields = _fields(cls, generate)
    finally:
        _ABOVE.reset(token)
    return core_schema.no_info_wrap_validator_function(
        lambda value, validate: value if isinstance(value, cls) else made(validate(value)),
        core_schema.model_fields_schema(fields, model_name=cls.__name__, extra_behavior="allow"),
        ref=ref,
        serialization=core_schema.wrap_serializer_function_ser_schema(
            lambda record, write: _with_extra(record, write(_values(cls, record))),
            schema=core_schema.typed_dict_schema(
                {
                    name: core_schema.typed_dict_field(fields[name]["schema"], required=False, serialization_alias=wire)
                    for wire, name in cls.__wire_names__.items()
                }
            ),
        ),
    )


def describe(cls: Any, schema: dict[str, Any]) -> None:
    """Add the name and the docstrings of a class and its fields to its JSON schema."""
    schema["title"] = cls.__name__
    if cls.__doc__:
        schema["description"] = inspect.cleandoc(cls.__doc__)
    docs, properties = _field_docs(cls), schema.get("properties", {})
    for wire, name in cls.__wire_names__.items():
        shown = properties.get(wire, properties.get(name, {}))
        shown.pop("title", None)  # "Busstopcode" of pydantic says less than the name
        if name in docs:
            shown.setdefault("description", docs[name])


def _fields(cls: type[Any], generate: Generate) -> dict[str, core_schema.ModelField]:
    hints = get_type_hints(cls)
    defaults = {field.name: field.default for field in attrs.fields(cls)}
    fields: dict[str, core_schema.ModelField] = {}
    for wire, name in cls.__wire_names__.items():
        schema = _value(hints[name], generate)
        if defaults[name] is not attrs.NOTHING or name in cls.__assumed__:
            # A factory, because the JSON schema would show a default; the record has its own.
            schema = core_schema.with_default_schema(schema, default_factory=lambda: None)
        fields[name] = core_schema.model_field(schema, validation_alias=wire, serialization_alias=wire)
    return fields


def _value(hint: Any, generate: Generate) -> Schema:
    """Return the schema of a value; pydantic itself would try the variants of a union one after the other."""
    arms = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    sent = tuple(arm for arm in arms if arm not in (type(None), Unset))
    unknown: type[Any] | None = next(filter(_is_unknown, sent), None)
    if unknown is not None:
        schema = _union(unknown, [arm for arm in sent if arm is not unknown], generate)
    elif len(sent) == 1 and get_origin(sent[0]) is list:
        schema = core_schema.list_schema(_value(get_args(sent[0])[0], generate))
    elif len(sent) == 1 and get_origin(sent[0]) is dict:
        schema = core_schema.dict_schema(core_schema.str_schema(), _value(get_args(sent[0])[1], generate))
    else:
        schema = generate(Union[sent])  # noqa: UP007  the members of the union are in a tuple
    return core_schema.nullable_schema(schema) if type(None) in arms else schema


def _is_unknown(hint: Any) -> bool:
    return hasattr(hint, "__tag_name__")


def _union(unknown: type[Any], variants: list[type[Record]], generate: Generate) -> Schema:
    """Return the schema of a union whose variants differ in a tag; a variant with another tag is an `Unknown`."""
    tag_name = unknown.__tag_name__
    choices: dict[Any, Any] = {_UNKNOWN: generate(unknown)}
    for variant in variants:
        schema = generate(variant)
        choices |= dict.fromkeys(variant.__tags__[tag_name], schema)

    def choose(value: Any) -> str:
        if isinstance(value, dict):
            tag = cast("dict[str, Any]", value).get(tag_name)
        else:
            [tag, *_] = getattr(value, "__tags__", {}).get(tag_name, (None,))
        return tag if isinstance(tag, str) and tag in choices else _UNKNOWN

    return core_schema.tagged_union_schema(choices, choose)


def _unknown(cls: type[Any], ref: str) -> Schema:
    return core_schema.no_info_wrap_validator_function(
        lambda value, validate: value if isinstance(value, cls) else cls(data=validate(value)),
        core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema()),
        ref=ref,
        serialization=core_schema.plain_serializer_function_ser_schema(lambda record: _checked(cls, record).data),
    )


def _values(cls: type[Any], record: Any) -> dict[str, Any]:
    """Return the values that are sent, by the names of their attributes, as `to_dict` chooses them."""
    values: dict[str, Any] = {}
    for field in attrs.fields(_checked(cls, record).__class__):
        if field.name in record.__wire_names__.values():
            value = getattr(record, field.name)
            if value is not UNSET and (value is not None or field.default is not None):
                values[field.name] = value
    return values


def _with_extra(record: Record, written: dict[str, Any]) -> dict[str, Any]:
    """Add the fields that no contract names; one may have the name of another field's attribute, which stays."""
    known = record.__wire_names__
    return written | {
        name: value for name, value in (record.__source__ or {}).items() if name not in known and name not in written
    }


def _checked(cls: type[Any], record: Any) -> Any:
    if not isinstance(record, cls):
        # pydantic tries the next alternative of a union.
        raise PydanticSerializationUnexpectedValue(f"expected {cls.__name__}, got {type(record).__name__}")
    return record


@cache
def _field_docs(cls: Any) -> dict[str, str]:
    """Return the docstring of each field, which Python does not keep; empty without the source code."""
    docs: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if getattr(base, "__wire_names__", None):
            docs |= _docs_of(defining_module(base)).get(base.__name__, {})
    return docs


@cache
def _docs_of(module: str) -> dict[str, dict[str, str]]:
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):
        return {}
    return {node.name: dict(_docs_in(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _docs_in(node: ast.ClassDef) -> list[tuple[str, str]]:
    docs: list[tuple[str, str]] = []
    for field, text in zip(node.body, node.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(value=ast.Constant(value=str(doc))):
                docs.append((name, inspect.cleandoc(doc)))
            case _:
                pass
    return docs
