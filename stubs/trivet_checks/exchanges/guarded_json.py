"""The JSON of an answer for checks: who reads a field that is missing or of a wrong type learns which one it is.

A check reads an answer by subscription, `stop["Latitude"]`, where it needs a field. If the field is not as the spec
says, `Unreadable` ends the check: the rule was not tried, and the fault is the operation's. A check that looks at the
form itself uses `get`, which gives each value as it is.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Any, NoReturn, SupportsIndex, cast

import orjson

from trivet_checks.exchanges.evidence import Evidence, Unreadable
from trivet_stubs.kernel.json_text import is_finite

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

_DEEPEST = 200
"""Behind so many levels, values are not guarded: an answer of a contract has a few."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(slots=True)
class Form:
    """The form of an answer, as far as it is not as the spec says."""

    is_wrong: bool = False
    described: int | None = None
    """The status that the spec has in place of the answer's, which it does not describe."""
    unreadable: dict[Path, str] = field(default_factory=dict[Path, str])
    """The fields that are missing or of a wrong type, and the end of a sentence about each: `is missing`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The answer that a value comes from."""

    operation: str
    evidence: Callable[[], Evidence]
    form: Form = field(default_factory=Form)
    touched: set[str] = field(default_factory=set[str])
    """Gets the operation when a check reads the answer although it is not as the spec says."""

    def refuse(self, path: Path) -> NoReturn:
        """Raise `Unreadable` for a field."""
        why = self.form.unreadable.get(path, "this answer does not have")
        raise Unreadable(self.operation, field_of(path), why, self.evidence())


class Record(dict[str, Any]):
    """An object of an answer: a key that it does not have is one that the check needs."""

    __slots__ = ("_path", "_source")

    def __init__(self, members: Mapping[str, Any], source: Source, path: Path) -> None:
        super().__init__(members)
        self._source = source
        self._path = path

    def __missing__(self, key: str) -> NoReturn:
        self._source.refuse((*self._path, key))


class FaultyRecord(Record):
    """An object of an answer that is not as the spec says: its wrong fields cannot be read, and the others can."""

    __slots__ = ()

    def __getitem__(self, key: str) -> Any:
        self._source.touched.add(self._source.operation)
        if (*self._path, key) in self._source.form.unreadable:
            self._source.refuse((*self._path, key))
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None, /) -> Any:
        """Return a value as it is."""
        self._source.touched.add(self._source.operation)
        return super().get(key, default)


class FaultyList(list[Any]):
    """A list of an answer with a wrong element, which cannot be read."""

    __slots__ = ("_path", "_source")

    def __init__(self, elements: Sequence[Any], source: Source, path: Path) -> None:
        super().__init__(elements)
        self._source = source
        self._path = path

    def __iter__(self) -> Iterator[Any]:
        for at, element in enumerate(super().__iter__()):
            self._check(at)
            yield element

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        for one in range(len(self))[at] if isinstance(at, slice) else (range(len(self))[at],):
            self._check(one)
        return super().__getitem__(at)

    def _check(self, at: int) -> None:
        if (*self._path, at) in self._source.form.unreadable:
            self._source.refuse((*self._path, at))


def guarded(value: Any, source: Source) -> Any:
    """Return a value whose wrong fields cannot be read by subscription.

    >>> guarded({"value": []}, source)["odata.metadata"]
    Traceback (most recent call last):
    Unreadable: needs odata.metadata of stops.list, which this answer does not have

    Raises:
        Unreadable: The value itself is of a wrong type.
    """
    if () in source.form.unreadable:
        source.refuse(())
    if not is_finite(value) and (no_numbers := [*_no_numbers(value, ())]):
        source.form.is_wrong = True
        source.form.unreadable.update(dict.fromkeys(no_numbers, "is NaN"))
    return _guarded(value, source, (), {path[:-1] for path in source.form.unreadable})


def _guarded(value: Any, source: Source, path: Path, holders: set[Path]) -> Any:
    """Return a value of a path; `holders` are the paths of objects and lists that have a wrong field."""
    if len(path) > _DEEPEST:
        return value
    if isinstance(value, dict):
        members = {
            key: _guarded(member, source, (*path, key), holders)
            for key, member in cast(Mapping[str, Any], value).items()
        }
        return (FaultyRecord if source.form.is_wrong else Record)(members, source, path)
    if isinstance(value, list):
        elements = [_guarded(one, source, (*path, at), holders) for at, one in enumerate(cast(Sequence[Any], value))]
        return FaultyList(elements, source, path) if path in holders else elements
    # One object stands for all: a list with NaN equals another one with the same NaN alone.
    return nan if isinstance(value, float) and isnan(value) else value


def _no_numbers(value: Any, path: Path) -> Iterator[Path]:
    """Yield the paths of values that are NaN."""
    if len(path) > _DEEPEST:
        return
    if isinstance(value, dict):
        for key, member in cast(Mapping[str, Any], value).items():
            yield from _no_numbers(member, (*path, key))
    elif isinstance(value, list):
        for at, element in enumerate(cast(Sequence[Any], value)):
            yield from _no_numbers(element, (*path, at))
    elif isinstance(value, float) and isnan(value):
        yield path


def field_of(path: Path, whole: str = "the body") -> str:
    """The name of a field, whatever the element of a list in which it stands.

    >>> field_of(("value", 0, "Link"))
    'value.Link'
    """
    return ".".join(step for step in path if isinstance(step, str)) or whole


def not_strict(body: bytes) -> str:
    """Why a body that can be read is not JSON by RFC 8259; empty if it is.

    >>> not_strict(b'{"Latitude": NaN}')
    'NaN is not a number of JSON'
    """
    try:
        orjson.loads(body)
    except ValueError:
        pass
    else:
        return ""
    if body.startswith(_BYTE_ORDER_MARK):
        return "the body begins with a byte order mark"
    try:
        body.decode()
    except UnicodeDecodeError:
        return "the body is not UTF-8"
    names: list[str] = []
    with suppress(ValueError, RecursionError):
        json.loads(body, parse_constant=names.append)
    return f"{names[0]} is not a number of JSON" if names else ""
