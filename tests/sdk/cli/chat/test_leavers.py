"""`trivet chat leavers`: the whole recipe, and runs that break off."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.sdk.cli.chat.conftest import Administrator
from trivet.cli.chat.leavers_steps import Steps

ARGUMENTS = ("leavers", "--csv", "leavers.csv", "--column", "e-mail", "--folder", "run")


def outcomes(text: str) -> dict[str, str]:
    return {account["email"].split("@")[0]: account["outcome"] for account in json.loads(text)}


def test_dry_run_shows_the_steps_of_each_account_and_writes_nothing(ann: Administrator) -> None:
    result = ann.run(*ARGUMENTS, "--hand-over-to", "alice@example.com", "--dry-run", "-o", "table")
    assert result.status == 1
    assert [" ".join(line.split()) for line in result.out.splitlines()] == [
        "Account Role Change Note",
        "bob@example.com user save, hand over to alice@example.com, deactivate",
        "gone@example.com no user has this email address",
        "nadia@example.com admin an administrator who is not named with --admin",
        "carol@example.com user save, hand over to alice@example.com, deactivate",
        "erin@example.com user save, hand over to alice@example.com, deactivate",
    ]
    assert not Path("run").exists()
    assert (ann.count("admin.users.update"), ann.count("admin.users.impersonate")) == (0, 0)


@pytest.mark.long
def test_script_saves_hands_over_and_deactivates(ann: Administrator) -> None:
    result = ann.script(*ARGUMENTS, "--hand-over-to", "alice@example.com", "--revoke-links", "--yes")
    assert result.status == 1, result.err
    assert outcomes(result.out) == {
        "bob": "done",
        "gone": "skipped",
        "nadia": "skipped",
        "carol": "done",
        "erin": "done",
    }
    assert result.err == "folder: run\n3 of 5 accounts are done; results: run/results.csv\n"
    assert ann.is_active("bob", "carol", "erin", "nadia") == [False, False, False, True]
    bob = ann.stub.user_id("bob")
    assert len(list(Path("run/accounts", bob).iterdir())) == 3
    log = [json.loads(line) for line in Path("run/audit.ndjson").read_text().splitlines()]
    assert {entry["user_id"] for entry in log} == {ann.stub.user_id(name) for name in ("bob", "carol", "erin")}
    assert "stub-token" not in "".join(path.read_text() for path in Path("run").rglob("*") if path.is_file())
    assert Path("run/results.csv").read_text("utf-8-sig").splitlines()[1] == (
        f'bob@example.com,{bob},user,done,,2 conversations,"2 handed over, 0 links revoked",done'
    )
    changes = ann.count("admin.users.update")
    again = ann.run("leavers", "--folder", "run")
    assert (again.status, outcomes(again.out)) == (1, outcomes(result.out))
    assert ann.count("admin.users.update") == changes


def test_plan_that_is_not_confirmed_leaves_no_folder(ann: Administrator, monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[tuple[int, str]] = []

    def confirm_count(count: int, effect: str, *, yes: bool) -> bool:
        questions.append((count, effect))
        return False

    monkeypatch.setattr("trivet.cli.chat.accounts.running.confirm_count", confirm_count)
    result = ann.run(*ARGUMENTS)
    assert (result.status, questions) == (1, [(3, "accounts will be deactivated (save, deactivate)")])
    assert not Path("run").exists()
    assert ann.is_active("bob") == [True]


def test_account_that_cannot_be_saved_stays_until_the_next_run(ann: Administrator) -> None:
    ann.stub.faults.add("conversations.get", status=403, times=None)
    result = ann.run(*ARGUMENTS, "--yes")
    assert (result.status, ann.is_active("bob", "carol", "erin")) == (1, [True, False, False])
    assert outcomes(result.out) == {
        "bob": "failed",
        "gone": "skipped",
        "nadia": "skipped",
        "carol": "failed",
        "erin": "done",
    }
    assert "try the failed ones again: trivet chat leavers --folder run --retry-failed" in result.err
    ann.stub.faults.clear()
    again = ann.run("leavers", "--folder", "run", "--retry-failed")
    assert Counter(outcomes(again.out).values()) == {"done": 3, "skipped": 2}
    assert ann.is_active("bob", "carol", "erin") == [False, False, False]


def test_command_that_a_stopped_run_notes_completes_it(ann: Administrator) -> None:
    ann.stub.faults.add("admin.users.update", times=None, status=401)
    result = ann.run(*ARGUMENTS, "--yes")
    assert result.status == 1
    note = result.err.splitlines()[-2]
    assert note.startswith("stopped at 3 accounts: 3 planned; resume with: trivet chat leavers --folder run")
    ann.stub.faults.clear()
    assert "deactivate, 3 accounts" in ann.run("leavers", "--folder", "run", "--dry-run").err
    assert ann.is_active("bob") == [True]
    assert Counter(outcomes(ann.run("leavers", "--folder", "run").out).values()) == {"done": 3, "skipped": 2}


def test_accounts_or_conversations_are_deleted_once_they_are_saved(ann: Administrator) -> None:
    bob = ann.stub.user_id("bob")
    assert ann.run("leavers", "bob@example.com", "--delete-conversations", "--yes", "--folder", "one").status == 0
    assert len(list(Path("one/deleted", bob).iterdir())) == 2
    assert not [conversation for conversation in ann.stub.records.conversations.values() if conversation.user_id == bob]
    result = ann.run("leavers", bob, "carol@example.com", "--delete", "--yes", "--folder", "two")
    assert result.status == 0, result.err
    assert bob not in ann.stub.records.users
    assert len(list(Path("two/accounts").glob("*/*.json"))) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--delete", "--hand-over-to", "alice@example.com"), "--delete takes the conversations with it"),
        (("--delete-conversations", "--hand-over-to", "alice@example.com"), "leave out one of them"),
        (("--hand-over-to", "erin@example.com"), "--hand-over-to: erin@example.com is one of the leavers"),
        (("--hand-over-to", "gone@example.com"), "--hand-over-to: gone@example.com: no user has this email"),
        (("--folder", "no/run"), "--folder: there is no folder no"),
        (("--admin", "x"), "--admin: 'x' is neither"),
    ],
)
def test_wrong_arguments_change_nothing(ann: Administrator, arguments: tuple[str, ...], message: str) -> None:
    result = ann.run(*ARGUMENTS, *arguments, "--yes")
    assert (result.status, result.err.count("\n"), message in result.err) == (2, 1, True), result.err
    assert not Path("run").exists()


def test_folder_of_a_run_refuses_other_accounts(ann: Administrator) -> None:
    assert ann.run("leavers", "bob@example.com", "--yes", "--folder", "run").status == 0
    result = ann.run("leavers", "erin@example.com", "--yes", "--folder", "run")
    assert (result.status, result.err) == (
        2,
        "trivet: --folder: run has a run already; give it alone to resume the run, or another folder\n",
    )
    assert ann.is_active("erin") == [True]


def test_run_is_resumed_only_at_the_service_for_which_it_was_confirmed(
    ann: Administrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("trivet.cli.chat.leavers._run", interrupted)  # before the first journal
        assert ann.run("leavers", "bob@example.com", "--yes", "--folder", "run").status == 130
    copy = ann.url.replace("127.0.0.1", "localhost")  # as a test service may be a copy of this one
    result = ann.run("leavers", "--folder", "run", "--base-url", copy)
    assert (result.status, ann.is_active("bob")) == (2, [True])
    assert f"--folder: its run was confirmed for {ann.url}, and this one is for {copy}; if" in result.err
    assert ann.run("leavers", "--folder", "run", "--base-url", copy, "--moved-from", ann.url + "/").status == 0
    assert ann.is_active("bob") == [False]


def test_deletion_saves_new_conversations_and_skips_new_administrators(
    ann: Administrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, erin = ann.stub.user_id("bob"), ann.stub.user_id("erin")
    carol = ann.stub.user_id("carol")
    save = Steps.save

    def saved(self: Steps, ids: Sequence[str]) -> object:
        rows = save(self, ids)
        ann.stub.records.users[erin].role = "admin"  # before the last step, as another administrator may do
        next(
            conversation for conversation in ann.stub.records.conversations.values() if conversation.user_id == carol
        ).user_id = bob
        return rows

    monkeypatch.setattr(Steps, "save", saved)
    result = ann.run("leavers", "bob@example.com", "erin@example.com", "--delete", "--yes", "--folder", "run")
    assert (result.status, outcomes(result.out)) == (1, {"bob": "done", "erin": "skipped"})
    assert (bob in ann.stub.records.users, erin in ann.stub.records.users) == (False, True)
    assert len(list(Path("run/accounts", bob).iterdir())) == 4  # user.json, and a conversation more than at first


@pytest.mark.parametrize("end", [(), ("--delete",)])
def test_administrator_who_leaves_needs_the_option_own(ann: Administrator, end: tuple[str, ...]) -> None:
    words = ("leavers", "nadia@example.com", "admin@example.com", "--admin", "nadia@example.com", *end)
    words += ("--admin", "admin@example.com", "--folder", "run")
    alone = ("leavers", *words[1:2], *words[3:5], "--folder", "run", *end)
    refused = ann.run(*alone, "--yes")
    assert (refused.status, "--own: name your own account" in refused.err) == (2, True)
    assert json.loads(ann.run(*alone, "--dry-run").out)[0]["reason"].endswith("name yours with --own")
    assert not Path("run").exists()
    operation = "admin.users.delete" if end else "admin.users.update"
    ann.stub.faults.add(operation, status=401)
    stopped = ann.run(*words, "--own", "admin@example.com", "--yes")
    assert (stopped.status, ann.is_active("admin", "nadia")) == (1, [True, True])
    resumed = ann.run("leavers", "--folder", "run")
    assert outcomes(resumed.out) == {"nadia": "done", "admin": "skipped"}
    assert ann.is_active("admin") == [True]


def test_wrong_own_account_begins_no_run(ann: Administrator) -> None:
    for own in ("bob@example.com", "gone@example.com", "gone"):
        result = ann.run(*ARGUMENTS, "--own", own, "--yes")
        assert (result.status, result.err.startswith("trivet: --own: ")) == (2, True), result.err
    assert not Path("run").exists()


def test_leaver_who_is_gone_is_not_to_be_tried_again(ann: Administrator) -> None:
    words = ("leavers", "bob@example.com", "erin@example.com", "--folder", "run")
    ann.stub.faults.add("admin.conversations.list", status=401)
    assert ann.run(*words, "--yes").status == 1
    ann.stub.records.delete_user(ann.stub.records.users[ann.stub.user_id("bob")])
    gone = ann.run("leavers", "--folder", "run")
    assert (gone.status, outcomes(gone.out)) == (1, {"bob": "failed", "erin": "done"})
    assert "try the failed ones again" not in gone.err


def test_unknown_field_is_refused_before_anything_is_changed(ann: Administrator) -> None:
    result = ann.run("leavers", "bob@example.com", "--folder", "june", "--yes", "--fields", "email,nope")
    assert (result.status, result.out, Path("june").exists()) == (2, "", False)
    assert "there is no field 'nope'" in result.err
    assert len(ann.stub.requests) == 0
    known = ann.run("leavers", "bob@example.com", "--folder", "june", "--yes", "--fields", "id,role,account,saved")
    assert (known.status, ann.is_active("bob")) == (0, [False])
