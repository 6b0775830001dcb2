"""A call: one request that has not been sent, made of the arguments of an operation, and how to read its answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar, cast
from urllib.parse import parse_qsl, quote, quote_plus

from .lazy_imports import lazy
from .secrets import named_secrets

if TYPE_CHECKING:
    from . import upload
else:
    upload = lazy("trivet._core.upload")

T = TypeVar("T")
R = TypeVar("R")

JSON = "application/json"

MAX_BODY = 8_000_000
"""The most bytes of an answer by default: a page, or an answer without embedded files or conversations."""

LARGE_BODY = 64_000_000
"""The most bytes by default of an answer that may embed a whole file or conversation."""

MAX_VALUES = 500_000
"""The most values by default in the JSON of an answer or an event; a page of 500 messages has some 20,000."""

_JSON_TYPE = re.compile(r"(?i)\s*application/(?:[\w.-]+\+)?json\b")
_SERVER = re.compile(r"(?ai)(https?)://([\w.~-]+|\[[\da-f:.]+\])(?::(\d+))?")
_FORM_TYPE = re.compile(r"(?i)\s*application/x-www-form-urlencoded\b")


# A tuple is immutable, and as cheap to make as an object with slots. (A class that refuses assignment in `__setattr__`
# takes twice as long to make an object, and attrs would be imported with every client.)
class _Fields(NamedTuple, Generic[T]):
    operation: str
    method: str
    path: str
    record: type[Any] | None
    decode: Callable[[Any], Any] | None
    extract: Callable[[Any], T]
    query: Sequence[tuple[str, object]] = ()
    body: dict[str, Any] | None = None
    retryable: bool = True
    public: bool = False
    accept: str = JSON
    parse: Callable[[bytes], Any] | None = None
    unwrapped_field: str | None = None
    context: bool = False
    secrets: tuple[str, ...] = ()
    encoded: Body | upload.Upload | None = None
    empty: dict[str, Any] | None = None
    cacheable_url: bool = True
    template: str = ""
    max_body: int = MAX_BODY
    headers: Sequence[tuple[str, object]] = ()


class Call(_Fields[T]):
    """An immutable request, together with the functions that read its answer.

    Attributes:
        operation: The operation's name, for errors.
        method: The HTTP method.
        path: The path below the base URL, percent-encoded.
        record: The class of the decoded answer, or None for an answer without a body.
        decode: Makes the record from wire data without checking types.
        extract: Takes the value that the method returns out of the record.
        query: The query parameters, in order; a parameter whose value is None is not sent.
        body: The JSON body, or None.
        retryable: Whether it may be sent more than once, because it changes nothing.
        public: Whether it is sent without credentials.
        accept: The media type of the `Accept` header, which the answer must have.
        parse: Makes wire data from an answer that is not JSON; None for JSON.
        unwrapped_field: The one field of the record that may be sent without the object around it.
        context: Whether the query parameters of the client's context are added.
        secrets: The arguments that must not appear in an error.
        encoded: A body that is already encoded, or is encoded while it is sent, in place of `body`; or None.
        empty: The wire data that an answer without a body stands for, where the service sends such answers.
        cacheable_url: Whether the parsed URL may be kept in memory. A URL that the user writes may contain a secret.
        template: The path with the names of its arguments in braces; empty for a path without arguments.
        max_body: The most bytes of the answer, unless the client has a limit of its own.
        headers: The inputs in headers, by their names in lower case; one whose value is None is not sent.
    """

    __slots__ = ()

    if TYPE_CHECKING:  # at run time the constructor is the tuple's own, which is faster

        def __new__(cls, *args: Any, **kwargs: Any) -> Self: ...

        def __init__(
            self,
            operation: str,
            method: str,
            path: str,
            *,
            record: type[R] | None,
            decode: Callable[[Any], R] | None,
            extract: Callable[[R], T],
            query: Sequence[tuple[str, object]] = (),
            body: dict[str, Any] | None = None,
            retryable: bool = True,
            public: bool = False,
            accept: str = JSON,
            parse: Callable[[bytes], Any] | None = None,
            unwrapped_field: str | None = None,
            context: bool = False,
            secrets: tuple[str, ...] = (),
            encoded: Body | upload.Upload | None = None,
            empty: dict[str, Any] | None = None,
            cacheable_url: bool = True,
            template: str = "",
            max_body: int = MAX_BODY,
            headers: Sequence[tuple[str, object]] = (),
        ) -> None: ...

    def evolve(self, **changes: Any) -> Call[T]:
        """Return a copy with some fields changed.

        >>> call = call.evolve(retryable=True)
        """
        return self._replace(**changes)

    def with_query(self, name: str, value: object) -> Call[T]:
        """Return a copy with one query parameter set."""
        others = [parameter for parameter in self.query if parameter[0] != name]
        return self.evolve(query=[*others, (name, value)])

    def target(self, context: Sequence[tuple[str, str]] = ()) -> str:
        """Return the path with its query, and with the client's context where the operation takes one."""
        parameters = [*self.query, *context] if self.context else self.query
        pairs = [
            f"{_quoted(name)}={_quoted(text)}"
            for name, value in parameters
            if value is not None
            for text in _query_texts(value)
        ]
        return f"{self.path}?{'&'.join(pairs)}" if pairs else self.path

    def sent_headers(self) -> dict[str, str]:
        """Return the inputs in headers as they are sent."""
        return {name: _query_texts(value)[0] for name, value in self.headers if value is not None}

    @property
    def url_template(self) -> str:
        """The path with the names of its arguments in braces."""
        return self.template or self.shown_path

    @property
    def shown_path(self) -> str:
        """The path for a message; it is left out if an argument is a secret."""
        return "/..." if self.secrets else self.path

    def __repr__(self) -> str:
        return f"Call({self.operation!r})"  # the arguments may be secrets


class Body:
    """Encoded bytes to send, with their media type. The repr does not show them.

    >>> Body(b"title=Notes", "application/x-www-form-urlencoded")

    Attributes:
        content: The bytes.
        media_type: The media type, as in the header `Content-Type`.
    """

    __slots__ = ("content", "media_type")

    def __init__(self, content: bytes, media_type: str) -> None:
        self.content: bytes = content
        self.media_type: str = media_type

    def secrets(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the texts in the fields of a JSON or form body that must not appear in an error.

        Args:
            names: The names of secret fields, in addition to telling names such as `password`.
        """
        fields: Any = None
        try:
            if _JSON_TYPE.match(self.media_type):
                fields = json.loads(self.content)
            elif _FORM_TYPE.match(self.media_type):
                fields = [{name: value} for name, value in parse_qsl(self.content.decode())]
        except (ValueError, RecursionError):  # the body is sent all the same, and the service refuses it
            return ()
        return named_secrets(fields, names)

    def __repr__(self) -> str:
        return f"Body({self.media_type!r}, {len(self.content)} bytes)"


def whole_record(record: T) -> T:
    """Extract the whole record."""
    return record


def no_value(_: None) -> None:
    """Extract None, the value of an answer without a body."""


def segment(value: str) -> str:
    """Percent-encode one segment of a path, including slashes, and the segments `.` and `..`, which would leave it."""
    return value.replace(".", "%2E") if value in (".", "..") else quote(value, safe="")


def host_and_port(url: str) -> tuple[str, int] | None:
    """Return the host of a URL, an IPv6 address in brackets, and its port; None for other texts.

    >>> host_and_port("https://bus.example/v3")
    ('bus.example', 443)
    """
    match = _SERVER.match(url)
    if match is None:
        return None
    scheme, host, port = match.groups()
    return host, int(port or (443 if scheme.lower() == "https" else 80))


def _query_texts(value: object) -> list[str]:
    """Return the texts of a parameter's value, several for a list."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for entry in cast("list[object]", value) for text in _query_texts(entry)]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    return [value.isoformat() if isinstance(value, datetime) else str(value)]


def _quoted(text: str) -> str:
    # Most names and values need no quoting, and finding that out takes `quote_plus` a tenth of a whole call's time.
    return text if text.isalnum() and text.isascii() else quote_plus(text)
