"""What every client and every group of its operations has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from copy import copy
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from .._core.answer import Answer, Unsent
from .._core.unset import UNSET, Unset
from .connection import AsyncConnection, AsyncRecorder

__all__ = ["AsyncClient", "AsyncResource"]

P = ParamSpec("P")
T = TypeVar("T")


class AsyncResource:
    """A group of operations over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        """Send through the given connection."""
        self._open(connection)

    def _open(self, connection: AsyncConnection) -> None:
        """Take a connection, and open the groups inside this one over it."""
        self._connection = connection


class AsyncClient(AsyncResource):
    """A service as its caller sees it: open as long as the `with` block, or until it is closed."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close every connection, also those of the copies that `with_options` made; closing twice is fine."""
        await self._connection.aclose()

    def with_options(
        self,
        *,
        timeout: float | Unset | None = UNSET,
        deadline: float | Unset | None = UNSET,
        max_retries: int | Unset = UNSET,
        headers: Mapping[str, str] | Unset = UNSET,
    ) -> Self:
        """Make a copy with other settings that shares the connections; what is left out stays as it is.

        Args:
            timeout: Seconds for each of connecting, sending, and each wait for more of the answer; None for no limit.
            deadline: Seconds for a whole call, its retries included; None for no limit.
            max_retries: How often a failed call is sent again, where that is safe.
            headers: Headers to add to those of every request.
        """
        connection = self._connection
        changed = connection.settings.replace(timeout, deadline, max_retries, headers)
        other = copy(self)
        other._open(connection.with_settings(changed))
        return other

    async def with_response(self, method: Callable[P, Awaitable[T]], /, *args: P.args, **kwargs: P.kwargs) -> Answer[T]:
        """Call a method of this client and get its value with the status and headers it came with.

        For instance `with_response(client.stops.get, "83139")`. Pages carry their own `head`.

        Raises:
            TypeError: The method is none that sends one call and returns its value.
        """
        resource = getattr(method, "__self__", None)
        name = getattr(method, "__name__", "")
        if not isinstance(resource, AsyncResource) or resource._connection is not self._connection:
            raise TypeError("with_response takes a method of this client, and its arguments")
        recorder = AsyncRecorder(self._connection)
        other = copy(resource)
        other._open(recorder)
        result = getattr(other, name)(*args, **kwargs)
        if isinstance(result, Unsent):
            kind = type(result).__name__.removeprefix("Async").lower()
            raise TypeError(f"{name} gives a {kind}, which sends when it is read and carries its own head")
        value: T = await result
        if recorder.last is None:
            raise TypeError(f"{name} sends no single call, so there is no status to show")
        last = recorder.last
        return Answer(value, last.status, last.headers, last.body, last.record)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._connection.settings.base_url!r})"
