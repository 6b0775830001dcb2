"""The upstream of the proxy: each request goes out on a connection of its own, and its answer comes back raw."""

import re
import ssl
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from typing import cast

import httpx

_HOST = re.compile(rb"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")

Transport = httpx.AsyncBaseTransport
"""What may take the place of the network."""
RawHeaders = Sequence[tuple[bytes, bytes]]


class UpstreamFailed(Exception):
    """The upstream gave no answer, or broke it off; the message says how."""


class UpstreamUnreachable(UpstreamFailed):
    """No connection to the upstream was made."""


class UpstreamAnswer:
    """The head of an answer, and its body as it arrives: packed as the upstream packed it."""

    def __init__(self, response: httpx.Response) -> None:
        self.status: int = response.status_code
        self.headers: list[tuple[bytes, bytes]] = list(response.headers.raw)
        self._stream = cast(httpx.AsyncByteStream, response.stream)

    async def chunks(self) -> AsyncIterator[bytes]:
        """The pieces of the body, each as soon as it is there.

        Raises:
            UpstreamFailed: The body breaks off.
        """
        try:
            async for chunk in self._stream:
                yield chunk
        except (httpx.HTTPError, OSError) as error:
            raise UpstreamFailed(_words(error)) from None

    async def close(self) -> None:
        """Close the connection, wherever the body is."""
        await self._stream.aclose()


class Upstream:
    """A server that requests are passed on to.

    No connection serves two requests: a server may have closed one that was kept, and a request that is lost so would
    look like a fault of the server.

    Args:
        url: The URL that the paths of requests are appended to, without user, query and fragment.
        transport: An async transport of httpx in place of the network, such as `stub.async_transport()`.
        connect_timeout: Seconds in which a connection has to be made.

    Raises:
        ValueError: The URL is not one of a server.
    """

    def __init__(self, url: str, *, transport: Transport | None = None, connect_timeout: float = 10.0) -> None:
        self._url = _parsed(url)
        self.url: str = str(self._url).rstrip("/")
        self.host: bytes = self._url.netloc
        self._prefix = self._url.raw_path.rstrip(b"/")
        self._timeouts = {"connect": connect_timeout, "read": None, "write": None, "pool": None}
        self._transport: Transport = transport or _network(self._url)

    async def send(
        self, method: str, target: bytes, headers: RawHeaders, body: AsyncIterable[bytes] | None
    ) -> UpstreamAnswer:
        """Send a request and return the head of its answer; it waits without end, so that the caller bounds it.

        Args:
            method: The method.
            target: The path and the query, as the client wrote them.
            headers: All headers, `host` and those that say how long the body is included.
            body: The body as it arrives.

        Raises:
            UpstreamFailed: There is no answer.
        """
        raw = self._prefix + target
        request = httpx.Request(
            method,
            self._url.copy_with(raw_path=raw),
            headers=list(headers),
            stream=_Body(body),
            extensions={"timeout": self._timeouts, "target": raw},  # the target says it byte by byte; a URL may not
        )
        try:
            response = await self._transport.handle_async_request(request)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise UpstreamUnreachable(_words(error)) from None
        except (httpx.HTTPError, OSError) as error:
            raise UpstreamFailed(_words(error)) from None
        return UpstreamAnswer(response)

    async def close(self) -> None:
        """Close what is open."""
        await self._transport.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, chunks: AsyncIterable[bytes] | None) -> None:
        self._chunks = chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self._chunks is not None:
            async for chunk in self._chunks:
                yield chunk


def _parsed(url: str) -> httpx.URL:
    try:
        found = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ValueError(f"upstream: {error}") from None
    if found.scheme not in ("http", "https") or not _HOST.fullmatch(found.raw_host):
        raise ValueError("upstream: it is not a URL such as http://127.0.0.1:4096 or https://host/prefix")
    if found.userinfo or found.query or found.fragment:
        raise ValueError("upstream: a user, a query or a fragment cannot be passed on; credentials are the client's")
    return found


def _network(url: httpx.URL) -> httpx.AsyncHTTPTransport:
    # A context costs 20 ms, which plain HTTP need not pay.
    verify: ssl.SSLContext | bool = httpx.create_ssl_context() if url.scheme == "https" else False
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    return httpx.AsyncHTTPTransport(verify=verify, limits=limits, trust_env=False)


def _words(error: BaseException) -> str:
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
