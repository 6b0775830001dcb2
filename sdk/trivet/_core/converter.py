"""Decoding through cattrs: the public converter of a service, and strict decoding, which checks every type."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, Union, cast, get_args, get_origin

from attrs import has, resolve_types
from cattrs import Converter, IterableValidationError, IterableValidationNote, transform_error
from cattrs.gen import make_dict_structure_fn, override
from cattrs.v import format_exception
from typing_extensions import TypeIs

from ..errors import APITimeoutError
from .body_bounds import timed
from .decoders import Unknown, decode_unknown
from .record import Record, without
from .unset import Unset
from .wire_encoder import encode

Decoder = Callable[[dict[str, Any]], Record]

MOST = 10
"""How many items that do not fit are collected from each array or map."""

_PLAIN = (str, int, float, bool, type(None))

# pyright takes its signature from its base, ExceptionGroup.
_validation_error: Callable[..., Exception] = cast("Any", IterableValidationError)


def make_converter(*modules: ModuleType) -> Converter:
    """Make a converter whose hooks are the straight-line functions that the client itself calls.

    The hooks are leaves: they do not call a hook that a user registers for a nested record.

    Args:
        modules: The generated modules of the service's records.
    """
    converter = Converter()
    by_record: dict[type[Record], Decoder] = {Unknown: decode_unknown}
    for module in modules:
        by_record |= decoders(module)
    for record, decode in by_record.items():
        converter.register_structure_hook(record, _ignoring_type(decode))
        converter.register_unstructure_hook(record, _as_json)
    return converter


def decoders(module: ModuleType) -> dict[type[Record], Decoder]:
    """Find the records of a generated module, each with the function that decodes it.

    Events have no such functions: the module's `EVENTS` holds their classes and the decoders of their payloads.
    """
    content = vars(module)
    by_record: dict[type[Record], Decoder] = {}
    for name, decode in content.items():
        if name.startswith("decode_") and decode.__module__ == module.__name__:
            record = content.get(decode.__annotations__["return"])
            if isinstance(record, type) and issubclass(record, Record):
                by_record[record] = decode
    if "EVENTS" in content:
        decode_envelope = import_module(".decode", module.__package__).decode_envelope
        for record, payload in content["EVENTS"].values():
            by_record[record] = partial(decode_envelope, record, payload)
    return by_record


def structure(data: Any, record: type[Any]) -> Any:
    """Make a record of wire data, and check every type that the contract names and the presence of every assumed field.

    Raises:
        Exception: The data does not fit, as cattrs reports it.
    """
    return _strict_converter(assumed=True).structure(data, record)


def faults(data: Any, record: type[Any], *, assumed: bool = True) -> list[str]:
    """List the places where wire data departs from the contract, for each array or map at most `MOST`.

    Args:
        data: The wire data.
        record: The class of record that it should be.
        assumed: Whether a missing field that the contract does not promise is a fault, too.
    """
    try:
        _strict_converter(assumed=assumed).structure(data, record)
    except Exception as error:  # whatever cattrs raises, its message names the place
        return transform_error(error, path="$", format_exception=_message)
    return []


def _as_json(record: Record) -> Any:
    # `encode` leaves date-times to orjson, which writes them faster, but orjson refuses integers beyond 64 bits.
    return json.loads(json.dumps(encode(record), default=datetime.isoformat))


def _ignoring_type(decode: Decoder) -> Callable[[dict[str, Any], Any], Record]:
    return lambda data, _: decode(data)


def _message(error: BaseException, kind: type | None) -> str:
    return str(error) if isinstance(error, TypeError) else format_exception(error, kind)


@cache
def _strict_converter(*, assumed: bool) -> Converter:
    converter = Converter(detailed_validation=True)
    # cattrs looks up hooks of single classes first, and its own hooks for these convert: "1" would pass as an int.
    for kind in _PLAIN:
        converter.register_structure_hook(kind, _plain)
    converter.register_structure_hook_func(_is_union, lambda data, kind: _alternative(data, kind, converter))
    converter.register_structure_hook_func(_is_plain, _plain)
    converter.register_structure_hook(datetime, _instant)
    converter.register_structure_hook_factory(_is_record, partial(_record, converter, assumed))
    converter.register_structure_hook_func(_is_list, lambda data, kind: _list(data, kind, converter))
    converter.register_structure_hook_func(_is_dict, lambda data, kind: _dict(data, kind, converter))
    return converter


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def _is_plain(kind: Any) -> bool:
    """Whether a type consists of strings, numbers, booleans and null alone, such as an open enum."""
    if _is_union(kind):
        return all(_is_plain(arm) for arm in get_args(kind))
    return kind in _PLAIN or get_origin(kind) is Literal


def _plain(data: Any, kind: Any) -> Any:
    arms = get_args(kind) if _is_union(kind) else (kind,)
    if not any(_fits(data, arm) for arm in arms):
        raise TypeError(f"expected {_name(kind)}, got {type(data).__name__}")
    return data


def _fits(data: Any, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return any(data == literal and type(data) is type(literal) for literal in get_args(kind))
    if kind is float:  # in JSON, a float may be written as an integer
        return type(data) in (float, int)
    return type(data) is kind


def _name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind).replace("typing.", "")


def _alternative(data: Any, kind: Any, converter: Converter) -> Any:
    """Structure data as the arm of a union that has its form; among several records, the tag decides."""
    arms = [arm for arm in get_args(kind) if arm is not Unset]  # UNSET has no form in JSON
    fitting = [arm for arm in arms if _has_form(data, arm)]
    if unknown := [arm for arm in fitting if _is_record(arm) and issubclass(arm, Unknown)]:
        tagged = [arm for arm in fitting if any(data.get(tag) in values for tag, values in arm.__tags__.items())]
        if not tagged:
            return unknown[0](data=data)
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
    if not _is_array(data):
        raise TypeError(f"expected an array, got {type(data).__name__}")
    [item] = get_args(kind)
    return _structure_items(enumerate(data), item, converter)


def _is_array(data: object) -> TypeIs[list[Any]]:
    return isinstance(data, list)


def _is_dict(kind: Any) -> bool:
    return get_origin(kind) is dict


def _dict(data: Any, kind: Any, converter: Converter) -> dict[str, Any]:
    if not _is_object(data):
        raise TypeError(f"expected an object, got {type(data).__name__}")
    return dict(zip(data, _structure_items(data.items(), get_args(kind)[1], converter), strict=True))


def _structure_items(items: Iterable[tuple[int | str, Any]], kind: Any, converter: Converter) -> list[Any]:
    """Structure the items of an array or a map, and raise the errors of the first `MOST` that do not fit.

    cattrs' own hooks collect all errors, which took 1.7 GB for a body of 600 kB whose every item was wrong.
    """
    structure = converter.get_structure_hook(kind)
    values: list[Any] = []
    errors: list[Exception] = []
    for place, item in timed(items):
        try:
            values.append(structure(item, kind))
        except APITimeoutError:
            raise
        except Exception as error:
            error.add_note(IterableValidationNote(f"at {place!r}", place, kind))
            errors.append(error)
            if len(errors) == MOST:
                break
    if errors:
        raise _validation_error("", errors, kind)
    return values


def _is_object(data: object) -> TypeIs[dict[str, Any]]:
    return isinstance(data, dict)


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Record) and has(kind)


def _record(converter: Converter, assumed: bool, record: type[Record]) -> Callable[[Any, Any], Record]:
    builders: dict[frozenset[str], Callable[[Any, Any], Record]] = {frozenset(): _builder(converter, record)}

    def hook(data: Any, kind: Any) -> Record:
        if not _is_object(data):
            raise TypeError(f"expected an object, got {type(data).__name__}")
        present = {name for wire, name in record.__wire_names__.items() if wire in data}
        missing = frozenset[str]() if assumed else record.__assumed__ - present
        # Builders for incomplete records are not kept: a server could send any combination of missing fields.
        build = builders.get(missing) or _builder(converter, without(record, missing))
        structured = build(data, kind)
        structured.__source__ = None if data.keys() <= record.__wire_names__.keys() else data
        return structured

    return hook


def _builder(converter: Converter, record: type[Record]) -> Callable[[Any, Any], Record]:
    resolve_types(record)
    renames: Any = {name: override(rename=wire) for wire, name in record.__wire_names__.items()}
    build: Any = make_dict_structure_fn(record, converter, __source__=override(omit=True), **renames)
    return lambda data, _: build(data, record)
