"""The answer of a call: a value with the status and headers of the response."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .._text import request_id_of
from .lazy_imports import lazy
from .public import exported_from

if TYPE_CHECKING:
    from . import redaction
else:
    redaction = lazy("trivet._core.redaction")  # needed only for errors

T = TypeVar("T")

NOT_MEASURED = timedelta()
"""The duration in an answer that the client keeps to itself."""


@exported_from("trivet")
class Headers(Mapping[str, str]):
    """The headers of an answer, with case-insensitive lookup. Repeated headers are joined with commas.

    >>> answer.headers["Content-Type"]
    'application/json'
    """

    __slots__ = ("_raw", "_table")

    def __init__(self, raw: Sequence[tuple[bytes, bytes]] = ()) -> None:
        """Keep the raw pairs, which are decoded at the first lookup: most programs never look at a header."""
        self._raw = raw
        self._table: dict[str, str] | None = None

    def without(self, secrets: tuple[str, ...]) -> Headers:
        """Return a copy with the secrets redacted, in names too, and the parts of links that may hold others."""
        return Headers(redaction.redact_headers(self._raw, secrets))

    def _decoded(self) -> dict[str, str]:
        if self._table is None:
            table: dict[str, str] = {}
            repeated: dict[str, list[str]] = {}
            for key, value in self._raw:
                name, text = key.decode("latin-1").lower(), value.decode("latin-1")
                if name in table:
                    repeated.setdefault(name, [table[name]]).append(text)
                else:
                    table[name] = text
            for name, texts in repeated.items():  # joined only once: a server may repeat a header a thousand times
                table[name] = ", ".join(texts)
            self._table = table
        return self._table

    def __getitem__(self, name: str) -> str:
        return self._decoded()[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._decoded())

    def __len__(self) -> int:
        return len(self._decoded())

    def __repr__(self) -> str:
        return f"Headers({self._decoded()!r})"


@exported_from("trivet")
class Head:
    """The status and headers of an answer.

    >>> page = client.stops.list().page()
    >>> page.head.status, page.head.request_id, page.head.headers["date"]

    Attributes:
        status: The HTTP status.
        headers: The headers, with case-insensitive lookup.
    """

    __slots__ = ("headers", "status")

    secrets: tuple[str, ...] = ()
    """Secrets that only the request holds, such as the token that an `httpx.Auth` added. Errors must not show them."""

    def __init__(self, status: int, headers: Headers) -> None:
        self.status: int = status
        self.headers: Headers = headers

    @property
    def request_id(self) -> str | None:
        """The service's identifier of the request, from the header `X-Request-Id`, if it sent one."""
        return request_id_of(self.headers)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.status})"


class Unsent:
    """The base class of results that send nothing until they are read, such as pagers and exports.

    Each request that they then send has a head of its own.
    """

    __slots__ = ()


@exported_from("trivet")
class Answer(Head, Generic[T]):
    """A value with the status and headers of its answer.

    >>> answer = client.with_response(client.arrivals.get, "83139")
    >>> answer.value, answer.status, answer.headers["date"]
    >>> answer.request_id, answer.elapsed.total_seconds()

    Attributes:
        value: The value that the method returns by itself.
        body: The body from which the value was decoded.
        record: The record of the whole body; `value` may be one of its fields. None without a body.
        elapsed: The duration of the call, from its start to the decoded value, with retries and the waits before them.
            A `timedelta`, because the attribute of this name in httpx and requests is one.
    """

    __slots__ = ("body", "elapsed", "record", "secrets", "value")

    def __init__(
        self,
        value: T,
        status: int,
        headers: Headers,
        body: bytes,
        record: Any = None,
        secrets: tuple[str, ...] = (),
        elapsed: timedelta = NOT_MEASURED,
    ) -> None:
        super().__init__(status, headers)
        self.secrets: tuple[str, ...] = secrets
        self.value: T = value
        self.body: bytes = body
        self.record: Any = record
        self.elapsed: timedelta = elapsed

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy or a pickle holds no secrets.
        return type(self), (self.value, self.status, self.headers, self.body, self.record, (), self.elapsed)

    def __repr__(self) -> str:
        return f"Answer({self.value!r}, status={self.status})"
