"""JSON as text: what Python's `json` reads as UTF-8 is read, and what is written is strict.

orjson is fast, and refuses half a surrogate pair, NaN, Infinity, numbers such as 1e400, and a byte order mark. Clients
and servers send them all the same: JavaScript cuts a text between the two halves of an emoji, and Python writes NaN.
Such a document is read a second time, by `json`, and so is one with integers beyond 64 bits, which orjson turns into
floats.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from math import isnan
from typing import Any, cast

import orjson

from trivet_stubs.kernel.validation import is_object

DEEPEST = 1024
"""The most brackets that may be open at once, as in orjson."""

LONGEST_INTEGER = 4300
"""The most digits of an integer, as in Python, where longer ones take quadratic time."""

_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = [1 if byte in b"[{" else -1 for byte in range(256)]

_HIGH, _LOW = rb"[dD][89abAB][0-9a-fA-F]{2}", rb"[dD][c-fC-F][0-9a-fA-F]{2}"
_LONE_ESCAPE = re.compile(rb"\\u(?:%b(?!\\u%b)|(?<!\\u%b\\u)%b)" % (_HIGH, _LOW, _HIGH, _LOW))
_HALF = re.compile("[\ud800-\udfff]")

_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_BEYOND_64_BITS = b"0" * 19  # the shortest integer beyond 64 bits has 19 digits
_TOO_LONG = b"0" * (LONGEST_INTEGER + 1)

_MARKS = {b"\x00\x00\xfe\xff": "UTF-32", b"\xff\xfe\x00\x00": "UTF-32", b"\xfe\xff": "UTF-16", b"\xff\xfe": "UTF-16"}


class NotFiniteError(ValueError):
    """A value is NaN or an infinity, which JSON does not have.

    Attributes:
        path: The keys and indices that lead to it, the outermost first.
        value: The value as `json` writes it.
        rule: The fault, as the end of a sentence about the value.
    """

    def __init__(self, path: tuple[str | int, ...], value: float) -> None:
        self.path = path
        self.value = "NaN" if isnan(value) else f"{'-' if value < 0 else ''}Infinity"
        self.rule = f"{self.value} is not a number of JSON"
        super().__init__(f"{'.'.join(map(str, path)) or 'the value'}: {self.rule}")


def loads(body: bytes | bytearray | str, *, finite: bool = False, keep_halves: bool = False) -> Any:
    """Parse a document.

    >>> loads(b'{"title": "A \\\\ud83d...", "balance": 123456789012345678901234}')
    {'title': 'A \\ufffd...', 'balance': 123456789012345678901234}

    Args:
        body: The document.
        finite: Whether NaN and infinities are refused.
        keep_halves: Whether half a surrogate pair that stays alone is kept, instead of becoming U+FFFD.

    Raises:
        NotFiniteError: It has NaN or an infinity, and these are refused.
        ValueError: It is not JSON in UTF-8, is nested too deeply, or has an integer of too many digits. The error does
            not hold the document.
    """
    if isinstance(body, str):
        body = body.encode("utf-8", "surrogatepass")
    refusal = ""
    if not has_long_integer(body):
        try:
            return orjson.loads(body)
        except ValueError as error:
            refusal = str(error)
    value = _read_again(body, refusal, keep_halves=keep_halves)  # outside the handler, whose error holds the document
    if finite:
        check_finite(value)
    return value


def dumps(value: object, *, indent: bool = False, keep_halves: bool = False, known_finite: bool = False) -> bytes:
    """Write a JSON value, with integers of any size as they are.

    >>> dumps({"balance": 10**20})
    b'{"balance":100000000000000000000}'

    Args:
        value: The value.
        indent: Whether it is written for readers, with two spaces for each level.
        keep_halves: Whether half a surrogate pair is written as an escape, as JavaScript writes it, instead of as
            U+FFFD.
        known_finite: Whether its numbers were checked where they came in, and by the contract. Searching a long list
            for NaN takes five times as long as writing it. NaN would be written as null, as JavaScript writes it.

    Raises:
        NotFiniteError: It has NaN or an infinity.
        TypeError: It is not a JSON value.
        ValueError: It is nested too deeply, or has an integer of too many digits.
    """
    try:
        text = orjson.dumps(value, option=orjson.OPT_INDENT_2 if indent else 0)
    except TypeError:  # half a surrogate pair, an integer beyond 64 bits, deep nesting, or a value that is not JSON
        text = b""
    if not text:
        return _write_slowly(value, indent=indent, keep_halves=keep_halves)
    if not known_finite and b"null" in text:  # orjson writes NaN so
        check_finite(value)
    return text


def is_finite(value: object) -> bool:
    """Whether a JSON value has neither NaN nor an infinity, without recursion.

    >>> is_finite({"loss": [1.5, float("nan")]})
    False
    """
    waiting: list[Any] = [[value]]
    while waiting:
        owner: Any = waiting.pop()
        members: Iterable[Any] = owner.values() if is_object(owner) else owner
        for member in members:
            # Comparing the classes of texts and numbers takes a fifth of the time of asking for each by `isinstance`.
            kind = member.__class__
            if kind is str or kind is int or member is None:
                continue
            if isinstance(member, float):
                if member - member != 0:
                    return False
            elif isinstance(member, dict | list | tuple):
                waiting.append(member)
    return True


def check_finite(value: object) -> None:
    """Raise a `NotFiniteError` if a JSON value has NaN or an infinity, without recursion."""
    if is_finite(value):
        return
    for path, member in _walk(value):
        if isinstance(member, float) and member - member != 0:
            raise NotFiniteError((*path,), member)


def without_halves(text: str) -> str:
    """Return a text with U+FFFD in place of each half of a surrogate pair that stays alone; whole pairs are joined.

    >>> without_halves("A \\ud83d" + "\\ude00 B")
    'A 😀 B'
    """
    if not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def with_whole_pairs(text: str) -> str:
    """Return a text in which two halves of a surrogate pair are one character; halves that stay alone are kept.

    >>> with_whole_pairs("A \\ud83d" + "\\ude00 \\ud83d")
    'A 😀 \\ud83d'
    """
    if not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def whole_texts(value: object) -> Any:
    """Return a copy of a JSON value whose texts have no halves of surrogate pairs, as `without_halves` does.

    >>> whole_texts({"output": "A \\ud83d"})
    {'output': 'A \\ufffd'}
    """
    return loads(dumps(value))


def has_long_integer(body: bytes | bytearray) -> bool:
    """Whether a document may have an integer beyond 64 bits: a run of 19 or more digits outside its texts.

    >>> has_long_integer(b'{"id": "1234567890123456789"}')
    False
    """
    # Nearly every body ends at the first condition, after a millisecond for each megabyte.
    return _BEYOND_64_BITS in body.translate(_ZEROS) and _BEYOND_64_BITS in _outside_strings(body).translate(_ZEROS)


def _read_again(body: bytes | bytearray, refusal: str, *, keep_halves: bool) -> Any:
    """Parse a document by `json`, after orjson has refused it or would not read it exactly."""
    why = _encoding_fault(body) or (f"it is nested more than {DEEPEST} deep" if _is_too_deep(body) else "")
    if not why:
        try:
            text = (body if keep_halves else _with_lone_halves(body)).decode("utf-8", "surrogatepass")
            text = text.removeprefix("\ufeff")
            return _parsed(text if keep_halves else without_halves(text), body)
        except _TooLongIntegerError as error:
            why = str(error)
        except RecursionError:
            why = "it is nested too deeply"
        except ValueError as error:
            why = refusal or str(error)
    raise ValueError(why)  # outside the handler: the error of `json` holds the document


def _encoding_fault(body: bytes | bytearray) -> str:
    start = bytes(body[:4])
    name = next((name for mark, name in _MARKS.items() if start.startswith(mark)), "")
    if not name and b"\x00" in start:  # in UTF-8, no byte of JSON is zero
        name = "UTF-32" if b"\x00\x00" in start else "UTF-16"
    return f"it is {name}, not UTF-8" if name else ""


def _is_too_deep(body: bytes | bytearray) -> bool:
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return False
    brackets = _outside_strings(body).translate(None, _NOT_BRACKETS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > DEEPEST


def _outside_strings(body: bytes | bytearray) -> bytes:
    """Return a document with a quotation mark in place of each string."""
    plain = body.replace(rb"\\", b"").replace(rb"\"", b"")  # from here on, a quotation mark begins or ends a string
    return b'"'.join(plain.split(b'"')[::2])


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


class _TooLongIntegerError(ValueError):
    """An integer has too many digits."""


class _TooLongInteger:
    """In place of an integer of too many digits, until its path is known."""


def _integer(digits: str) -> int | _TooLongInteger:
    return _TooLongInteger() if len(digits.lstrip("-")) > LONGEST_INTEGER else int(digits)


def _parsed(text: str, body: bytes | bytearray) -> Any:
    """Parse a text whose integers are bounded, so that each takes a short time."""
    if _TOO_LONG not in body.translate(_ZEROS):
        return json.loads(text)
    value = json.loads(text, parse_int=_integer)
    for path, member in _walk(value):
        if isinstance(member, _TooLongInteger):
            steps = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
            raise _TooLongIntegerError(f"an integer has more than {LONGEST_INTEGER} digits: ${steps}")
    return value


def _entries(value: object) -> Iterator[tuple[str | int, object]] | None:
    if is_object(value):
        return iter(value.items())
    return iter(enumerate(cast(list[object], value))) if isinstance(value, list | tuple) else None


def _walk(value: object) -> Iterator[tuple[list[str | int], object]]:
    """Yield each value within a value, in the order of the document, with the path that leads to it.

    The path is the same list each time, so that a walk takes linear time and memory.
    """
    path: list[str | int] = []
    branches: list[Iterator[tuple[str | int, object]]] = []
    member = value
    while True:
        yield path, member
        branch = _entries(member)
        if branch is not None:
            branches.append(branch)
            path.append("")
        while branches:
            key, member = next(branches[-1], (None, None))
            if key is not None:
                path[-1] = key
                break
            branches.pop()
            path.pop()
        else:
            return


def _write_slowly(value: object, *, indent: bool, keep_halves: bool) -> bytes:
    """Write a value by `json`, which ends at a value that contains itself."""
    separators = None if indent else (",", ":")
    try:
        text = json.dumps(value, ensure_ascii=keep_halves, indent=2 if indent else None, separators=separators)
    except RecursionError:
        text = ""
    if not text:
        raise ValueError("the value is nested too deeply")
    check_finite(value)
    _check_names(value)
    return without_halves(text).encode()


def _check_names(value: object) -> None:
    """Raise a TypeError for a name that is not a text, which `json` would turn into one."""
    for _, member in _walk(value):
        names: list[object] = [*member] if is_object(member) else []
        if not all(isinstance(name, str) for name in names):
            raise TypeError("a name of an object is not a text")
