"""The answer of a call: a value with the status and the headers of the response."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from .public import exported_from
from .secrets import HIDDEN, LONG, redact

__all__ = ["Answer", "Head", "Headers", "Unsent"]

T = TypeVar("T")

_NUMBERS = frozenset({b"content-length", b"content-range", b"retry-after"})
"""Headers that clients calculate with; a custom header with the value 1 says nothing about them."""


@exported_from("trivet")
class Headers(Mapping[str, str]):
    """An answer's headers, looked up without regard to case; repeated headers are joined with commas.

    >>> answer.headers["Content-Type"]
    'application/json'
    """

    __slots__ = ("_raw", "_table")

    def __init__(self, raw: Sequence[tuple[bytes, bytes]] = ()) -> None:
        """Keep the raw pairs; they are decoded when a header is first looked up."""
        self._raw = raw
        self._table: dict[str, str] | None = None

    def _read(self) -> dict[str, str]:
        if self._table is None:
            table: dict[str, str] = {}
            repeated: dict[str, list[str]] = {}
            for key, value in self._raw:
                name, text = key.decode("latin-1").lower(), value.decode("latin-1")
                if name in table:
                    repeated.setdefault(name, [table[name]]).append(text)
                else:
                    table[name] = text
            for name, texts in repeated.items():  # joined once: a server may repeat a header a thousand times
                table[name] = ", ".join(texts)
            self._table = table
        return self._table

    def without(self, secrets: tuple[str, ...]) -> Headers:
        """Return a copy with secrets blanked out, in the names too, and the query of a redirect's target."""
        lower = (*secrets, *(each.lower() for each in secrets))
        return Headers([(redact(name, lower), _without(name, value, secrets)) for name, value in self._raw])

    def __getitem__(self, name: str) -> str:
        return self._read()[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __repr__(self) -> str:
        return f"Headers({self._read()!r})"


def _without(name: bytes, value: bytes, secrets: tuple[str, ...]) -> bytes:
    if name.lower() in _NUMBERS:
        return redact(value, tuple(each for each in secrets if len(each) >= LONG))
    if value.strip().decode("latin-1") in secrets:  # a short one, which may be no word
        return HIDDEN.encode()
    hidden = redact(value, secrets)
    if name.lower() != b"location":
        return hidden
    place, mark, query = hidden.partition(b"?")  # it may be a pre-signed link
    return place + mark + (HIDDEN.encode() if query else b"")


@exported_from("trivet")
class Head:
    """The status and headers of an answer.

    >>> page = client.stops.list().page()
    >>> page.head.status, page.head.headers["date"]

    Attributes:
        status: The HTTP status.
        headers: The headers, looked up without regard to case.
    """

    __slots__ = ("headers", "status")

    secrets: tuple[str, ...] = ()
    """Secrets that only the request holds, such as those of an `httpx.Auth`; errors leave them out."""

    def __init__(self, status: int, headers: Headers) -> None:
        self.status: int = status
        self.headers: Headers = headers

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.status})"


class Unsent:
    """A base class of results that send requests when they are read, each with a head of its own."""

    __slots__ = ()


@exported_from("trivet")
class Answer(Head, Generic[T]):
    """A value with the status and headers of its answer.

    >>> answer = client.with_response(client.arrivals.get, "83139")
    >>> answer.value, answer.status, answer.headers["date"]

    Attributes:
        value: What the method returns.
        body: The body that the value was decoded from.
        record: The record of the whole body, of which the value may be one field; None without a body.
    """

    __slots__ = ("body", "record", "secrets", "value")

    def __init__(
        self,
        value: T,
        status: int,
        headers: Headers,
        body: bytes,
        record: Any = None,
        secrets: tuple[str, ...] = (),
    ) -> None:
        super().__init__(status, headers)
        self.secrets: tuple[str, ...] = secrets
        self.value: T = value
        self.body: bytes = body
        self.record: Any = record

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy or a pickle holds no secrets.
        return type(self), (self.value, self.status, self.headers, self.body, self.record)

    def __repr__(self) -> str:
        return f"Answer({self.value!r}, status={self.status})"
