"""Requests that an `httpx.Auth` changes, or sends others for."""

from __future__ import annotations

import httpx

__all__ = ["follow"]


async def follow(flow: httpx.Auth, request: httpx.Request, transport: httpx.AsyncBaseTransport) -> httpx.Response:
    """Send what a flow asks for, until it is content with an answer."""
    steps, extensions = flow.async_auth_flow(request), request.extensions
    try:
        request = await anext(steps)
        while True:
            request.extensions = {**extensions, **request.extensions}  # the timeouts are there
            response = await transport.handle_async_request(request)
            response.request = request
            try:
                request = await steps.asend(response)
            except StopAsyncIteration:
                return response
            except BaseException:
                await response.aclose()
                raise
            await response.aread()  # so that its connection can be used again
            await response.aclose()
    finally:
        await steps.aclose()
