# Derived from tests/sdk/chat/_async/test_bulk_shares.py by `python -m codegen`; do not edit.
"""Bulk revocation of shares."""

import pytest

from trivet import APIConnectionError, IncompleteListError, InvalidArgumentError, NotFoundError
from trivet.chat.bulk import Bulk


def left(stub):
    return {share.id for share in stub.records.shares()}


def share(alice, stub, *conversations):
    """Share each conversation with erin, nadia and by a link; return the new ids."""
    shares = []
    for conversation_id in conversations:
        for name in ("erin", "nadia"):
            shares.append(alice.conversations.shares.create(conversation_id, shared_with=stub.user_id(name)))
        shares.append(alice.conversations.shares.create(conversation_id, generate_link=True))
    return [share.id for share in shares]


def test_shares_of_many_conversations_are_revoked(stub, connect, travel, budget, nothing):
    before = left(stub)
    with connect("alice") as alice:
        ids = share(alice, stub, travel.id, budget.id)
        others = next(
            conversation.id
            for conversation in stub.records.conversations.values()
            if conversation.user_id == stub.user_id("bob")
        )
        rows = [travel.id, alice.conversations.get(budget.id), others, nothing]
        bulk = Bulk(alice)
        links = bulk.revoke_shares(rows, where=lambda share: share.shared_with is None, dry_run=True)
        assert left(stub) == before | {*ids}
        report = bulk.revoke_shares(rows, where=lambda share: share.id in ids, confirm=6)
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
def test_revocation_resumes_with_a_look_at_the_list(stub, connect, travel, budget, tmp_path, took_effect):
    with connect("alice") as alice:
        share(alice, stub, travel.id, budget.id)
        everything = alice.conversations.list(include_archived=True, limit=1)
        bulk = Bulk(alice, journal=tmp_path / "job.journal", concurrency=1)
        planned = len((Bulk(alice).revoke_shares(everything, dry_run=True)).planned)
        if took_effect:
            stub.faults.add("conversations.shares.delete", cut_after=0)
        else:
            stub.faults.add("conversations.shares.delete", drop=True)
        first = bulk.revoke_shares(everything, confirm=planned)
        assert first.counts == {"done": planned - 1, "unknown": 1}
        new = alice.conversations.shares.create(travel.id, generate_link=True)
        assert (bulk.revoke_shares(everything, confirm=planned)).counts == {"done": planned}
        sent = stub.requests.count("conversations.shares.delete")
        assert sent == planned + (not took_effect)
        with pytest.raises(InvalidArgumentError, match="another job needs another journal"):
            bulk.revoke_shares(everything, confirm=planned)
    own = stub.user_id("alice")
    assert [share.id for share in stub.records.shares() if share.shared_by == own] == [new.id]


def test_wrong_rows_and_lists_that_fail_revoke_nothing(stub, connect, travel):
    before = left(stub)
    with connect("alice", max_retries=0) as alice:
        bulk = Bulk(alice)
        for rows, message in [
            (travel.id, "conversations must be a pager or another iterable"),
            ([7], r"conversations\[0\] must be an id as text, or a record"),
            ([travel.id, "x"], r"conversations\[1\] must be a UUID"),
            ([travel.id], "confirm must be 2, the number of rows that are to be revoked"),
        ]:
            with pytest.raises(InvalidArgumentError, match=message):
                bulk.revoke_shares(rows, confirm=9)
        stub.faults.add("conversations.shares.list", drop=True)
        with pytest.raises(APIConnectionError):
            bulk.revoke_shares([travel.id], confirm=1)
    assert left(stub) == before


def test_shares_that_a_gateway_or_a_short_list_hides_are_not_passed_over(stub, connect, travel):
    before = left(stub)
    with connect("alice") as alice:
        listed = (alice.with_response(alice.conversations.shares.list, travel.id)).record
        for fault, error in [
            ({"status": 404, "body": "no such upstream"}, NotFoundError),
            ({"body": {"items": [], "total": len(listed.items)}}, IncompleteListError),
        ]:
            stub.faults.add("conversations.shares.list", **fault)
            with pytest.raises(error):
                Bulk(alice).revoke_shares([travel.id], confirm=0)
    assert left(stub) == before
