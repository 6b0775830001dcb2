"""Bytes to values and back: straight-line decoding, and strict decoding when that fails or is asked for."""

from __future__ import annotations

import json
import posixpath
import re
import warnings
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import orjson

from .._text import short_repr
from ..errors import DecodeError
from .answer import Answer, Head
from .call import JSON, Call
from .public import exported_from
from .refusal import READ, base_url_hint, problem
from .secrets import blank, body_secrets, redact, redact_text
from .wire import has_form

if TYPE_CHECKING:
    from .settings import Settings

__all__ = [
    "IgnoredContextWarning",
    "all_secrets",
    "decode_answer",
    "decode_error",
    "decode_item",
    "dumps",
    "is_expected_media_type",
    "media_type_error",
    "other_context",
    "schema_error",
]


T = TypeVar("T")
R = TypeVar("R")

SHOWN = 3
"""An error names so many of the places where a body does not fit."""

_JSON = re.compile(r"application/(?:[\w.-]+\+)?json\b")
_XML = re.compile(r"(?:application|text)/(?:[\w.-]+\+)?xml\b")
_MEDIA = {JSON: _JSON, "application/atom+xml": _XML}
_FORMS = {JSON: "JSON", "application/atom+xml": "Atom"}

dumps = orjson.dumps


def decode_answer(call: Call[T], settings: Settings, head: Head, body: bytes) -> Answer[T]:
    """Decode the answer of a success.

    Raises:
        DecodeError: The body is not of the media type or shape that the contract states. The error holds it.
    """
    # Each error is raised outside its handler, because a context that is hidden is still kept, and holds the body.
    if body and not is_expected_media_type(call, head):  # also where no body is expected: a web page is no success
        raise media_type_error(call, settings, head, body)
    if call.record is None or call.decode is None:
        return Answer(call.extract(None), head.status, head.headers, body, None, head.secrets)
    data = why = None
    try:
        data = _parse(call, body)
    except ValueError as error:
        form = _FORMS.get(call.accept, call.accept)
        why = f"the body is not {form}: {error}" if body.strip() else "the body is empty"
    if why is not None:
        raise decode_error(call, settings, head, body, why)
    try:
        record = call.decode(_checked(data, call.record) if settings.strict else data)
        answer = Answer(call.extract(record), head.status, head.headers, body, record, head.secrets)
    except Exception:
        pass
    else:
        if call.context and settings.context and (why := other_context(settings.context, record)):
            ignored = decode_error(call, settings, head, body, why)
            if settings.strict:
                raise ignored
            warnings.warn(f"{call.operation}: {ignored.reason}", IgnoredContextWarning, stacklevel=2)
        return answer
    raise schema_error(call, settings, head, body)


def is_expected_media_type(call: Call[Any], head: Head) -> bool:
    """Whether the body is of the media type that was requested, as far as its headers say."""
    media_type = head.headers.get("content-type", "")
    known = _MEDIA.get(call.accept) or _accepted(call.accept)
    return not media_type or known.match(media_type.lower()) is not None


@lru_cache(64)
def _accepted(accept: str) -> re.Pattern[str]:
    """Return the pattern of the media types that a media range accepts."""
    name, star, _ = accept.partition(";")[0].strip().lower().partition("*")
    return _MEDIA.get(name) or re.compile(re.escape(name) + ("" if star else r"\b"))


def media_type_error(call: Call[Any], settings: Settings, head: Head, body: bytes) -> DecodeError:
    """Make the error of a body of another media type; the start of a long body is enough."""
    secrets = all_secrets(call, settings, head)
    media_type = head.headers.without(secrets).get("content-type", "")
    shown = problem(blank(body, settings.api_info.secrets), secrets).message
    error = decode_error(call, settings, head, body, f"the body is {media_type}, not {call.accept}: {shown}")
    if media_type.startswith("text/html"):  # a server of web pages answers every path with one
        error.hint = base_url_hint(settings.base_url, call)
    return error


def decode_item(
    call: Call[Any], settings: Settings, head: Head, data: Any, record: type[R], decode: Callable[[Any], R], where: str
) -> R:
    """Decode one of the records of a body that is read in chunks.

    Raises:
        DecodeError: The record does not fit. The error holds this record alone.
    """
    try:
        return decode(_checked(data, record) if settings.strict else data)
    except Exception:
        pass
    from .converter import faults  # noqa: PLC0415  as below

    found = [each.replace("$", where) for each in faults(data, record, assumed=settings.strict)[:SHOWN]]
    raise decode_error(call, settings, head, _again(data), f"the body does not fit: {'; '.join(found)}")


def schema_error(call: Call[Any], settings: Settings, head: Head, body: bytes) -> DecodeError:
    """Make the error of a body that does not fit; decoding it again, strictly, names the places."""
    from .converter import MOST, faults  # noqa: PLC0415  cattrs costs more to import than a client

    found = [] if call.record is None else faults(_parse(call, body), call.record, assumed=settings.strict)
    at_least = "at least " if len(found) >= MOST else ""  # strict decoding stops looking
    more = [f"and {at_least}{len(found) - SHOWN} more"] if len(found) > SHOWN else []
    return decode_error(call, settings, head, body, f"the body does not fit: {'; '.join(found[:SHOWN] + more)}")


def _parse(call: Call[Any], body: bytes) -> Any:
    if call.empty is not None and (not body or body.isspace()):
        return call.empty
    if call.parse is not None:
        return call.parse(body)
    data: Any = orjson.loads(body)
    if data == {} and call.empty is not None:
        return call.empty
    if call.unwrapped_field is None or not (has_form(data, dict) or has_form(data, list)):
        return data
    return data if has_form(data, dict) and call.unwrapped_field in data else {call.unwrapped_field: data}


def _again(data: Any) -> bytes:
    """Encode wire data as JSON, with integers of any size, which orjson refuses."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _checked(data: Any, record: type[Any]) -> Any:
    """Return wire data whose every type is checked; the record is made as it is without the checks."""
    from .converter import structure  # noqa: PLC0415  as above

    structure(data, record)
    return data


def decode_error(call: Call[Any], settings: Settings, head: Head, body: bytes, why: str) -> DecodeError:
    """Make the error of a body that does not match the contract, with secrets blanked out."""
    secrets = all_secrets(call, settings, head)
    shown = redact(blank(body, settings.api_info.secrets), secrets)
    return DecodeError(
        call.operation, head.status, head.headers.without(secrets), shown, redact_text(why[:READ], secrets)
    )


def all_secrets(call: Call[Any], settings: Settings, head: Head) -> tuple[str, ...]:
    """Return the texts that an error of this call must not show."""
    names = settings.api_info.secrets
    sent = body_secrets(call.body, names) if call.encoded is None else call.encoded.secrets(names)
    return settings.secrets() + call.secrets + sent + head.secrets


_FIELDS = {"directory": "directory", "workspace": "workspace_id"}
"""From the query parameters of a context to the fields of the location in an answer."""


@exported_from("trivet.agent")
class IgnoredContextWarning(UserWarning):
    """A server has answered for another runtime context than the one that the client is bound to.

    It may not know the query parameters `directory` and `workspace`, and then acts in a context of its own. A client
    with `strict=True` raises a `DecodeError`:

    >>> client = AgentClient(strict=True).at(directory="/home/dev/orchard")
    """


def other_context(asked: Iterable[tuple[str, str]], record: Any) -> str:
    """Return how the context of a decoded answer differs from the one asked for; empty where it does not.

    An answer that names no context is taken to be in the one asked for. The location of a session that was created
    counts where the answer has none around it. Directories are compared without regard to the kind of their slashes,
    one at the end, and dots.
    """
    location = getattr(record, "location", None)
    if location is None:
        location = getattr(getattr(record, "data", None), "location", None)
    if location is None:
        return ""
    for name, value in asked:
        found = getattr(location, _FIELDS.get(name, ""), None)
        if found is None and name == "workspace":
            found = ""
        if isinstance(found, str) and _plain(found) != _plain(value):
            shown = short_repr(found) if found else "none"
            return f"the server answers for another context: {name} is {shown}, not {short_repr(value)}"
    return ""


def _plain(text: str) -> str:
    return posixpath.normpath(text.replace("\\", "/"))
