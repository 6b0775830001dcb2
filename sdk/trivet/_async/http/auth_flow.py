"""The auth flow of an `httpx.Auth`: it may change a request, and send others before and after it."""

from __future__ import annotations

import httpx

__all__ = ["send_with_auth"]


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
            await response.aread()  # a connection whose body was not read cannot be used again
            await response.aclose()
    finally:
        await flow.aclose()
