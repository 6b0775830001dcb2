"""Bounds on decoding: values and texts are counted before a body is parsed, and large arrays look at the deadline.

Two bytes of JSON, `[]`, become an object of 56 bytes, and parsing them holds the interpreter. Without a limit, 64 MB of
them took 2 GB and 7 s, in which no other task or thread of the program ran, whatever the deadline of the call. And one
emoji lets a text of 64 MB take 256 MB.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import accumulate, islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from .call_deadline import CallEnd

T = TypeVar("T")

INTERVAL = 256
"""How many items of an array are decoded between two looks at the clock."""

LARGE = 100_000
"""The bytes of a body from which on its decoding looks at the clock."""

STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
"""Matches a string of JSON; one that has no end ends with the body.

Possessive, because `re` would keep 50 bytes for each repetition that it can give back: 3 GB for a text of 64 MB that
consists of escapes. Before Python 3.11.5, a possessive group also matches the bytes of a last attempt that has failed
(gh-100061). Here an attempt fails at its first byte, or at the end of the body, which belongs to the match anyway.
"""
_STRINGS = re.compile(rb"(?s)%b" % STRING)
_UP_TO_1000_STRINGS = re.compile(rb'(?s)(?:[^"]*+%b){1,1000}+' % STRING)

_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = [1 if byte in b"[{" else -1 for byte in range(256)]

# The first bytes of characters in UTF-8 by the width that Python gives them: 1 byte, 2 bytes, or else 4.
_ONE_BYTE, _TWO_BYTES = bytes(range(0xC4)), bytes(range(0xF0))
_CONTINUATION = bytes(range(0x80, 0xC0))
_ESCAPED_PAIR = re.compile(rb"\\u[dD][89abAB]")


def has_more_values(body: bytes | bytearray, limit: int) -> bool:
    """Whether a JSON body has more values than a limit: objects, arrays, texts, numbers, true, false and null.

    >>> has_more_values(b'{"stops": ["83139", "28009"]}', 3)
    True

    The keys of objects do not count. The time is linear in the length of the body, also of a body that is not JSON.

    Args:
        body: The body.
        limit: The most values.
    """
    if len(body) <= limit or 1 + _values(body) <= limit:  # separators inside strings count here, so it is a bound
        return False
    count, at = 1, 0
    view = memoryview(body)  # a part of it may be as long as the body, and needs no copy
    while match := _UP_TO_1000_STRINGS.match(body, at):
        count += _values(_without_strings(view[at : match.end()]))
        if count > limit:
            return True
        at = match.end()
    return count + _values(_without_strings(view[at:])) > limit


def _without_strings(text: memoryview) -> bytes:
    return _STRINGS.sub(b"0", text).translate(None, b" \t\r\n")


def is_nested_deeper(body: bytes | bytearray, limit: int) -> bool:
    """Whether more brackets of a JSON body are open at once than a limit, in linear time.

    >>> is_nested_deeper(b'[{"stops": []}]', 2)
    True
    """
    if body.count(b"[") + body.count(b"{") <= limit:
        return False
    brackets = outside_strings(body).translate(None, _NOT_BRACKETS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > limit


def outside_strings(body: bytes | bytearray) -> bytes:
    """Return a JSON body with a quotation mark in place of each string.

    >>> outside_strings(b'{"stops": ["83139"]}')
    b'{": ["]}'

    A body with a string that has no end ends with that string. The number of strings should be bounded: each takes some
    bytes for a moment.
    """
    plain = body.replace(rb"\\", b"").replace(rb"\"", b"")  # from here on, a quotation mark begins or ends a string
    return b'"'.join(plain.split(b'"')[::2])


def _values(text: bytes | bytearray) -> int:
    """Count the values but the outermost: each stands behind a comma, or first in an array or object."""
    empty = text.count(b"[]") + text.count(b"{}")
    return text.count(b",") + text.count(b"[") + text.count(b"{") - empty


def takes_more_memory(body: bytes | bytearray, limit: int, *, is_json: bool = True) -> bool:
    """Whether decoding a body takes more bytes than a limit, which is at least four times its length.

    >>> takes_more_memory('"😀"'.encode(), 4 * LARGE_BODY)
    False

    Python stores all characters of a text in the width of the widest: 1, 2 or 4 bytes. Only texts with a character
    beyond the Basic Multilingual Plane can exceed the limit, because the parser takes a copy of the body, too.

    Args:
        body: The body.
        limit: The most bytes of the body, its copy and its texts.
        is_json: Whether it is JSON, whose texts count each by itself.
    """
    if 6 * len(body) <= limit or _width(body) < 4:
        return False
    size = 2 * len(body)
    for text in (match[0] for match in _STRINGS.finditer(body)) if is_json else (body,):
        size += _width(text) * len(text.translate(None, _CONTINUATION))
        if size > limit:
            return True
    return False


def _width(text: bytes | bytearray) -> int:
    """Return how many bytes Python takes for each character of a text, at most."""
    if text.translate(None, _TWO_BYTES) or _ESCAPED_PAIR.search(text):
        return 4
    return 2 if text.translate(None, _ONE_BYTE) or b"\\u" in text else 1


class _Decoding(threading.local):
    """The end of the call whose answer is decoded in this thread; None for a small answer."""

    end: CallEnd | None = None


_decoding = _Decoding()


@contextmanager
def until(end: CallEnd | None) -> Generator[None]:
    """Let `timed` raise the error for a call that has not ended in time.

    >>> with until(end):
    ...     record = call.decode(data)
    """
    _decoding.end = end
    try:
        yield
    finally:
        _decoding.end = None


UNTIMED = nullcontext()
"""In place of `until` for a small answer, which cannot take long."""


def timed(items: Iterable[T]) -> Iterable[T]:
    """Return items to decode; those of a large answer raise an APITimeoutError once the end of the call has passed."""
    end = _decoding.end
    return items if end is None else _timed(iter(items), end)


def _timed(items: Iterator[T], end: CallEnd) -> Iterator[T]:
    while batch := list(islice(items, INTERVAL)):
        if end.has_passed():
            raise end.error()
        yield from batch
