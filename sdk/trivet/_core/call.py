"""One request, complete and unsent: what an operation's arguments become."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote, urlencode

__all__ = ["JSON", "Call", "no_value", "segment", "whole_record"]

T = TypeVar("T")
R = TypeVar("R")

JSON = "application/json"


class Call(Generic[T]):
    """A request that knows how to read its answer.

    Attributes:
        operation: The operation's name, for errors.
        method: The HTTP method.
        path: The path below the base URL, percent-encoded.
        query: The query parameters, in order; one that is None is not sent.
        body: What is sent as JSON, or None.
        retryable: True when it may be sent twice, because it changes no_value.
        public: True when it goes without credentials.
        accept: The media type that is asked for, and must come.
        parse: Makes wire data of the answer's bytes, where they are not JSON.
        unwrapped_field: The one field that may come instead of the whole_record answer.
        context: True when the query parameters of the caller's context go with it.
        secrets: The arguments that must appear in no error.
        record: The class the wire data become, or None for an answer without a body.
        decode: Makes a record of wire data, trusting it.
        extract: Makes the value of the record.
    """

    __slots__ = (
        "accept",
        "body",
        "context",
        "decode",
        "extract",
        "method",
        "operation",
        "parse",
        "path",
        "public",
        "query",
        "record",
        "retryable",
        "secrets",
        "unwrapped_field",
    )

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
    ) -> None:
        """Say all of it."""
        self.operation = operation
        self.method = method
        self.path = path
        self.record: type[Any] | None = record
        self.decode: Callable[[Any], Any] | None = decode
        self.extract: Callable[[Any], T] = extract
        self.query = query
        self.body = body
        self.retryable = retryable
        self.public = public
        self.accept = accept
        self.parse = parse
        self.unwrapped_field = unwrapped_field
        self.context = context
        self.secrets = secrets

    def target(self, context: Sequence[tuple[str, str]] = ()) -> str:
        """The path with its query, ready for the request line; the context is added where it has a meaning."""
        asked = [*self.query, *context] if self.context else self.query
        pairs = [(name, _plain(value)) for name, value in asked if value is not None]
        query = urlencode(pairs, doseq=True)
        return f"{self.path}?{query}" if query else self.path

    def with_query(self, name: str, value: object) -> Call[T]:
        """Make the same call with one query parameter set."""
        other = object.__new__(type(self))
        for slot in self.__slots__:
            setattr(other, slot, getattr(self, slot))
        other.query = [*((each, old) for each, old in self.query if each != name), (name, value)]
        return other


def whole_record(record: T) -> T:
    """Pick all of an answer."""
    return record


def no_value(_: None) -> None:
    """Pick the value of an answer without a body."""


def segment(value: str) -> str:
    """Percent-encode one segment of a path, its slashes too, and the dots that would lead out of it."""
    return value.replace(".", "%2E") if value in (".", "..") else quote(value, safe="")


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        return [_plain(each) for each in cast("list[object]", value)]
    return value
