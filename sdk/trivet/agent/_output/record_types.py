"""The fields of attrs classes, dataclasses and TypedDicts, as far as a JSON schema can say them."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen
from typing_extensions import ReadOnly, is_typeddict

from ..._core.unset import UNSET

_SECTION = re.compile(r"^(?:Attributes|Args|Arguments|Fields):\s*$\n((?:(?:[ \t]+.*)?\n?)*)", re.MULTILINE)
_ITEM = re.compile(r"^(\w+)(?:\s*\([^)]*\))?:\s*(.+)$")
_QUALIFIERS = (NotRequired, ReadOnly, Required)
_MISSING = (attrs.NOTHING, dataclasses.MISSING)


@frozen
class RecordField:
    """A field of a record.

    Attributes:
        name: The name, in Python and in JSON.
        type: The type, without `Annotated`, `Required` and `NotRequired`.
        required: Whether an answer has to have it.
        default: The default; UNSET where there is none, or one that is no constant.
        description: The text for the model: of `Annotated[…, "text"]`, or of the docstring's section `Attributes`.
    """

    name: str
    type: Any
    required: bool
    default: Any = UNSET
    description: str = ""


def is_record(kind: Any) -> bool:
    """Return whether a type is an attrs class, a dataclass or a TypedDict, and not generic.

    >>> is_record(Report), is_record(int)
    (True, False)
    """
    if is_typeddict(kind):
        return True
    return isinstance(kind, type) and (attrs.has(kind) or dataclasses.is_dataclass(kind))


def fields_of(kind: Any) -> list[RecordField]:
    """Return the fields of a record that an answer may have.

    Raises:
        NameError: An annotation names a type that its module does not have.
    """
    hints = get_type_hints(kind, include_extras=True)
    described = described_fields(inspect.getdoc(kind) or "")
    return [_field(name, hints[name], required, default, described) for name, required, default in _named(kind)]


def _named(kind: Any) -> Iterator[tuple[str, bool, Any]]:
    if is_typeddict(kind):
        required: frozenset[str] = kind.__required_keys__
        for name, hint in get_type_hints(kind, include_extras=True).items():
            # Python does not see `NotRequired` in an annotation that is a text.
            origins = {get_origin(hint), get_origin(get_args(hint)[0]) if get_origin(hint) is Annotated else None}
            yield name, Required in origins or (name in required and NotRequired not in origins), UNSET
        return
    listed: Any = attrs.fields(kind) if attrs.has(kind) else dataclasses.fields(kind)
    for field in listed:
        if field.init:
            factory = getattr(field, "default_factory", dataclasses.MISSING)
            has_default = field.default not in _MISSING or factory not in _MISSING
            yield field.name, not has_default, _default(field.default, factory)


def _default(default: Any, factory: Any) -> Any:
    if factory in _MISSING:
        factory = getattr(default, "factory", None)  # attrs has it in the default
    if factory in (list, dict):
        make: Any = factory
        return make()
    return UNSET if default in _MISSING or factory is not None else default


def _field(name: str, hint: Any, required: bool, default: Any, described: dict[str, str]) -> RecordField:
    kind, notes = plain_type(hint)
    description = next((note for note in notes if isinstance(note, str)), described.get(name, ""))
    return RecordField(name, kind, required, default, description)


def plain_type(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without what stands around it, and the notes of `Annotated`.

    >>> plain_type(Annotated[int, "The number."])
    (<class 'int'>, ('The number.',))
    """
    notes: tuple[Any, ...] = ()
    while True:
        origin = get_origin(hint)
        if origin is Annotated:
            hint, *more = get_args(hint)
            notes = (*notes, *more)
        elif origin in _QUALIFIERS:
            [hint] = get_args(hint)
        elif hasattr(hint, "__supertype__"):  # a NewType
            hint = hint.__supertype__
        elif type(hint).__name__ == "TypeAliasType":
            hint = hint.__value__
        else:
            return (NoneType if hint is None else hint), notes


def description_of(kind: Any) -> str:
    """Return the text of a class's docstring, without its sections; empty where it has none of its own."""
    own: Any = vars(kind).get("__doc__") if isinstance(kind, type) else None
    if not isinstance(own, str) or own.startswith(f"{kind.__name__}("):  # dataclasses write one of their own
        return ""
    return _SECTION.sub("", inspect.cleandoc(own) + "\n").strip()


def described_fields(docstring: str) -> dict[str, str]:
    """Return the texts of fields in the section `Attributes` of a docstring.

    >>> described_fields("A report.\\n\\nAttributes:\\n    verdict: Whether it is right.\\n")
    {'verdict': 'Whether it is right.'}
    """
    texts: dict[str, str] = {}
    for section in _SECTION.findall(docstring + "\n"):
        lines = inspect.cleandoc("\n" + section).splitlines()
        name = ""
        for line in lines:
            item = _ITEM.match(line)
            if item is not None:
                name, texts[item[1]] = item[1], item[2].strip()
            elif name and line.strip():
                texts[name] += f" {line.strip()}"
    return texts


def arms_of(kind: Any) -> tuple[Any, ...]:
    """Return the alternatives of a union; a type that is none is its own."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def tag_of(arms: tuple[Any, ...]) -> tuple[str, dict[Any, Any]] | None:
    """Return the field that tells records of a union apart, and the record of each of its values.

    It is a required `Literal` in each of them, without a value that two of them have.

    Returns:
        The name of the field and the records by its values; None where there is no such field.
    """
    tags = [
        {field.name: get_args(field.type) for field in fields_of(arm) if get_origin(field.type) is Literal}
        for arm in arms
    ]
    for name in tags[0]:
        records = {value: arm for arm, tag in zip(arms, tags, strict=True) for value in tag.get(name, ())}
        if all(name in tag for tag in tags) and len(records) == sum(len(tag[name]) for tag in tags):
            return name, records
    return None


def is_enum(kind: Any) -> bool:
    """Return whether a type is an `Enum`."""
    return isinstance(kind, type) and issubclass(kind, Enum)
