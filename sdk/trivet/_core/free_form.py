"""Values in a form of the user's own, such as metadata or the input of a tool, whose integers may have any size.

orjson reads an integer beyond 64 bits as a float. To search each body for such integers would take half a millisecond a
megabyte, so the generated decoders look at the values of free-form fields instead, and a float that is large enough to
have been an integer leads to a second, exact reading.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .body_bounds import INTERVAL, timed
from .json_reading import has_long_integer, read_again

T = TypeVar("T")

_SCALARS = frozenset({str, int, bool, type(None)})


class LargeFloats:
    """Remembers that a free-form value had a float outside the range of 64-bit integers.

    Attributes:
        latest: A new object for each such value. Threads need no lock: a decoder that compares it before and after
            sees each change, and one of another thread costs it no more than a look at its body.
    """

    latest = object()


def free_form(value: Any) -> Any:
    """Return a value of any form as it is, after looking for floats that may have been long integers."""
    for member in value.values() if value.__class__ is dict else (value,):  # most have only texts and small numbers
        if member.__class__ not in _SCALARS and _has_large_float(member):
            LargeFloats.latest = object()
    return value


def decode_exactly(decode: Callable[[Any], T], data: Any, body: bytes | bytearray) -> T:
    """Decode a record whose free-form values have integers of any size.

    >>> body = b'{"metadata": {"balance": 123456789012345678901234}}'
    >>> decode_exactly(decode_workspace, orjson.loads(body), body).metadata
    {'balance': 123456789012345678901234}

    Args:
        decode: The decoder of the record, which calls `free_form`.
        data: The wire data that orjson has read.
        body: The JSON that it was read from.

    Raises:
        ValueError: As `json_reading.loads` raises it.
        Exception: As the decoder raises it.
    """
    before = LargeFloats.latest
    record = decode(data)
    if LargeFloats.latest is not before and has_long_integer(body):
        record = decode(read_again(body))
    return record


def _has_large_float(value: Any) -> bool:
    """Whether a value is, or has in it, a float that an integer beyond 64 bits may have become."""
    level = [value]
    while level:  # not recursive: a document may be nested as deep as Python's stack
        below: list[Any] = []
        for item in level if len(level) <= INTERVAL else timed(level):
            kind = item.__class__
            if kind is dict:
                below += [member for member in item.values() if member.__class__ not in _SCALARS]
            elif kind is list:
                below += [member for member in item if member.__class__ not in _SCALARS]
            elif kind is float and not -(2.0**63) < item < 2.0**64:
                return True
        level = below
    return False
