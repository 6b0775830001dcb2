"""Checks of arguments against the rules of the contract, before anything is sent.

Each raises an `InvalidArgumentError` for an argument that breaks its rule.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, get_args

from .._text import Described
from ..errors import InvalidArgumentError

# Patterns are compiled at first use, because every import of a client loads this module.
_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_SURROGATE = "[\ud800-\udfff]"

TOKEN = "one word of visible ASCII characters"
"""The rule of a key or a token."""

MOST_SECONDS = 4_000_000
"""The longest wait that an argument may ask for: no lock on Windows takes one of 4,294,968 seconds."""

_MOST_DIGITS = sys.int_info.default_max_str_digits
_TOO_LONG = 10**_MOST_DIGITS
_BEYOND_FLOATS = 10**308

_ONE_LINE = "text on one line, without characters beyond Latin-1"
_IN_HEADER = r"[\t -~\x80-\xff]"
_OWN_HEADERS = frozenset({"accept", "content-length", "content-type", "host", "transfer-encoding"})


def text(
    argument: str,
    value: Any,
    *,
    min_length: int = 0,
    max_length: int | None = None,
    pattern: str | None = None,
    secret: bool = False,
) -> None:
    """Raise InvalidArgumentError unless the value is text of this length and pattern; the error shows no secret."""
    if not isinstance(value, str):
        raise InvalidArgumentError(argument, "text", _for_message(value, secret))
    if not value.isascii() and re.search(_SURROGATE, value):  # neither JSON nor a URL can encode it
        raise InvalidArgumentError(argument, "text without half a surrogate pair", _for_message(value, secret))
    if len(value) < min_length:
        rule = "text that is not empty" if min_length == 1 else f"at least {min_length} characters"
        raise InvalidArgumentError(argument, rule, _for_message(value, secret) if value else "")
    if max_length is not None and len(value) > max_length:
        raise InvalidArgumentError(argument, f"at most {max_length} characters", _for_message(value, secret))
    if pattern is not None and re.fullmatch(pattern, value) is None:
        raise InvalidArgumentError(argument, f"text that matches {pattern}", _for_message(value, secret))


def credential(
    argument: str, value: Any, *, allowed: str = "[!-~]", rule: str = TOKEN, min_length: int = 1, source: str = ""
) -> None:
    """Raise InvalidArgumentError unless the value is text of allowed characters; the error names the others by kind.

    >>> credential("token", "s3cret\\r", source="from TRIVET_CHAT_TOKEN")
    InvalidArgumentError: token must be one word of visible ASCII characters, got a text with a carriage return ...

    Args:
        argument: The name of the argument.
        value: The secret, of which the error shows nothing.
        allowed: The class of characters that it may have, as a regular expression.
        rule: The same in words.
        min_length: The least number of characters.
        source: The place that it comes from, in words; empty for an argument of the program.
    """
    if not isinstance(value, str):
        found = type(value).__name__
        raise InvalidArgumentError(argument, "text", Described(f"{found!r}, {source}") if source else found)
    if len(value) >= min_length and re.fullmatch(f"{allowed}*", value) is not None:
        return
    from .text_faults import credential_fault  # noqa: PLC0415  few programs need it

    wanted = rule if value else "text that is not empty"
    raise InvalidArgumentError(argument, wanted, credential_fault(value, allowed, source))


def integer(argument: str, value: Any, *, minimum: int | None = None, maximum: int | None = None) -> None:
    """Raise InvalidArgumentError unless the value is an int within the bounds; a bool is not accepted."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidArgumentError(argument, f"a whole number{_bounds(minimum, maximum)}", value)
    if not -_TOO_LONG < value < _TOO_LONG:  # Python writes no longer one
        raise InvalidArgumentError(argument, f"a whole number of at most {_MOST_DIGITS} digits", value)
    if (minimum is not None and value < minimum) or (maximum is not None and value > maximum):
        raise InvalidArgumentError(argument, f"a whole number{_bounds(minimum, maximum)}", value)


def number(argument: str, value: Any, *, minimum: float | None = None, maximum: float | None = None) -> None:
    """Raise InvalidArgumentError unless the value is a finite number within the bounds; a bool is not accepted."""
    if not isinstance(value, int | float) or isinstance(value, bool) or value - value != 0:
        raise InvalidArgumentError(argument, f"a number{_bounds(minimum, maximum)}", value)
    if isinstance(value, int) and not -_BEYOND_FLOATS < value < _BEYOND_FLOATS:  # it would be added to floats
        raise InvalidArgumentError(argument, "a number of at most 308 digits", value)
    if (minimum is not None and value < minimum) or (maximum is not None and value > maximum):
        raise InvalidArgumentError(argument, f"a number{_bounds(minimum, maximum)}", value)


def boolean(argument: str, value: Any) -> None:
    """Raise InvalidArgumentError unless the value is True or False."""
    if not isinstance(value, bool):
        raise InvalidArgumentError(argument, "True or False", value)


def instant(argument: str, value: Any) -> None:
    """Raise InvalidArgumentError unless the value is a datetime with a UTC offset.

    Without an offset, the service could not tell which point in time it is.
    """
    if not isinstance(value, datetime) or value.utcoffset() is None:
        raise InvalidArgumentError(argument, "a datetime with its UTC offset", value)


def function(argument: str, value: Any) -> None:
    """Raise InvalidArgumentError unless the value is callable or None."""
    if value is not None and not callable(value):
        raise InvalidArgumentError(argument, "something to call", value)


def content(argument: str, value: Any) -> None:
    """Raise InvalidArgumentError unless the value is a bytes object; the error does not show it."""
    if not isinstance(value, bytes):
        raise InvalidArgumentError(argument, "bytes", type(value).__name__)


def seconds(argument: str, value: Any) -> None:
    """Raise InvalidArgumentError unless the value is a number of seconds above 0, or None for no limit."""
    if value is None:
        return
    number(argument, value)
    if value <= 0:
        raise InvalidArgumentError(argument, "a number of seconds above 0, or None", value)
    if value > MOST_SECONDS:
        rule = f"a number of seconds of at most {MOST_SECONDS:,} (46 days), or None for no limit"
        raise InvalidArgumentError(argument, rule, value)


def size(argument: str, value: Any) -> None:
    """Raise InvalidArgumentError unless the value is a number of bytes above 0, or None for no limit."""
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise InvalidArgumentError(argument, "a number of bytes above 0, or None", value)


def uuid(argument: str, value: Any) -> None:
    """Raise InvalidArgumentError unless the value is the text of a UUID."""
    if not isinstance(value, str) or re.fullmatch(_UUID, value) is None:
        raise InvalidArgumentError(argument, "a UUID as text", value)


def date(argument: str, value: Any) -> None:
    """Raise InvalidArgumentError unless the value is the text of a date of the calendar, such as `2024-02-29`."""
    if isinstance(value, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        try:
            datetime.fromisoformat(value)
        except ValueError:  # there is no such day
            pass
        else:
            return
    raise InvalidArgumentError(argument, "a date as text, such as '2024-02-29'", value)


def mapping(argument: str, value: Any) -> None:
    """Raise InvalidArgumentError unless the value is a mapping; the error does not show its content."""
    if not isinstance(value, Mapping):
        raise InvalidArgumentError(argument, "a mapping", type(value).__name__)


def headers(argument: str, value: Any, *, refused: Collection[str] = ()) -> dict[str, str]:
    """Return headers with their names in lower case; raise InvalidArgumentError unless they can be added to a request.

    Args:
        argument: The name of the argument.
        value: The headers.
        refused: Names that are refused, in addition to the headers that each call sets by itself.
    """
    mapping(argument, value)
    checked: dict[str, str] = {}
    for name, header in value.items():
        text(argument, name, min_length=1, pattern=r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
        credential(f"{argument}[{name!r}]", header, allowed=_IN_HEADER, rule=_ONE_LINE, min_length=0)
        if name.lower() in _OWN_HEADERS or name.lower() in refused:
            raise InvalidArgumentError(argument, "without those that each call sets by itself", name)
        checked[name.lower()] = header
    return checked


def header(argument: str, value: Any, **rules: Any) -> None:
    """Raise InvalidArgumentError unless the value is text that a header can hold, and keeps the rules of `text`."""
    text(argument, value, **rules)
    if re.fullmatch(_IN_HEADER.join(("(?:", ")*")), value) is None or value != value.strip(" \t"):
        rule = f"{_ONE_LINE}, and without a space at its ends"
        raise InvalidArgumentError(argument, rule, _for_message(value, bool(rules.get("secret"))))


def record(argument: str, value: Any, kind: Any) -> None:
    """Raise InvalidArgumentError unless the value is a record of the class or union, with the right tags.

    The error does not show the content. An `Unknown` has no tags that the contract names, so the service decides.
    """
    if not isinstance(value, kind):
        names = " | ".join(record_class.__name__ for record_class in get_args(kind) or (kind,))
        raise InvalidArgumentError(argument, f"of the type {names}", type(value).__name__)
    for wire, tags in value.__tags__.items():
        name = value.__wire_names__[wire]
        choice(f"{argument}.{name}", getattr(value, name), tags)


def records(argument: str, value: Any, kind: Any) -> None:
    """Raise InvalidArgumentError unless the value is a sequence of records of the class or union."""
    entries: Sequence[Any] = value
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise InvalidArgumentError(argument, "a list", type(value).__name__)
    for index, entry in enumerate(entries):
        record(f"{argument}[{index}]", entry, kind)


def choice(argument: str, value: Any, choices: Sequence[object]) -> None:
    """Raise InvalidArgumentError unless the value is one of the contract's, and of the same type."""
    for allowed in choices:
        if value == allowed and type(value) is type(allowed):  # True is not 1
            return
    raise InvalidArgumentError(argument, "one of " + ", ".join(map(repr, choices)), value)


def _for_message(value: object, secret: bool) -> object:
    return type(value).__name__ if secret else value


def _bounds(minimum: float | None, maximum: float | None) -> str:
    if minimum is not None and maximum is not None:
        return f" from {minimum} to {maximum}"
    if minimum is not None:
        return f" not below {minimum}"
    return "" if maximum is None else f" not above {maximum}"
