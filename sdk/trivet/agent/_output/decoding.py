"""Decoding of an answer by cattrs: each value has exactly the type of its field, and each fault has its path."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from enum import Enum
from functools import cache, partial
from types import NoneType
from typing import Any, Literal, NotRequired, Required, get_args, get_origin

from cattrs import Converter, gen, transform_error
from cattrs.cols import list_structure_factory
from cattrs.gen import typeddicts
from cattrs.v import format_exception
from typing_extensions import TypedDict, is_typeddict

from ..._core.decoders import has_form
from .record_types import arms_of, fields_of, is_enum, is_record, plain_type, tag_of

_PLAIN = (str, int, float, bool, NoneType)
_TIMES: tuple[type[Any], ...] = (datetime, date, time)

MOST_FAULTS = 50
"""The most faults of an answer that an error lists."""


def decode(value: Any, kind: Any) -> Any:
    """Return an answer as a record of a type.

    >>> decode({"good": True}, Verdict)
    Verdict(good=True)

    Raises:
        ValueError: The answer does not fit; its arguments are the faults, each with its path.
    """
    try:
        return _converter().structure(value, kind)
    except Exception as error:
        faults = transform_error(error, path="$", format_exception=_message)
    raise ValueError(*faults[:MOST_FAULTS])


def _message(error: BaseException, kind: type | None) -> str:
    return str(error) if type(error) in (TypeError, ValueError) else format_exception(error, kind)


@cache
def _converter() -> Converter:
    converter = Converter(detailed_validation=True, forbid_extra_keys=True)
    # cattrs looks up hooks of single classes first, and its own hooks for these convert: "1" would pass as an int.
    for kind in _PLAIN:
        converter.register_structure_hook(kind, _plain)
    for moment in _TIMES:
        converter.register_structure_hook(moment, _time)
    converter.register_structure_hook_func(_is_union, lambda value, kind: _alternative(converter, value, kind))
    converter.register_structure_hook_func(_is_literal, _choice)
    converter.register_structure_hook_func(is_enum, _member)
    converter.register_structure_hook_factory(_is_list, partial(_list, converter))
    converter.register_structure_hook_factory(is_record, partial(_record, converter))
    return converter


def _is_literal(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is Literal


def _is_list(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is list


def _list(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    structure = list_structure_factory(kind, converter)

    def from_array(value: Any, _: Any) -> Any:
        if not isinstance(value, list):
            raise TypeError(f"expected a list, got {_name(value)}")
        return structure(value, kind)

    return from_array


def _record(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    options: dict[str, Any] = {"_cattrs_forbid_extra_keys": True, "_cattrs_detailed_validation": True}
    maker: Any = gen
    if is_typeddict(kind):
        maker, kind = typeddicts, _with_resolved_types(kind)
    structure = maker.make_dict_structure_fn(kind, converter, **options)

    def from_object(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise TypeError(f"expected an object, got {_name(value)}")
        return structure(value, kind)

    return from_object


def _with_resolved_types(kind: Any) -> Any:
    """Return an equal TypedDict without annotations that are texts, in which cattrs sees no `NotRequired`."""
    make: Any = TypedDict
    fields = fields_of(kind)
    return make(
        kind.__name__, {field.name: (Required if field.required else NotRequired)[field.type] for field in fields}
    )


def _is_union(kind: Any) -> bool:
    return len(arms_of(kind)) > 1


def _plain(value: Any, kind: Any) -> Any:
    if type(value) is kind:
        return value
    if kind is float and type(value) is int:  # in JSON, a float may be written as an integer
        return float(value)
    raise TypeError(f"expected {_WORDS[kind]}, got {_name(value)}")


def _time(value: Any, kind: Any) -> Any:
    try:
        if isinstance(value, str):
            return kind.fromisoformat(value)
    except ValueError:
        pass
    raise TypeError(f"expected a {kind.__name__} in ISO 8601, got {_name(value)}")


def _choice(value: Any, kind: Any) -> Any:
    return _one_of(value, [*get_args(kind)])


def _member(value: Any, kind: type[Enum]) -> Any:
    return kind(_one_of(value, [member.value for member in kind]))


def _one_of(value: Any, choices: list[Any]) -> Any:
    if any(value == choice and type(value) is type(choice) for choice in choices):
        return value
    raise TypeError(f"expected one of {', '.join(map(repr, choices))}, got {value!r:.100}")


def _alternative(converter: Converter, value: Any, kind: Any) -> Any:
    """Decode one of the alternatives: None, a single one, or the record that the tag names."""
    arms = tuple(plain_type(arm)[0] for arm in arms_of(kind))
    others = tuple(arm for arm in arms if arm is not NoneType)
    if value is None and len(others) < len(arms):
        return None
    if len(others) == 1:
        return converter.structure(value, others[0])
    tag = tag_of(others)
    assert tag is not None  # the schema refuses other unions
    name, records = tag
    if not has_form(value, dict):
        raise TypeError(f"expected an object, got {_name(value)}")
    record: Any = value
    return converter.structure(value, records[_one_of(record.get(name), [*records])])


_WORDS: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    NoneType: "null",
}


def _name(value: Any) -> str:
    if isinstance(value, str | int | float | bool | None):
        return f"{value!r:.100}"
    return "an object" if isinstance(value, dict) else "a list"
