"""What came back: a value with the status and the headers it came with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from .public import exported_from
from .redact import redact

__all__ = ["Answer", "Head", "Headers", "Unsent"]

T = TypeVar("T")


@exported_from("trivet")
class Headers(Mapping[str, str]):
    """An answer's headers, looked up without regard to case; a repeated one is joined with commas."""

    __slots__ = ("_raw", "_table")

    def __init__(self, raw: Sequence[tuple[bytes, bytes]] = ()) -> None:
        """Keep the raw pairs; they are read when one is first asked for."""
        self._raw = raw
        self._table: dict[str, str] | None = None

    def _read(self) -> dict[str, str]:
        if self._table is None:
            table: dict[str, str] = {}
            for key, value in self._raw:
                name, text = key.decode("latin-1").lower(), value.decode("latin-1")
                table[name] = f"{table[name]}, {text}" if name in table else text
            self._table = table
        return self._table

    def without(self, secrets: tuple[str, ...]) -> Headers:
        """The same, with secrets blanked out wherever a value echoes one."""
        return Headers([(name, redact(value, secrets)) for name, value in self._raw]) if secrets else self

    def __getitem__(self, name: str) -> str:
        return self._read()[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __repr__(self) -> str:
        return f"Headers({self._read()!r})"


@exported_from("trivet")
class Head:
    """The status and headers of an answer.

    Attributes:
        status: The HTTP status.
        headers: The headers, looked up without regard to case.
    """

    __slots__ = ("headers", "status")

    secrets: tuple[str, ...] = ()
    """What the request said of who calls, where only the request knows; errors leave it out."""

    def __init__(self, status: int, headers: Headers) -> None:
        """Keep both."""
        self.status = status
        self.headers = headers

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.status})"


class Unsent:
    """What sends when it is read, as often as it is, so that each of its answers has a head of its own."""

    __slots__ = ()


@exported_from("trivet")
class Answer(Head, Generic[T]):
    """A value beside the status and headers it came with.

    Attributes:
        value: What the method returns by itself.
        body: The body that it was made of, as it came.
        record: The record of the whole body, of which the value may be one field; None where there is no body.
    """

    __slots__ = ("body", "record", "value")

    def __init__(self, value: T, status: int, headers: Headers, body: bytes, record: Any = None) -> None:
        """Keep all five."""
        super().__init__(status, headers)
        self.value = value
        self.body = body
        self.record = record

    def __repr__(self) -> str:
        return f"Answer({self.value!r}, status={self.status})"
