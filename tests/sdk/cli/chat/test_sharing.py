"""`trivet chat conversations share` and `undo`: their plans, changes and undo."""

from __future__ import annotations

import json

import pytest

from tests.sdk.cli.chat.conftest import Administrator
from tests.sdk.cli.console import Done


@pytest.fixture
def alice(ann: Administrator) -> Administrator:
    """Alice, who has conversations, some of them shared."""
    ann.env["TRIVET_CHAT_TOKEN"] = ann.stub.token("alice")
    return ann


def outcomes(result: Done) -> list[str]:
    return [row["outcome"] for row in json.loads(result.out)]


def shares(alice: Administrator) -> set[str]:
    return {share.id for share in alice.stub.records.shares()}


def test_conversations_are_shared_and_exactly_these_shares_are_revoked(alice: Administrator) -> None:
    nadia, before = alice.stub.user_id("nadia"), shares(alice)
    plan = alice.run("conversations", "share", nadia, "--all", "--dry-run", "-o", "table")
    assert plan.out.startswith("Conversation"), plan.err
    assert shares(alice) == before
    result = alice.run("conversations", "share", nadia, "--all", "--yes", "--permission", "edit")
    [journal] = alice.journals()
    assert result.status == 0, result.err
    assert f"undo: trivet chat conversations undo {journal.name}" in result.err
    made = {row["after"]["share"] for row in json.loads(result.out) if row["outcome"] == "done"}
    assert made
    assert shares(alice) == before | made
    assert {row["title"] is not None for row in json.loads(result.out)} == {True}
    undone = alice.run("conversations", "undo", journal.name, "--yes")
    assert undone.status == 0, undone.err
    assert outcomes(undone).count("done") == len(made)
    assert shares(alice) == before


def test_conversations_are_named_in_one_way(alice: Administrator, travel_id: str) -> None:
    nadia = alice.stub.user_id("nadia")
    for arguments in ((), (travel_id, "--all"), ("--resume", "a.journal", "--all")):
        result = alice.run("conversations", "share", nadia, *arguments, "--dry-run")
        assert (result.status, result.out) == (2, "")
    assert alice.run("conversations", "undo", "none.journal").status == 2
    assert not alice.count("conversations.shares.create")


def test_share_that_is_there_is_left_alone(alice: Administrator, travel_id: str) -> None:
    share = next(share for share in alice.stub.records.shares() if share.shared_with is not None)
    result = alice.run("conversations", "share", share.shared_with, share.conversation_id, "--yes")
    assert (result.status, outcomes(result), alice.journals()) == (0, ["skipped"], [])


@pytest.fixture
def travel_id(alice: Administrator) -> str:
    """The id of one of alice's conversations."""
    own = alice.stub.user_id("alice")
    return next(row.id for row in alice.stub.records.conversations.values() if row.user_id == own)
