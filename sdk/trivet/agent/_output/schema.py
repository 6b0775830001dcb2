"""The JSON schema of a type: an attrs class, a dataclass or a TypedDict, and what its fields may hold."""

from __future__ import annotations

from datetime import date, datetime, time
from enum import Enum
from types import NoneType
from typing import Any, Literal, TypeAlias, get_args, get_origin

from ..._core.decoders import has_form
from ..._core.unset import UNSET
from ...errors import InvalidArgumentError
from .record_types import (
    RecordField,
    arms_of,
    description_of,
    fields_of,
    is_enum,
    is_record,
    plain_type,
    tag_of,
)

Schema: TypeAlias = dict[str, Any]

SUPPORTED = (
    "text, numbers, bool, None, Literal, Enum, date, time, datetime, a list, a dict of text, another record, an "
    "optional one of these, or a union of records that a Literal tells apart"
)
"""The types of fields, for errors."""

_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
    time: {"type": "string", "format": "time"},
}
_JSON_TYPES = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


def schema_of(kind: Any) -> Schema:
    """Return the JSON schema of a record.

    >>> @frozen
    ... class Verdict:
    ...     good: bool
    >>> schema_of(Verdict)["properties"]
    {'good': {'type': 'boolean'}}

    A record that is used in another one has a place in `$defs`, by its name, so that records may contain themselves.
    Docstrings become descriptions: of a class, and of its fields in the section `Attributes`.

    Raises:
        InvalidArgumentError: The type is not a record, or a field has a type without a place in a schema; the error has
            its path.
    """
    root, _ = plain_type(kind)
    if not is_record(root):
        raise refused("", kind, "an attrs class, a dataclass, a TypedDict, a pydantic model or a JSON schema")
    return _SchemaWriter(root).write()


def refused(path: str, value: object, rule: str) -> InvalidArgumentError:
    """Return the error for a type that has no schema.

    Args:
        path: The path of the field; empty for the type itself.
        value: The type.
        rule: The types that have one.
    """
    where = f"of types that a schema can say; {path} may be {rule}" if path else rule
    return InvalidArgumentError("output", where, value)


class _SchemaWriter:
    """Writes the schema of one record, and of the records in it."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._names: dict[Any, str] = {root: ""}
        self._defs: dict[str, Schema] = {}

    def write(self) -> Schema:
        """Return the schema."""
        schema = self._record(self._root, self._root.__name__)
        return {**schema, "$defs": self._defs} if self._defs else schema

    def _record(self, kind: Any, path: str) -> Schema:
        try:
            listed = fields_of(kind)
        except NameError as error:
            raise refused(path, kind, f"a type whose annotations its module knows: {error}") from None
        description = description_of(kind)
        return {
            "type": "object",
            **({"description": description} if description else {}),
            "properties": {field.name: self._field(field, f"{path}.{field.name}") for field in listed},
            "required": [field.name for field in listed if field.required],
            "additionalProperties": False,
        }

    def _field(self, field: RecordField, path: str) -> Schema:
        schema = self._type(field.type, path)
        notes: Schema = {"description": field.description} if field.description else {}
        default = field.default.value if isinstance(field.default, Enum) else field.default
        if default is not UNSET and _is_json(default):
            notes["default"] = default
        return {"allOf": [schema], **notes} if notes and "$ref" in schema else {**schema, **notes}

    def _type(self, hint: Any, path: str) -> Schema:
        kind, _ = plain_type(hint)
        origin, arguments = get_origin(kind), get_args(kind)
        if len(arms := arms_of(kind)) > 1:
            return self._union(arms, path, kind)
        if origin is Literal:
            return _choices([*arguments], path, kind)
        if is_enum(kind):
            return _choices([member.value for member in kind], path, kind)
        if origin is list:
            return {"type": "array", "items": self._type(arguments[0], f"{path}[]")}
        if origin is dict and arguments[0] is str:
            return {"type": "object", "additionalProperties": self._type(arguments[1], f"{path}{{}}")}
        if is_record(kind):
            return self._reference(kind, path)
        if isinstance(kind, type) and kind in _PLAIN:
            return dict(_PLAIN[kind])
        raise refused(path, kind, SUPPORTED)

    def _union(self, arms: tuple[Any, ...], path: str, kind: Any) -> Schema:
        arms = tuple(plain_type(arm)[0] for arm in arms)
        others = tuple(arm for arm in arms if arm is not NoneType)
        if len(others) > 1 and not (all(map(is_record, others)) and tag_of(others) is not None):
            raise refused(path, kind, SUPPORTED)
        return {"anyOf": [self._type(arm, path) for arm in arms]}

    def _reference(self, kind: Any, path: str) -> Schema:
        if kind not in self._names:
            base = name = kind.__name__
            number = 1
            while name in self._names.values():  # a class of the same name in another module
                number += 1
                name = f"{base}{number}"
            self._names[kind] = name
            self._defs[name] = {}  # its place comes before the records in it
            self._defs[name] = self._record(kind, path)
        name = self._names[kind]
        return {"$ref": f"#/$defs/{name}" if name else "#"}


def _choices(values: list[Any], path: str, kind: Any) -> Schema:
    """Return the schema of some values, with their type where they have one."""
    types: set[Any] = {type(value) for value in values}
    if not values or not types <= {*_JSON_TYPES}:
        raise refused(path, kind, "a Literal or an Enum of texts, whole numbers, booleans or None")
    schema: Schema = {"enum": values}
    return {"type": _JSON_TYPES[types.pop()], **schema} if len(types) == 1 else schema


def _is_json(value: Any) -> bool:
    if has_form(value, list):
        return all(map(_is_json, value))
    return value == {} or value is None or type(value) in (str, int, float, bool)
