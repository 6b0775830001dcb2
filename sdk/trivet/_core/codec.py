"""Bytes to values and back: straight-line decoding, and the strict one when that fails or is asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

import orjson

from ..errors import DecodeError
from .answer import Answer, Head
from .call import JSON, Call
from .problem import problem
from .redact import redact

if TYPE_CHECKING:
    from .settings import Settings

__all__ = ["dumps", "misfit", "read"]

T = TypeVar("T")

SHOWN = 3
"""So many of the places where a body does not fit are named."""

_JSON = re.compile(r"application/(?:[\w.-]+\+)?json\b")
_XML = re.compile(r"(?:application|text)/(?:[\w.-]+\+)?xml\b")

dumps = orjson.dumps


def read(call: Call[T], settings: Settings, head: Head, body: bytes) -> Answer[T]:
    """Make an answer of a success.

    Raises:
        DecodeError: The body is not of the promised media type or shape. The error holds it.
    """
    if call.record is None or call.decode is None:
        return Answer(call.pick(None), head.status, head.headers, body)
    came = head.headers.get("content-type", "")
    if came and not (_JSON if call.accept == JSON else _XML).match(came.lower()):
        why = f"the body is {came}, not {call.accept}: {problem(body).message}"
        raise _error(call, settings, head, body, why)
    try:
        data = _parse(call, body)
    except ValueError as error:
        form = "JSON" if call.parse is None else "Atom"
        why = f"the body is not {form}: {error}" if body.strip() else "the body is empty"
        raise _error(call, settings, head, body, why) from error
    try:
        record = _strictly(data, call.record) if settings.strict else call.decode(data)
        value = call.pick(record)
    except Exception as error:
        raise misfit(call, settings, head, body) from error
    return Answer(value, head.status, head.headers, body)


def misfit(call: Call[Any], settings: Settings, head: Head, body: bytes) -> DecodeError:
    """Make the error of a body that turned out not to fit, and say where by reading it once more, strictly."""
    from .strict import faults  # noqa: PLC0415  cattrs costs more to import than a client

    found = [] if call.record is None else faults(_parse(call, body), call.record)
    more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    return _error(call, settings, head, body, f"the body does not fit: {'; '.join(found[:SHOWN] + more)}")


def _parse(call: Call[Any], body: bytes) -> Any:
    return orjson.loads(body) if call.parse is None else call.parse(body)


def _strictly(data: Any, record: type[Any]) -> Any:
    from .strict import structure  # noqa: PLC0415  as above

    return structure(data, record)


def _error(call: Call[Any], settings: Settings, head: Head, body: bytes, why: str) -> DecodeError:
    secrets = settings.auth.secrets()
    hidden = redact(why.encode(), secrets).decode()
    return DecodeError(call.operation, head.status, head.headers, redact(body, secrets), hidden)
