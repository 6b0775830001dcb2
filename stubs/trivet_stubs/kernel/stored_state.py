"""Records of a stub as JSON values: written for a file or another process, and read strictly."""

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import is_dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeVar, cast, get_args, get_origin

from cattrs import Converter, IterableValidationError, IterableValidationNote, transform_error
from cattrs.errors import BaseValidationError
from cattrs.gen import make_dict_structure_fn

from trivet_stubs.kernel.spec import JsonObject

T = TypeVar("T")

# pyright takes its signature from its base, ExceptionGroup.
_first_error: Callable[..., Exception] = cast("Any", IterableValidationError)


def write(record: object) -> Any:
    """Return a record with all that it contains as JSON values.

    >>> write(Pond(name="North", dug=datetime(2020, 1, 1, tzinfo=UTC), map=b"..."))
    {'name': 'North', 'dug': '2020-01-01T00:00:00+00:00', 'map': '...'}
    """
    converter = Converter(unstruct_collection_overrides={Set: sorted})
    converter.register_unstructure_hook(datetime, datetime.isoformat)
    converter.register_unstructure_hook(bytes, _write_bytes)
    return converter.unstructure(record)


def read(kind: type[T], raw: object, hooks: Mapping[Any, Callable[[Any, Any], object]] | None = None) -> T:
    """Return the record of JSON values that `write` has made.

    >>> read(Pond, {"name": "North", "dug": "2020-01-01T00:00:00+00:00", "map": "..."}).dug.year
    2020

    Args:
        kind: The class of the record.
        raw: The JSON values.
        hooks: The functions that read the types that need one.

    Raises:
        ValueError: A field is missing, unknown or wrong; the message names the first such field.
    """
    converter = Converter(forbid_extra_keys=True)
    for primitive in (str, bool, int):
        converter.register_structure_hook(primitive, _strictly)
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_factory(_is_collection, partial(_collection, converter))
    converter.register_structure_hook_factory(is_dataclass, partial(_object, converter))
    converter.register_structure_hook(datetime, lambda value, _: _time(value))
    converter.register_structure_hook(bytes, lambda value, _: _read_bytes(value))
    for part, hook in (hooks or {}).items():
        converter.register_structure_hook(part, hook)
    try:
        return converter.structure(raw, kind)
    except BaseValidationError as error:
        raise ValueError(transform_error(error, "data")[0][:500]) from None


def _is_collection(kind: Any) -> bool:
    return get_origin(kind) in (list, set, frozenset)


def _collection(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    """Return the function that reads an array up to its first wrong item.

    cattrs' own collects the errors of all items: 160,000 took 1.4 GB, and a text counted as an array of its letters.
    """
    collection, [item] = get_origin(kind), get_args(kind)
    structure = converter.get_structure_hook(item)

    def read_items(raw: Any, _: Any) -> Any:
        if not isinstance(raw, list):
            raise ValueError("is not an array")  # noqa: TRY004  # the user's text is wrong
        items: list[Any] = []
        for index, value in enumerate(cast("Sequence[Any]", raw)):
            try:
                items.append(structure(value, item))
            except Exception as error:
                error.add_note(IterableValidationNote(f"at index {index}", index, item))
                raise _first_error("", [error], kind) from None
        return collection(items)

    return read_items


def _object(converter: Converter, kind: type[Any]) -> Callable[[Any, Any], Any]:
    structure: Any = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)

    def read_fields(raw: Any, _: Any) -> Any:
        if not isinstance(raw, dict):
            raise ValueError("is not an object")  # noqa: TRY004  # as above
        return structure(raw, kind)

    return read_fields


def _strictly(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise ValueError(f"is not of type {kind.__name__}")
    return value


def _number(value: Any, _kind: type) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("is not a number")  # noqa: TRY004  # the user's text is wrong
    return value


def _time(value: Any) -> datetime:
    moment = datetime.fromisoformat(_strictly(value, str))
    if moment.tzinfo is None:
        raise ValueError("has no UTC offset")
    return moment


def _write_bytes(value: bytes) -> str | JsonObject:
    """Write text as text, so that it can be read and edited, and other bytes as Base64."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}


def _read_bytes(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    try:
        return base64.b64decode(value["base64"], validate=True)
    except (TypeError, KeyError, binascii.Error) as error:
        raise ValueError("is neither a text nor an object with Base64") from error
