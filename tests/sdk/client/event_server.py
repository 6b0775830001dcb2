"""A cheap server of event streams: a thousand of them fit next to the calls of a test.

with EventServer() as server:
    AgentClient(base_url=server.url).project.list()
"""

from __future__ import annotations

import asyncio
import threading
import time
from types import TracebackType
from typing import Self

__all__ = ["EventServer"]

STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
CONNECTED = b'data: {"id": "evt_%d", "type": "server.connected", "payload": {}}\n\n'
ANSWER = b'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{"data": []}'


class EventServer:
    """Answers `GET …/event` with a stream of events, and everything else with an empty list.

    It answers each `POST …/wait` once enough calls and waits have arrived.

    Attributes:
        url: The URL of the server.
        streams: How many streams are open now.
        waits: How many waits have begun.
        calls: How many other requests it has answered.
        connections: How many connections it has accepted.
        open: How many of them are open now.
    """

    def __init__(self, *, calls_until_idle: int = 0, waits_until_idle: int = 0) -> None:
        self.url = ""
        self.streams = 0
        self.waits = 0
        self.calls = 0
        self.connections = 0
        self.open = 0
        self._until_idle = (calls_until_idle, waits_until_idle)
        self._idle = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._listening = threading.Event()
        self._stopping = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._listening.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(10)
        self._loop.close()

    def wait_until_open(self, count: int) -> bool:
        """Wait a little until at most this many connections are open, and return whether that succeeded."""
        end = time.monotonic() + 5
        while self.open > count and time.monotonic() < end:
            time.sleep(0.001)
        return self.open <= count

    async def _run(self) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=1024)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._listening.set()
        await self._stopping.wait()
        server.close()
        open_ = asyncio.all_tasks() - {asyncio.current_task()}
        for task in open_:
            task.cancel()
        await asyncio.gather(*open_, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                target = head.split(b" ", 2)[1].partition(b"?")[0]
                if target.endswith(b"/event"):
                    await self._stream(reader, writer)
                    return
                waits = target.endswith(b"/wait")
                self.waits += waits
                self.calls += not waits
                if self.calls >= self._until_idle[0] and self.waits >= self._until_idle[1]:
                    self._idle.set()
                if waits:
                    await self._idle.wait()
                writer.write(ANSWER)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.open -= 1
            writer.close()

    async def _stream(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.streams += 1
        try:
            writer.write(STREAM + CONNECTED % self.connections)
            await reader.read()
        finally:
            self.streams -= 1
