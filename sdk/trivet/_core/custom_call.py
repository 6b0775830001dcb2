"""A call that the user writes with `client.request`: to a path or with fields that no contract names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, cast
from urllib.parse import parse_qsl, quote

from .._text import cut
from ..errors import InvalidArgumentError
from . import answer_decoder, check
from .answer import Answer, Head
from .call import JSON, LARGE_BODY, Body, Call, no_value, segment
from .call_deadline import CallEnd
from .json_reading import loads_exactly
from .json_writing import encode_argument, plain_form
from .record import Record
from .secrets import named_secrets
from .settings import Settings
from .unset import Unset
from .wire_encoder import encode

LONGEST_PATH = 200
"""The most characters of a path in the name of a call."""

_IDEMPOTENT_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_METHOD = r"[A-Za-z]{1,20}"
_MEDIA_TYPE = r"(?a)[\w!#$&^.+-]+/[\w!#$&^.+-]+(?:[ \t]*;[ -~]*)?"
_MEDIA_RANGE = r"(?a)(?:\*/\*|[\w!#$&^.+-]+/(?:\*|[\w!#$&^.+-]+))(?:[ \t]*;[ -+\--~]*)?"

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_BARE_PERCENT = re.compile(r"%(?![0-9a-fA-F]{2})")
_DOTS = re.compile(r"(?i)(?:\.|%2e){1,2}")
# Logs and errors show only segments that are words or versions. Other segments may be ids, or the tokens of links.
_WORD = re.compile(r"[A-Za-z][A-Za-z_.-]{0,19}:?|v\d{1,3}|\{\w+\}|")

_JSON = re.compile(r"application/(?:[\w.-]+\+)?json")
_TEXT = re.compile(r"text/.+|application/(?:[\w.-]+\+)?xml|application/x-www-form-urlencoded")
_CHARSET = re.compile(r"(?i)\bcharset=\"?([\w.:-]+)")

# The server chooses the charset, and some of Python's other codecs do not decode to text, or take quadratic time.
_CODECS = {
    "": "utf-8-sig",
    "ascii": "utf-8-sig",
    "iso-8859-1": "latin-1",
    "latin-1": "latin-1",
    "latin1": "latin-1",
    "us-ascii": "utf-8-sig",
    "utf-8": "utf-8-sig",
    "utf8": "utf-8-sig",
    "windows-1252": "cp1252",
}


class CustomCall(Call[None]):
    """A call that the user writes. Its operation is its method and path, with `...` for segments that may be secret."""

    __slots__ = ()

    @property
    def shown_path(self) -> str:
        """The path for a message."""
        return self.operation.partition(" ")[2]


def custom_call(
    settings: Settings,
    method: str,
    path: str,
    *,
    segments: Mapping[str, str | int] | None,
    query: Mapping[str, object] | None,
    json: Any,
    content: bytes | None,
    media_type: str | None,
    accept: str,
    retryable: bool | None,
) -> CustomCall:
    """Check the arguments of `client.request` and make its call.

    Raises:
        InvalidArgumentError: An argument cannot be sent.
    """
    check.text("method", method, pattern=_METHOD, secret=True)  # a user who swaps method and path passes a path here
    method = method.upper()
    if method in ("CONNECT", "TRACE"):
        raise InvalidArgumentError("method", "neither CONNECT nor TRACE", method)
    check.text("accept", accept, pattern=_MEDIA_RANGE)
    if retryable is not None:
        check.boolean("retryable", retryable)
    template, own_query = _split(settings.base_url, path)
    filled, values = _fill(template, {} if segments is None else segments)
    pairs = [*own_query, *_query_pairs({} if query is None else query)]
    for name, _ in settings.context:
        if any(name == parameter for parameter, _ in pairs):
            raise InvalidArgumentError("query", "without the parameters of the context that `at` has bound", name)
    return CustomCall(
        f"{method} {_without_secrets(template)}",
        method,
        filled,
        record=None,
        decode=None,
        extract=no_value,
        query=pairs,
        encoded=_body(json, content, media_type),
        retryable=method in _IDEMPOTENT_METHODS if retryable is None else retryable,
        accept=accept,
        context=True,
        cacheable_url=False,
        max_body=LARGE_BODY,
        secrets=named_secrets([values, query, *({name: value} for name, value in pairs)], settings.api_info.secrets),
    )


def decode_custom(
    call: Call[None], settings: Settings, head: Head, body: bytes, end: CallEnd | None = None
) -> Answer[Any]:
    """Return the answer to a custom call, with the value of its body.

    Raises:
        DecodeError: The body is of another media type than requested; or it should be JSON, and is not, or has too many
            values.
    """
    answer = answer_decoder.decode_answer(call, settings, head, body, end)
    value: Any = None
    media_type, _ = _media_type(call.accept, answer)
    is_json = _JSON.fullmatch(media_type) is not None
    readable = is_json or _TEXT.fullmatch(media_type) is not None
    why = answer_decoder.excess(settings, answer.body, is_json=is_json) if readable else ""
    try:
        value = None if why else media_value(call.accept, answer, answer.body)
    except ValueError as error:
        why = f"the body is not JSON: {error}"
    if why:  # outside the handler, whose context would keep the body
        raise answer_decoder.decode_error(call, settings, answer, answer.body, why)
    return Answer(value, answer.status, answer.headers, answer.body, None, answer.secrets)


def media_value(accept: str, head: Head, body: bytes) -> Any:
    """Return the value of a body: from JSON what Python has for it, from text a str, otherwise bytes; None if empty.

    >>> media_value("*/*", Head(200, Headers([(b"content-type", b"text/plain")])), b"Hello")
    'Hello'

    Text stays bytes if its charset is not UTF-8 or Latin-1, or if it cannot be decoded.

    Args:
        accept: The requested media type, which counts if the headers have none.
        head: The head of the answer.
        body: The body.

    Raises:
        ValueError: The media type is JSON, but the body is not.
    """
    if not body:
        return None
    media_type, parameters = _media_type(accept, head)
    if _JSON.fullmatch(media_type):
        return loads_exactly(body)
    if _TEXT.fullmatch(media_type):
        charset = _CHARSET.search(parameters)
        encoding = _CODECS.get(charset[1].lower() if charset else "")
        try:
            return body if encoding is None else body.decode(encoding)
        except UnicodeDecodeError:
            return body
    return body


def _media_type(accept: str, head: Head) -> tuple[str, str]:
    """Return the media type of a body, in lower case, and its parameters."""
    media_type, _, parameters = (head.headers.get("content-type") or accept).partition(";")
    return media_type.strip().lower(), parameters


def _split(base_url: str, path: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the path below the base URL, percent-encoded except for its placeholders, and its query."""
    check.text("path", path, min_length=1, secret=True)
    rule = f"a path that begins with one slash, or a URL below {base_url}"
    below = path.removeprefix(base_url) if path.startswith(f"{base_url}/") else path
    if not below.startswith("/") or below.startswith("//"):
        raise InvalidArgumentError("path", rule, _without_secrets(path.partition("?")[0]))
    if "#" in below:
        why = "without a fragment; write # as %23"
        raise InvalidArgumentError("path", why, _without_secrets(below.partition("#")[0]))
    below, _, query = below.partition("?")
    if any(_DOTS.fullmatch(part) for part in below.split("/")):
        why = "without segments of dots, which would lead out of it"
        raise InvalidArgumentError("path", why, _without_secrets(below))
    encoded = quote(_BARE_PERCENT.sub("%25", below), safe="/%!$&'()*+,;=:@{}")
    try:
        return encoded, parse_qsl(query, keep_blank_values=True, errors="strict")
    except ValueError:
        raise InvalidArgumentError("path", "with a query in UTF-8", _without_secrets(below)) from None


def _fill(template: str, segments: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Return a path with its placeholders filled in, and the values by the names of the placeholders."""
    check.mapping("segments", segments)
    names = _PLACEHOLDER.findall(template)
    if "{" in (rest := _PLACEHOLDER.sub("", template)) or "}" in rest:
        why = "with braces only around the names of segments; write { as %7B"
        raise InvalidArgumentError("path", why, _without_secrets(template))
    values: dict[str, str] = {}
    for name, value in segments.items():
        if name not in names:
            raise InvalidArgumentError("segments", f"those that the path names: {', '.join(names) or 'none'}", name)
        text = value
        if isinstance(value, int) and not isinstance(value, bool):
            check.integer(f"segments[{name!r}]", value)
            text = str(value)
        check.text(f"segments[{name!r}]", text, min_length=1, secret=True)
        values[name] = cast("str", text)
    missing = [name for name in names if name not in values]
    if missing:
        raise InvalidArgumentError("segments", f"given for each name in the path: {', '.join(missing)}", None)
    return _PLACEHOLDER.sub(lambda match: segment(values[match[1]]), template), values


def _query_pairs(query: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield query parameters: a list as repeated parameters, a mapping as `name[key]`, nothing for None."""
    check.mapping("query", query)
    for name, value in query.items():
        check.text("query", name, min_length=1)
        yield from _parameter(name, value, f"query[{name!r}]")


def _parameter(name: str, value: object, argument: str) -> Iterator[tuple[str, object]]:
    if value is None:
        return
    if isinstance(value, Mapping):
        entries = cast("Mapping[object, object]", value)
        for key, entry in entries.items():
            check.text(argument, key, min_length=1)
            inner = f"{argument}[{key!r}]"
            if isinstance(entry, Mapping):
                raise InvalidArgumentError(inner, "a plain value or a list of them", "Mapping")
            yield from _parameter(f"{name}[{key}]", entry, inner)
    elif isinstance(value, list | tuple):
        for index, entry in enumerate(cast("Sequence[object]", value)):
            yield name, _query_value(entry, f"{argument}[{index}]")
    else:
        yield name, _query_value(value, argument)


def _query_value(value: object, argument: str) -> object:
    """Return a value in a form that the query can encode."""
    if isinstance(value, str):
        check.text(argument, value, secret=True)
        return str.__str__(value)  # for a member of a string enum its text, not its name
    if isinstance(value, bool | int):
        if isinstance(value, bool):
            return value
        check.integer(argument, value)
        return int(value)
    if isinstance(value, float):
        check.number(argument, value)
        return value
    if isinstance(value, datetime):
        check.instant(argument, value)
        return value
    if isinstance(value, date):
        return value.isoformat()
    rule = "text, a number, a boolean, a date, a list of these, or a mapping to them"
    raise InvalidArgumentError(argument, rule, type(value).__name__)


def _body(json: Any, content: bytes | None, media_type: str | None) -> Body | None:
    if media_type is not None:
        check.text("media_type", media_type, pattern=_MEDIA_TYPE)
    if content is not None:
        if not isinstance(json, Unset):
            raise InvalidArgumentError("content", "left out where `json` is given", type(content).__name__)
        check.content("content", content)
        return Body(content, media_type or "application/octet-stream")
    if not isinstance(json, Unset):
        return Body(encode_argument("json", json, _json_value), media_type or JSON)
    if media_type is not None:
        raise InvalidArgumentError("media_type", "left out without a body", media_type)
    return None


def _json_value(value: object) -> object:
    """Return a record, a date or a mapping in a form that JSON can encode."""
    return encode(value) if isinstance(value, Record) else plain_form(value)


def _without_secrets(path: str) -> str:
    """Return a path for a name or a message, with `...` for segments that may be an id, a token or a password."""
    return cut("/".join(part if _WORD.fullmatch(part) else "..." for part in path.split("/")), LONGEST_PATH)
