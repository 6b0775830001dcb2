"""One request that has not been sent: what an operation makes of its arguments."""

from __future__ import annotations

import json
import re
from collections import namedtuple
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar, cast
from urllib.parse import parse_qsl, quote, urlencode

from .secrets import named_secrets

__all__ = ["JSON", "Body", "Call", "no_value", "segment", "whole_record"]


T = TypeVar("T")
R = TypeVar("R")

JSON = "application/json"


# A tuple is frozen, and as cheap to make as a class with slots. (Measured: a class that refuses assignment in
# `__setattr__` takes twice as long to make, attrs would be imported with every client, and `typing.NamedTuple` costs
# three times as much to import as `namedtuple`.)
if TYPE_CHECKING:
    pass

    class _Fields(NamedTuple, Generic[T]):
        operation: str
        method: str
        path: str
        record: type[Any] | None
        decode: Callable[[Any], Any] | None
        extract: Callable[[Any], T]
        query: Sequence[tuple[str, object]]
        body: dict[str, Any] | None
        retryable: bool
        public: bool
        accept: str
        parse: Callable[[bytes], Any] | None
        unwrapped_field: str | None
        context: bool
        secrets: tuple[str, ...]
        encoded: Body | None
        empty: dict[str, Any] | None
        cacheable_url: bool
else:
    _NAMES = (
        "operation method path record decode extract "
        "query body retryable public accept parse unwrapped_field context secrets encoded empty "
        "cacheable_url"
    )
    _DEFAULTS = ((), None, True, False, JSON, None, None, False, (), None, None, True)

    class _Fields(namedtuple("_Fields", _NAMES, defaults=_DEFAULTS), Generic[T]):
        __slots__ = ()


class Call(_Fields[T]):
    """An immutable request, together with how to read its answer.

    Attributes:
        operation: The operation's name, for errors.
        method: The HTTP method.
        path: The path below the base URL, percent-encoded.
        record: The class of the decoded answer, or None for an answer without a body.
        decode: Makes the record of wire data without checking types.
        extract: Takes the value that the method returns out of the record.
        query: The query parameters, in order; one that is None is not sent.
        body: The JSON body, or None.
        retryable: True when it may be sent more than once, because it changes nothing.
        public: True when it is sent without credentials.
        accept: The media type of the `Accept` header, which the answer must have.
        parse: Makes wire data of the answer's bytes, where they are not JSON.
        unwrapped_field: The one field of the record that may be sent without the object around it.
        context: True when the query parameters of the client's context are added.
        secrets: The arguments that must not appear in an error.
        encoded: A body that is encoded already, in place of `body`, or None.
        empty: The wire data that an answer without a body stands for, where the service sends such answers.
        cacheable_url: Whether its URL may be kept in memory; not where the user writes it, who may put a secret there.
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
            encoded: Body | None = None,
            empty: dict[str, Any] | None = None,
            cacheable_url: bool = True,
        ) -> None: ...

    def evolve(self, **changes: Any) -> Call[T]:
        """Return a copy with some fields changed.

        >>> call = call.evolve(retryable=True)
        """
        return self._replace(**changes)

    def with_query(self, name: str, value: object) -> Call[T]:
        """Return a copy with one query parameter set."""
        return self.evolve(query=[*((each, old) for each, old in self.query if each != name), (name, value)])

    def target(self, context: Sequence[tuple[str, str]] = ()) -> str:
        """Return the path with its query for the request line, and the context where the call takes one."""
        parameters = [*self.query, *context] if self.context else self.query
        pairs = [(name, _plain(value)) for name, value in parameters if value is not None]
        query = urlencode(pairs, doseq=True)
        return f"{self.path}?{query}" if query else self.path

    @property
    def shown_path(self) -> str:
        """The path for a message, without an argument that is a secret."""
        return "/..." if self.secrets else self.path

    def __repr__(self) -> str:
        return f"Call({self.operation!r})"  # its arguments may be secrets


def whole_record(record: T) -> T:
    """Extract the whole record."""
    return record


def no_value(_: None) -> None:
    """Extract None, the value of an answer without a body."""


def segment(value: str) -> str:
    """Percent-encode one segment of a path, its slashes too, and a segment of dots that would lead out of it."""
    return value.replace(".", "%2E") if value in (".", "..") else quote(value, safe="")


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        return [_plain(each) for each in cast("list[object]", value)]
    return value


_JSON = re.compile(r"(?i)\s*application/(?:[\w.-]+\+)?json\b")
_FORM = re.compile(r"(?i)\s*application/x-www-form-urlencoded\b")


class Body:
    """Bytes to send, of a media type; its repr shows none of them.

    >>> Body(b"title=Notes", "application/x-www-form-urlencoded")

    Attributes:
        content: The bytes.
        media_type: The media type, as the header `Content-Type` has it.
    """

    __slots__ = ("content", "media_type")

    def __init__(self, content: bytes, media_type: str) -> None:
        self.content: bytes = content
        self.media_type: str = media_type

    def secrets(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the texts in its fields that must not appear in an error, where it is JSON or a form.

        Args:
            names: The names of such fields, besides those that say it, such as `password`.
        """
        fields: Any = None
        try:
            if _JSON.match(self.media_type):
                fields = json.loads(self.content)
            elif _FORM.match(self.media_type):
                fields = [{name: value} for name, value in parse_qsl(self.content.decode())]
        except (ValueError, RecursionError):  # the service will say that it is neither
            return ()
        return named_secrets(fields, names)

    def __repr__(self) -> str:
        return f"Body({self.media_type!r}, {len(self.content)} bytes)"
