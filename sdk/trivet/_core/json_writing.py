"""Writing JSON that every reader accepts: no NaN, no infinities, no half of a surrogate pair (RFC 8259).

orjson writes NaN as null without a word, and refuses integers beyond 64 bits. Here NaN is refused by its path, and
integers of any size are written as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, datetime, time
from enum import Enum
from typing import Any, NamedTuple, cast
from uuid import UUID

import orjson

from ..errors import InvalidArgumentError
from .json_paths import json_members, walk
from .json_reading import DEEPEST, LONGEST_INTEGER

TOO_LONG = 10**LONGEST_INTEGER
"""The smallest integer of too many digits."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_FINITE = "a finite number"
_OPTIONS = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME  # `plain` decides about both

Path = tuple[str | int, ...]


class Fault(NamedTuple):
    """A value that JSON cannot hold.

    Attributes:
        path: The names and positions that lead to it.
        rule: What it has to be.
        shown: The value for a message: a number, or the name of its type, because a text may be secret.
    """

    path: Path
    rule: str
    shown: object


def encode_body(body: Mapping[str, Any]) -> bytes:
    """Encode the body of a request, whose fields are the arguments of a call.

    Raises:
        InvalidArgumentError: A value cannot be sent. The error names its argument, and its path within it.
    """

    def name(path: Path) -> str:
        return path_text((_argument(str(path[0])), *path[1:])) if path else "body"

    return _encoded(body, name, plain_form)


def encode_argument(argument: str, value: Any, plain: Callable[[Any], Any] | None = None) -> bytes:
    """Encode an argument that is JSON as a whole.

    Args:
        argument: The name of the argument.
        value: Its value.
        plain: Returns the form of a value of another type, as `plain_form` does.

    Raises:
        InvalidArgumentError: A value cannot be sent. The error names the argument, and the path of the value.
    """
    return _encoded(value, lambda path: path_text((argument, *path)), plain or plain_form)


def _encoded(value: Any, name: Callable[[Path], str], plain: Callable[[Any], Any]) -> bytes:
    content = None
    with suppress(TypeError):  # not JSON, but also an integer beyond 64 bits, and what is nested more than 254 deep
        content = orjson.dumps(value, default=plain, option=_OPTIONS)
    if content is not None and (b"null" not in content or not has_nan(value, plain)):
        return content
    fault = first_fault(value, plain)
    if fault is None:
        try:
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain).encode()
        except RecursionError:
            fault = Fault((), "nested less deeply", type(value).__name__)
    raise InvalidArgumentError(name(fault.path), fault.rule, fault.shown)


def plain_form(value: Any) -> Any:
    """Return the form that JSON has for a value of another type.

    >>> plain_form(date(2026, 3, 1))
    '2026-03-01'

    Raises:
        TypeError: JSON has none. The message is the rule that the value breaks.
    """
    if isinstance(value, Mapping):
        return {**cast("Mapping[str, Any]", value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime) and value.utcoffset() is None:
        raise TypeError("a datetime with its UTC offset")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError("a value that JSON can hold")


def text_of(value: Any, name: str, *, nan_as_null: bool = False) -> str:
    """Return wire data as JSON text.

    Args:
        value: The data.
        name: Its name, for an error.
        nan_as_null: Whether NaN and infinities become null.

    Raises:
        ValueError: A value cannot be written. The error names its path.
    """
    value = without_nan(value) if nan_as_null else value
    try:
        return encode_argument(name, value).decode()
    except InvalidArgumentError as error:
        hint = "; nan=None writes null" if error.rule == _FINITE else ""
        raise ValueError(f"{error}{hint}") from None


def without_nan(value: Any, plain: Callable[[Any], Any] = plain_form) -> Any:
    """Return wire data with null in place of NaN and infinities; the value itself if it has none.

    >>> without_nan({"loss": float("nan")})
    {'loss': None}
    """
    if not has_nan(value, plain):
        return value
    return json.loads(json.dumps(value, default=plain), parse_constant=lambda _: None)


def has_nan(value: Any, plain: Callable[[Any], Any] = plain_form) -> bool:
    """Whether wire data has NaN or an infinity.

    >>> has_nan({"loss": float("nan")})
    True
    """
    try:
        json.dumps(value, default=plain, allow_nan=False)
    except (ValueError, RecursionError):
        return True
    return False


def first_fault(value: Any, plain: Callable[[Any], Any]) -> Fault | None:
    """Return the first value that JSON cannot hold, in the order of the document; None if there is none.

    >>> first_fault({"metadata": {"loss": float("nan")}}, plain_form)
    Fault(path=('metadata', 'loss'), rule='a finite number', shown=nan)
    """
    path: list[str | int] = []
    member = value
    try:
        for path, member in walk(value, lambda entry: json_members(_plain(entry, plain))):
            if rule := _broken_rule(_plain(member, plain)):
                return Fault(tuple(path), rule, member if isinstance(member, float) else type(member).__name__)
            if len(path) > DEEPEST:
                return Fault(tuple(path[:1]), f"nested at most {DEEPEST} deep", type(value).__name__)
    except TypeError as error:
        return Fault(tuple(path), str(error), type(member).__name__)
    return None


def _plain(value: Any, plain: Callable[[Any], Any]) -> Any:
    """Return a value in a form that JSON has."""
    is_plain = value is None or isinstance(value, str | int | float | list | tuple | dict)
    return cast("Any", value) if is_plain else plain(value)


def _broken_rule(value: Any) -> str:
    """Return the rule that a value by itself breaks; empty if it breaks none."""
    if isinstance(value, float) and value - value != 0:
        return _FINITE
    if isinstance(value, int) and value.bit_length() >= TOO_LONG.bit_length() and abs(value) >= TOO_LONG:
        return f"a whole number of at most {LONGEST_INTEGER} digits"  # Python writes no longer one
    if isinstance(value, str) and _has_half(value):
        return "text without half a surrogate pair"
    names = list(cast("dict[object, object]", value)) if isinstance(value, dict) else []
    if all(isinstance(name, str) and not _has_half(name) for name in names):
        return ""
    return "a mapping with names of whole text"


def _has_half(text: str) -> bool:
    return not text.isascii() and _SURROGATE.search(text) is not None


def path_text(path: Path) -> str:
    """Return the text of a path.

    >>> path_text(("metadata", "losses", 0))
    "metadata['losses'][0]"
    """
    first, *rest = path
    return str(first) + "".join(f"[{name!r}]" for name in rest)


def _argument(wire_name: str) -> str:
    """Return the name of the argument that becomes a field of a body."""
    return _WORD_START.sub("_", wire_name).lower()
