# Async only: aiohttp has no sync form.
"""The transport over aiohttp, as users make it."""

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
from ....errors import InvalidArgumentError, TrivetError

if TYPE_CHECKING:
    from .session import Session

__all__ = ["AiohttpTransport"]

PROXY = r"(?ai)https?://(?:[^\s/@]+@)?(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?/?"


@exported_from("trivet")
class AiohttpTransport(httpx.AsyncBaseTransport):
    """An httpx transport over aiohttp, which is faster with many concurrent calls; it needs the extra `aiohttp`.

    >>> async with AsyncBusClient(account_key="…", transport=AiohttpTransport()) as client:
    ...     answers = await asyncio.gather(*(client.arrivals.get(code) for code in codes))

    It sends each request once, keeps no cookies, and follows no redirects. Its failures are httpx exceptions that hold
    neither headers nor URLs. Each event loop and each process has connections of its own. A pickled transport opens new
    ones; one with an `ssl.SSLContext` cannot be pickled.
    """

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
            verify: Whether to verify certificates, as the environment sets it, or an SSL context that decides it.
            proxy: The URL of an HTTP proxy for every request, instead of those of the environment.
            max_connections: How many connections calls may use at once; further ones wait, for `timeout` at most.
            max_streams: How many more streams and waits for the service's work may use; None for no limit.

        Raises:
            InvalidArgumentError: An argument cannot be used.
            ImportError: aiohttp is not installed.
        """
        given: Any = verify
        if not isinstance(given, ssl.SSLContext | bool):
            raise InvalidArgumentError("verify", "True, False or an ssl.SSLContext", given)
        if proxy is not None:
            check.text("proxy", proxy, pattern=PROXY, secret=True)
        check.integer("max_connections", max_connections, minimum=1)
        if max_streams is not None:
            check.integer("max_streams", max_streams, minimum=1)
        try:
            from .session import Session  # noqa: PLC0415  it subclasses what aiohttp has, which may be missing
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
        # By process too: what a fork inherits is the parent's, and is neither used nor closed.
        self._sessions: dict[tuple[int, asyncio.AbstractEventLoop], Session] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request once, and return its response with an unread body; httpx and trivet call it.

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
        del request  # an error keeps the variables of the frames that it passes
        return await response

    async def aclose(self) -> None:
        """Close every connection of this event loop, and of loops that are closed; others close their own.

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
