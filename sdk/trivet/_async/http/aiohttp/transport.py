# Async only: aiohttp has no sync form.
"""The transport over aiohttp, which users pass to a client."""

from __future__ import annotations

import asyncio
import os
import ssl
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx

from ...._core import check
from ...._core.extras import how_to_install
from ...._core.public import exported_from
from ...._core.traceback_locals import hide_arguments
from ....errors import InvalidArgumentError, TrivetError
from ..environment import proxy_problem

if TYPE_CHECKING:
    from .session import Session

PROXY = r"(?is)https?://.+"


@exported_from("trivet")
class AiohttpTransport(httpx.AsyncBaseTransport):
    """An httpx transport over aiohttp, which is faster with many concurrent calls; it needs the extra `aiohttp`.

    >>> async with AsyncBusClient(account_key="…", transport=AiohttpTransport()) as client:
    ...     answers = await asyncio.gather(*(client.arrivals.get(code) for code in codes))

    It sends each request once, keeps no cookies, and follows no redirects. It raises httpx exceptions that hold neither
    headers nor URLs. Each event loop and each process has connections of its own, and so has a transport from a pickle.
    A transport with an `ssl.SSLContext` cannot be pickled.
    """

    @hide_arguments
    def __init__(
        self,
        *,
        verify: ssl.SSLContext | bool = True,
        proxy: str | None = None,
        max_connections: int = 100,
        max_streams: int | None = None,
    ) -> None:
        """Check the arguments; the first request connects.

        Args:
            verify: Whether to verify certificates, with the settings of the environment; or an SSL context.
            proxy: The URL of an HTTP proxy for every request, instead of the proxies from the environment.
            max_connections: How many connections calls may use at once; further calls wait, for `timeout` at most.
            max_streams: How many more connections streams and other long-lived requests may use; None for no limit.

        Raises:
            InvalidArgumentError: An argument cannot be used.
            ImportError: aiohttp is not installed.
        """
        argument: Any = verify  # of any type at run time
        if not isinstance(argument, ssl.SSLContext | bool):
            raise InvalidArgumentError("verify", "True, False or an ssl.SSLContext", argument)
        if proxy is not None:
            check.text("proxy", proxy, pattern=PROXY, secret=True)
            wrong = proxy_problem(proxy)
            if wrong:
                raise InvalidArgumentError("proxy", f"a proxy that can be used: this one {wrong}", type(proxy).__name__)
        check.integer("max_connections", max_connections, minimum=1)
        if max_streams is not None:
            check.integer("max_streams", max_streams, minimum=1)
        try:
            from .session import Session  # noqa: PLC0415  it subclasses classes of aiohttp, which may be missing
        except ImportError as error:
            message = f"AiohttpTransport needs aiohttp: {how_to_install('aiohttp')}"
            raise ImportError(message, name="aiohttp") from error
        self._arguments: dict[str, Any] = {
            "verify": verify,
            "proxy": proxy,
            "max_connections": max_connections,
            "max_streams": max_streams,
        }
        self._new_session = Session
        # By process, too: the connections that a fork inherits belong to the parent, and are neither used nor closed.
        self._sessions: dict[tuple[int, asyncio.AbstractEventLoop], Session] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request once, and return its response with the body unread; httpx and trivet call this method.

        Raises:
            httpx.TransportError: No response arrived. Nothing was sent if it is a ConnectError too.
            TrivetError: No event loop of asyncio runs, or aiohttp cannot express the request.
        """
        try:
            key = (os.getpid(), asyncio.get_running_loop())
        except RuntimeError:
            raise TrivetError("AiohttpTransport needs asyncio; no event loop of asyncio is running") from None
        session = self._sessions.get(key)
        if session is None or session.closed:
            await self._forget_closed_loops()
            session = self._sessions[key] = self._new_session(**self._arguments)
        response = session.send(request)
        del request  # it holds credentials, and the traceback of an error keeps this frame
        return await response

    def proxy_name(self, url: httpx.URL) -> str:
        """Return the host, the port and the source of the proxy for a URL, for an error; empty if none is known.

        >>> transport.proxy_name(httpx.URL("https://bus.example"))
        'proxy.example:3128, from HTTPS_PROXY'
        """
        session = self._sessions.get((os.getpid(), asyncio.get_running_loop()))
        return "" if session is None else session.proxy_name(url)

    async def aclose(self) -> None:
        """Close every connection of this event loop and of closed ones; other loops have to close theirs.

        >>> await transport.aclose()
        """
        await self._forget_closed_loops()
        session = self._sessions.pop((os.getpid(), asyncio.get_running_loop()), None)
        if session is not None:
            await session.aclose()

    async def _forget_closed_loops(self) -> None:
        for key in list(self._sessions):
            if key[0] == os.getpid() and key[1].is_closed() and (session := self._sessions.pop(key, None)) is not None:
                with suppress(RuntimeError):  # the loop is closed
                    await session.aclose()

    def __getstate__(self) -> dict[str, Any]:
        return self._arguments

    def __setstate__(self, arguments: dict[str, Any]) -> None:
        AiohttpTransport.__init__(self, **arguments)

    def __repr__(self) -> str:
        return "AiohttpTransport()"
