"""Bulk jobs that end at any of their requests, before it arrives or after it took effect, and are resumed."""

from collections import Counter

import httpx
import pytest

from trivet.chat.bulk import AsyncBulk

NAMES = ["alice@example.com", "bob@example.com", "carol@example.com", "dave@example.com", "nadia@example.com"]


class Killed(BaseException):
    pass


class AsyncKilledTransport(httpx.AsyncBaseTransport):
    """A transport that ends the job at one of its requests."""

    def __init__(self, stub, number, *, arrives):
        self.inner, self.number, self.arrives, self.count = stub.async_transport(), number, arrives, 0

    async def handle_async_request(self, request):
        self.count += 1
        if self.count == self.number and not self.arrives:
            raise Killed
        response = await self.inner.handle_async_request(request)
        if self.count == self.number:
            raise Killed
        return response


async def deactivate(bulk, chat, erin, folder):
    return await bulk.update_users(NAMES, is_active=False)


async def delete_users(bulk, chat, erin, folder):
    return await bulk.delete_users(NAMES, confirm=4, export=folder / "saved")


async def act(bulk, chat, erin, folder):
    async def work(user, row):
        titles = [conversation.title async for conversation in user.conversations.list()]
        if "made" not in titles:
            await user.conversations.create(title="made")

    return await bulk.act_as_users(NAMES, work, activate=True)


async def rename(bulk, chat, erin, folder):
    return await bulk.update_conversations(chat.conversations.list(), title="renamed")


async def delete_conversations(bulk, chat, erin, folder):
    return await bulk.delete_conversations(chat.conversations.list(), confirm=3, export=folder / "saved")


async def share(bulk, chat, erin, folder):
    return await bulk.share_conversations(chat.conversations.list(), erin, permission="edit")


async def revoke(bulk, chat, erin, folder):
    return await bulk.revoke_shares(chat.conversations.list(), confirm=3)


async def undo(bulk, chat, erin, folder):
    return await bulk.undo(folder / "undone.journal")


def state(stub):
    """Return the users and conversations of a stub, without the ids of what a job creates."""
    users = [(user.id, user.role, user.is_active) for user in stub.records.users.values()]
    conversations = [
        (row.user_id, row.title, row.is_archived, [(share.shared_with, share.permission) for share in row.shares])
        for row in stub.records.conversations.values()
    ]
    return sorted(users), Counter(map(repr, conversations))


def effects(stub):
    """Return how often each request was sent that changes a record, and succeeded."""
    return Counter(
        (entry.method, entry.path)
        for entry in stub.requests
        if entry.method != "GET" and entry.status < 300 and not entry.path.endswith("/impersonate")
    )


@pytest.mark.parametrize("arrives", [False, True])
@pytest.mark.parametrize(
    ("who", "job", "undone"),
    [
        ("admin", deactivate, None),
        ("admin", delete_users, None),
        ("admin", act, None),
        ("admin", undo, deactivate),
        ("alice", rename, None),
        ("alice", delete_conversations, None),
        ("alice", share, None),
        ("alice", revoke, None),
        ("alice", undo, share),
    ],
)
async def test_job_that_ends_at_any_request_resumes_to_the_same_records(
    stub, async_connect, tmp_path, who, job, undone, arrives
):
    erin = stub.user_id("erin")

    async def run(folder, number=0):
        transport = AsyncKilledTransport(stub, number, arrives=arrives)
        async with async_connect(who, transport=transport, max_retries=0) as chat:
            report = await job(AsyncBulk(chat, journal=folder / "job.journal", concurrency=1), chat, erin, folder)
        return report, transport.count

    async def prepared(name):
        stub.reset()
        folder = tmp_path / name
        folder.mkdir()
        if undone is not None:
            async with async_connect(who) as chat:
                await undone(AsyncBulk(chat, journal=folder / "undone.journal"), chat, erin, folder)
        stub.requests.clear()
        return folder

    expected, requests = await run(await prepared("whole"))
    records, changes = state(stub), effects(stub)
    assert changes
    for number in range(1, requests + 1):
        folder = await prepared(f"{number}")
        with pytest.raises(Killed):
            await run(folder, number)
        if job is act:
            assert not stub.records.users[stub.user_id("carol")].is_active
        report, _ = await run(folder)
        assert (state(stub), report.counts) == (records, expected.counts), number
        if job is not act:  # a user whose call has not ended is acted as again
            assert effects(stub).total() == changes.total(), number
