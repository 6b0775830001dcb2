"""Helpers for tests of `AiohttpTransport`: they send a request, and wait for the end of a connection."""

import asyncio

import httpx

from trivet import AiohttpTransport

LIMITS = {"timeout": {"connect": 20.0, "read": 20.0, "write": 20.0, "pool": 20.0}}


def request(method: str, url: str, **more) -> httpx.Request:
    return httpx.Request(method, url, extensions={"timeout": dict(LIMITS["timeout"])}, **more)


async def status(transport: AiohttpTransport, method: str, url: str) -> int:
    response = await transport.handle_async_request(request(method, url))
    await response.aread()
    await response.aclose()
    return response.status_code


async def closes(reader: asyncio.StreamReader) -> bytes:
    """Wait until the client has closed the connection, and return the rest of the bytes that it sent."""
    try:
        return await reader.read()
    except ConnectionError:
        return b""
