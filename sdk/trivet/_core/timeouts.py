"""The timeouts of a request: one number of seconds for all, or an `httpx.Timeout` with one for each kind of wait."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeAlias

from . import check


class HttpxTimeout(Protocol):
    """An `httpx.Timeout`, of httpx or httpx2."""

    @property
    def connect(self) -> float | None:
        """Seconds for connecting."""
        ...

    @property
    def read(self) -> float | None:
        """Seconds for each wait for data."""
        ...

    @property
    def write(self) -> float | None:
        """Seconds for sending."""
        ...

    @property
    def pool(self) -> float | None:
        """Seconds for a wait for a connection that is in use."""
        ...


Timeout: TypeAlias = float | HttpxTimeout | None


class Timeouts(NamedTuple):
    """The seconds for each kind of wait; None for no limit."""

    connect: float | None
    read: float | None
    write: float | None
    pool: float | None


def timeouts(argument: str, value: Any) -> Timeouts:
    """Return the timeouts that an argument gives.

    >>> timeouts("timeout", 5)
    Timeouts(connect=5, read=5, write=5, pool=5)

    Raises:
        InvalidArgumentError: It is not a number of seconds above 0, None, or an `httpx.Timeout` of such values.
    """
    if not all(hasattr(value, name) for name in Timeouts._fields):
        check.seconds(argument, value)
        return Timeouts(value, value, value, value)
    for name in Timeouts._fields:
        check.seconds(f"{argument}.{name}", getattr(value, name))
    return Timeouts(value.connect, value.read, value.write, value.pool)
