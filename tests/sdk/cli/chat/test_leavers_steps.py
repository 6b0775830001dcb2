"""The recipe, the steps and the outcomes of a run over leavers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trivet import ChatClient
from trivet.chat.bulk import Report, Row
from trivet.cli.chat.leavers_steps import Recipe, hand_over, open_recipe, outcomes, save_recipe
from trivet.cli.failures import UsageError
from trivet_stubs import ChatStub

ROW = {"id": "4f8a", "email": "bob@x.test", "role": "user", "outcome": "planned", "reason": None}


def test_saved_recipe_can_be_opened(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert open_recipe(folder) is None
    recipe = Recipe((ROW, {**ROW, "id": None, "outcome": "skipped"}), "id", "nadia@x.test", True, admins=("a@x.test",))
    save_recipe(recipe, folder)
    assert open_recipe(folder) == recipe
    assert folder.stat().st_mode & 0o077 == 0
    assert recipe.ids == ["4f8a"]
    assert recipe.steps == "save, hand over to nadia@x.test, revoke links, deactivate"


def test_steps_follow_from_the_options() -> None:
    assert (Recipe(()).steps, Recipe(()).acts) == ("save, deactivate", False)
    assert Recipe((), delete=True).steps == "save, delete"
    assert Recipe((), delete_conversations=True).steps == "save, delete conversations, deactivate"
    assert Recipe((), delete_conversations=True).acts


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"trivet": "leavers", "version": 2}', '{"trivet": "leavers"'])
def test_other_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "recipe.json").write_text(text)
    with pytest.raises(UsageError, match=r"recipe\.json is not a file of `trivet chat leavers`"):
        open_recipe(tmp_path)


def test_changed_file_is_refused(tmp_path: Path) -> None:
    save_recipe(Recipe((ROW,)), tmp_path)
    content = json.loads((tmp_path / "recipe.json").read_text())
    for changed in ({**content, "more": 1}, {name: value for name, value in content.items() if name != "rows"}):
        (tmp_path / "recipe.json").write_text(json.dumps(changed))
        with pytest.raises(UsageError, match="was changed, and cannot be understood"):
            open_recipe(tmp_path)


def account(name: str, outcome: str = "planned", reason: str | None = None) -> dict[str, str | None]:
    account_id = None if outcome == "skipped" else name
    return {"id": account_id, "email": f"{name}@x.test", "role": "user", "outcome": outcome, "reason": reason}


RECIPE = Recipe((account("a"), account("b"), account("c"), account("x", "skipped", "no user")))


def test_account_has_the_outcome_of_its_last_step() -> None:
    saved = {"a": Row("a", "done", "3 conversations"), "b": Row("b", "failed", "403"), "c": Row("c", "done")}
    ended = {"a": Row("a", "done"), "c": Row("c", "unknown", "no answer")}
    records = outcomes(RECIPE, [("saved", saved), ("account", ended)])
    assert [(record["email"], record["outcome"], record["reason"]) for record in records] == [
        ("a@x.test", "done", None),
        ("b@x.test", "failed", "403"),
        ("c@x.test", "unknown", "no answer"),
        ("x@x.test", "skipped", "no user"),
    ]
    assert [record["saved"] for record in records] == ["3 conversations", "failed", "done", None]
    assert [record["account"] for record in records] == ["done", None, "unknown", None]


def test_step_that_has_not_begun_leaves_accounts_planned() -> None:
    assert [record["outcome"] for record in outcomes(RECIPE, [("saved", {})])] == ["planned"] * 3 + ["skipped"]


def test_conversations_are_shared_once_to_edit_and_links_revoked(
    chat_stub: ChatStub, chat_client: ChatClient, tmp_path: Path
) -> None:
    alice, bob = chat_stub.user_id("alice"), chat_stub.user_id("bob")
    recipe = Recipe((), bob, "bob@example.com", revoke_links=True)
    with chat_client.acting_as(alice) as user:
        row = Row(alice, "planned")
        # A share with bob to view is there already, and stands in the way of one to edit.
        assert hand_over(user, row, recipe, tmp_path) == "4 handed over, 1 link revoked"
        count = chat_stub.requests.count("conversations.shares.create")
        assert hand_over(user, row, recipe, tmp_path) == "4 handed over, 0 links revoked"
        assert chat_stub.requests.count("conversations.shares.create") == count == 4
        own = user.conversations.list(include_archived=True).all()
        shares = [share for conversation in own for share in user.conversations.shares.list(conversation.id)]
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
    assert not [
        conversation for conversation in chat_stub.records.conversations.values() if conversation.user_id == bob
    ]
