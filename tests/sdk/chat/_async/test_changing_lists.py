"""Lists that change while they are read: no id twice, and the shortfall is reported."""

import pytest

from trivet import StreamError


@pytest.fixture
def seed():
    return "2501x0"


@pytest.fixture
def equal(stub):
    """A stub where all sort keys are equal, and equal ones are in another order on each request."""
    now = stub.clock.now()
    for row in stub.records.conversations.values():
        row.created_at, row.updated_at = now, None
    stub.observed.unstable_ties = True
    return stub


@pytest.mark.parametrize("prefetch", [1, 4])
@pytest.mark.parametrize("change", [False, True])
async def test_unstable_order_yields_no_id_twice_and_reports_shortfall(equal, async_connect, prefetch, change):
    async with async_connect() as chat, async_connect("alice") as owner:
        own = [
            conversation.id
            for conversation in equal.records.conversations.values()
            if conversation.user_id == equal.user_id("alice")
        ]
        pager = chat.admin.conversations.list(limit=100, prefetch=prefetch)
        ids = []
        async for conversation in pager:
            ids.append(conversation.id)
            if change and len(ids) % 100 == 0:
                await owner.conversations.delete(own.pop())
                await owner.conversations.delete(own.pop())
                await owner.conversations.create(title="new")
    assert equal.requests.count("conversations.delete") == (2 * (len(ids) // 100) if change else 0)
    assert 25 <= equal.requests.count("admin.conversations.list") <= 26 + prefetch
    assert len(set(ids)) == len(ids)
    assert 2450 < pager.total <= 2501
    assert pager.shortfall == pager.total - len(ids)
    assert pager.shortfall > 100, "the order changed with every page, so many are missing"


async def test_stable_order_has_no_shortfall(stub, async_connect):
    async with async_connect() as chat:
        pager = chat.admin.conversations.list(limit=100, prefetch=4)
        ids = [conversation.id async for conversation in pager]
    assert set(ids) == set(stub.records.conversations)
    assert (len(ids), pager.total, pager.shortfall) == (2501, 2501, 0)


async def test_deletion_during_list_yields_no_id_twice(stub, async_connect):
    async with async_connect() as chat:
        pager = chat.admin.conversations.list(limit=100)
        ids = []
        async for conversation in pager:
            ids.append(conversation.id)
            if len(ids) == 100:
                for id in ids[:50]:  # later records move up, and fifty are skipped
                    stub.records.delete_conversation(stub.records.conversations[id])
    assert len(set(ids)) == len(ids) == 2451
    assert (pager.total, pager.shortfall) == (2451, 0)
    assert len(set(stub.records.conversations) - set(ids)) == 50


async def test_repeated_page_ends_list(stub, async_connect):
    row = next(iter(stub.records.conversations.values()))
    same = {
        "items": [{"id": row.id, "created_at": "2025-06-16T00:00:00+00:00", "message_count": 0}],
        "total": 2501,
    }
    stub.faults.add("admin.conversations.list", body=same, times=None)
    async with async_connect() as chat:
        with pytest.raises(StreamError, match="nothing new"):
            await chat.admin.conversations.list().all()
    assert len(stub.requests) == 11
