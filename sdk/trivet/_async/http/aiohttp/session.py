# Async only: aiohttp has no sync form.
"""The connections of one event loop over aiohttp, and the requests that are sent over them.

With aiohttp, 32 requests in flight take 0.77 of the time over httpcore's connections, and 128 take 0.75
(docs/benchmarks.md). Its own client would send an idempotent request a second time (a DELETE arrived twice), keep
cookies, take a reset for the end of a body, and raise errors that hold the headers of the request: the classes below
prevent that.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import ssl
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple
from weakref import WeakSet

import aiohttp
import httpx
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import Connection
from aiohttp.http import HttpVersion10
from aiohttp.http_exceptions import BadHttpMessage, BadStatusLine
from yarl import URL

from ...._concurrency.event_loop import AsyncLoopEnd
from ...._concurrency.happy_eyeballs import async_addresses
from ...._core.redaction import redact_text
from ...._core.request import LONG_LIVED, SECRETS
from ...._core.secrets import proxy_secrets
from ....errors import TrivetError
from ..asyncio_backend import is_readable
from ..environment import FROM_ARGUMENT, ProxyURL, proxy_for, ssl_context
from ..response import failed_proxy, name_proxy, states_body
from .heads import repairing

KEEPALIVE = 30.0
"""Seconds after which an idle connection is closed."""

CLOSING = 2.0
"""The most seconds that closing takes."""

LONGEST_HEADER = 65_536
"""The most bytes of one header."""

PIECE = 65_536
"""The longest body that is written at once; the event loop's buffer takes it without a wait."""

NONE: tuple[str, ...] = ()
"""The lengths that a head without `Content-Length` states."""

NO_LENGTH = 2**64 - 1
"""The `Content-Length` that aiohttp's parser takes for the lack of one: it ends such a body at once."""

UNNAMED = "the proxy"
"""The note on a failure of the proxy, until the session adds its name."""

TLS_RECORD = r"\\+x1[56]\\+x03"
"""The start of a TLS record, an alert or a part of a handshake, in the messages of aiohttp."""

AUTOMATIC_HEADERS = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")
"""Headers that aiohttp would add."""


class Proxy(NamedTuple):
    """A proxy: its URL without credentials, the headers with them, and the texts that are secret.

    yarl refuses users such as `corp\\bob` and passwords such as `pa[ss`, by an error that shows them, and aiohttp sends
    others in Latin-1. So they are read, and sent, as httpx does for the default transport.
    """

    url: URL | None
    headers: list[tuple[str, str]]
    secrets: tuple[str, ...]

    @classmethod
    def of(cls, url: str) -> Proxy:
        """Read a URL that `proxy_problem` has no objection to."""
        proxy = httpx.Proxy(url)
        headers: list[tuple[str, str]] = []
        if proxy.raw_auth is not None:
            headers.append(("Proxy-Authorization", f"Basic {b64encode(b':'.join(proxy.raw_auth)).decode()}"))
        return cls(URL(str(proxy.url), encoded=True), headers, proxy_secrets(url))


NOT_PROXIED = Proxy(None, [], ())


class Session:
    """The connections of one event loop, which are closed when it ends.

    Attributes:
        closed: Whether they were closed.
    """

    def __init__(
        self, *, verify: ssl.SSLContext | bool, proxy: str | None, max_connections: int, max_streams: int | None
    ) -> None:
        """Take the arguments of `AiohttpTransport`."""
        self._verify = verify
        self._proxy = proxy
        self._proxies: dict[tuple[str, bytes], str | None] = {}
        self._proxy_parts = cache(Proxy.of)
        self.closed = False
        self._calls = _client("max_connections", max_connections)
        self._streams = _client("max_streams", max_streams or 0)
        self._loop_end = AsyncLoopEnd(self.aclose)

    async def send(self, request: httpx.Request) -> httpx.Response:
        """Send a request, and return the response with its body unread.

        Raises:
            httpx.TransportError: No response arrived.
            TrivetError: aiohttp cannot express the request, or speak to the proxy.
        """
        outcome = await self._exchange(request)
        # Tracebacks keep frames, and the request holds credentials. So it is deleted before an error is raised, and the
        # functions below return their errors.
        del request
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def _exchange(self, request: httpx.Request) -> httpx.Response | httpx.TransportError | TrivetError:
        timeouts: dict[str, float | None] = request.extensions.setdefault("timeout", {})
        headers = _text(request.headers.raw)
        if headers is None:
            return TrivetError("AiohttpTransport: a header beyond ASCII cannot be sent, since aiohttp writes UTF-8")
        url = request.url
        try:
            proxy = NOT_PROXIED if (proxy_url := self._proxy_of(url)) is None else self._proxy_parts(proxy_url)
            verify = ssl_context(url.scheme) if self._verify is True and url.scheme == "https" else self._verify
        except TrivetError as error:  # a setting of the environment is wrong
            return error.with_traceback(None)
        secrets = proxy.secrets
        if url.scheme == "http" and "proxy-authorization" not in request.headers:  # it is no request for a tunnel
            headers += proxy.headers
        if secrets and SECRETS in request.extensions:
            request.extensions[SECRETS](secrets)
        content = await request.aread()
        timeout = aiohttp.ClientTimeout(
            connect=timeouts.get("pool"), sock_connect=timeouts.get("connect"), sock_read=timeouts.get("read")
        )
        failure: httpx.TransportError
        try:
            async with asyncio.timeout(None) as limit:
                whole = len(content) <= PIECE
                client = self._streams if request.extensions.get(LONG_LIVED) else self._calls
                response = await client.request(
                    request.method,
                    URL(str(url), encoded=True),  # otherwise yarl normalizes it, which breaks signed links
                    headers=headers,
                    data=(content or None) if whole else pieces(content, limit, timeouts.get("write")),
                    allow_redirects=False,
                    timeout=timeout,
                    ssl=verify,
                    proxy=proxy.url,
                    proxy_headers=proxy.headers if url.scheme == "https" else None,
                    server_hostname=request.extensions.get("sni_hostname"),
                )
        except httpx.TransportError as error:
            failure = error
        except TimeoutError:
            failure = httpx.WriteTimeout("the request was not sent in time")
        except Exception as error:
            failure = response_failure(error)
        else:
            assert isinstance(response, _Response)
            return httpx.Response(
                response.status,
                headers=response.raw_headers,
                stream=ResponseBody(response, timeouts, response.check_end),
                extensions={
                    "http_version": b"HTTP/1.1",
                    "network_stream": _NetworkStream(response.tls),
                    "reason_phrase": _reason(response),
                },
            )
        failure.args = (redact_text(str(failure), secrets),)
        if failed_proxy(failure) == UNNAMED:
            name_proxy(failure, self.proxy_name(url))
        return failure.with_traceback(None)

    def proxy_name(self, url: httpx.URL) -> str:
        """Return the host, the port and the source of the proxy for a URL, for an error; empty without one."""
        if self._proxy is not None:
            return ProxyURL(self._proxy, FROM_ARGUMENT).shown
        proxy = self._proxies.get((url.scheme, url.netloc))
        return proxy.shown if isinstance(proxy, ProxyURL) else ""

    async def aclose(self) -> None:
        """Close every connection."""
        self.closed = True
        await self._loop_end.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                try:
                    await self._calls.close()
                finally:
                    await self._streams.close()

    def _proxy_of(self, url: httpx.URL) -> str | None:
        """Return the proxy for a URL, which is read once from the environment.

        Raises:
            TrivetError: The setting is wrong, or aiohttp does not know the kind of proxy.
        """
        if self._proxy is not None:
            return self._proxy
        key = (url.scheme, url.netloc)
        if key not in self._proxies:
            self._proxies[key] = proxy_for(url)
        proxy = self._proxies[key]
        scheme = "http" if proxy is None else proxy.partition("://")[0].lower()
        if scheme in ("http", "https"):
            return proxy
        raise TrivetError(
            f"AiohttpTransport: the environment sets a proxy of the scheme {scheme[:20]!r}; it must be http or https"
        )


def _client(setting: str, limit: int) -> aiohttp.ClientSession:
    """Make a session of aiohttp with a connector of its own; a limit of 0 means none."""
    connector = _Connector(limit=limit, keepalive_timeout=KEEPALIVE, resolver=_Resolver())
    connector.used = WeakSet()
    connector.setting = setting
    connector.repair_heads()
    return aiohttp.ClientSession(
        connector=connector,
        response_class=_Response,
        cookie_jar=aiohttp.DummyCookieJar(),
        skip_auto_headers=AUTOMATIC_HEADERS,
        auto_decompress=False,
        max_line_size=LONGEST_HEADER,
        max_field_size=LONGEST_HEADER,
    )


def _text(headers: list[tuple[bytes, bytes]]) -> list[tuple[str, str]] | None:
    """Return headers as text that aiohttp, which encodes UTF-8, sends unchanged; None if it cannot.

    Names are in lower case, because aiohttp loses a header whose name it gets in two cases.
    """
    try:
        return [(name.decode("ascii").lower(), value.decode("utf-8")) for name, value in headers]
    except UnicodeDecodeError:
        return None


def _reason(response: aiohttp.ClientResponse) -> bytes:
    return (response.reason or "").encode("utf-8", "surrogateescape")  # the reverse of aiohttp's decoding


async def pieces(content: bytes, limit: asyncio.Timeout, seconds: float | None) -> AsyncIterator[bytes]:
    """Yield a body in pieces, and let the limit expire if one of them is not written within some seconds."""
    loop = asyncio.get_running_loop()
    with suppress(RuntimeError):  # the response may arrive before the request is sent, and ends the limit
        for start in range(0, len(content), PIECE):
            if seconds is not None:
                limit.reschedule(loop.time() + seconds)
            yield content[start : start + PIECE]
        limit.reschedule(None)


class _Connector(aiohttp.TCPConnector):
    """A connector that raises an `httpx.ConnectError` for every failure to connect, which aiohttp passes on unchanged.

    Attributes:
        used: The connections that were handed out before.
        setting: The name of the setting that limits the connections.
    """

    used: WeakSet[ResponseHandler]
    setting: str

    def repair_heads(self) -> None:
        """Read refused heads a second time, on the connections that are opened from now on."""
        self._factory = repairing(self._loop)

    async def connect(self, *args: Any, **kwargs: Any) -> Connection:
        """Return an idle connection or a new one."""
        try:
            while True:
                connection = await super().connect(*args, **kwargs)
                wire = connection.protocol
                if wire is None or wire not in self.used:
                    break
                if not wire.should_close and not is_readable(connection.transport):
                    return connection
                connection.close()  # the server has closed it, or sent bytes that answer no request
        except Exception as error:
            failure = connect_failure(error, self._reason(*args))
            proxy = args[0].proxy
            if proxy is not None and is_of_proxy(error, proxy) and not self._is_full(*args):
                name_proxy(failure, UNNAMED)
        else:
            if wire is not None:
                self.used.add(wire)
            return connection
        raise failure

    def _reason(self, request: aiohttp.ClientRequest, *_: object) -> str:
        """Return the reason of a timeout, which may be the limit of connections."""
        if not self._is_full(request):
            return "no connection in time"
        return f"all {self.limit} connections are in use ({self.setting}={self.limit})"

    def _is_full(self, request: aiohttp.ClientRequest, *_: object) -> bool:
        return bool(self.limit) and self._available_connections(request.connection_key) <= 0


class _Resolver(AbstractResolver):
    """The resolver of the client's own connections; `asyncio.run` waits for the end of aiohttp's threads."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the addresses of a host."""
        _ = family
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for address in await async_addresses(host, port, None)
        ]

    async def close(self) -> None:
        """Do nothing: no state is kept."""


class _Response(aiohttp.ClientResponse):
    """A response that raises exceptions of httpx, and closes its connection after a 5xx.

    aiohttp itself sends an idempotent request again after a `ClientOSError` or `ServerDisconnectedError`, and has no
    public switch for it. So `start` raises neither.
    """

    tls: object = None
    """The TLS object of the connection, or None."""

    _wire: ResponseHandler | None = None
    """The connection, if its end is the end of the body."""

    async def start(self, connection: Connection) -> aiohttp.ClientResponse:
        """Wait for the head."""
        wire = connection.protocol
        assert wire is not None
        if connection.transport is not None:
            self.tls = connection.transport.get_extra_info("ssl_object")
        try:
            await super().start(connection)
            self._check_head()
        except Exception as error:
            _abort(wire)
            failure = response_failure(error)
        except BaseException:
            _abort(wire)
            raise
        else:
            # After a 5xx, the server may have crashed and be about to close the connection. After chunks of HTTP/1.0,
            # some of the answer may still be on its way (RFC 9112, 6.1), and after a 204 the body that it states.
            doubtful = self.status >= 500 or (self.version == HttpVersion10 and "transfer-encoding" in self.headers)
            doubtful = doubtful or (self.status == 204 and states_body(self.headers.items()))
            if doubtful:
                wire.force_close()
            if self.connection is None:  # the whole body has arrived, and the connection is idle already
                if doubtful:
                    wire.close()
            else:
                wire.read_timeout = None  # it was for the head; each wait for the body has its own timeout
                wire.start_timeout()
                if "content-length" not in self.headers and "transfer-encoding" not in self.headers:
                    self._wire = wire
            return self
        raise failure

    def _check_head(self) -> None:
        """Refuse heads that aiohttp accepts, although the end of their body is not known."""
        if self.status < 200:  # any number below 100, or 101: a switch to a protocol that was not requested
            raise BadStatusLine(str(self.status))
        lengths = self.headers.getall("content-length", NONE)
        if lengths and (lengths[0].lstrip("0") == str(NO_LENGTH) or len({*lengths}) > 1):  # the parser in Python
            raise BadHttpMessage("bad Content-Length")
        codings = self.headers.getall("transfer-encoding", None)
        if codings is not None and [coding.strip(" \t").lower() for coding in codings] != ["chunked"]:
            raise BadHttpMessage("only Transfer-Encoding: chunked is supported")

    def check_end(self) -> None:
        """Raise the error that ended the connection: aiohttp takes a reset for the end of such a body."""
        error = None if self._wire is None else self._wire.exception()
        if error is not None and not isinstance(error, aiohttp.ServerDisconnectedError):
            raise error


def _abort(wire: ResponseHandler) -> None:
    """Close a connection at once; `close` would first send the rest of the request."""
    if wire.transport is not None:
        wire.transport.abort()


class _NetworkStream:
    """The connection of a response, as far as the client asks for it: it looks for the end of TLS."""

    def __init__(self, tls: object) -> None:
        self._tls = tls

    def get_extra_info(self, info: str) -> Any:
        """Return information about the connection, by its name in httpcore."""
        return self._tls if info == "ssl_object" else None


class ResponseBody(httpx.AsyncByteStream):
    """The body of a response, before decompression.

    aiohttp's own read timeout runs while the reader is busy, and keeps the value that it had for the head. So each wait
    has a timeout of its own, which is read from the request's timeouts when the wait begins.
    """

    def __init__(
        self, response: aiohttp.ClientResponse, timeouts: Mapping[str, float | None], check_end: Callable[[], None]
    ) -> None:
        """Take a response whose head has arrived.

        Args:
            response: The response.
            timeouts: The timeouts of the request.
            check_end: Raises an error if the body seems to have ended, but the connection has failed.
        """
        self._response = response
        self._check_end = check_end
        self._timeouts = timeouts

    async def __aiter__(self) -> AsyncIterator[bytes]:
        content = self._response.content
        while True:
            try:
                if content.is_eof():  # the rest has arrived
                    chunk = content.read_nowait()
                else:
                    async with asyncio.timeout(self._timeouts.get("read")):
                        chunk = await content.readany()
                if not chunk:
                    self._check_end()
            except Exception as error:
                failure = body_failure(error)
                break
            if not chunk:
                return
            yield chunk
        raise failure

    async def aclose(self) -> None:
        """Give the connection back, or close it if the body has not arrived completely."""
        connection = self._response.connection
        if connection is not None and connection.transport is not None:
            connection.transport.abort()  # `close` would first send the rest of the request
        self._response.close()


class _ConnectTimeout(httpx.ConnectTimeout, httpx.ConnectError):
    """No connection in time.

    It is also a `ConnectError`, which says that nothing was sent: other transports raise `httpx.ConnectTimeout` for
    requests that may have arrived.
    """


class _ProxyError(httpx.ProxyError, httpx.ConnectError):
    """The proxy opened no connection, so nothing was sent."""


def connect_failure(error: Exception, late: str = "no connection in time") -> httpx.TransportError:
    """Return the exception of httpx for a failure to connect. It is always a `ConnectError`, since nothing was sent.

    Args:
        error: The exception of aiohttp.
        late: The text for a timeout.
    """
    if isinstance(error, TimeoutError):
        return _ConnectTimeout(late)
    if isinstance(error, aiohttp.ClientHttpProxyError):
        # aiohttp decodes bytes other than UTF-8 to unpaired surrogates, in which no password would be recognised.
        reason = error.message.encode("utf-8", "surrogateescape").decode("latin-1")
        return _ProxyError(f"{error.status} {reason}")
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return httpx.ConnectError(str(error.certificate_error))
    if isinstance(error, aiohttp.ClientProxyConnectionError):
        return _ProxyError(f"no connection to the proxy: {error.os_error}")
    if isinstance(error, aiohttp.ClientConnectorError):
        return httpx.ConnectError(str(error.os_error))
    if isinstance(error, aiohttp.ClientResponseError | aiohttp.ServerDisconnectedError):
        return _ProxyError(f"no valid answer of the proxy ({_cause(error)})")
    return httpx.ConnectError(_cause(error))


def is_of_proxy(error: Exception, proxy: URL) -> bool:
    """Whether a failure to connect through a proxy is the proxy's: what follows the tunnel is TLS with the service."""
    if isinstance(error, aiohttp.ClientConnectorError | aiohttp.ClientConnectorCertificateError):
        return (error.host, error.port) == (proxy.raw_host, proxy.port)
    return True


def response_failure(error: Exception) -> httpx.TransportError:
    """Return the exception of httpx for a request that may have been sent, but got no response."""
    if isinstance(error, TimeoutError):
        return httpx.ReadTimeout("no response in time")
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return httpx.RemoteProtocolError("the server disconnected without a response")
    if isinstance(error, OSError) and error.errno:  # not aiohttp's text, which may contain a URL
        return httpx.ReadError(f"[Errno {error.errno}] {os.strerror(error.errno)}")
    if isinstance(error, aiohttp.ClientConnectionError):
        return httpx.ReadError("the connection was closed")
    if re.search(TLS_RECORD, str(error)):
        return httpx.RemoteProtocolError("the response is TLS, not HTTP")
    return httpx.RemoteProtocolError(f"the response is not valid HTTP ({_cause(error)})")


def body_failure(error: Exception) -> httpx.TransportError:
    """Return the exception of httpx for a body that ended early."""
    if isinstance(error, TimeoutError):
        return httpx.ReadTimeout("no more of the body in time")
    if isinstance(error, aiohttp.ClientPayloadError):
        return httpx.RemoteProtocolError(f"the body is incomplete or not valid HTTP ({_cause(error)})")
    return response_failure(error)


def _cause(error: BaseException) -> str:
    """Return the name of the first cause's class, such as `LineTooLong`. The messages may contain sent data."""
    while error.__cause__ is not None:
        error = error.__cause__
    return type(error).__name__
