"""Sending calls: the only module that knows httpx."""

from __future__ import annotations

import logging
import ssl
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx

from .._ahead import async_deadline, async_home
from .._core.answer import Answer, Headers
from .._core.call import JSON, Call
from .._core.clock import Clock
from .._core.lazy import lazy
from .._core.problem import problem
from .._core.redact import redact
from .._core.retry import Attempts
from .._core.settings import Settings
from .._version import __version__
from ..errors import APIConnectionError, APIStatusError, APITimeoutError, StreamError, TrivetError, status_error

if TYPE_CHECKING:
    from .._core import codec
else:
    codec = lazy("trivet._core.codec")

__all__ = ["AsyncConnection", "AsyncRecorder", "AsyncResponse", "AsyncTransport"]

T = TypeVar("T")

AsyncTransport: TypeAlias = httpx.AsyncBaseTransport

logger = logging.getLogger("trivet")

# A pool of httpcore looks at all its connections for each request, so many in flight cost the square of their number.
POOL_SIZE = 4
POOLS = 25
USER_AGENT = f"trivet/{__version__}"


class AsyncConnection:
    """Everything between a call and its answer: credentials, connections, retries, errors.

    Copies made by `with_settings` share the connections.
    """

    def __init__(self, settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> None:
        """Open nothing yet."""
        self._share(settings, _AsyncPools(transport))

    def _share(self, settings: Settings, pools: _AsyncPools) -> None:
        self.settings = settings
        self._pools = pools
        self._headers = _encode(
            {
                "accept-encoding": "gzip, deflate",
                "user-agent": USER_AGENT,
                **settings.headers,
                "host": urlsplit(settings.base_url).netloc,
                **{name.lower(): value for name, value in settings.auth.headers().items()},
            }
        )

    def with_settings(self, settings: Settings) -> AsyncConnection:
        """Make a copy with other settings over the same connections."""
        copy = object.__new__(AsyncConnection)
        copy._share(settings, self._pools)
        return copy

    async def exchange(self, call: Call[T]) -> Answer[T]:
        """Send a call and read its answer.

        Raises:
            APIConnectionError: No whole answer came, after the retries that the call allows.
            APIStatusError: The service said no.
            DecodeError: It said yes, with a body that is not what the contract promises.
        """
        settings = self.settings
        url = settings.base_url + call.target()
        headers = [*self._headers, (b"accept", call.accept.encode())]
        content = None
        if call.body is not None:
            content = codec.dumps(call.body)
            headers.append((b"content-type", JSON.encode()))
        response, body = await self._attempts(call.operation, call.method, url, headers, content, safe=call.safe)
        if response.status >= 300:  # a redirect would take the credentials with it
            raise self.refusal(call.operation, response.status, response.headers, body)
        return codec.read(call, settings, response.status, response.headers, body)

    async def fetch(self, operation: str, url: str, headers: Mapping[str, str]) -> AsyncResponse:
        """Get another host's file, unread, with no credentials; the caller closes what comes, whatever its status.

        Raises:
            APIConnectionError: No answer came.
        """
        host = urlsplit(url).netloc.rpartition("@")[2]
        raw = _encode({"user-agent": USER_AGENT, "accept-encoding": "identity", **headers, "host": host})
        limit = self.settings.deadline
        async with async_deadline(limit, _late(operation, limit)):
            return await self._open(operation, "GET", url, raw, None, self.settings.timeout)

    async def aclose(self) -> None:
        """Close every connection, those of the copies too."""
        await self._pools.aclose()

    async def _attempts(
        self,
        operation: str,
        method: str,
        url: str,
        headers: list[tuple[bytes, bytes]],
        content: bytes | None,
        *,
        safe: bool,
    ) -> tuple[AsyncResponse, bytes]:
        settings = self.settings
        if settings.deadline is None and settings.max_retries == 0:
            return await self._once(operation, method, url, headers, content, settings.timeout)
        late = _late(operation, settings.deadline)
        end = None if settings.deadline is None else settings.clock.monotonic() + settings.deadline
        attempts = Attempts(settings.max_retries, safe=safe)
        async with async_deadline(settings.deadline, late):
            while True:
                left = None if end is None else end - settings.clock.monotonic()
                if left is not None and left <= 0:
                    raise late()
                timeout = _least(settings.timeout, left)
                try:
                    response, body = await self._once(operation, method, url, headers, content, timeout)
                except APIConnectionError as error:
                    wait = _before(end, settings.clock, attempts.after_failure(sent=error.sent))
                    if wait is None:
                        raise
                    logger.info("%s: %s; again in %.1f s", operation, error.args[1], wait)
                else:
                    if response.status < 400:
                        return response, body
                    status = settings.profile.meant(response.status, problem(body).code)
                    asked = attempts.after_status(status, response.headers, settings.clock.now)
                    wait = _before(end, settings.clock, asked)
                    if wait is None:
                        return response, body
                    logger.info("%s: %s; again in %.1f s", operation, response.status, wait)
                await settings.clock.asleep(wait)

    async def _once(
        self,
        operation: str,
        method: str,
        url: str,
        headers: list[tuple[bytes, bytes]],
        content: bytes | None,
        timeout: float | None,
    ) -> tuple[AsyncResponse, bytes]:
        response = await self._open(operation, method, url, headers, content, timeout)
        return response, await response.read()

    async def _open(
        self,
        operation: str,
        method: str,
        url: str,
        headers: list[tuple[bytes, bytes]],
        content: bytes | None,
        timeout: float | None,
    ) -> AsyncResponse:
        limits = {"connect": timeout, "read": timeout, "write": timeout, "pool": timeout}
        request = httpx.Request(method, url, headers=headers, content=content, extensions={"timeout": limits})
        pool = self._pools.take(operation, request.url)
        try:
            with _translated(operation, own=pool.own):
                raw = await pool.transport.handle_async_request(request)
        except BaseException:
            self._pools.give_back(pool)
            raise
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s: %s", operation, raw.status_code)
        return AsyncResponse(operation, raw, lambda: self._pools.give_back(pool))

    def refusal(self, operation: str, status: int, headers: Headers, body: bytes) -> APIStatusError:
        """Make the error of an answer that is no success."""
        settings = self.settings
        hidden = redact(body, settings.auth.secrets())
        code, message = problem(hidden)
        return status_error(settings.profile.meant(status, code))(operation, status, headers, hidden, code, message)

    def __getstate__(self) -> tuple[Settings, httpx.AsyncBaseTransport | None]:
        # Connections do not travel; a pickled client opens its own.
        return self.settings, self._pools.given

    def __setstate__(self, state: tuple[Settings, httpx.AsyncBaseTransport | None]) -> None:
        self._share(state[0], _AsyncPools(state[1]))


class AsyncRecorder(AsyncConnection):
    """A connection that remembers the answer of the last call that went through it."""

    def __init__(self, connection: AsyncConnection) -> None:
        """Send through the connections of another one."""
        self._share(connection.settings, connection._pools)
        self.last: Answer[Any] | None = None

    async def exchange(self, call: Call[T]) -> Answer[T]:
        """Send a call and remember its answer."""
        answer = await super().exchange(call)
        self.last = answer
        return answer

    async def fetch(self, operation: str, url: str, headers: Mapping[str, str]) -> AsyncResponse:
        """Refuse: a file comes from another host than the link that was asked for."""
        raise TypeError(f"{operation} sends more than one call: its result carries its own head")


class AsyncResponse:
    """An answer whose body has not been read yet.

    Attributes:
        status: The HTTP status.
        headers: The answer's headers.
    """

    __slots__ = ("_operation", "_raw", "_release", "headers", "status")

    def __init__(self, operation: str, raw: httpx.Response, release: Callable[[], None]) -> None:
        """Take over an open answer, and what is to be done once when it closes."""
        self._operation = operation
        self._release: Callable[[], None] | None = release
        self._raw = raw
        self.status = raw.status_code
        self.headers = Headers(raw.headers.raw)

    async def read(self) -> bytes:
        """Read the whole body, unpacked, and close."""
        try:
            with _translated(self._operation, broken=APIConnectionError):
                return await self._raw.aread()
        finally:
            await self.aclose()

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        """Read the body as it arrives, as it was sent.

        Raises:
            StreamError: It broke off.
        """
        with _translated(self._operation, broken=StreamError):
            async for chunk in self._raw.aiter_raw():
                yield chunk

    async def aclose(self) -> None:
        """Let go of the connection; a body that was not read to its end ends it."""
        release, self._release = self._release, None
        if release is None:
            return
        try:
            await self._raw.aclose()
        finally:
            release()


class _AsyncPool:
    """One small pool of connections, and how many answers are open in it."""

    __slots__ = ("load", "own", "transport")

    def __init__(self, transport: httpx.AsyncBaseTransport, *, own: bool) -> None:
        self.transport = transport
        self.own = own
        self.load = 0


class _AsyncPools:
    """The pools of a client and its copies: those of one origin filled one after the other."""

    def __init__(self, given: httpx.AsyncBaseTransport | None) -> None:
        self.given = given
        self._lock = threading.Lock()
        self._open: bool = True
        self._home: tuple[int, object] | None = None
        self._given: list[_AsyncPool] | None = None
        self._origins: dict[tuple[str, str], list[_AsyncPool]] = {}

    def _settle(self) -> None:
        """Begin anew after a fork and in another event loop: the connections opened there are not ours to use."""
        here = async_home()
        if self._home != here:
            self._home = here
            self._given = None if self.given is None else [_AsyncPool(self.given, own=False)]
            self._origins = {}

    def take(self, operation: str, url: httpx.URL) -> _AsyncPool:
        with self._lock:
            if not self._open:
                raise TrivetError(f"{operation}: the client is closed")
            self._settle()
            pools = self._given
            if pools is None:
                origin = (url.scheme, url.netloc.decode("ascii"))
                pools = self._origins.get(origin)
                if pools is None:
                    pools = self._origins[origin] = []
            pool = min(pools, key=_load) if pools else None
            if pool is None or (pool.load >= POOL_SIZE and pool.own and len(pools) < POOLS):
                pool = _AsyncPool(_transport(url), own=True)
                pools.append(pool)
            pool.load += 1
            return pool

    def give_back(self, pool: _AsyncPool) -> None:
        with self._lock:
            pool.load -= 1

    async def aclose(self) -> None:
        with self._lock:
            self._settle()
            self._open = False
            pools = [pool for pools in self._origins.values() for pool in pools] + (self._given or [])
            self._origins, self._given = {}, None
        for pool in pools:
            await pool.transport.aclose()


def _load(pool: _AsyncPool) -> int:
    return pool.load


def _transport(url: httpx.URL) -> httpx.AsyncHTTPTransport:
    limits = httpx.Limits(max_connections=POOL_SIZE, max_keepalive_connections=POOL_SIZE, keepalive_expiry=30.0)
    return httpx.AsyncHTTPTransport(verify=_ssl_context(url.scheme), limits=limits, proxy=_proxy(url))


@cache
def _ssl_context(scheme: str) -> ssl.SSLContext:
    # Loading the certificates takes 20 ms: once for all clients, and not at all for plain http.
    return httpx.create_ssl_context() if scheme == "https" else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _proxy(url: httpx.URL) -> str | None:
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(url.netloc.decode("ascii")):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _encode(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers.items()]


def _least(timeout: float | None, left: float | None) -> float | None:
    if timeout is None or left is None:
        return left if timeout is None else timeout
    return min(timeout, left)


def _before(end: float | None, clock: Clock, wait: float | None) -> float | None:
    """The wait, unless it would last beyond the end."""
    return None if wait is None or (end is not None and clock.monotonic() + wait >= end) else wait


def _late(operation: str, limit: float | None) -> Callable[[], APITimeoutError]:
    return lambda: APITimeoutError(operation, f"no answer within the deadline of {limit} s")


@contextmanager
def _translated(
    operation: str, *, own: bool = False, broken: type[APIConnectionError] = APIConnectionError
) -> Generator[None, None, None]:
    """Turn what httpx raises into what trivet raises."""
    try:
        yield
    except httpx.HTTPError as error:
        message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        # Another transport than httpx's own may call a cut connection a ConnectTimeout; the aiohttp one does.
        own_unsent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)
        unsent = own_unsent if own else httpx.ConnectError
        kind = APITimeoutError if isinstance(error, httpx.TimeoutException) else broken
        raise kind(operation, message, not isinstance(error, unsent)) from error
