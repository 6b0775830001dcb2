"""Reading JSON that other programs wrote: what Python's `json` reads as UTF-8 is read, although orjson refuses it.

orjson is fast, and refuses half a surrogate pair, NaN, Infinity, numbers such as 1e400, and a byte order mark. Servers
send them all the same: JavaScript cuts a text between the two halves of an emoji, and Python writes NaN. Such a
document is read a second time, by `json`. `loads_exactly` also reads integers beyond 64 bits as they are, which orjson
turns into floats without a word.

A half that stays alone becomes U+FFFD, so that each text can be printed, stored and sent.
"""

from __future__ import annotations

import json
import re
from typing import Any

import orjson

from .body_bounds import is_nested_deeper, outside_strings
from .json_paths import json_members, walk

DEEPEST = 1024
"""The most brackets that may be open at once, as in orjson."""

LONGEST_INTEGER = 4300
"""The most digits of an integer, as in Python, where longer ones take quadratic time."""

_HIGH, _LOW = rb"[dD][89abAB][0-9a-fA-F]{2}", rb"[dD][c-fC-F][0-9a-fA-F]{2}"
# Both alternatives begin with the same two bytes, so that `re` finds the candidates as fast as a substring.
_LONE_ESCAPE = re.compile(rb"\\u(?:%b(?!\\u%b)|(?<!\\u%b\\u)%b)" % (_HIGH, _LOW, _HIGH, _LOW))
_LONE_TEXT = re.compile("[\ud800-\udfff]")

ZEROS = bytes.maketrans(b"123456789", b"000000000")
"""Replaces each digit by 0, so that a run of digits can be found as a substring."""

LONG = b"0" * 19
"""As many digits as the shortest integer beyond 64 bits has."""

_TOO_LONG = b"0" * (LONGEST_INTEGER + 1)

_MARKS = {b"\x00\x00\xfe\xff": "UTF-32", b"\xff\xfe\x00\x00": "UTF-32", b"\xfe\xff": "UTF-16", b"\xff\xfe": "UTF-16"}


def loads(body: bytes | bytearray, *, keep_halves: bool = False) -> Any:
    """Parse a document.

    >>> loads(b'{"title": "A \\\\ud83d...", "loss": NaN}')
    {'title': 'A \\ufffd...', 'loss': nan}

    The number of its values and the memory of its texts are the caller's to bound: `body_bounds`.

    Args:
        body: The document.
        keep_halves: Whether half a surrogate pair is kept, because its other half may be in the next document.

    Raises:
        ValueError: It is not JSON in UTF-8, is nested too deeply, or has an integer of too many digits. The error
            does not hold the document.
    """
    try:
        return orjson.loads(body)
    except ValueError as error:
        refusal = str(error)
    return read_again(body, refusal, keep_halves=keep_halves)  # outside the handler: orjson's error holds the document


def loads_exactly(body: bytes | bytearray, *, keep_halves: bool = False) -> Any:
    """Parse a document as `loads` does, with integers beyond 64 bits as they are.

    >>> loads_exactly(b'{"metadata": {"balance": 123456789012345678901234}}')
    {'metadata': {'balance': 123456789012345678901234}}
    """
    return (read_again if has_long_integer(body) else loads)(body, keep_halves=keep_halves)


def has_long_integer(body: bytes | bytearray) -> bool:
    """Whether a document may have an integer beyond 64 bits: a run of 19 or more digits outside its texts.

    >>> has_long_integer(b'{"id": "1234567890123456789"}')
    False
    """
    # Nearly every body ends here, after a millisecond for each megabyte.
    return LONG in body.translate(ZEROS) and LONG in outside_strings(body).translate(ZEROS)


def read_again(body: bytes | bytearray, refusal: str = "", *, keep_halves: bool = False) -> Any:
    """Parse a document by `json`, after orjson has refused it or would not read it exactly.

    Args:
        body: The document.
        refusal: The reason of orjson, which the error gives if `json` refuses the document, too.
        keep_halves: As `loads` takes it.

    Raises:
        ValueError: As `loads` raises it.
    """
    why = encoding_fault(body) or (f"it is nested more than {DEEPEST} deep" if is_nested_deeper(body, DEEPEST) else "")
    if not why:
        try:
            text = (body if keep_halves else _with_lone_halves(body)).decode("utf-8", "surrogatepass")
            text = text.removeprefix("\ufeff")
            if not keep_halves and _LONE_TEXT.search(text):  # halves that were written as if they were characters
                text = without_halves(text)
            return _parsed(text, body)
        except _TooLongIntegerError as error:
            why = str(error)
        except RecursionError:
            why = "it is nested too deeply"
        except ValueError as error:
            why = refusal or str(error)
    raise ValueError(why)  # outside the handler: the error of `json` holds the document


def without_halves(text: str) -> str:
    """Return a text with U+FFFD in place of each half of a surrogate pair that stays alone; whole pairs are joined.

    >>> without_halves("A \\ud83d...")
    'A \\ufffd...'
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def encoding_fault(body: bytes | bytearray) -> str:
    """Return the fault of a document in another encoding than UTF-8, by its first bytes; empty if there is none.

    >>> encoding_fault("{}".encode("utf-16"))
    'it is UTF-16, not UTF-8'
    """
    start = bytes(body[:4])
    name = next((name for mark, name in _MARKS.items() if start.startswith(mark)), "")
    if not name and b"\x00" in start:  # in UTF-8, no byte of JSON is zero
        name = "UTF-32" if b"\x00\x00" in start else "UTF-16"
    return f"it is {name}, not UTF-8" if name else ""


def _with_lone_halves(body: bytes | bytearray) -> bytes | bytearray:
    """Replace each escape that stands alone by its half, which another half without an escape may complete.

    It takes linear time.
    """
    # `\\\\ud83d` is an escaped backslash before a word. 0xFF never stands in UTF-8, so it can take the place of one.
    if b"\\u" not in body or b"\xff" in body:
        return body
    hidden = body.replace(rb"\\", b"\xff\xff")
    return _LONE_ESCAPE.sub(_half, hidden).replace(b"\xff\xff", rb"\\")


def _half(escape: re.Match[bytes]) -> bytes:
    return chr(int(escape[0][2:], 16)).encode("utf-8", "surrogatepass")


def _parsed(text: str, body: bytes | bytearray) -> Any:
    """Parse a text whose integers are bounded, so that each takes a short time."""
    if _TOO_LONG not in body.translate(ZEROS):
        return json.loads(text)
    value = json.loads(text, parse_int=_integer)
    if path := _path_of_long_integer(value):
        raise _TooLongIntegerError(f"an integer has more than {LONGEST_INTEGER} digits: {path}")
    return value


class _TooLongIntegerError(ValueError):
    """An integer has too many digits."""


class _TooLongInteger:
    """In place of an integer of too many digits, until its path is known."""


def _integer(digits: str) -> int | _TooLongInteger:
    return _TooLongInteger() if len(digits.lstrip("-")) > LONGEST_INTEGER else int(digits)


def _path_of_long_integer(value: Any) -> str:
    """Return the path of the first integer of too many digits; empty if there is none."""
    for path, member in walk(value, json_members):
        if isinstance(member, _TooLongInteger):
            return "$" + "".join(f"[{name}]" if isinstance(name, int) else f".{name}" for name in path)
    return ""
