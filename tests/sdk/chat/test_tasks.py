"""Cancellation of tasks in an export, a call and a block: nothing stays open."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.waiting import until_alone, until_tasks
from trivet import AsyncChatClient, TrivetError
from trivet_stubs import ChatStub


class Stalling(httpx.AsyncBaseTransport):
    """Sends the first bytes of an export, then nothing more, and counts open responses."""

    def __init__(self, stub: ChatStub, after: int) -> None:
        self.inner = stub.async_transport()
        self.after = after
        self.open = 0
        self.stalled = asyncio.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self.inner.handle_async_request(request)
        transport, stream = self, response.stream
        stalling = request.url.path.endswith("/export")
        assert isinstance(stream, httpx.AsyncByteStream)

        class Body(httpx.AsyncByteStream):
            async def __aiter__(self) -> AsyncIterator[bytes]:
                left = transport.after
                async for chunk in stream:
                    yield chunk[:left] if stalling else chunk
                    left -= len(chunk)
                    if stalling and left <= 0:
                        transport.stalled.set()
                        await asyncio.Event().wait()

            async def aclose(self) -> None:
                await stream.aclose()
                transport.open -= 1

        self.open += 1
        return httpx.Response(response.status_code, headers=response.headers, stream=Body())


def client(stub: ChatStub, transport: httpx.AsyncBaseTransport, who: str = "admin", **more: Any) -> AsyncChatClient:
    return AsyncChatClient(
        token=stub.token(who), base_url="http://chat.test", transport=transport, clock=stub.clock, **more
    )


@pytest.mark.parametrize("after", [1, 300, 1500])
@pytest.mark.parametrize("method", ["conversations", "ratings", "csv"])
async def test_cancelled_export_closes_response(stub: ChatStub, method: str, after: int) -> None:
    transport = Stalling(stub, after)
    rows: list[object] = []
    async with client(stub, transport) as chat:

        async def read() -> None:
            format: Any = "csv" if method == "csv" else "json"
            whole: Any = chat.admin.conversations.export()
            async for row in whole if method == "conversations" else chat.admin.ratings.export(format=format):
                rows.append(row)

        task = asyncio.create_task(read())
        await transport.stalled.wait()
        assert transport.open == 1
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until_alone()
        assert transport.open == 0
        assert len(await chat.admin.users.list().page()) == 7
    assert len(rows) < 7
    assert bool(rows) is (after == 1500)


async def test_cancelled_save_leaves_only_part_file(stub: ChatStub, tmp_path: Path) -> None:
    transport = Stalling(stub, 300)
    async with client(stub, transport) as chat:
        task = asyncio.create_task(chat.admin.ratings.export().save(tmp_path / "r.json"))
        await transport.stalled.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert transport.open == 0
        assert [path.name for path in tmp_path.iterdir()] == ["r.json.trivet-part"]
        transport.after = 10**6
        assert (await chat.admin.ratings.export().save(tmp_path / "r.json")).count == 5
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


@pytest.mark.parametrize("name", ["conversations.messages.rate", "admin.ratings.export"])
async def test_call_cancelled_before_answer_leaves_nothing_open(stub: ChatStub, name: str) -> None:
    stub.faults.add(name, hang=True)
    conversation = next(
        conversation for conversation in stub.records.conversations.values() if conversation.title == "Travel plans"
    )
    async with client(stub, stub.async_transport(), "alice" if "rate" in name else "admin") as chat:
        if "rate" in name:
            job: Any = chat.conversations.messages.rate(conversation.id, conversation.messages[-1].id, rating=-1)
        else:
            job = anext(aiter(chat.admin.ratings.export()))
        task = asyncio.ensure_future(job)
        await until_tasks(lambda: len(stub.requests) == 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until_alone()
        assert len(stub.requests) == 1, "it is not retried"
        if "rate" in name:
            rated = await chat.with_response(
                chat.conversations.messages.rate, conversation.id, conversation.messages[-1].id, rating=-1
            )
            assert (rated.status, rated.value.rating) == (200, -1)
        else:
            assert len([rating async for rating in chat.admin.ratings.export()]) == 5


@pytest.mark.long
async def test_hundred_cancelled_exports_leak_no_connection() -> None:
    with ChatStub(seed="200x4") as stub, stub.serve() as server:
        async with AsyncChatClient(token=stub.admin_token, base_url=server.url, timeout=10) as chat:

            async def read(begun: asyncio.Event) -> None:
                async for _ in chat.admin.conversations.export():
                    begun.set()
                    await asyncio.Event().wait()

            for _ in range(10):
                events = [asyncio.Event() for _ in range(10)]
                tasks = [asyncio.create_task(read(event)) for event in events]
                await asyncio.gather(*(event.wait() for event in events))
                for task in tasks:
                    task.cancel()
                ended = await asyncio.gather(*tasks, return_exceptions=True)
                assert {type(outcome) for outcome in ended} == {asyncio.CancelledError}
            assert len([conversation async for conversation in chat.admin.conversations.export()]) == 200
            await asyncio.gather(*(chat.admin.users.list().page() for _ in range(50)))


async def test_cancelled_acting_as_block_ends_scope(stub: ChatStub) -> None:
    kept: list[AsyncChatClient] = []
    async with client(stub, stub.async_transport()) as chat:

        async def act() -> None:
            async with chat.acting_as(stub.user_id("alice")) as user:
                kept.append(user)
                await asyncio.Event().wait()

        task = asyncio.create_task(act())
        await until_tasks(lambda: bool(kept))
        assert len(await kept[0].conversations.list().page()) == 3
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(TrivetError, match="block"):
            await kept[0].conversations.list().page()


async def test_concurrent_acting_as_blocks_use_their_own_users(stub: ChatStub) -> None:
    async with client(stub, stub.async_transport()) as chat:

        async def act(who: str) -> set[str | None]:
            async with chat.acting_as(stub.user_id(who)) as user:
                owners = {
                    conversation.user_id for conversation in await user.conversations.list(include_archived=True).all()
                }
                assert user.acting is not None
                return owners | {user.acting.user_id}

        owners = await asyncio.gather(*(act(who) for who in ("alice", "bob") * 10))
    assert owners == [{stub.user_id(who)} for who in ("alice", "bob") * 10]
