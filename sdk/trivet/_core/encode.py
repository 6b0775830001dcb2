"""Records to their wire form, by functions that are compiled when a record of a class is first encoded.

A compiled function is what one would write by hand: one expression a field. It is made of the class's own field table:
`wire_names_`, the defaults and the annotations.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from attrs import fields

from .record import Record, extra
from .unset import UNSET, Unset
from .wire import Unknown

__all__ = ["encode", "wire_value"]

_Encoder = Callable[[Any], dict[str, Any]]


def encode(record: Record) -> dict[str, Any]:
    """Make the wire form of a record, with the fields that no contract names.

    A date-time stays as it is: what writes JSON writes it several times faster. A field that is UNSET, or that the
    service did not send, is left out, and so is one that is None where the contract knows no null.
    """
    return _encoders[type(record)](record)


class _Encoders(dict[type, _Encoder]):
    """From each class to its function."""

    def __missing__(self, kind: type) -> _Encoder:
        if not issubclass(kind, Record):
            raise TypeError(f"expected a record, got {kind.__name__}")
        # The subclass of an incomplete record keeps its function itself, so that it goes with its last instance.
        if "missing_" not in kind.__dict__:
            self[kind] = made = _Compiler(kind).function()
        elif "encode_" in kind.__dict__:
            made = kind.__dict__["encode_"]
        else:
            made = _Compiler(kind).function()
            setattr(kind, "encode_", made)  # noqa: B010  no class declares it
        return made


class _Compiler:
    """Writes the function of one class."""

    def __init__(self, kind: type[Record], above: tuple[type, ...] = ()) -> None:
        self._kind = kind
        self._above = (*above, kind)
        self._names: dict[str, Any] = {
            "extra": extra,
            "of": _encoders,
            "value": wire_value,
            "UNSET": UNSET,
            "kind": kind,
        }

    def function(self) -> _Encoder:
        lines = [*self._lines()]
        if self._kind.assumed_ and "missing_" not in self._kind.__dict__:
            # An incomplete record comes here where the field that holds it names the class.
            wrong = ["except AttributeError:", "    if type(o) is kind:", "        raise", "    return of[type(o)](o)"]
            lines = ["try:", *(f"    {each}" for each in lines), *wrong]
        source = "\n    ".join(lines)
        exec(f"def encode_(o):\n    {source}", self._names)  # as attrs makes its methods
        made: _Encoder = self._names["encode_"]
        return made

    def _lines(self) -> Iterator[str]:
        hints = get_type_hints(self._kind)
        defaults = {each.name: each.default for each in fields(self._kind)}
        always, maybe = list[str](), list[str]()
        for wire, name in self._kind.wire_names_.items():
            value = f"o.{name}"
            match defaults[name]:
                case None:
                    maybe += [f"if {value} is not None:", f"    d[{wire!r}] = {self._source(hints[name], value)}"]
                case Unset():
                    maybe += [f"if {value} is not UNSET:", f"    d[{wire!r}] = {self._or_null(hints[name], value)}"]
                case _:
                    always.append(f"{wire!r}: {self._or_null(hints[name], value)}")
        yield f"d = {{{', '.join(always)}}}"
        yield from maybe
        yield "if o.source_ is not None:"
        yield "    d |= extra(o)"
        yield "return d"

    def _source(self, hint: Any, value: str) -> str:
        """The expression that makes the wire value, which is not null; the same expression where they are one."""
        arms = _arms(hint)
        if not any(map(_holds_record, arms)):
            return value
        if all(isinstance(each, type) and issubclass(each, Record) for each in arms):
            return f"{self._direct(arms) or f'of[type({value})]'}({value})"
        if len(arms) == 1 and get_origin(arms[0]) is list:
            return f"[{self._or_null(get_args(arms[0])[0], 'each')} for each in {value}]"
        if len(arms) == 1 and get_origin(arms[0]) is dict:
            return f"{{key: {self._or_null(get_args(arms[0])[1], 'each')} for key, each in {value}.items()}}"
        return f"value({value})"

    def _direct(self, arms: list[type[Record]]) -> str:
        """The name of the function of the one class that is possible; empty where the value's own class decides."""
        kind = arms[0]
        if len(arms) > 1 or kind in self._above:
            return ""
        if kind not in _encoders:
            _encoders[kind] = _Compiler(kind, self._above).function()
        self._names[f"encode_{kind.__name__}"] = _encoders[kind]
        return f"encode_{kind.__name__}"

    def _or_null(self, hint: Any, value: str) -> str:
        """The same of a value that may be None, if its type says so."""
        source = self._source(hint, value)
        null = type(None) in get_args(hint)
        return f"(None if {value} is None else {source})" if null and source != value else source


def wire_value(value: Any) -> Any:
    """Make the wire form of a value that may be of several forms, or hold records."""
    if isinstance(value, Record):
        return encode(value)
    if isinstance(value, list):
        return [wire_value(each) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        return {key: wire_value(each) for key, each in cast("dict[str, object]", value).items()}
    return value


def _arms(hint: Any) -> list[Any]:
    every = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    return [each for each in every if each not in (type(None), Unset)]


def _holds_record(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, Record):
        return True
    return any(map(_holds_record, get_args(hint)))


_encoders = _Encoders()
_encoders[Unknown] = lambda o: o.data
