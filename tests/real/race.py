"""Sixty turns at once through the adapter, against a plain client of httpx and httpx-sse with one stream and one poll.

The figures go to the output: `pytest -n 0 -s tests/real/race.py`. On a machine with other work only the counts mean
something.
"""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from httpx_sse import aconnect_sse

from tests.real.counting import Counting
from tests.real.model import ANSWER
from tests.real.server import RunningServer
from trivet import AgentClient, AsyncAgentClient, Basic
from trivet.agent import opencode

TURNS = 60

POLLS_PER_SECOND = 4


async def _race_async(server: RunningServer, counting: Counting) -> list[str]:
    auth, transport = Basic("opencode", server.password), opencode.AsyncTransport(counting)
    async with AsyncAgentClient(base_url=server.url, auth=auth, transport=transport, timeout=60) as agent:

        async def run(number: int) -> str:
            session = await agent.session.create(title=str(number))
            turn = agent.session.turn(session.id, f"SLOW {number}", deadline=600)
            await turn.run()
            return turn.text

        return await asyncio.gather(*map(run, range(TURNS)))


def _race_sync(server: RunningServer, counting: Counting) -> list[str]:
    auth, transport = Basic("opencode", server.password), opencode.Transport(counting)
    with (
        AgentClient(base_url=server.url, auth=auth, transport=transport, timeout=60) as agent,
        ThreadPoolExecutor(TURNS) as threads,
    ):

        def run(number: int) -> str:
            session = agent.session.create(title=str(number))
            turn = agent.session.turn(session.id, f"SLOW {number}", deadline=600)
            turn.run()
            return turn.text

        return [*threads.map(run, range(TURNS))]


class PlainClient:
    """What a user writes without trivet: one stream for the texts, and one poll for the ends."""

    def __init__(self, client: httpx.AsyncClient, directory: str) -> None:
        self._client = client
        self._query = {"directory": directory}
        self._texts: dict[str, dict[str, str]] = {}
        self._complete: set[str] = set()
        self._ends: dict[str, asyncio.Event] = {}
        self._connected = asyncio.Event()

    async def race(self) -> list[str]:
        """Run all turns, and return their texts."""
        jobs = [asyncio.create_task(self._read()), asyncio.create_task(self._poll())]
        await self._connected.wait()
        try:
            return await asyncio.gather(*map(self._run, range(TURNS)))
        finally:
            for job in jobs:
                job.cancel()

    async def _run(self, number: int) -> str:
        created = await self._client.post("/session", params=self._query, json={"title": str(number)})
        session_id: str = created.json()["id"]
        body = {"parts": [{"type": "text", "text": f"SLOW {number}"}]}
        (await self._client.post(f"/session/{session_id}/prompt_async", json=body)).raise_for_status()
        self._ends[session_id] = asyncio.Event()
        await self._ends[session_id].wait()
        listed = (await self._client.get(f"/session/{session_id}/message")).json()
        parts = [part for message in listed if message["info"]["role"] == "assistant" for part in message["parts"]]
        return "".join(part["text"] for part in parts if part["type"] == "text")

    async def _read(self) -> None:
        async with aconnect_sse(self._client, "GET", "/event", params=self._query, timeout=None) as stream:
            async for event in stream.aiter_sse():
                self._connected.set()
                data = json.loads(event.data)
                fields: dict[str, Any] = data["properties"]
                if data["type"] == "message.part.delta":
                    texts = self._texts.setdefault(fields["messageID"], {})
                    texts[fields["partID"]] = texts.get(fields["partID"], "") + fields["delta"]
                elif data["type"] == "message.updated":
                    info = fields["info"]
                    if info["role"] == "assistant" and "completed" in info["time"]:
                        self._complete.add(info["sessionID"])

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(1 / POLLS_PER_SECOND)
            busy = (await self._client.get("/session/status", params=self._query)).json()
            for session_id in self._complete - {*busy}:
                if session_id in self._ends:
                    self._ends[session_id].set()


async def _race_plain(server: RunningServer) -> list[str]:
    auth = ("opencode", server.password)
    async with httpx.AsyncClient(base_url=server.url, auth=auth, timeout=60, trust_env=False) as client:
        return await PlainClient(client, server.directory).race()


def test_sixty_turns_share_a_stream_and_a_poll(server: RunningServer) -> None:
    begun = time.monotonic()
    assert asyncio.run(_race_plain(server)) == [ANSWER] * TURNS
    plain = time.monotonic() - begun
    print(f"\nplain client: {plain:.1f} s")
    ratios: list[str] = []
    for name, race in (("async", lambda counting: asyncio.run(_race_async(server, counting))), ("sync", None)):
        counting, begun = Counting(server.url), time.monotonic()
        texts = _race_sync(server, counting) if race is None else race(counting)
        took = time.monotonic() - begun
        assert texts == [ANSWER] * TURNS
        print(f"{name}: {took:.1f} s, ratio {took / plain:.2f}, {counting.requests.total()} requests, ", end="")
        print(f"{counting.threads} threads, {counting.files} files; {dict(counting.requests.most_common())}")
        assert counting.requests["GET /event"] == 1
        assert counting.requests["GET /session/status"] <= took * POLLS_PER_SECOND + 1
        ratios.append(f"{took / plain:.2f} in the {name} client")
    print(f"of the plain client's time: {', '.join(ratios)}; 1 stream of events for {TURNS} turns")
