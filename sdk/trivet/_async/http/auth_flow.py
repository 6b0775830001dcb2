"""The auth flow of an `httpx.Auth`: it may change a request, and send others before and after it."""

from __future__ import annotations

from contextlib import aclosing
from typing import Any

import httpx

__all__ = ["send_with_auth"]

LONGEST = 1_000_000
"""The most bytes that are read of an answer that only the auth flow needs."""


async def send_with_auth(
    auth: httpx.Auth, request: httpx.Request, transport: httpx.AsyncBaseTransport
) -> httpx.Response:
    """Send the requests of an auth flow, and return the last response."""
    flow, extensions = auth.async_auth_flow(request), request.extensions
    try:
        request = await anext(flow)
        while True:
            request.extensions = {**extensions, **request.extensions}  # for the timeouts
            response = await transport.handle_async_request(request)
            response.request = request
            try:
                request = await flow.asend(response)
            except StopAsyncIteration:
                return response
            except BaseException:
                await response.aclose()
                raise
            await _drain(response)
    finally:
        await flow.aclose()


async def _drain(response: httpx.Response) -> None:
    """Read a body, so that its connection can be used again, and close it; a longer one is only closed.

    It is not unpacked: 1 kB may unpack to 1 GB.
    """
    size = 0
    try:
        if not response.is_stream_consumed:
            chunks: Any = response.aiter_raw()
            async with aclosing(chunks) as parts:
                async for part in parts:
                    size += len(part)
                    if size > LONGEST:
                        break
    finally:
        await response.aclose()
