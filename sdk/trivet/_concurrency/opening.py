"""Objects that open with a call to a server.

Tasks: such an object is awaited, or entered by `async with`; nothing is sent before.
Threads: the method that makes it opens it, and it may be entered by `with`.
"""

from __future__ import annotations

from collections.abc import Generator
from types import TracebackType
from typing import Any, Literal, Self, TypeVar


class AsyncOpening:
    """An object that opens once, when it is awaited or entered, and closes when its block is left."""

    _state: Literal["new", "opening", "open"] = "new"

    async def _open(self) -> None:
        """Send the call; called once."""
        raise NotImplementedError

    async def close(self) -> None:
        """Close the object."""
        raise NotImplementedError

    async def _opened(self) -> Self:
        if self._state == "opening":
            raise TypeError("it is being opened by another task")
        if self._state == "new":
            self._state = "opening"
            try:
                await self._open()
            except BaseException:
                self._state = "new"
                raise
            self._state = "open"
        return self

    def __await__(self) -> Generator[Any, Any, Self]:
        return self._opened().__await__()

    async def __aenter__(self) -> Self:
        return await self._opened()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


AsyncOpeningT = TypeVar("AsyncOpeningT", bound=AsyncOpening)


def async_begun(opening: AsyncOpeningT) -> AsyncOpeningT:
    """Return an object, which is opened later."""
    return opening


class Opening:
    """An object that is open once it is made, and closes when its block is left."""

    def _open(self) -> None:
        """Send the call; called once."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the object."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


OpeningT = TypeVar("OpeningT", bound=Opening)


def begun(opening: OpeningT) -> OpeningT:
    """Open an object, and return it."""
    opening._open()  # pyright: ignore[reportPrivateUsage]
    return opening
