"""What the tests of the agent service lean on."""

from collections.abc import AsyncIterator, Callable, Iterator

import httpx
import pytest


class Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The body of an answer that says when it is read."""

    def __init__(self, chunks: list[bytes], told: Callable[[], object]) -> None:
        self._chunks = chunks
        self._told = told

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._chunks:
            self._told()
            yield chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk


@pytest.fixture
def body() -> type[Body]:
    return Body
