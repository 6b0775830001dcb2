"""`trivet chat leavers`: the whole recipe, and what is left when it breaks off."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.sdk.cli.chat.conftest import Administrator
from trivet.cli.chat.leaving import Steps

GIVEN = ("leavers", "--csv", "leavers.csv", "--column", "e-mail", "--folder", "run")


def outcomes(text: str) -> dict[str, str]:
    return {each["email"].split("@")[0]: each["outcome"] for each in json.loads(text)}


def test_dry_run_shows_the_steps_of_each_account_and_writes_nothing(ann: Administrator) -> None:
    done = ann.run(*GIVEN, "--hand-over-to", "alice@example.com", "--dry-run", "-o", "table")
    assert done.status == 1
    assert [" ".join(each.split()) for each in done.out.splitlines()] == [
        "Account Role Change Note",
        "bob@example.com user save, hand over to alice@example.com, deactivate",
        "gone@example.com no user has this email address",
        "nadia@example.com admin an administrator who is not named with --admin",
        "carol@example.com user save, hand over to alice@example.com, deactivate",
        "erin@example.com user save, hand over to alice@example.com, deactivate",
    ]
    assert not Path("run").exists()
    assert (ann.count("admin.users.update"), ann.count("admin.users.impersonate")) == (0, 0)


def test_script_saves_hands_over_and_deactivates(ann: Administrator) -> None:
    done = ann.script(*GIVEN, "--hand-over-to", "alice@example.com", "--revoke-links", "--yes")
    assert done.status == 1, done.err
    assert outcomes(done.out) == {
        "bob": "done",
        "gone": "skipped",
        "nadia": "skipped",
        "carol": "done",
        "erin": "done",
    }
    assert done.err == "folder: run\n3 of 5 accounts are done; results: run/results.csv\n"
    assert ann.is_active("bob", "carol", "erin", "nadia") == [False, False, False, True]
    bob = ann.stub.user_id("bob")
    assert len(list(Path("run/accounts", bob).iterdir())) == 3
    log = [json.loads(line) for line in Path("run/audit.ndjson").read_text().splitlines()]
    assert {each["user_id"] for each in log} == {ann.stub.user_id(name) for name in ("bob", "carol", "erin")}
    assert "stub-token" not in "".join(path.read_text() for path in Path("run").rglob("*") if path.is_file())
    assert Path("run/results.csv").read_text("utf-8-sig").splitlines()[1] == (
        f'bob@example.com,{bob},user,done,,2 conversations,"2 handed over, 0 links revoked",done'
    )
    changes = ann.count("admin.users.update")
    again = ann.run("leavers", "--folder", "run")
    assert (again.status, outcomes(again.out)) == (1, outcomes(done.out))
    assert ann.count("admin.users.update") == changes


def test_plan_that_is_not_confirmed_leaves_no_folder(ann: Administrator, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, str]] = []

    def confirm_count(count: int, what: str, *, yes: bool) -> bool:
        asked.append((count, what))
        return False

    monkeypatch.setattr("trivet.cli.chat.accounts.running.confirm_count", confirm_count)
    done = ann.run(*GIVEN)
    assert (done.status, asked) == (1, [(3, "accounts will be deactivated (save, deactivate)")])
    assert not Path("run").exists()
    assert ann.is_active("bob") == [True]


def test_account_that_cannot_be_saved_stays_and_is_taken_off_by_the_next_run(ann: Administrator) -> None:
    ann.stub.faults.add("conversations.get", status=403, times=None)
    done = ann.run(*GIVEN, "--yes")
    assert (done.status, ann.is_active("bob", "carol", "erin")) == (1, [True, False, False])
    assert outcomes(done.out) == {
        "bob": "failed",
        "gone": "skipped",
        "nadia": "skipped",
        "carol": "failed",
        "erin": "done",
    }
    assert "try the failed ones again: trivet chat leavers --folder run --retry-failed" in done.err
    ann.stub.faults.clear()
    again = ann.run("leavers", "--folder", "run", "--retry-failed")
    assert Counter(outcomes(again.out).values()) == {"done": 3, "skipped": 2}
    assert ann.is_active("bob", "carol", "erin") == [False, False, False]


def test_run_that_stops_says_how_to_go_on_and_does(ann: Administrator) -> None:
    ann.stub.faults.add("admin.users.update", times=None, status=401)
    done = ann.run(*GIVEN, "--yes")
    assert done.status == 1
    noted = done.err.splitlines()[-2]
    assert noted.startswith("stopped at 3 accounts: 3 planned; go on with: trivet chat leavers --folder run")
    ann.stub.faults.clear()
    assert "deactivate, 3 accounts" in ann.run("leavers", "--folder", "run", "--dry-run").err
    assert ann.is_active("bob") == [True]
    assert Counter(outcomes(ann.run("leavers", "--folder", "run").out).values()) == {"done": 3, "skipped": 2}


def test_accounts_or_conversations_are_deleted_once_they_are_saved(ann: Administrator) -> None:
    bob = ann.stub.user_id("bob")
    assert ann.run("leavers", "bob@example.com", "--delete-conversations", "--yes", "--folder", "one").status == 0
    assert len(list(Path("one/deleted", bob).iterdir())) == 2
    assert not [each for each in ann.stub.records.conversations.values() if each.user_id == bob]
    done = ann.run("leavers", bob, "carol@example.com", "--delete", "--yes", "--folder", "two")
    assert done.status == 0, done.err
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
    done = ann.run(*GIVEN, *arguments, "--yes")
    assert (done.status, done.err.count("\n"), message in done.err) == (2, 1, True), done.err
    assert not Path("run").exists()


def test_folder_of_a_run_takes_no_other_accounts(ann: Administrator) -> None:
    assert ann.run("leavers", "bob@example.com", "--yes", "--folder", "run").status == 0
    done = ann.run("leavers", "erin@example.com", "--yes", "--folder", "run")
    assert (done.status, done.err) == (
        2,
        "trivet: --folder: run has a run already; give it alone to go on, or another folder\n",
    )
    assert ann.is_active("erin") == [True]


def test_folder_goes_on_with_the_service_that_it_was_confirmed_for(
    ann: Administrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("trivet.cli.chat.leavers._run", interrupted)  # before the first journal
        assert ann.run("leavers", "bob@example.com", "--yes", "--folder", "run").status == 130
    copy = ann.url.replace("127.0.0.1", "localhost")  # as a test service may be a copy of this one
    done = ann.run("leavers", "--folder", "run", "--base-url", copy)
    assert (done.status, ann.is_active("bob")) == (2, [True])
    assert f"--folder: its run was confirmed for {ann.url}, and this one is for {copy}; if" in done.err
    assert ann.run("leavers", "--folder", "run", "--base-url", copy, "--moved-from", ann.url + "/").status == 0
    assert ann.is_active("bob") == [False]


def test_deletion_saves_what_is_new_and_goes_on_without_those_that_may_not_be_deleted(
    ann: Administrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, erin = ann.stub.user_id("bob"), ann.stub.user_id("erin")
    carol = ann.stub.user_id("carol")
    save = Steps.save

    def saved(self: Steps, ids: Sequence[str]) -> object:
        rows = save(self, ids)
        ann.stub.records.users[erin].role = "admin"  # before the last step, as another administrator may do
        next(each for each in ann.stub.records.conversations.values() if each.user_id == carol).user_id = bob
        return rows

    monkeypatch.setattr(Steps, "save", saved)
    done = ann.run("leavers", "bob@example.com", "erin@example.com", "--delete", "--yes", "--folder", "run")
    assert (done.status, outcomes(done.out)) == (1, {"bob": "done", "erin": "skipped"})
    assert (bob in ann.stub.records.users, erin in ann.stub.records.users) == (False, True)
    assert len(list(Path("run/accounts", bob).iterdir())) == 4  # user.json, and a conversation more than at first
