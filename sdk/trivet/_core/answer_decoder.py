"""From the body of an answer to the value of a call, and the errors for bodies that do not match the contract.

Generated straight-line functions decode. Strict decoding, through cattrs, checks every type: for clients with
`strict=True`, and after a failure to name the places that do not fit.
"""

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
from .body_bounds import LARGE, UNTIMED, has_more_values, takes_more_memory, until
from .call import JSON, LARGE_BODY, Call
from .decoders import has_form
from .free_form import decode_exactly
from .json_reading import read_again
from .lazy_imports import lazy
from .public import exported_from
from .secrets import body_secrets

if TYPE_CHECKING:
    from . import redaction, status_errors
    from .call_deadline import CallEnd
    from .settings import Settings
else:
    redaction = lazy("trivet._core.redaction")  # needed only for errors
    status_errors = lazy("trivet._core.status_errors")

T = TypeVar("T")
R = TypeVar("R")

LONGEST_PARSED = 1_000_000
"""The most bytes of a body of another media type in which a message is searched for."""

SHOWN = 3
"""How many of the places where a body does not fit an error names."""

_JSON = re.compile(r"application/(?:[\w.-]+\+)?json\b")
_XML = re.compile(r"(?:application|text)/(?:[\w.-]+\+)?xml\b")
_MEDIA_TYPES = {JSON: _JSON, "application/atom+xml": _XML}
_FORMATS = {JSON: "JSON", "application/atom+xml": "Atom"}

_LOCATION_FIELDS = {"directory": "directory", "workspace": "workspace_id"}
"""From the query parameters of a runtime context to the fields of the location in an answer."""


@exported_from("trivet.agent")
class IgnoredContextWarning(UserWarning):
    """A server has answered for another runtime context than the context that the client is bound to.

    It may not know the query parameters `directory` and `workspace`, and then acts in a context of its own. A client
    with `strict=True` raises a `DecodeError`:

    >>> client = AgentClient(strict=True).at(directory="/home/dev/orchard")
    """


def decode_answer(call: Call[T], settings: Settings, head: Head, body: bytes, end: CallEnd | None = None) -> Answer[T]:
    """Decode the answer to a call that succeeded.

    Args:
        call: The call.
        settings: The settings of the client.
        head: The status and headers of the answer.
        body: The body.
        end: The end of the call; None for none.

    Raises:
        APITimeoutError: The end of the call has passed before the answer was decoded.
        DecodeError: The body is not of the media type or shape that the contract states, or has too many values. The
            error holds it.
    """
    # Errors are raised outside the handlers: an exception keeps even a suppressed context, which holds the body.
    if body and not is_expected_media_type(call, head):  # also where no body is expected: a web page is not a success
        raise media_type_error(call, settings, head, body)
    if call.record is None or call.decode is None:
        return Answer(call.extract(None), head.status, head.headers, body, None, head.secrets)
    data = why = None
    if len(body) > settings.max_values and (why := excess(settings, body)):
        raise decode_error(call, settings, head, body, why)
    try:
        data = _parse(call, body)
    except ValueError as error:
        expected = _FORMATS.get(call.accept, call.accept)
        why = f"the body is not {expected}: {error}" if body.strip() else "the body is empty"
    if why:
        raise decode_error(call, settings, head, body, why)
    try:
        with until(end) if len(body) >= LARGE else UNTIMED:
            record = decode_exactly(call.decode, _checked(data, call.record) if settings.strict else data, body)
        answer = Answer(call.extract(record), head.status, head.headers, body, record, head.secrets)
    except Exception:  # the straight-line code may fail in any way; strict decoding names the reason below
        pass
    else:
        if call.context and settings.context and (why := other_context(settings.context, record)):
            ignored = decode_error(call, settings, head, body, why)
            if settings.strict:
                raise ignored
            warnings.warn(f"{call.operation}: {ignored.reason}", IgnoredContextWarning, stacklevel=2)
        return answer
    data = None  # strict decoding parses the body again
    if end is None:
        raise schema_error(call, settings, head, body)
    if not end.has_passed():
        with until(end):
            unfit = schema_error(call, settings, head, body)
        if not end.has_passed():
            raise unfit
    raise end.error()


def decode_item(
    call: Call[Any], settings: Settings, head: Head, data: Any, record: type[R], decode: Callable[[Any], R], where: str
) -> R:
    """Decode one record of a body that is read in chunks.

    Args:
        call: The call.
        settings: The settings of the client.
        head: The head of the answer.
        data: The wire data of the record.
        record: The class of the record.
        decode: Makes the record from its wire data.
        where: The path of the record in the body, for the error.

    Raises:
        DecodeError: The record does not fit. The error holds this record alone.
    """
    try:
        return decode(_checked(data, record) if settings.strict else data)
    except Exception:  # as in `decode_answer`
        pass
    from .converter import faults  # noqa: PLC0415  as below

    places = [fault.replace("$", where) for fault in faults(data, record, assumed=settings.strict)[:SHOWN]]
    raise decode_error(call, settings, head, _encoded_again(data), f"the body does not fit: {'; '.join(places)}")


def is_expected_media_type(call: Call[Any], head: Head) -> bool:
    """Whether the body is of the requested media type; a body without a media type is taken to be."""
    media_type = head.headers.get("content-type", "")
    if not media_type or media_type == call.accept:
        return True
    accepted = _MEDIA_TYPES.get(call.accept) or _accepted(call.accept)
    return accepted.match(media_type.lower()) is not None


@lru_cache(64)
def _accepted(accept: str) -> re.Pattern[str]:
    """Return the pattern of the media types that a media range accepts."""
    name, star, _ = accept.partition(";")[0].strip().lower().partition("*")
    return _MEDIA_TYPES.get(name) or re.compile(re.escape(name) + ("" if star else r"\b"))


def media_type_error(
    call: Call[Any], settings: Settings, head: Head, body: bytes, *, whole: bool = True
) -> DecodeError:
    """Make the error for a body of another media type; the start of a long body is enough."""
    secrets = all_secrets(call, settings, head)
    media_type = head.headers.without(secrets).get("content-type", "")
    message = status_errors.problem(body[:LONGEST_PARSED], secrets, settings.secrets.names).message
    is_page = media_type.startswith("text/html")  # many servers answer unknown paths with a web page
    hint = status_errors.web_page_hint(body) if is_page else ""
    why = f"the body is {media_type}, not {call.accept}{'' if hint else f': {message}'}"
    error = decode_error(call, settings, head, body, why, whole=whole)
    if is_page:
        error.hint = hint or status_errors.base_url_hint(settings.base_url, call)
    return error


def schema_error(call: Call[Any], settings: Settings, head: Head, body: bytes) -> DecodeError:
    """Make the error for a body that does not fit. Decoding it again, strictly, finds the places."""
    from .converter import MOST, faults  # noqa: PLC0415  importing cattrs takes longer than importing a client

    places = [] if call.record is None else faults(_parse(call, body), call.record, assumed=settings.strict)
    at_least = "at least " if len(places) >= MOST else ""  # strict decoding stops there
    more = [f"and {at_least}{len(places) - SHOWN} more"] if len(places) > SHOWN else []
    return decode_error(call, settings, head, body, f"the body does not fit: {'; '.join(places[:SHOWN] + more)}")


def decode_error(
    call: Call[Any], settings: Settings, head: Head, body: bytes, why: str, *, whole: bool = True
) -> DecodeError:
    """Make the error for a body that does not match the contract, without the secrets that the body may repeat.

    Args:
        call: The call.
        settings: The settings of the client.
        head: The head of the answer.
        body: The body, or its start.
        why: The reason, in which the server may be quoted.
        whole: Whether the body was read to its end.
    """
    secrets = all_secrets(call, settings, head)
    return DecodeError(
        call.operation,
        head.status,
        head.headers.without(secrets),
        redaction.redact(body, secrets, settings.secrets.names),
        redaction.redact_text(why, secrets),
        len(body) if whole else None,
    )


def all_secrets(call: Call[Any], settings: Settings, head: Head) -> tuple[str, ...]:
    """Return the texts that an error of this call must not show."""
    register = settings.secrets
    names = register.names
    sent = body_secrets(call.body, names) if call.encoded is None else call.encoded.secrets(names)
    return register.texts() + call.secrets + sent + head.secrets


def excess(settings: Settings, body: bytes, *, is_json: bool = True) -> str:
    """Return why a body is not decoded: it has too many values, or would take too much memory; empty if neither."""
    limit = settings.max_values
    if is_json and has_more_values(body, limit):
        return f"the body has more than max_values, {limit} values"
    memory = 4 * max(settings.max_body or 0, LARGE_BODY)
    if takes_more_memory(body, memory, is_json=is_json):
        return f"its texts would take more memory than four times max_body, {memory} bytes"
    return ""


def _parse(call: Call[Any], body: bytes) -> Any:
    """Return the wire data of a body, in the form that the contract states."""
    if call.empty is not None and (not body or body.isspace()):
        return call.empty
    if call.parse is not None:
        return call.parse(body)
    data: Any = None
    refusal = ""
    try:
        data = orjson.loads(body)  # not `json_reading.loads`: a small answer takes no call more than with orjson alone
    except ValueError as error:
        refusal = str(error)
    if refusal:
        data = read_again(body, refusal)
    if data == {} and call.empty is not None:
        return call.empty
    if call.unwrapped_field is None or not (has_form(data, dict) or has_form(data, list)):
        return data
    return data if has_form(data, dict) and call.unwrapped_field in data else {call.unwrapped_field: data}


def _encoded_again(data: Any) -> bytes:
    """Encode wire data as JSON, with integers of any size, which orjson refuses."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _checked(data: Any, record: type[Any]) -> Any:
    """Return wire data after checking every type, so that the same function makes the record as without the check."""
    from .converter import structure  # noqa: PLC0415  as above

    structure(data, record)
    return data


def other_context(requested: Iterable[tuple[str, str]], record: Any) -> str:
    """Return how the runtime context of a decoded answer differs from the requested context; empty if it does not.

    An answer that names no context is taken to be in the requested one. A created session has its location inside
    `data`. Directories are compared after normalization: backslashes, a trailing slash and dots make no difference.

    Args:
        requested: The context of the client, as query parameters.
        record: The record of the answer.
    """
    location = getattr(record, "location", None)
    if location is None:
        location = getattr(getattr(record, "data", None), "location", None)
    if location is None:
        return ""
    for name, value in requested:
        actual = getattr(location, _LOCATION_FIELDS.get(name, ""), None)
        if actual is None and name == "workspace":
            actual = ""  # the answer is in no workspace
        if isinstance(actual, str) and _normalized(actual) != _normalized(value):
            got = short_repr(actual) if actual else "none"
            return f"the server answers for another context: {name} is {got}, not {short_repr(value)}"
    return ""


def _normalized(path: str) -> str:
    return posixpath.normpath(path.replace("\\", "/"))
