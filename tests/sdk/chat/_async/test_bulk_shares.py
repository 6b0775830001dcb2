"""Bulk revocation of shares."""

import pytest

from trivet import APIConnectionError, IncompleteListError, InvalidArgumentError, NotFoundError
from trivet.chat.bulk import AsyncBulk


def left(stub):
    return {share.id for share in stub.records.shares()}


async def share(alice, stub, *conversations):
    """Share each conversation with erin, nadia and by a link; return the new ids."""
    shares = []
    for conversation_id in conversations:
        for name in ("erin", "nadia"):
            shares.append(await alice.conversations.shares.create(conversation_id, shared_with=stub.user_id(name)))
        shares.append(await alice.conversations.shares.create(conversation_id, generate_link=True))
    return [share.id for share in shares]


async def test_shares_of_many_conversations_are_revoked(stub, async_connect, travel, budget, nothing):
    before = left(stub)
    async with async_connect("alice") as alice:
        ids = await share(alice, stub, travel.id, budget.id)
        others = next(
            conversation.id
            for conversation in stub.records.conversations.values()
            if conversation.user_id == stub.user_id("bob")
        )
        rows = [travel.id, await alice.conversations.get(budget.id), others, nothing]
        bulk = AsyncBulk(alice)
        links = await bulk.revoke_shares(rows, where=lambda share: share.shared_with is None, dry_run=True)
        assert left(stub) == before | {*ids}
        report = await bulk.revoke_shares(rows, where=lambda share: share.id in ids, confirm=6)
        assert left(stub) == before
    assert report.counts == {"done": 6, "skipped": 2}
    assert not any(row.label for row in links.planned)
    assert {row.id for row in links.planned} >= {ids[2], ids[5]}
    assert {(row.id, row.status) for row in report.skipped} == {(others, 403), (nothing, 404)}
    erin = stub.user_id("erin")
    assert report.done[0].old == {"conversation_id": travel.id, "shared_with": erin, "permission": "view"}
    assert report.done[0].label == erin
    assert not any("token" in repr(row) for row in report.rows)


@pytest.mark.parametrize("took_effect", [False, True])
async def test_revocation_resumes_with_a_look_at_the_list(stub, async_connect, travel, budget, tmp_path, took_effect):
    async with async_connect("alice") as alice:
        await share(alice, stub, travel.id, budget.id)
        everything = alice.conversations.list(include_archived=True, limit=1)
        bulk = AsyncBulk(alice, journal=tmp_path / "job.journal", concurrency=1)
        planned = len((await AsyncBulk(alice).revoke_shares(everything, dry_run=True)).planned)
        if took_effect:
            stub.faults.add("conversations.shares.delete", cut_after=0)
        else:
            stub.faults.add("conversations.shares.delete", drop=True)
        first = await bulk.revoke_shares(everything, confirm=planned)
        assert first.counts == {"done": planned - 1, "unknown": 1}
        new = await alice.conversations.shares.create(travel.id, generate_link=True)
        assert (await bulk.revoke_shares(everything, confirm=planned)).counts == {"done": planned}
        sent = stub.requests.count("conversations.shares.delete")
        assert sent == planned + (not took_effect)
        with pytest.raises(InvalidArgumentError, match="another job needs another journal"):
            await bulk.revoke_shares(everything, confirm=planned)
    own = stub.user_id("alice")
    assert [share.id for share in stub.records.shares() if share.shared_by == own] == [new.id]


async def test_conversation_whose_shares_were_hidden_is_not_read_again_by_its_job(
    stub, async_connect, travel, budget, tmp_path
):
    async with async_connect("alice", max_retries=0) as alice:
        await share(alice, stub, travel.id, budget.id)
        bulk = AsyncBulk(alice, journal=tmp_path / "job.journal", concurrency=1, retry_failed=True)
        planned = len((await AsyncBulk(alice).revoke_shares([budget.id], dry_run=True)).planned)
        hidden = {share.id for share in stub.records.shares() if share.conversation_id == travel.id}
        stub.faults.add("conversations.shares.list", status=403, body={"detail": "not now"})
        stub.faults.add("conversations.shares.delete", status=403, body={"detail": "not now"})
        first = await bulk.revoke_shares([travel.id, budget.id], confirm=planned)
        assert first.counts == {"done": planned - 1, "failed": 1, "skipped": 1}
        resumed = await bulk.revoke_shares([travel.id, budget.id], confirm=planned)
        assert resumed.counts == {"done": planned, "skipped": 1}
        assert [(row.id, row.status) for row in resumed.skipped] == [(travel.id, 403)]
        assert hidden <= left(stub)
        with pytest.raises(InvalidArgumentError, match="another job needs another journal"):
            await bulk.revoke_shares([travel.id, budget.id], confirm=planned)
        other = AsyncBulk(alice, journal=tmp_path / "other.journal")
        assert (await other.revoke_shares([travel.id], confirm=len(hidden))).counts == {"done": len(hidden)}
    assert not hidden & left(stub)


async def test_wrong_rows_and_lists_that_fail_revoke_nothing(stub, async_connect, travel):
    before = left(stub)
    async with async_connect("alice", max_retries=0) as alice:
        bulk = AsyncBulk(alice)
        for rows, message in [
            (travel.id, "conversations must be a pager or another iterable"),
            ([7], r"conversations\[0\] must be an id as text, or a record"),
            ([travel.id, "x"], r"conversations\[1\] must be a UUID"),
            ([travel.id], "confirm must be 2, the number of rows that are to be revoked"),
        ]:
            with pytest.raises(InvalidArgumentError, match=message):
                await bulk.revoke_shares(rows, confirm=9)
        stub.faults.add("conversations.shares.list", drop=True)
        with pytest.raises(APIConnectionError):
            await bulk.revoke_shares([travel.id], confirm=1)
    assert left(stub) == before


async def test_shares_that_a_gateway_or_a_short_list_hides_are_not_passed_over(stub, async_connect, travel):
    before = left(stub)
    async with async_connect("alice") as alice:
        listed = (await alice.with_response(alice.conversations.shares.list, travel.id)).record
        for fault, error in [
            ({"status": 404, "body": "no such upstream"}, NotFoundError),
            ({"body": {"items": [], "total": len(listed.items)}}, IncompleteListError),
        ]:
            stub.faults.add("conversations.shares.list", **fault)
            with pytest.raises(error):
                await AsyncBulk(alice).revoke_shares([travel.id], confirm=0)
    assert left(stub) == before
