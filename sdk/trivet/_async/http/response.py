"""Responses whose bodies are read as they arrive."""

from __future__ import annotations

import os
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

import httpx

from ..._concurrency.deadline import async_deadline
from ..._core.answer import Head, Headers
from ..._core.content_coding import CodingError, UnknownCodingError, decompressor
from ..._core.lazy_imports import lazy
from ..._core.request import Outgoing
from ..._core.secrets import KEPT
from ...errors import APIConnectionError, APITimeoutError, StreamError

if TYPE_CHECKING:
    from ..._core import status_errors
    from ..._core.observation import Observation
else:
    status_errors = lazy("trivet._core.status_errors")

START = KEPT + 20_000
"""The most bytes that are read of a body for an error: what it keeps, and the rest of a secret that the cut divides."""

LONGEST_ERROR = 1_000_000
"""The most bytes that are read of the body of an error status."""

# The exceptions after which a request was certainly not sent. Other transports raise some of them for connections that
# were cut later: httpx-aiohttp raises a ConnectTimeout.
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)

LIBRARIES = frozenset(
    {
        *("aiohttp", "anyio", "h11", "h2", "httpcore", "httpcore2", "httpx", "httpx2", "httpx_aiohttp"),
        *("idna", "socket", "socksio", "ssl"),
    }
)
"""The packages whose exceptions are failures of a connection."""


class UnreadableBodyError(Exception):
    """The body of a successful response is too long, or compressed in a way that was not requested.

    Attributes:
        status: The status of the response.
        reason: The fault of the body.
        start: The first bytes of the body.
    """

    def __init__(self, status: int, reason: str, start: bytes) -> None:
        super().__init__(status, reason)
        self.status = status
        self.reason = reason
        self.start = start


class AsyncResponse(Head):
    """A response whose body has not been read yet.

    Attributes:
        is_whole: Whether `read` or `start` has read the body to its end.
        observation: The observation of a call that ends when the response is closed, or None.
        secrets: The secrets that became known while the request was sent.
        server: The host, the port and the source of the URL, for errors while the body is streamed.
        proxy: Returns the host, the port and the source of the proxy, for the same errors.
    """

    __slots__ = (
        "_end",
        "_failure",
        "_operation",
        "_own",
        "_process",
        "_raw",
        "_release",
        "is_whole",
        "observation",
        "proxy",
        "secrets",
        "server",
    )

    def __init__(
        self,
        outgoing: Outgoing,
        raw: httpx.Response,
        release: Callable[[], Awaitable[None]],
        *,
        own: bool,
    ) -> None:
        """Take over an open response.

        Args:
            outgoing: The request.
            raw: The response of httpx.
            release: Called once, when the response is closed.
            own: Whether the transport is the client's own, which ends the body at the end of the call by itself.
        """
        super().__init__(raw.status_code, Headers(raw.headers.raw))
        self.is_whole: bool = False
        self.secrets: tuple[str, ...] = outgoing.secrets
        self.server: str = ""
        self.proxy: Callable[[], str] = str
        self._operation = outgoing.operation
        self._end = outgoing.end
        self._own = own
        self._process = os.getpid()
        self._release: Callable[[], Awaitable[None]] | None = release
        self._raw = raw
        self.observation: Observation | None = None
        self._failure: BaseException | None = None

    @property
    def received(self) -> int:
        """How many bytes of the body have arrived, before decompression."""
        raw = self._raw
        if raw.num_bytes_downloaded or not raw.is_stream_consumed:
            return raw.num_bytes_downloaded
        with suppress(httpx.ResponseNotRead):  # raised by an empty body; the body of a mock was read without a count
            return len(raw.content)
        return 0

    @property
    def is_closed(self) -> bool:
        """Whether the response was closed."""
        return self._release is None

    async def read(self, limit: int) -> bytes:
        """Read and decompress the whole body, for an error status the first megabyte, and close the response.

        Args:
            limit: The most bytes of the body of a success, after decompression.

        Raises:
            APIConnectionError: The body broke off. The caller removes the secrets from its reason.
            UnreadableBodyError: The body is longer, or compressed in a way that was not requested.
        """
        try:
            body, self.is_whole = await read_body(self.status, self._coding(), self._parts(APIConnectionError), limit)
        except CodingError as error:
            broken = str(error)
        else:
            return body
        finally:
            await self.aclose()
        raise APIConnectionError(self._operation, broken)

    async def start(self) -> bytes:
        """Read as much of the body as an error needs, and close the response."""
        body = bytearray()
        try:
            async with aclosing(self.chunks()) as chunks:
                async for chunk in chunks:
                    body += chunk
                    if len(body) > START:
                        break
                else:
                    self.is_whole = True
        except APIConnectionError:
            if self._end.has_passed():  # if it has not, the caller has a better error to raise
                raise
        finally:
            await self.aclose()
        return bytes(body[:START])

    def chunks(self) -> AsyncGenerator[bytes, None]:
        """Iterate over the body as it arrives.

        Raises:
            StreamError: The body broke off.
            APITimeoutError: A wait for more took too long, or the end of the call has passed.
        """
        return self._parts(StreamError)

    def set_read_timeout(self, read_timeout: float | None) -> None:
        """Set the seconds of each wait for more of the body, which may differ from the wait for the head."""
        self._raw.request.extensions["timeout"]["read"] = read_timeout

    async def abort(self) -> None:
        """End the body at once: a task or thread that is waiting for more of it wakes up, and closes the response."""
        if self._process != os.getpid():  # after a fork, the parent still uses the connection
            return
        if self._raw.is_closed:  # another call may hold the connection by now
            return
        from ..._concurrency.cancellable import async_abort  # noqa: PLC0415  few programs need it

        stream = self._raw.extensions.get("network_stream")
        if stream is None or not async_abort(stream):  # a transport of the user may not expose its socket
            with suppress(ValueError):  # another thread is inside the generator, and ends with its next chunk
                await self._raw.aclose()

    async def aclose(self) -> None:
        """Give the connection back, or close it if the body was not read to its end."""
        release, self._release = self._release, None
        if release is None:
            return
        try:
            try:
                await self._raw.aclose()
            except Exception as error:
                if not is_connection_failure(error):  # a connection that fails now has served its purpose
                    raise
            finally:
                await release()
        finally:
            if self.observation is not None:
                self.observation.end_call(self._failure, "stream")
                self._failure = None

    def fail(self, error: BaseException) -> None:
        """Report the error that ends the reading of the body to the observers of the call, once it is closed."""
        if self.observation is not None and not isinstance(error, GeneratorExit):  # a reader may leave early
            self._failure = error

    def _coding(self) -> str:
        """Return the `Content-Encoding` of the body; a mock's body is already decompressed."""
        return "" if self._raw.is_stream_consumed else self.headers.get("content-encoding", "")

    async def _parts(self, broken: type[APIConnectionError]) -> AsyncGenerator[bytes, None]:
        """Iterate over the body as it arrives, and turn the exceptions of transports into errors of trivet."""
        raw, end = self._raw, self._end
        if raw.is_stream_consumed:  # httpx has read the body of a response that was made from bytes
            yield raw.content
            return
        failure: APIConnectionError | None = None
        limited = end.left() is not None
        if raw.request.method != "HEAD":
            require_close_notify(raw)
        try:
            # httpx types it as an iterator only, but `aclosing` needs a generator.
            chunks: Any = raw.aiter_raw() if self._own or not limited else self._bounded_parts()
            async with aclosing(chunks) as parts:
                async for part in parts:
                    yield part
                    if limited and end.has_passed():
                        failure = end.error()
                        break
        except Exception as error:
            if not is_connection_failure(error):
                raise
            if limited and isinstance(error, httpx.TimeoutException) and end.explains_timeout():
                failure = end.error()
            else:
                failure = connection_error(self._operation, error, own=self._own, answered=True, broken=broken)
        if failure is not None:
            failure.server, failure.proxy = self.server, self.proxy()
            if broken is StreamError:  # the caller of `read` removes more secrets, and cuts the reason only then
                status_errors.hide_secrets(failure, self.secrets)
            raise failure

    async def _bounded_parts(self) -> AsyncGenerator[bytes, None]:
        """Iterate over the body from a transport that does not know the end of the call."""
        chunks: Any = self._raw.aiter_raw()
        async with aclosing(chunks) as parts:
            while True:
                async with async_deadline(self._end.left(), self._end.error):
                    part = await anext(parts, b"")
                if not part:
                    return
                yield part


def states_body(headers: Iterable[tuple[Any, Any]]) -> bool:
    """Whether the head of a response without a body states one: then its bytes may follow, and answer no request."""
    for name, value in headers:
        lower = name.lower()
        if lower in (b"transfer-encoding", "transfer-encoding"):
            return True
        if lower in (b"content-length", "content-length") and value.strip() not in (b"0", "0"):
            return True
    return False


def require_close_notify(raw: httpx.Response) -> None:
    """Let a successful body that ends with its connection fail if the connection ends without the end of TLS."""
    stream = raw.extensions.get("network_stream")
    if stream is None or "content-length" in raw.headers or "transfer-encoding" in raw.headers:
        return
    if not raw.is_success or raw.status_code == 204 or raw.extensions.get("http_version") == b"HTTP/2":
        return
    tls = stream.get_extra_info("ssl_object")
    if tls is not None:
        body: Any = raw.stream  # httpx types it as sync or async
        raw.stream = _AsyncClosedByTLS(body, tls)


class _AsyncClosedByTLS(httpx.AsyncByteStream):
    """A body that ends with its connection, and is whole only if TLS has ended before (close_notify).

    Anyone on the network can forge the end of a TCP connection. The TLS libraries of Python pass it on as the end of
    the data, because many servers skip the close_notify alert, so it is looked for here.
    """

    def __init__(self, body: httpx.AsyncByteStream, tls: Any) -> None:
        self._body = body
        self._tls = tls

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._body:
            yield part
        try:
            self._tls.read(1)  # the connection has ended, so that this does not wait
        except ssl.SSLZeroReturnError:
            return
        except OSError:
            closed = False
        else:
            closed = True
        if not closed:
            raise httpx.RemoteProtocolError("the connection ended without close_notify, so the body may be cut")

    async def aclose(self) -> None:
        await self._body.aclose()


async def read_body(status: int, coding: str, chunks: AsyncGenerator[bytes, None], limit: int) -> tuple[bytes, bool]:
    """Read and decompress a whole body; for an error status, the first megabyte. The caller closes the response.

    Return the body, and whether it was read to its end.

    Args:
        status: The status of the response.
        coding: Its `Content-Encoding`.
        chunks: The body as it arrives.
        limit: The most bytes of the body of a success, after decompression.

    Raises:
        CodingError: The body of a success is not compressed as its headers say.
        UnreadableBodyError: The body of a success is longer, or compressed in a way that was not requested.
    """
    if status == 204:  # complete at its head (RFC 9110, 15.3.5), also if a transport or a mock has bytes for it
        with suppress(httpx.HTTPError, APIConnectionError):
            async with aclosing(chunks) as arriving:
                await anext(arriving, b"")
        return b"", True
    failed = not 200 <= status < 300
    limit = min(limit, LONGEST_ERROR) if failed else limit
    parts: list[bytes] = []
    size = 0
    whole = False
    try:
        decompressing = decompressor(coding)
        async with aclosing(chunks) as arriving:
            async for chunk in arriving:
                for part in decompressing.feed(chunk):
                    parts.append(part)
                    size += len(part)
                    if size > limit:
                        break
                if size > limit:
                    break
            else:
                decompressing.end()
                whole = True
    except UnknownCodingError as error:
        if not failed:  # the error for a failed status can do without the body
            raise UnreadableBodyError(status, str(error), b"") from None
    except CodingError:
        if not failed:
            raise
    if size > limit and not failed:
        raise UnreadableBodyError(status, f"the body is longer than max_body, {limit} bytes", _start(parts))
    return (parts[0] if len(parts) == 1 else b"".join(parts))[:limit], whole


def _start(parts: list[bytes]) -> bytes:
    start = bytearray()
    for part in parts:
        start += part[:START]
        if len(start) >= START:
            break
    return bytes(start[:START])


def is_connection_failure(error: Exception) -> bool:
    """Whether a library or the system has raised an exception of a transport, rather than the code of the user."""
    if isinstance(error, httpx.HTTPError | OSError):
        return True
    return any(kind.__module__.partition(".")[0] in LIBRARIES for kind in type(error).__mro__)


def connection_error(
    operation: str,
    error: Exception,
    *,
    own: bool,
    answered: bool = False,
    broken: type[APIConnectionError] = APIConnectionError,
) -> APIConnectionError:
    """Make the error of trivet for an exception of a transport.

    Callers raise it after the `except` block. An exception of httpx holds the request, with its URL and credentials,
    and would stay reachable as the context of the new error. After an exception of another library, the request counts
    as sent.

    Args:
        operation: The operation's name.
        error: The exception.
        own: Whether the transport is the client's own.
        answered: Whether the head of an answer has arrived, so that the request was certainly sent.
        broken: The class of the error, unless it is a timeout.
    """
    text = str(error)
    if not own and isinstance(error, httpx.PoolTimeout):
        text = "all connections are in use of the transport that the client was given, which has limits of its own"
    name = type(error).__name__.lstrip("_")  # a transport's own class, of two kinds of exceptions, has an underscore
    reason = f"{name}: {text}" if text else name
    kind = APITimeoutError if isinstance(error, httpx.TimeoutException | TimeoutError) else broken
    failure = kind(operation, reason, answered or not isinstance(error, UNSENT if own else httpx.ConnectError))
    failure.proxy = failed_proxy(error)
    return failure


def name_proxy(error: BaseException, name: str) -> None:
    """Note on an exception the proxy that has failed, for `failed_proxy`."""
    noted: Any = error
    noted.proxy = name


def failed_proxy(error: BaseException) -> str:
    """Return the proxy that has failed, which one of trivet's transports has noted on an exception; or an empty text.

    httpx raises an exception of its own from the one with the note.
    """
    proxy: str = getattr(error, "proxy", "") or getattr(error.__cause__, "proxy", "")
    return proxy
