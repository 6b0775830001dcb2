"""Tokens that many concurrent calls in tasks or threads find refused."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from trivet import AsyncChatClient, ChatClient
from trivet_stubs import ChatStub

MANY = 10


class Gate(httpx.BaseTransport):
    """Holds requests with the old token until a number of them are waiting."""

    def __init__(self, inner: httpx.BaseTransport, old: str) -> None:
        self.inner = inner
        self.old = old
        self.barrier: threading.Barrier | None = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if self.barrier is not None and self.old in request.headers["authorization"]:
            self.barrier.wait(20)
        return self.inner.handle_request(request)


class AsyncGate(httpx.AsyncBaseTransport):
    """The same for the async client."""

    def __init__(self, inner: httpx.AsyncBaseTransport, old: str) -> None:
        self.inner = inner
        self.old = old
        self.barrier: asyncio.Barrier | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self.barrier is not None and self.old in request.headers["authorization"]:
            await self.barrier.wait()
        return await self.inner.handle_async_request(request)


def statuses(stub: ChatStub) -> list[int | None]:
    return sorted(entry.status or 0 for entry in stub.requests)


def options(stub: ChatStub, **more: Any) -> dict[str, Any]:
    return {"base_url": "http://chat.test", "clock": stub.clock, **more}


async def test_ten_tasks_refused_with_401_fetch_one_token(stub: ChatStub) -> None:
    tokens, fetched = [stub.token("alice", expires_in=60), stub.token("alice")], []

    async def source() -> str:
        fetched.append(tokens[len(fetched)])
        await asyncio.sleep(0)
        return fetched[-1]

    gate = AsyncGate(stub.async_transport(), tokens[0])
    async with AsyncChatClient(token=source, transport=gate, **options(stub)) as chat:
        copies = [chat, chat.with_options(timeout=5)]
        await chat.conversations.list().page()
        stub.clock.advance(61)
        stub.requests.clear()
        gate.barrier = asyncio.Barrier(MANY)
        created = await asyncio.gather(
            *(copies[number % 2].conversations.create(title=str(number)) for number in range(MANY))
        )
        await chat.conversations.list().page()
    assert fetched == tokens
    assert statuses(stub) == [200] + [201] * MANY + [401] * MANY
    assert {conversation.title for conversation in created} == {str(number) for number in range(MANY)}


def test_ten_threads_refused_with_401_fetch_one_token(stub: ChatStub) -> None:
    pause = threading.Event()
    tokens, fetched = [stub.token("alice", expires_in=60), stub.token("alice")], []

    def source() -> str:
        fetched.append(tokens[min(len(fetched), 1)])
        if len(fetched) > 1:  # until all have been refused and have had time to fetch as well
            for _ in range(200):
                if statuses(stub).count(401) == MANY:
                    break
                pause.wait(0.005)
            pause.wait(0.05)
        return fetched[-1]

    gate = Gate(stub.transport(), tokens[0])
    with ChatClient(token=source, transport=gate, **options(stub)) as chat:
        copies = [chat, chat.with_options(timeout=5)]
        chat.conversations.list().page()
        stub.clock.advance(61)
        stub.requests.clear()
        gate.barrier = threading.Barrier(MANY)
        with ThreadPoolExecutor(MANY) as threads:
            created = list(
                threads.map(lambda number: copies[number % 2].conversations.create(title=str(number)), range(MANY))
            )
        chat.conversations.list().page()
    assert fetched == tokens
    assert statuses(stub) == [200] + [201] * MANY + [401] * MANY
    assert {conversation.title for conversation in created} == {str(number) for number in range(MANY)}


async def test_cancelled_token_fetch_lets_next_task_fetch(stub: ChatStub) -> None:
    fetching, fetched = asyncio.Event(), []

    async def source() -> str:
        fetched.append(1)
        if len(fetched) == 1:
            fetching.set()
            await asyncio.Event().wait()
        return stub.token("alice")

    async with AsyncChatClient(token=source, transport=stub.async_transport(), **options(stub)) as chat:
        first = asyncio.create_task(chat.conversations.list().page())
        await fetching.wait()
        second = asyncio.create_task(chat.conversations.list().page())
        await asyncio.sleep(0)
        first.cancel()
        assert len(await second) == 3
        assert first.cancelled()
    assert len(fetched) == 2


def test_client_works_in_successive_event_loops(stub: ChatStub) -> None:
    fetched = []

    async def source() -> str:
        fetched.append(1)
        return stub.token("alice")

    chat = AsyncChatClient(token=source, transport=stub.async_transport(), **options(stub))

    async def pages() -> list[int]:
        return [len(page) for page in await asyncio.gather(*(chat.conversations.list().page() for _ in range(5)))]

    assert asyncio.run(pages()) == [3] * 5
    assert asyncio.run(pages()) == [3] * 5
    asyncio.run(chat.aclose())
    assert len(fetched) == 1
