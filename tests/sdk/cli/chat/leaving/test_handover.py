"""What is done as a leaver."""

from __future__ import annotations

from pathlib import Path

from trivet import ChatClient
from trivet.chat.bulk import Report, Row
from trivet.cli.chat.leaving.handover import hand_over
from trivet.cli.chat.leaving.recipe import Recipe
from trivet_stubs import ChatStub


def test_conversations_are_shared_once_to_edit_and_links_revoked(
    chat_stub: ChatStub, chat_client: ChatClient, tmp_path: Path
) -> None:
    alice, bob = chat_stub.user_id("alice"), chat_stub.user_id("bob")
    recipe = Recipe((), bob, "bob@example.com", revoke_links=True)
    with chat_client.acting_as(alice) as user:
        row = Row(alice, "planned")
        # A share with bob to view is there already, and stands in the way of one to edit.
        assert hand_over(user, row, recipe, tmp_path) == "4 handed over, 1 link revoked"
        made = chat_stub.requests.count("conversations.shares.create")
        assert hand_over(user, row, recipe, tmp_path) == "4 handed over, 0 links revoked"
        assert chat_stub.requests.count("conversations.shares.create") == made == 4
        own = user.conversations.list(include_archived=True).all()
        shares = [share for each in own for share in user.conversations.shares.list(each.id)]
    assert len([share for share in shares if (share.shared_with, share.permission) == (bob, "edit")]) == 4
    assert all(share.shared_with is not None for share in shares)


def test_conversations_are_saved_then_deleted(chat_stub: ChatStub, chat_client: ChatClient, tmp_path: Path) -> None:
    bob = chat_stub.user_id("bob")
    with chat_client.acting_as(bob) as user:
        row, recipe = Row(bob, "planned"), Recipe((), delete_conversations=True)
        chat_stub.faults.add("conversations.delete", status=500)
        failed = hand_over(user, row, recipe, tmp_path)
        assert isinstance(failed, Report)
        assert hand_over(user, row, recipe, tmp_path) == "2 conversations deleted"
    assert len(list((tmp_path / bob).glob("*.json"))) == 2
    assert not [each for each in chat_stub.records.conversations.values() if each.user_id == bob]
