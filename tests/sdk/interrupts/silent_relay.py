"""A relay in front of a server, which passes some answers on and then keeps silent for ten minutes."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Literal

__all__ = ["SILENCE", "Part", "SilentRelay"]

SILENCE = float(os.environ.get("SILENCE", "600"))
"""Seconds until the relay ends its silence and closes every connection."""

Part = Literal["nothing", "begun", "pauses"]
"""How the silence begins: nothing passes of an answer, or its head with the first bytes of its body, or the client is
asked to try again later, which lets it pause."""

_LATER = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nContent-Length: 2\r\n\r\n{}"

_BODILESS = re.compile(rb"(?i)\AHTTP/1\.1 (?:1\d\d|204|304)|\r\ncontent-length: *0\r\n")


class SilentRelay:
    """A relay to a port of this machine, in a thread of its own.

    >>> with SilentRelay(port, silent_at=2) as relay:
    ...     call(f"http://127.0.0.1:{relay.port}")

    Attributes:
        requests: How many requests have arrived.
        silent: Set when the relay has kept an answer back, and waits.
        spoke: Whether the silence has ended.
    """

    def __init__(self, port: int, *, silent_at: int | bytes | None = None, part: Part = "nothing") -> None:
        """Prepare the relay.

        Args:
            port: The port of the server.
            silent_at: The number of the request, from 1, whose answer and all later ones do not arrive; or a part of
                its target: then the answers to all other requests arrive, however many are sent at once.
            part: What passes of that answer.
        """
        self.requests = 0
        self.silent = threading.Event()
        self.spoke = False
        self.port = 0
        self._server_port = port
        self._silent_at = silent_at
        self._part = part
        self._listening = threading.Event()
        # `asyncio.run` also ends the tasks of connections that were accepted and have not begun.
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    def __enter__(self) -> SilentRelay:
        self._thread.start()
        assert self._listening.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(30)

    async def _run(self) -> None:
        self._loop, self._ended = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._listening.set()
        await self._ended.wait()
        server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.CancelledError):
                await self._relay(reader, writer)
        finally:
            writer.close()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream = await asyncio.open_connection("127.0.0.1", self._server_port)
        exchange = _Exchange()
        try:
            jobs: list[Coroutine[Any, Any, None]] = [
                self._forward(reader, upstream[1], writer, exchange),
                self._answer(upstream[0], writer, exchange),
            ]
            tasks = [asyncio.create_task(job) for job in jobs]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            upstream[1].close()

    async def _forward(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        answers: asyncio.StreamWriter,
        exchange: _Exchange,
    ) -> None:
        """Pass requests on; the silence begins with one of them."""
        while data := await reader.read(65536):
            if exchange.is_answered:  # these bytes begin another request
                exchange.is_answered = False
                self.requests += 1
                exchange.number = self.requests
                exchange.is_kept_back = self._is_kept_back(data, exchange.number)
            if isinstance(self._silent_at, int) and exchange.number >= self._silent_at:
                if self._part == "pauses":
                    exchange.is_answered = True
                    answers.write(_LATER)
                    continue
                if exchange.number > self._silent_at or self._part == "nothing":
                    await self._keep_silent()
            writer.write(data)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, exchange: _Exchange) -> None:
        """Pass answers on, until one is kept back."""
        begun = b""
        while data := await reader.read(65536):
            exchange.is_answered = True
            if not exchange.is_kept_back:
                writer.write(data)
                continue
            begun += data
            head, end, body = begun.partition(b"\r\n\r\n")
            if not end:
                continue
            if _BODILESS.search(head + end):
                await self._keep_silent()
            writer.write(head + end + _first_bytes(head, body))
            await self._keep_silent()
        if self.silent.is_set():  # the server closes idle connections
            await self._keep_silent()

    def _is_kept_back(self, request: bytes, number: int) -> bool:
        """Whether the silence is to begin with the answer to a request."""
        wanted = self._silent_at
        return wanted in request.partition(b"\r\n")[0] if isinstance(wanted, bytes) else number == wanted

    async def _keep_silent(self) -> None:
        self.silent.set()
        await asyncio.sleep(SILENCE)
        self.spoke = True
        raise ConnectionAbortedError


class _Exchange:
    """The latest request of a connection: its number, whether its answer has begun, and whether it is kept back."""

    def __init__(self) -> None:
        self.number = 0
        self.is_answered = True
        self.is_kept_back = False


def _first_bytes(head: bytes, body: bytes) -> bytes:
    """Return the first events of a stream, and half of what has arrived of another body."""
    if b"text/event-stream" in head.lower():
        return body
    return body[: len(body) // 2] if b"chunked" not in head.lower() else b""
