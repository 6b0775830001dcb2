"""The HTTP client of checks and of the control client: one exchange at a time, each limited in time and size."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from urllib.parse import urlencode

import httpx

from trivet_stubs.serving.loop_thread import LoopThread

Query = Sequence[tuple[str, str]]

_CODINGS = ("", "identity", "gzip", "x-gzip", "deflate")
"""The content codings that an answer may have; the others need another package."""


class NoAnswer(Exception):
    """A server gave no complete answer: it cannot be reached, closed the connection, was too slow, or sent too much."""

    def __init__(self, message: str, *, unreachable: bool = False, broke_off: bool = False) -> None:
        super().__init__(message)
        self.unreachable = unreachable
        """Whether there was no connection at all."""
        self.broke_off = broke_off
        """Whether the connection was closed before the answer was complete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpAnswer:
    """One answer, read completely."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)


class HttpStream:
    """An answer that is read chunk by chunk."""

    def __init__(
        self,
        loop: LoopThread,
        response: httpx.Response,
        timeout: float,
        max_body: int,
        before_take: Callable[[], None] | None = None,
    ) -> None:
        self.status: int = response.status_code
        self.headers: dict[str, str] = dict(response.headers)
        self._loop = loop
        self._chunks = aiter(response.aiter_bytes())
        self._next: asyncio.Task[bytes] | None = None
        self._timeout = timeout
        self._left = max_body
        self._max_body = max_body
        self._before_take = before_take

    def take(self, timeout: float | None = None) -> bytes:
        """Return the next chunk of the body, empty at its end. After a timeout, it can be called again.

        Raises:
            NoAnswer: No chunk arrived in time, the connection was lost, or the body exceeds the limit.
        """
        if self._before_take is not None:
            self._before_take()

        async def take() -> bytes:
            if self._next is None:
                self._next = asyncio.ensure_future(_next_of(self._chunks))
            # After a timeout the task continues, because cancelling it would end the stream.
            done, _ = await asyncio.wait({self._next}, timeout=self._timeout if timeout is None else timeout)
            if not done:
                raise TimeoutError
            task, self._next = self._next, None
            return task.result()

        with _as_no_answer():
            chunk = self._loop.run(take())
        self._left -= len(chunk)
        if self._left < 0:
            raise NoAnswer(f"the body has more than {self._max_body} bytes")
        return chunk

    async def end(self) -> None:
        """Stop waiting for the next chunk."""
        if self._next is not None:
            self._next.cancel()
            await asyncio.wait({self._next})


class HttpClient:
    """A client of one server, for threads. It neither follows redirects nor keeps cookies.

    Args:
        base_url: The URL to which the paths of requests are appended.
        transport: An async transport of httpx in place of the network, such as `stub.async_transport()`.
        timeout: Seconds for one exchange as a whole, however slowly its bytes arrive.
        max_body: The largest body of an answer, in bytes.
    """

    def __init__(
        self,
        base_url: str,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        timeout: float = 30.0,
        max_body: int = 64 * 1024 * 1024,
    ) -> None:
        self.base_url: str = base_url.rstrip("/")
        self._timeout = timeout
        self._max_body = max_body
        self._loop: LoopThread = LoopThread("trivet-http-client")
        self._client: httpx.AsyncClient = httpx.AsyncClient(
            transport=transport,
            timeout=None,  # each exchange is limited as a whole
            headers={"accept-encoding": "identity"},
        )
        del self._client.headers["accept"]  # so that a check can send a request without this header

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._loop.run(self._client.aclose())
        self._loop.stop()

    def url(self, path: str, query: Query = ()) -> str:
        """Return the URL of a percent-encoded path; a complete URL, such as a link of the server, stays unchanged."""
        if path.startswith(("http://", "https://")):
            return path
        return f"{self.base_url}{path}?{urlencode(query)}" if query else self.base_url + path

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Query = (),
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        timeout: float | None = None,
    ) -> HttpAnswer:
        """Send one request and read its answer.

        Raises:
            NoAnswer: There is no complete answer within the limits.
        """

        async def send() -> HttpAnswer:
            async with asyncio.timeout(timeout or self._timeout):
                async with self._open(method, path, query, headers, body) as response:
                    return HttpAnswer(
                        status=response.status_code, headers=dict(response.headers), body=await self._read(response)
                    )

        with _as_no_answer():
            return self._loop.run(send())

    @contextmanager
    def stream(
        self,
        method: str,
        path: str,
        *,
        query: Query = (),
        headers: Mapping[str, str] | None = None,
        before_take: Callable[[], None] | None = None,
    ) -> Generator[HttpStream, None, None]:
        """Send one request and read its answer chunk by chunk.

        Args:
            method: The method.
            path: The path, or a complete URL.
            query: The names and values of the query.
            headers: The headers.
            before_take: Called before each chunk is read; it may raise.

        Raises:
            NoAnswer: There is no answer within the limits.
        """
        opened = self._open(method, path, query, headers, None)

        async def begin() -> httpx.Response:
            async with asyncio.timeout(self._timeout):
                return await opened.__aenter__()

        with _as_no_answer():
            response = self._loop.run(begin())
        stream = HttpStream(self._loop, response, self._timeout, self._max_body, before_take)

        async def end() -> None:
            await stream.end()
            await opened.__aexit__(None, None, None)

        try:
            yield stream
        finally:
            with _as_no_answer():
                self._loop.run(end())

    @asynccontextmanager
    async def _open(
        self, method: str, path: str, query: Query, headers: Mapping[str, str] | None, body: bytes | None
    ) -> AsyncGenerator[httpx.Response, None]:
        self._client.cookies.clear()  # httpx keeps the cookies of earlier answers
        request = self._client.build_request(method, self.url(path, query), headers=dict(headers or {}), content=body)
        response = await self._client.send(request, stream=True)
        try:
            coding = response.headers.get("content-encoding", "identity").strip().lower()
            # Several codings are refused as well: each of them can multiply the size of the body by a thousand.
            if coding not in _CODINGS:
                raise NoAnswer(f"the answer is encoded as {coding!r}")
            yield response
        finally:
            await response.aclose()
            if response.status_code >= 500 and "network_stream" in response.extensions:
                # A server that crashed may close the connection at any time, and lose the next request on it.
                await response.extensions["network_stream"].aclose()

    async def _read(self, response: httpx.Response) -> bytes:
        parts: list[bytes] = []
        size = 0
        async for part in response.aiter_bytes():
            size += len(part)
            if size > self._max_body:
                raise NoAnswer(f"the body has more than {self._max_body} bytes")
            parts.append(part)
        return b"".join(parts)


async def _next_of(chunks: AsyncIterator[bytes]) -> bytes:
    return await anext(chunks, b"")


@contextmanager
def _as_no_answer() -> Generator[None, None, None]:
    """Raise `NoAnswer` in place of the errors of httpx and asyncio."""
    try:
        yield
    except httpx.ConnectError as error:
        raise NoAnswer(f"{type(error).__name__}: {error}", unreachable=True) from None
    except TimeoutError as error:
        raise NoAnswer("the server did not answer in time") from error
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError) as error:
        broke_off = isinstance(error, httpx.RemoteProtocolError | httpx.NetworkError)
        raise NoAnswer(f"{type(error).__name__}: {error}", broke_off=broke_off) from None
