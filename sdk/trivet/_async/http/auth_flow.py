"""The auth flow of an `httpx.Auth`: it may change a request, and send others before and after it."""

from __future__ import annotations

from contextlib import aclosing
from typing import Any

import httpx

from ..._core.request import Outgoing
from ..._core.secrets import flow_secrets
from ...errors import TrivetError
from .response import AsyncResponse

__all__ = ["send_with_auth"]

LONGEST = 1_000_000
"""The most bytes that are read of an answer that only the auth flow needs."""


async def send_with_auth(
    outgoing: Outgoing, request: httpx.Request, transport: httpx.AsyncBaseTransport, *, own: bool, limit: int | None
) -> httpx.Response:
    """Send the requests of an auth flow, and return the last response.

    Args:
        outgoing: What is sent, and its auth.
        request: The same as a request of httpx.
        transport: What sends it.
        own: Whether the transport is the client's own.
        limit: The most bytes of a body that the flow reads, unpacked; None where the answer is a stream.

    Raises:
        UnreadableBodyError: A body is longer, or packed in a way that was not asked for.
        TrivetError: The flow reads bodies, and the answer is a stream.
    """
    auth: httpx.Auth = outgoing.auth
    flow, extensions = auth.async_auth_flow(request), request.extensions
    try:
        request = await anext(flow)
        while True:
            request.extensions = {**extensions, **request.extensions}  # for the timeouts
            response = await transport.handle_async_request(request)
            response.request = request
            if auth.requires_response_body:  # httpx would read it without a bound, and unpack it
                response = await _whole(outgoing, response, own, limit)
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
        outgoing.secrets.update(flow_secrets(outgoing.headers, request.headers.raw, outgoing.url, str(request.url)))


async def _whole(outgoing: Outgoing, response: httpx.Response, own: bool, limit: int | None) -> httpx.Response:
    """Return a response with its body read and unpacked."""
    reading = AsyncResponse(outgoing, response, _release, own=own)
    if limit is None and 200 <= response.status_code < 300:
        await reading.aclose()
        why = f"{type(outgoing.auth).__name__} reads the bodies of answers (requires_response_body)"
        raise TrivetError(f"{outgoing.operation}: {why}, and this one is a stream")
    body = await reading.read(LONGEST if limit is None else limit)
    headers = [(name, value) for name, value in response.headers.raw if name.lower() != b"content-encoding"]
    return httpx.Response(
        response.status_code, headers=headers, content=body, request=response.request, extensions=response.extensions
    )


async def _release() -> None:
    """Nothing: the transport is given back when the flow has ended."""


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
