"""Sharing of many conversations with a user, and its undo, which revokes exactly these shares."""

import pytest

from trivet import UNSET, IncompleteListError, InvalidArgumentError
from trivet.chat.bulk import AsyncBulk


@pytest.fixture
def erin(stub):
    return stub.user_id("erin")


def left(stub):
    return {share.id for share in stub.records.shares()}


def shares_with(stub, user_id, *conversations):
    """Return the ids of the shares of each conversation with a user."""
    everything = [stub.records.conversations[row.id].shares for row in conversations]
    return [[share.id for share in shares if share.shared_with == user_id] for shares in everything]


async def test_conversations_are_shared_and_an_earlier_share_is_left_alone(
    stub, async_connect, travel, budget, nothing, erin, tmp_path
):
    async with async_connect("alice") as alice:
        before = await alice.conversations.shares.create(budget.id, shared_with=erin)
        link = await alice.conversations.shares.create(travel.id, generate_link=True)
        bulk = AsyncBulk(alice, journal=tmp_path / "job.journal")
        rows = [await alice.conversations.get(travel.id), budget.id, nothing]
        planned = await AsyncBulk(alice).share_conversations(rows, erin, dry_run=True)
        assert planned.counts == {"failed": 1, "skipped": 1, "planned": 1}
        assert stub.requests.count("conversations.shares.create") == 2
        report = await bulk.share_conversations(rows, erin.upper(), permission="edit")
        assert report.counts == {"done": 1, "failed": 1, "skipped": 1}
        made = report.done[0]
        share = next(share for share in stub.records.shares() if share.id == made.new["share"])
        assert (made.id, made.label, made.old) == (travel.id, travel.title, {"shared_with": "", "share": ""})
        assert (share.shared_with, share.permission) == (erin, "edit")
        assert (report.skipped[0].id, report.skipped[0].cause) == (budget.id, "unchanged")
        assert report.skipped[0].old == {"shared_with": erin, "share": before.id}
        assert (report.failed[0].id, report.failed[0].cause) == (nothing, "gone")

        undo = AsyncBulk(alice, journal=tmp_path / "undo.journal")
        assert (await undo.undo(tmp_path / "job.journal", dry_run=True)).counts == {"skipped": 2, "planned": 1}
        undone = await undo.undo(tmp_path / "job.journal")
        assert undone.counts == {"done": 1, "skipped": 2}
        assert [row.id for row in undone.done] == [travel.id]
        assert await undo.undo(tmp_path / "job.journal") == undone
        with pytest.raises(InvalidArgumentError, match="undo of share_conversations cannot be undone"):
            await AsyncBulk(alice).undo(tmp_path / "undo.journal")
    assert share.id not in left(stub)
    assert {before.id, link.id} <= left(stub)


async def test_share_that_others_have_made_since_is_not_revoked(stub, async_connect, travel, erin, tmp_path):
    async with async_connect("alice") as alice:
        bulk = AsyncBulk(alice, journal=tmp_path / "job.journal")
        made = (await bulk.share_conversations([travel.id], erin)).done[0].new["share"]
        await alice.conversations.shares.delete(travel.id, made)
        again = await alice.conversations.shares.create(travel.id, shared_with=erin)
        (row,) = (await AsyncBulk(alice).undo(tmp_path / "job.journal")).skipped
        assert (row.cause, row.reason) == (
            "changed_since",
            f"it was changed since: share is {again.id!r}, and the job set {made!r}",
        )
        assert shares_with(stub, erin, travel) == [[again.id]]
        await alice.conversations.shares.delete(travel.id, again.id)
        (row,) = (await AsyncBulk(alice).undo(tmp_path / "job.journal")).skipped
        assert row.cause == "unchanged"


@pytest.mark.parametrize("took_effect", [False, True])
async def test_share_without_an_answer_is_looked_up_and_undone(
    stub, async_connect, travel, budget, erin, tmp_path, took_effect
):
    async with async_connect("alice") as alice:
        before = left(stub)
        bulk = AsyncBulk(alice, journal=tmp_path / "job.journal", concurrency=1)
        fault = {"cut_after": 0} if took_effect else {"drop": True}
        stub.faults.add("conversations.shares.create", **fault)
        first = await bulk.share_conversations([travel.id, budget.id], erin)
        assert first.counts == {"done": 1, "unknown": 1}
        # The same job with its journal alone knows all rows, and another user is another job.
        with pytest.raises(InvalidArgumentError, match="shared_with must be"):
            await bulk.share_conversations([travel.id, budget.id], stub.user_id("nadia"))
        report = await bulk.share_conversations([travel.id, budget.id], erin)
        assert report.counts == {"done": 2}
        assert stub.requests.count("conversations.shares.create") == 3 - took_effect
        assert [[row.new["share"]] for row in report.done] == shares_with(stub, erin, travel, budget)
        stub.faults.add("conversations.shares.delete", **fault)
        undo = AsyncBulk(alice, journal=tmp_path / "undo.journal", concurrency=1)
        assert (await undo.undo(tmp_path / "job.journal")).counts == {"done": 1, "unknown": 1}
        assert (await undo.undo(tmp_path / "job.journal")).counts == {"done": 2}
    assert shares_with(stub, erin, travel, budget) == [[], []]
    assert left(stub) == before


async def test_conversation_of_another_owner_fails_before_it_is_sent(stub, async_connect, erin):
    others = next(row for row in stub.records.conversations.values() if row.user_id == stub.user_id("bob"))
    async with async_connect("alice") as alice:
        (row,) = (await AsyncBulk(alice).share_conversations([others.id], erin)).failed
    assert (row.status, row.cause) == (403, "refused")
    assert not stub.requests.count("conversations.shares.create")


async def test_wrong_arguments_share_nothing(stub, async_connect, travel):
    async with async_connect("alice") as alice:
        for arguments in ({"user_id": "erin"}, {"user_id": travel.id, "permission": 7}, {"user_id": UNSET}):
            with pytest.raises(InvalidArgumentError):
                await AsyncBulk(alice).share_conversations([travel.id], **arguments)
    assert not stub.requests.count("conversations.shares.create")


async def test_shares_of_another_conversation_do_not_show_that_one_is_shared_or_revoked(
    stub, async_connect, travel, budget, erin, tmp_path
):
    async with async_connect("alice") as alice:
        answer = await alice.with_response(alice.conversations.shares.list, budget.id)
        stub.faults.add(f"/conversations/{travel.id}/shares", body=answer.body, content_type="application/json")
        job = AsyncBulk(alice, journal=tmp_path / "job.journal")
        assert (await job.share_conversations([travel.id], erin)).counts == {"failed": 1}
        assert shares_with(stub, erin, travel) == [[]]
        assert (await job.share_conversations([travel.id], erin)).counts == {"done": 1}
        stub.faults.add(f"/conversations/{travel.id}/shares", body=answer.body, content_type="application/json")
        undo = AsyncBulk(alice, journal=tmp_path / "undo.journal")
        assert (await undo.undo(tmp_path / "job.journal")).counts == {"failed": 1}
        assert (await undo.undo(tmp_path / "job.journal")).counts == {"done": 1}
    assert shares_with(stub, erin, travel) == [[]]


async def test_shares_of_another_conversation_are_not_revoked(stub, async_connect, travel, budget, erin):
    async with async_connect("alice") as alice:
        await alice.conversations.shares.create(budget.id, shared_with=erin)
        answer = await alice.with_response(alice.conversations.shares.list, budget.id)
        stub.faults.add(f"/conversations/{travel.id}/shares", body=answer.body, content_type="application/json")
        with pytest.raises(IncompleteListError):
            await AsyncBulk(alice).revoke_shares([travel.id], confirm=len(answer.value))
    assert len(shares_with(stub, erin, budget)[0]) == 1
