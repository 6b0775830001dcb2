"""A call that the user writes: to a path that no contract names, or with fields that none has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from json import dumps
from typing import Any, cast
from urllib.parse import parse_qsl, quote

import orjson

from .._text import cut
from ..errors import InvalidArgumentError
from . import check, codec
from .answer import Answer, Head
from .call import JSON, Body, Call, no_value, segment
from .encode import encode
from .record import Record
from .secrets import named_secrets
from .settings import Settings
from .unset import Unset

__all__ = ["CustomCall", "custom_answer", "custom_call", "media_value"]


SHOWN = 200
"""Characters of a path in the name of a call."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_METHOD = r"[A-Za-z]{1,20}"
_MEDIA_TYPE = r"(?a)[\w!#$&^.+-]+/[\w!#$&^.+-]+(?:[ \t]*;[ -~]*)?"
_MEDIA_RANGE = r"(?a)(?:\*/\*|[\w!#$&^.+-]+/(?:\*|[\w!#$&^.+-]+))(?:[ \t]*;[ -+\--~]*)?"

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_BARE_PERCENT = re.compile(r"%(?![0-9a-fA-F]{2})")
_DOTS = re.compile(r"(?i)(?:\.|%2e){1,2}")
# What a path shows in logs and errors: words and versions. Other segments are ids, or the tokens of links.
_WORD = re.compile(r"[A-Za-z][A-Za-z_.-]{0,19}:?|v\d{1,3}|\{\w+\}|")


class CustomCall(Call[None]):
    """A call that the user writes. Its operation is its method and path, with `...` for what may be a token."""

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
    check.text("method", method, pattern=_METHOD, secret=True)  # it may be a path: the two are easily swapped
    method = method.upper()
    if method in ("CONNECT", "TRACE"):
        raise InvalidArgumentError("method", "neither CONNECT nor TRACE", method)
    check.text("accept", accept, pattern=_MEDIA_RANGE)
    if retryable is not None:
        check.boolean("retryable", retryable)
    template, own_query = _split(settings.base_url, path)
    filled, values = _filled(template, {} if segments is None else segments)
    pairs = [*own_query, *_pairs({} if query is None else query)]
    for name, _ in settings.context:
        if any(name == each for each, _ in pairs):
            raise InvalidArgumentError("query", "without the parameters of the context that `at` has bound", name)
    return CustomCall(
        f"{method} {_shown(template)}",
        method,
        filled,
        record=None,
        decode=None,
        extract=no_value,
        query=pairs,
        encoded=_body(json, content, media_type),
        retryable=method in _SAFE_METHODS if retryable is None else retryable,
        accept=accept,
        context=True,
        cacheable_url=False,
        secrets=named_secrets([values, query, *({name: value} for name, value in pairs)], settings.api_info.secrets),
    )


def custom_answer(call: CustomCall, settings: Settings, answer: Answer[None]) -> Answer[Any]:
    """Return the answer of a call with the value of its body.

    Raises:
        DecodeError: The body is of a JSON media type, and no JSON.
    """
    why = ""
    value: Any = None
    try:
        value = media_value(call.accept, answer, answer.body)
    except ValueError as error:
        why = f"the body is not JSON: {error}"
    if why:  # outside the handler, whose context would keep the body
        raise codec.decode_error(call, settings, answer, answer.body, why)
    return Answer(value, answer.status, answer.headers, answer.body, None, answer.secrets)


def _split(base_url: str, path: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the path below the base URL, percent-encoded apart from its placeholders, and its query."""
    check.text("path", path, min_length=1, secret=True)
    rule = f"a path that begins with one slash, or a URL below {base_url}"
    below = path.removeprefix(base_url) if path.startswith(f"{base_url}/") else path
    if not below.startswith("/") or below.startswith("//"):
        raise InvalidArgumentError("path", rule, _shown(path.partition("?")[0]))
    if "#" in below:
        raise InvalidArgumentError("path", "without a fragment; write # as %23", _shown(below.partition("#")[0]))
    below, _, query = below.partition("?")
    if any(_DOTS.fullmatch(each) for each in below.split("/")):
        raise InvalidArgumentError("path", "without segments of dots, which would lead out of it", _shown(below))
    encoded = quote(_BARE_PERCENT.sub("%25", below), safe="/%!$&'()*+,;=:@{}")
    try:
        return encoded, parse_qsl(query, keep_blank_values=True, errors="strict")
    except ValueError:
        raise InvalidArgumentError("path", "with a query in UTF-8", _shown(below)) from None


def _filled(template: str, segments: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Return a path with its placeholders filled in, and what they were filled with."""
    check.mapping("segments", segments)
    names = _PLACEHOLDER.findall(template)
    if "{" in (rest := _PLACEHOLDER.sub("", template)) or "}" in rest:
        raise InvalidArgumentError(
            "path", "with braces only around the names of segments; write { as %7B", _shown(template)
        )
    values: dict[str, str] = {}
    for name, value in segments.items():
        if name not in names:
            raise InvalidArgumentError("segments", f"those that the path names: {', '.join(names) or 'none'}", name)
        given = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        check.text(f"segments[{name!r}]", given, min_length=1, secret=True)
        values[name] = cast("str", given)
    missing = [each for each in names if each not in values]
    if missing:
        raise InvalidArgumentError("segments", f"given for each name in the path: {', '.join(missing)}", None)
    return _PLACEHOLDER.sub(lambda found: segment(values[found[1]]), template), values


def _pairs(query: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield query parameters: a list as repeated ones, a mapping as `name[key]`; one that is None is left out."""
    check.mapping("query", query)
    for name, value in query.items():
        check.text("query", name, min_length=1)
        yield from _parameter(name, value, f"query[{name!r}]")


def _parameter(name: str, value: object, argument: str) -> Iterator[tuple[str, object]]:
    if value is None:
        return
    if isinstance(value, Mapping):
        fields = cast("Mapping[object, object]", value)
        for key, each in fields.items():
            check.text(argument, key, min_length=1)
            inner = f"{argument}[{key!r}]"
            if isinstance(each, Mapping):
                raise InvalidArgumentError(inner, "a plain value or a list of them", "Mapping")
            yield from _parameter(f"{name}[{key}]", each, inner)
    elif isinstance(value, list | tuple):
        for at, each in enumerate(cast("Sequence[object]", value)):
            yield name, _plain(each, f"{argument}[{at}]")
    else:
        yield name, _plain(value, argument)


def _plain(value: object, argument: str) -> object:
    """Return a value as the query has it."""
    if isinstance(value, str):
        check.text(argument, value, secret=True)
        return str.__str__(value)  # of an enum the text, not its name
    if isinstance(value, bool | int):
        return value if isinstance(value, bool) else int(value)
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
        return Body(_encoded(json), media_type or JSON)
    if media_type is not None:
        raise InvalidArgumentError("media_type", "left out without a body", media_type)
    return None


def _encoded(value: Any) -> bytes:
    """Write JSON, with integers of any size; the records in it with the fields that no contract names."""
    why = ""
    try:
        return dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_wire).encode()
    except RecursionError:
        why = "it is nested too deeply"
    except UnicodeEncodeError:
        why = "it has half a surrogate pair"
    except (TypeError, ValueError) as error:
        why = str(error)
    raise InvalidArgumentError("json", f"something that JSON can hold ({why})", type(value).__name__)


def _wire(value: object) -> object:
    """Return what JSON writes of a record, a date or another mapping."""
    if isinstance(value, Record):
        return encode(value)
    if isinstance(value, datetime) and value.utcoffset() is None:
        raise TypeError("a datetime without its UTC offset")
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(cast("Mapping[object, object]", value))
    raise TypeError(f"{type(value).__name__} is no JSON value")


def _shown(path: str) -> str:
    """Return a path for a name or a message, with `...` for what may be an id, a token or a host with a password."""
    return cut("/".join(each if _WORD.fullmatch(each) else "..." for each in path.split("/")), SHOWN)


_JSON = re.compile(r"application/(?:[\w.-]+\+)?json")
_TEXT = re.compile(r"text/.+|application/(?:[\w.-]+\+)?xml|application/x-www-form-urlencoded")
_CHARSET = re.compile(r"(?i)\bcharset=\"?([\w.:-]+)")

# Only these: other codecs of Python are no text, or are not linear in time, and the server chooses the name.
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


def media_value(accept: str, head: Head, body: bytes) -> Any:
    """Return the value of a body: JSON as Python has it, text as str, any other as bytes, and None for an empty one.

    >>> media_value("*/*", Head(200, Headers([(b"content-type", b"text/plain")])), b"Hello")
    'Hello'

    Text that is not in its charset, or in one besides UTF-8 and Latin-1, stays bytes.

    Args:
        accept: The media type that was asked for, which counts where the headers have none.
        head: The head of the answer.
        body: The body.

    Raises:
        ValueError: It is of a JSON media type, and no JSON.
    """
    if not body:
        return None
    media_type, _, parameters = (head.headers.get("content-type") or accept).partition(";")
    media_type = media_type.strip().lower()
    if _JSON.fullmatch(media_type):
        return orjson.loads(body)
    if _TEXT.fullmatch(media_type):
        charset = _CHARSET.search(parameters)
        codec = _CODECS.get(charset[1].lower() if charset else "")
        try:
            return body if codec is None else body.decode(codec)
        except UnicodeDecodeError:
            return body
    return body
