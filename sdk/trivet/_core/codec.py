"""Bytes to values and back: straight-line decoding, and the strict one when that fails or is asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import orjson

from ..errors import DecodeError
from .answer import Answer, Head
from .call import JSON, Call
from .error_body import problem
from .redact import blank, redact
from .wire import has_form

if TYPE_CHECKING:
    from .settings import Settings

__all__ = [
    "decode_answer",
    "decode_error",
    "decode_item",
    "dumps",
    "is_expected_media_type",
    "media_type_error",
    "schema_error",
]

T = TypeVar("T")
R = TypeVar("R")

SHOWN = 3
"""So many of the places where a body does not fit are named."""

_JSON = re.compile(r"application/(?:[\w.-]+\+)?json\b")
_XML = re.compile(r"(?:application|text)/(?:[\w.-]+\+)?xml\b")
_MEDIA = {JSON: _JSON, "application/atom+xml": _XML}
_FORMS = {JSON: "JSON", "application/atom+xml": "Atom"}

dumps = orjson.dumps


def decode_answer(call: Call[T], settings: Settings, head: Head, body: bytes) -> Answer[T]:
    """Make an answer of a success.

    Raises:
        DecodeError: The body is not of the promised media type or shape. The error holds it.
    """
    if body and not is_expected_media_type(call, head):  # where nothing is promised, too: a web page is no success
        raise media_type_error(call, settings, head, body)
    if call.record is None or call.decode is None:
        return Answer(call.extract(None), head.status, head.headers, body)
    try:
        data = _parse(call, body)
    except ValueError as error:
        form = _FORMS.get(call.accept, call.accept)
        why = f"the body is not {form}: {error}" if body.strip() else "the body is empty"
        raise decode_error(call, settings, head, body, why) from None  # the cause holds the whole body
    try:
        record = _strictly(data, call.record) if settings.strict else call.decode(data)
        value = call.extract(record)
    except Exception:
        raise schema_error(call, settings, head, body) from None  # the cause quotes what came
    return Answer(value, head.status, head.headers, body, record)


def is_expected_media_type(call: Call[Any], head: Head) -> bool:
    """Whether the body is of the media type that was asked for, as far as its headers tell."""
    came = head.headers.get("content-type", "")
    known = _MEDIA.get(call.accept) or re.compile(re.escape(call.accept) + r"\b")
    return not came or known.match(came.lower()) is not None


def media_type_error(call: Call[Any], settings: Settings, head: Head, body: bytes) -> DecodeError:
    """Make the error of a body of another media type; of a long one its start is enough."""
    came = head.headers.get("content-type", "")
    return decode_error(call, settings, head, body, f"the body is {came}, not {call.accept}: {problem(body).message}")


def decode_item(
    call: Call[Any], settings: Settings, head: Head, data: Any, record: type[R], decode: Callable[[Any], R], where: str
) -> R:
    """Make one of the records of a body that is read piece by piece.

    Raises:
        DecodeError: It does not fit. The error holds this record alone.
    """
    try:
        return _strictly(data, record) if settings.strict else decode(data)
    except Exception:
        from .strict import faults  # noqa: PLC0415  as below

        found = [each.replace("$", where) for each in faults(data, record, assumed=settings.strict)[:SHOWN]]
        why = f"the body does not fit: {'; '.join(found)}"
        raise decode_error(call, settings, head, _again(data), why) from None  # the cause quotes what came


def schema_error(call: Call[Any], settings: Settings, head: Head, body: bytes) -> DecodeError:
    """Make the error of a body that turned out not to fit, and say where by reading it once more, strictly."""
    from .strict import faults  # noqa: PLC0415  cattrs costs more to import than a client

    found = [] if call.record is None else faults(_parse(call, body), call.record, assumed=settings.strict)
    more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    return decode_error(call, settings, head, body, f"the body does not fit: {'; '.join(found[:SHOWN] + more)}")


def _parse(call: Call[Any], body: bytes) -> Any:
    if call.parse is not None:
        return call.parse(body)
    data: Any = orjson.loads(body)
    if call.unwrapped_field is None or not (has_form(data, dict) or has_form(data, list)):
        return data
    return data if has_form(data, dict) and call.unwrapped_field in data else {call.unwrapped_field: data}


def _again(data: Any) -> bytes:
    """Wire data as JSON once more, whole numbers of any size among them."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _strictly(data: Any, record: type[Any]) -> Any:
    from .strict import structure  # noqa: PLC0415  as above

    return structure(data, record)


def decode_error(call: Call[Any], settings: Settings, head: Head, body: bytes, why: str) -> DecodeError:
    """Make the error of a body that is not what was promised, its secrets blanked out."""
    secrets = settings.auth.secrets() + call.secrets + head.secrets
    shown, hidden = (redact(blank(each, settings.api_info.secrets), secrets) for each in (body, why.encode()))
    return DecodeError(call.operation, head.status, head.headers.without(secrets), shown, hidden.decode())
