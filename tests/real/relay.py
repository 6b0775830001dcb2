"""A relay between a client and the server, which passes bytes on, and disturbs some answers as a network does."""

from __future__ import annotations

import asyncio
import re
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Literal, NamedTuple, TypeAlias

import httpx

__all__ = ["Disturbance", "Relay", "run_relay"]

STREAM = rb"GET /event"
"""The pattern of the request for a stream of events."""

DRIP = 0.001
"""Seconds between two bytes of a stream that drips."""

TURNS = 5
"""The turns of the event loop after which asyncio has made the connections that it was accepting, or closed others."""

RESET = struct.pack("ii", 1, 0)
"""The option of a socket that is reset when it is closed."""


class Disturbance(NamedTuple):
    """The fate of one answer.

    Attributes:
        kind: `close` and `reset` end the connection; `freeze` keeps it open without data, `drip` sends single bytes.
        after: The bytes of the response that pass before.
    """

    kind: Literal["close", "reset", "freeze", "drip"]
    after: int


Plan: TypeAlias = Callable[[], Disturbance | None]


class Relay:
    """A running relay.

    Attributes:
        url: Its URL, which takes the place of the server's.
        plan: Called for each request that matches the pattern; returns the disturbance of its answer, or None.
        disturbed: The number of answers that were disturbed.
        matches: The number of requests that matched.
    """

    def __init__(self, target: str, plan: Plan, pattern: bytes) -> None:
        self.url = ""
        self.plan = plan
        self.disturbed = self.matches = 0
        self._pattern = re.compile(pattern)
        self._target = httpx.URL(target)
        self._connections: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def serve(self, listening: socket.socket, ended: asyncio.Event) -> None:
        """Pass connections on until the end."""
        server = await asyncio.start_server(self._accept, sock=listening)
        await ended.wait()
        # A connection that is being accepted when the server closes is never closed: `Server._attach` refuses it.
        asyncio.get_running_loop().remove_reader(listening)
        await _pass_turns()
        server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        for writer in self._connections.values():  # also of a task that was cancelled before it began
            writer.close()
        await _pass_turns()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections[asyncio.create_task(self._connect(reader, writer))] = writer

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError):
                await self._pass_on(reader, writer)
        finally:
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upper_reader, upper_writer = await asyncio.open_connection(self._target.host, self._target.port)
        fate: list[Disturbance | None] = []
        pumps = [
            asyncio.create_task(self._pass_requests(reader, upper_writer, fate)),
            asyncio.create_task(self._pass_answers(upper_reader, writer, fate)),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            upper_writer.close()  # first, because the end of the relay may cancel what follows
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pass_requests(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fate: list[Disturbance | None]
    ) -> None:
        while data := await reader.read(65536):
            if self._pattern.match(data):
                self.matches += 1
                fate.append(self.plan())
            writer.write(data)
            await writer.drain()

    async def _pass_answers(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fate: list[Disturbance | None]
    ) -> None:
        passed = 0
        while data := await reader.read(65536):
            disturbance = fate[-1] if fate else None
            if disturbance is None or passed + len(data) < disturbance.after:
                passed += len(data) if fate else 0
                writer.write(data)
                await writer.drain()
                continue
            before = max(disturbance.after - passed, 0)
            writer.write(data[:before])
            await writer.drain()
            self.disturbed += passed < disturbance.after
            passed = max(disturbance.after, passed)
            match disturbance.kind:
                case "freeze":
                    await asyncio.Event().wait()
                case "drip":
                    for byte in data[before:]:
                        writer.write(bytes([byte]))
                        await writer.drain()
                        await asyncio.sleep(DRIP)
                case "reset":
                    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                    return
                case _:
                    return


async def _pass_turns() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


@contextmanager
def run_relay(target: str, plan: Plan, pattern: bytes = STREAM) -> Iterator[Relay]:
    """Run a relay on a free port of this machine; the pattern selects the requests whose answers are disturbed."""
    relay, started, ended = Relay(target, plan, pattern), threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()
    listening = socket.create_server(("127.0.0.1", 0))
    relay.url = f"http://127.0.0.1:{listening.getsockname()[1]}"

    def run() -> None:
        loop.call_soon(started.set)
        loop.run_until_complete(relay.serve(listening, ended))
        loop.close()

    thread = threading.Thread(target=run, name="relay")
    thread.start()
    started.wait()
    try:
        yield relay
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()
