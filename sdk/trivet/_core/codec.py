"""Bytes to values and back: straight-line decoding, and the strict one when that fails or is asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

import orjson

from ..errors import DecodeError
from .answer import Answer, Headers
from .call import JSON, Call
from .problem import problem
from .redact import redact

if TYPE_CHECKING:
    from .settings import Settings

__all__ = ["dumps", "read"]

T = TypeVar("T")

SHOWN = 3
"""So many of the places where a body does not fit are named."""

_JSON = re.compile(r"application/(?:[\w.-]+\+)?json\b")
_XML = re.compile(r"(?:application|text)/(?:[\w.-]+\+)?xml\b")

dumps = orjson.dumps


def read(call: Call[T], settings: Settings, status: int, headers: Headers, content: bytes) -> Answer[T]:
    """Make an answer of a success.

    Raises:
        DecodeError: The body is not of the promised media type or shape. The error holds it.
    """
    if call.record is None or call.decode is None:
        return Answer(call.pick(None), status, headers)
    came = headers.get("content-type", "")
    if came and not (_JSON if call.accept == JSON else _XML).match(came.lower()):
        start = problem(content).message
        raise _error(call, settings, status, headers, content, f"the body is {came}, not {call.accept}: {start}")
    try:
        data = orjson.loads(content) if call.parse is None else call.parse(content)
    except ValueError as error:
        form = "JSON" if call.parse is None else "Atom"
        why = f"the body is not {form}: {error}" if content.strip() else "the body is empty"
        raise _error(call, settings, status, headers, content, why) from error
    try:
        record = _strictly(data, call.record) if settings.strict else call.decode(data)
        value = call.pick(record)
    except Exception as error:
        why = f"the body does not fit: {_where(data, call.record) or repr(error)}"
        raise _error(call, settings, status, headers, content, why) from error
    return Answer(value, status, headers)


def _strictly(data: Any, record: type[Any]) -> Any:
    from .strict import structure  # noqa: PLC0415  cattrs costs more to import than a client

    return structure(data, record)


def _where(data: Any, record: type[Any]) -> str:
    from .strict import faults  # noqa: PLC0415  as above

    found = faults(data, record)
    more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    return "; ".join(found[:SHOWN] + more)


def _error(call: Call[Any], settings: Settings, status: int, headers: Headers, content: bytes, why: str) -> DecodeError:
    secrets = settings.auth.secrets()
    hidden = redact(why.encode(), secrets).decode()
    return DecodeError(call.operation, status, headers, redact(content, secrets), hidden)
