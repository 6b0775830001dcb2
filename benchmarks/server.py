"""A minimal HTTP server in its own process, so that its work is not measured."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import orjson

from . import data

__all__ = ["EVENTS", "serving"]

BODY = orjson.dumps(data.arrivals(1))
ANSWER = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (len(BODY), BODY)
STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
END = b"\r\n\r\n"
EVENTS = 1500
"""The events of a stream, which ends after them."""

EVENT_GAP = 0.0004
"""Seconds between two events, long enough that each arrives in a chunk of its own."""

MAX_LIFETIME = 120.0


class Connection(asyncio.Protocol):
    """Sends the same answer to every request after the latency, or a stream of events, without parsing requests."""

    def __init__(self, latency: float) -> None:
        self._latency = latency
        self._rest = b""
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport of the connection."""
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each complete request."""
        *requests, self._rest = (self._rest + data).split(END)
        for request in requests:
            if b"/event " in request:
                self._stream()
            elif self._latency:
                asyncio.get_running_loop().call_later(self._latency, self._answer)
            else:
                self._answer()

    def _answer(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(ANSWER)

    def _stream(self) -> None:
        framed = iter([b"data: " + orjson.dumps(event) + b"\n\n" for event in data.events(EVENTS)])
        transport, loop = self._transport, asyncio.get_running_loop()
        assert transport is not None
        transport.write(STREAM)

        def send() -> None:
            event = next(framed, None)
            if event is None or transport.is_closing():
                transport.close()
                return
            transport.write(event)
            loop.call_later(EVENT_GAP, send)

        loop.call_soon(send)


@contextmanager
def serving(latency: float = 0.0) -> Generator[str, None, None]:
    """Yield the URL of a server on a free port; it stops with the context, or with this process."""
    command = [sys.executable, "-m", __name__, str(latency)]
    root = Path(__file__).resolve().parents[1]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.stdin.close()
            process.wait(5)


async def _serve(latency: float) -> None:
    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def watch() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(over.set)

    server = await loop.create_server(lambda: Connection(latency), "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    threading.Thread(target=watch, daemon=True).start()
    loop.call_later(MAX_LIFETIME, over.set)
    await over.wait()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1])))
