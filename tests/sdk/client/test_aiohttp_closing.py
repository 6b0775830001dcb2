"""Connections of `AiohttpTransport` are closed with their call, response or client."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.sdk.client.aiohttp_requests import closes, request, status
from trivet import (
    AiohttpTransport,
    AsyncBusClient,
)

UNFINISHED = b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n1"


@contextlib.asynccontextmanager
async def silent_service(answer: bytes = b"") -> AsyncIterator[tuple[str, asyncio.Event, asyncio.Event]]:
    """A service that answers with some bytes and waits; yield its URL, and the events of a request and of its end."""
    came, left = asyncio.Event(), asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        came.set()
        await closes(reader)
        left.set()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", came, left


async def test_cancelling_a_call_closes_its_connection(options):
    async with silent_service() as (url, came, left), AiohttpTransport() as transport:
        task = asyncio.ensure_future(status(transport, "GET", url))
        await came.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await left.wait()


async def test_closing_a_response_with_an_unread_body_closes_its_connection():
    async with (
        silent_service(UNFINISHED) as (url, _, left),
        AiohttpTransport() as transport,
    ):
        response = await transport.handle_async_request(request("GET", url))
        await response.aclose()
        await left.wait()


async def test_closing_a_response_ends_its_reader_in_another_task():
    async with (
        silent_service(UNFINISHED) as (url, _, _),
        AiohttpTransport() as transport,
    ):
        response = await transport.handle_async_request(request("GET", url))
        stream = aiter(response.stream)
        assert await anext(stream) == b"1"
        reading = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        await response.aclose()
        with pytest.raises(httpx.TransportError):
            await reading


async def test_closing_the_client_closes_idle_connections(options, response, arrivals_bytes):
    async with silent_service(response(arrivals_bytes)) as (url, _, left):
        async with AsyncBusClient(**options | {"base_url": url}, transport=AiohttpTransport()) as bus:
            await bus.arrivals.get("83139")
            assert not left.is_set()
        await left.wait()


async def test_read_timeout_that_changes_after_the_head_counts():
    async with (
        silent_service(UNFINISHED) as (url, _, left),
        AiohttpTransport() as transport,
    ):
        sent = request("GET", url)
        response = await transport.handle_async_request(sent)
        sent.extensions["timeout"]["read"] = 0.01
        with pytest.raises(httpx.ReadTimeout):
            await response.aread()
        await response.aclose()
        await left.wait()
