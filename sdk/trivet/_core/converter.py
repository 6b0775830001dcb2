"""Decoding through cattrs: the public converter of a service, and the strict one that checks every type."""

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

from .encode import encode
from .record import Record, without
from .unset import Unset
from .wire import Unknown, decode_unknown

__all__ = ["MOST", "decoders", "faults", "make_converter", "structure"]


Decoder = Callable[[dict[str, Any]], Record]


def make_converter(*modules: ModuleType) -> Converter:
    """Make a converter whose hooks are the straight-line functions that the client itself calls.

    The hooks are leaves: another hook for a nested record is not seen by them.

    Args:
        modules: The generated modules of the service's records.
    """
    converter = Converter()
    for module in modules:
        for record, decode in decoders(module).items():
            converter.register_structure_hook(record, _ignoring_type(decode))
            converter.register_unstructure_hook(record, _as_json)
    return converter


def decoders(module: ModuleType) -> dict[type[Record], Decoder]:
    """Find the records of a generated module, each with the function that returns it.

    Events have none: their class and the decoder of their payload stand in the module's `EVENTS`.
    """
    content = vars(module)
    found: dict[type[Record], Decoder] = {}
    for name, decode in content.items():
        if name.startswith("decode_") and decode.__module__ == module.__name__:
            record = content.get(decode.__annotations__["return"])
            if isinstance(record, type) and issubclass(record, Record):
                found[record] = decode
    if "EVENTS" in content:
        decode_envelope = import_module(".decode", module.__package__).decode_envelope
        found |= {record: partial(decode_envelope, record, payload) for record, payload in content["EVENTS"].values()}
    return found


def _as_json(record: Record) -> Any:
    # `encode` leaves date-times to orjson, which writes them faster; but it takes no whole numbers of any size.
    return json.loads(json.dumps(encode(record), default=datetime.isoformat))


def _ignoring_type(decode: Decoder) -> Callable[[dict[str, Any], Any], Record]:
    return lambda data, _: decode(data)


MOST = 10
"""Of an array or a map, so many items that do not fit are looked for."""

# pyright takes its signature for that of its base, ExceptionGroup.
_validation_error: Callable[..., Exception] = cast("Any", IterableValidationError)

_PLAIN = (str, int, float, bool, type(None))


def structure(data: Any, record: type[Any]) -> Any:
    """Make a record of wire data, checking every type the contract names, and that every assumed field is there."""
    return _converter(assumed=True).structure(data, record)


def faults(data: Any, record: type[Any], *, assumed: bool = True) -> list[str]:
    """List where wire data depart from the contract, up to some places of each array; empty if nothing does.

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
    converter.register_structure_hook_func(_is_dict, lambda data, kind: _dict(data, kind, converter))
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
    if not _is_array(data):
        raise TypeError(f"expected an array, got {type(data).__name__}")
    [item] = get_args(kind)
    return _each(enumerate(data), item, converter)


def _is_array(data: object) -> TypeIs[list[Any]]:
    return isinstance(data, list)


def _is_dict(kind: Any) -> bool:
    return get_origin(kind) is dict


def _dict(data: Any, kind: Any, converter: Converter) -> dict[str, Any]:
    if not _is_object(data):
        raise TypeError(f"expected an object, got {type(data).__name__}")
    return dict(zip(data, _each(data.items(), get_args(kind)[1], converter), strict=True))


def _each(items: Iterable[tuple[int | str, Any]], kind: Any, converter: Converter) -> list[Any]:
    """Read the items of an array or of a map, and raise the errors of the first that do not fit, with their places.

    cattrs' own hooks collect all errors: of a body of 600 kB, whose every item was wrong, they took 1.7 GB.
    """
    structure = converter.get_structure_hook(kind)
    found: list[Any] = []
    errors: list[Exception] = []
    for place, item in items:
        try:
            found.append(structure(item, kind))
        except Exception as error:
            error.add_note(IterableValidationNote(f"at {place!r}", place, kind))
            errors.append(error)
            if len(errors) == MOST:
                break
    if errors:
        raise _validation_error("", errors, kind)
    return found


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
