"""Decoding through cattrs with every type checked, for `strict=True` and to say where a body departs."""

from __future__ import annotations

import types
from collections.abc import Callable
from datetime import datetime
from functools import cache, partial
from typing import Any, Literal, Union, get_args, get_origin

from attrs import has, resolve_types
from cattrs import Converter, transform_error
from cattrs.gen import make_dict_structure_fn, override
from cattrs.v import format_exception
from typing_extensions import TypeIs

from .incomplete import without
from .record import Record
from .unset import Unset
from .wire import Unknown, decode_unknown

__all__ = ["faults", "structure"]

_PLAIN = (str, int, float, bool, type(None))


def structure(data: Any, record: type[Any]) -> Any:
    """Make a record of wire data, checking every type the contract names, and that every assumed field is there."""
    return _converter(assumed=True).structure(data, record)


def faults(data: Any, record: type[Any], *, assumed: bool = True) -> list[str]:
    """List where wire data depart from the contract; empty when the strict reading finds nothing.

    Args:
        data: The wire data.
        record: What they should be.
        assumed: Whether a missing field is a fault although the contract does not promise it.
    """
    try:
        _converter(assumed=assumed).structure(data, record)
    except Exception as error:  # any error at all says what does not fit
        return transform_error(error, path="$", format_exception=_say)
    return []


def _say(error: BaseException, kind: type | None) -> str:
    return str(error) if isinstance(error, TypeError) else format_exception(error, kind)


@cache
def _converter(*, assumed: bool) -> Converter:
    converter = Converter(detailed_validation=True)
    for kind in _PLAIN:  # by name, or cattrs' own hooks for these come first, and they convert
        converter.register_structure_hook(kind, _plain)
    converter.register_structure_hook_func(_is_union, lambda data, kind: _alternative(data, kind, converter))
    converter.register_structure_hook_func(_is_plain, _plain)
    converter.register_structure_hook(datetime, _instant)
    converter.register_structure_hook_factory(_is_record, partial(_record, converter, assumed))
    converter.register_structure_hook_func(_is_list, lambda data, kind: _list(data, kind, converter))
    return converter


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def _is_plain(kind: Any) -> bool:
    """Whether a type is made of strings, numbers, booleans and null alone, an open enum for instance."""
    if _is_union(kind):
        return all(_is_plain(each) for each in get_args(kind))
    return kind in _PLAIN or get_origin(kind) is Literal


def _plain(data: Any, kind: Any) -> Any:
    kinds = get_args(kind) if _is_union(kind) else (kind,)
    if not any(_fits(data, each) for each in kinds):
        raise TypeError(f"expected {_name(kind)}, got {type(data).__name__}")
    return data


def _fits(data: Any, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return any(data == each and type(data) is type(each) for each in get_args(kind))
    if kind is float:  # JSON writes a whole number without its point
        return type(data) in (float, int)
    return type(data) is kind


def _name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind).replace("typing.", "")


def _alternative(data: Any, kind: Any, converter: Converter) -> Any:
    """Read the one alternative that has the data's form, and of several objects the one that its tag names."""
    arms = [each for each in get_args(kind) if each is not Unset]  # JSON has no form for it
    fitting = [each for each in arms if _has_form(data, each)]
    if Unknown in fitting:
        tagged = [each for each in fitting if any(data.get(tag) in values for tag, values in each.tags_.items())]
        if not tagged:
            return decode_unknown(data)
        fitting = tagged
    if not fitting:
        raise TypeError(f"expected {' or '.join(map(_name, arms))}, got {type(data).__name__}")
    return converter.structure(data, fitting[0])


def _has_form(data: Any, kind: Any) -> bool:
    if kind is Any:
        return True
    if _is_record(kind) or get_origin(kind) is dict:
        return isinstance(data, dict)
    if kind is datetime:
        return isinstance(data, str)
    return isinstance(data, list) if _is_list(kind) else _fits(data, kind)


def _instant(data: Any, _: Any) -> datetime:
    if not isinstance(data, str):
        raise TypeError(f"expected a date-time as text, got {type(data).__name__}")
    try:
        return datetime.fromisoformat(data)
    except ValueError:
        raise TypeError("expected a date-time, got other text") from None


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is list


def _list(data: Any, kind: Any, converter: Converter) -> list[Any]:
    if type(data) is not list:
        raise TypeError(f"expected an array, got {type(data).__name__}")
    items: Any = tuple.__class_getitem__((get_args(kind)[0], ...))  # whose own hook names the index that fails
    return list(converter.get_structure_hook(items)(data, items))


def _is_object(data: object) -> TypeIs[dict[str, Any]]:
    return isinstance(data, dict)


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Record) and has(kind)


def _record(converter: Converter, assumed: bool, record: type[Record]) -> Callable[[Any, Any], Record]:
    builders: dict[frozenset[str], Callable[[Any, Any], Record]] = {frozenset(): _builder(converter, record)}

    def hook(data: Any, kind: Any) -> Record:
        if not _is_object(data):
            raise TypeError(f"expected an object, got {type(data).__name__}")
        there = {name for wire, name in record.wire_names_.items() if wire in data}
        missing = frozenset[str]() if assumed else record.assumed_ - there
        build = builders.get(missing) or _builder(converter, without(record, missing))
        made = build(data, kind)
        made.source_ = None if data.keys() <= record.wire_names_.keys() else data
        return made

    return hook


def _builder(converter: Converter, record: type[Record]) -> Callable[[Any, Any], Record]:
    resolve_types(record)
    renames: Any = {name: override(rename=wire) for wire, name in record.wire_names_.items()}
    build: Any = make_dict_structure_fn(record, converter, source_=override(omit=True), **renames)
    return lambda data, _: build(data, record)
