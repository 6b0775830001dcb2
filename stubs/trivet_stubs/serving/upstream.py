"""The upstream of the proxy: each request has a connection of its own, and its answer is returned as raw bytes."""

import contextlib
import re
import ssl
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from typing import cast

import httpx

_HOST = re.compile(rb"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")

Transport = httpx.AsyncBaseTransport
"""A transport that may replace the network."""
RawHeaders = Sequence[tuple[bytes, bytes]]


class UpstreamFailed(Exception):
    """The upstream gave no answer, or broke it off; the message gives the reason."""


class UpstreamUnreachable(UpstreamFailed):
    """No connection to the upstream was made."""


class UpstreamAnswer:
    """The head of an answer, and its body as it arrives, still in its `content-encoding`."""

    def __init__(self, response: httpx.Response) -> None:
        self.status: int = response.status_code
        self.headers: list[tuple[bytes, bytes]] = list(response.headers.raw)
        self._stream = cast(httpx.AsyncByteStream, response.stream)

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the chunks of the body, each as soon as it arrives.

        Raises:
            UpstreamFailed: The body breaks off.
        """
        try:
            async for chunk in self._stream:
                yield chunk
        except (httpx.HTTPError, OSError) as error:
            raise UpstreamFailed(_words(error)) from None

    async def close(self) -> None:
        """Close the connection, even before the end of the body."""
        await self._stream.aclose()


class Upstream:
    """A server to which requests are passed on.

    No connection serves two requests: a server may close a connection that is kept open, and the next request would be
    lost on it, which would look like a fault of the server.

    Args:
        url: The URL to which the paths of requests are appended, without user, query and fragment.
        transport: An async transport of httpx in place of the network, such as `stub.async_transport()`.
        connect_timeout: Seconds within which a connection must be established.

    Raises:
        ValueError: The URL is not the URL of a server.
    """

    def __init__(self, url: str, *, transport: Transport | None = None, connect_timeout: float = 10.0) -> None:
        self._url = _parsed(url)
        self.url: str = str(self._url).rstrip("/")
        self.host: bytes = self._url.netloc
        self.prefix: bytes = self._url.raw_path.rstrip(b"/")
        self._timeouts = {"connect": connect_timeout, "read": None, "write": None, "pool": None}
        self._transport: Transport = transport or _network(self._url)

    async def send(
        self, method: str, target: bytes, headers: RawHeaders, body: AsyncIterable[bytes] | None
    ) -> UpstreamAnswer:
        """Send a request and return the head of its answer, without a timeout: the caller has to set one.

        Args:
            method: The method.
            target: The path and the query, as the client sent them.
            headers: All headers, including `host` and the headers for the length of the body.
            body: The body as it arrives.

        Raises:
            UpstreamFailed: There is no answer.
        """
        raw = self.prefix + target
        url = self._url
        with contextlib.suppress(httpx.InvalidURL):  # a transport in place of the network takes the path from the URL
            url = url.copy_with(raw_path=raw)
        request = httpx.Request(
            method,
            url,
            headers=list(headers),
            stream=_Body(body),
            # A URL normalizes its path; the target sends the same bytes as the client.
            extensions={"timeout": self._timeouts, "target": raw},
        )
        request.method = method  # httpx writes it in capitals, which would correct a fault of the client
        try:
            response = await self._transport.handle_async_request(request)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise UpstreamUnreachable(_words(error)) from None
        except (httpx.HTTPError, OSError) as error:
            raise UpstreamFailed(_words(error)) from None
        return UpstreamAnswer(response)

    def is_at(self, authority: bytes) -> bool:
        """Whether a host, with or without a port, is the upstream's.

        >>> Upstream("http://server:80/v1").is_at(b"Server")
        True
        """
        return authority.lower().removesuffix(b":80") == self.host.lower().removesuffix(b":80")

    async def close(self) -> None:
        """Close the connections."""
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
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ValueError(f"upstream: {error}") from None
    if parsed.scheme not in ("http", "https") or not _HOST.fullmatch(parsed.raw_host):
        raise ValueError("upstream: is not a URL such as http://127.0.0.1:4096 or https://host/prefix")
    if parsed.userinfo or parsed.query or parsed.fragment:
        raise ValueError("upstream: a user, a query or a fragment cannot be passed on; credentials are the client's")
    return parsed


def _network(url: httpx.URL) -> httpx.AsyncHTTPTransport:
    # An SSL context takes 20 ms to create, and plain HTTP does not need it.
    verify: ssl.SSLContext | bool = httpx.create_ssl_context() if url.scheme == "https" else False
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    return httpx.AsyncHTTPTransport(verify=verify, limits=limits, trust_env=False)


def _words(error: BaseException) -> str:
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
