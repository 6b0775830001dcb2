"""Walks on right servers find nothing, and leave nothing behind; a fault is found by the shortest walk to it."""

import itertools
from typing import Any

import pytest

from tests.checks.checks.chat_runs import records
from tests.checks.explore.chat.explorations import explore_other_make, explore_stub, failing, walk_of
from tests.matrix import begun_by_ci
from tests.other_make.chat_server import ARCHIVE, COUNT, LISTED, ORDER, TOTAL
from tests.other_make.choices import Choices, drawn
from tests.other_make.planted.planting import planted
from trivet_checks import Target, judge
from trivet_checks.mutants.changes import change_answer, change_body, do_nothing
from trivet_stubs import ChatStub


@pytest.mark.parametrize("seed", range(10))
def test_a_stub_does_not_differ_from_a_stub(seed: int) -> None:
    with ChatStub() as stub:
        result = explore_stub(stub, seed=seed, steps=40)
    assert not result.of("broken")
    assert not result.stopped
    assert not result.left
    assert not result.notes
    assert judge(result, fail_on=["assumed", "observed"]).exit_status == 0
    assert len([verdict for verdict in result.of("holds") if verdict.kind == "rule"]) > 15


@pytest.mark.parametrize("users", [("admin", "user", "other"), ("user", "other", "admin"), ("admin", "user")])
def test_missing_callers_are_done_without(users: tuple[str, ...]) -> None:
    named = {"admin": "admin", "user": "alice", "other": "bob"}
    with ChatStub() as stub:
        result = explore_stub(stub, {name: named[name] for name in users}, steps=30)
    assert not failing(result)
    assert bool(result.stopped) == (len(users) < 3)


def test_the_right_server_of_another_make_has_no_stated_finding() -> None:
    result = explore_other_make(walks=2)
    assert not failing(result)
    assert not result.stopped
    assert not result.left


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_server_that_shows_few_writes_late_has_no_finding(seed: int) -> None:
    writes = itertools.count(1)

    def commits() -> float:
        """Commit at once but for some writes, of which the probe of lateness meets none."""
        number = next(writes)
        return 0.2 if number > 60 and number % 9 == 0 else 0.0

    result = explore_other_make(commits=commits, walks=3, seed=seed)
    assert next(writes) > 100
    assert not failing(result)
    assert not result.left


def test_a_write_without_effect_is_one_finding_that_names_the_reads_which_show_it() -> None:
    def without_title(body: Any) -> Any:
        return {name: value for name, value in body.items() if name != "title"} if isinstance(body, dict) else body

    with ChatStub() as stub:
        change_body(stub, "conversations.update", without_title)
        result = explore_stub(stub, walks=4)
    titles = [
        (verdict.id, part)
        for verdict in result.of("broken")
        for part in verdict.parts
        if part.name.endswith("title") and "open_shared" not in part.name  # it is shown by a rule of its own
    ]
    [(rule, part)] = titles
    assert rule == "chat.conversations.update-sets-title-and-archived"
    assert part.walk is not None
    [same] = [line for line in part.walk.lines if line.startswith("   The same: ")]
    assert "conversations.update" in same
    assert "conversations.list" in same


def test_a_finding_of_a_selected_rule_is_not_hidden_by_one_of_another_rule() -> None:
    with ChatStub() as stub:
        change_body(stub, "conversations.update", lambda body: {"is_archived": False})
        result = explore_stub(stub, walks=4, ids=("chat.answers.*",))
    assert "chat.answers.each-operation-answers-its-record" in failing(result)


def test_two_writes_without_effect_are_two_findings() -> None:
    with ChatStub() as stub:
        change_body(stub, "conversations.update", lambda body: {"is_archived": False})
        result = explore_stub(stub, walks=4)
    names = {
        part.name.rpartition(" ")[2].rpartition(".")[2] for verdict in result.of("broken") for part in verdict.parts
    }
    assert {"title", "is_archived"} <= names


def test_a_server_that_takes_a_number_in_quotes_for_a_rating_has_no_finding() -> None:
    wrong: set[object] = set()

    def lenient(body: Any) -> Any:
        wrong.update({body["rating"]} - {1, -1})
        return {**body, "rating": 1} if body["rating"] == "1" else body

    with ChatStub() as stub:
        change_body(stub, "conversations.messages.rate", lenient)
        result = explore_stub(stub, walks=24)
    assert "like" in wrong
    assert not result.of("broken")


def test_a_field_of_a_user_that_their_list_alone_shows_is_learned_before_the_walks() -> None:
    with ChatStub() as stub:
        next(user for user in stub.records.users.values() if user.name == "admin").is_app_admin = True
        change_answer(stub, "admin.users.get", lambda user: {key: user[key] for key in ("id", "email", "role")})
        result = explore_stub(stub, {"admin": "admin", "user": "alice", "other": "bob"}, steps=40)
    assert "chat.users.update-changes-role-and-activity" not in failing(result)


def test_a_stranger_who_is_let_in_breaks_what_is_stated() -> None:
    app = planted("chat", "chat:not-permitted:conversations.messages.list:another/answered")
    result = explore_other_make(app=app, walks=3, ids=("chat.access.*",))
    assert "chat.access.others-read-only-their-own" in failing(result)


@pytest.mark.parametrize("seed", begun_by_ci(range(10), kept=4))
def test_no_permitted_choice_is_a_stated_finding(seed: int) -> None:
    result = explore_other_make(choices=Choices("chat", drawn("chat", seed)), seed=seed, walks=3)
    assert not failing(result)
    assert not result.stopped
    assert not result.left


@pytest.mark.parametrize(
    ("fault", "rule", "most"),
    [
        (ARCHIVE, "chat.users.list-has-counts", 1),
        *begun_by_ci(
            [
                (ORDER, "chat.messages.list-is-oldest-first", 4),
                (LISTED, "chat.conversations.list-is-the-callers-own", 3),
                (TOTAL, "chat.paging.total-counts-every-match", 4),
            ]
        ),
    ],
)
def test_a_fault_is_found_by_a_short_walk(fault: str, rule: str, most: int) -> None:
    result = explore_other_make((fault,), walks=2)
    assert rule in {verdict.id for verdict in result.of("broken")}
    assert len(walk_of(result, rule)) - 2 <= most


def test_a_count_that_stands_still_is_found_by_the_probe() -> None:
    result = explore_other_make((COUNT,), steps=1)
    assert "chat.admin-conversations.list-has-a-message-count" in failing(result)


def test_a_revocation_without_effect_is_shown_step_by_step() -> None:
    with ChatStub() as stub:
        do_nothing(stub, "conversations.shares.delete", status=204)
        result = explore_stub(stub, walks=8)
    shown = walk_of(result, "chat.shares.revoked-opens-nothing")
    assert [line.partition(" ")[0] for line in shown[:-2]] == ["1.", "2.", "3.", "4."]
    assert shown[-3].startswith("4. ")
    assert "GET /conversations/shared/{the link of step 2}" in shown[-3]
    assert shown[-2].strip().startswith("The server: ")
    assert shown[-1].strip().startswith("The model: ")


def test_a_finding_has_a_script_and_a_test() -> None:
    with ChatStub() as stub:
        change_answer(stub, "conversations.archive", lambda made: {**made, "title": "another one"})
        result = explore_stub(stub, walks=2)
    [verdict] = [verdict for verdict in result.of("broken") if verdict.kind == "rule"]
    assert verdict.id == "chat.answers.each-operation-answers-its-record"
    walk = verdict.parts[0].walk
    assert walk is not None
    assert "stub-token" not in walk.curl
    assert "_TOKEN" in walk.curl
    compile(walk.pytest, "test_walk.py", "exec")
    assert "$conversation.1" in walk.pytest


def test_all_records_are_removed_and_the_spare_user_is_restored() -> None:
    with ChatStub() as stub:
        before = records(stub)
        result = explore_stub(stub, walks=2)
        assert result.made
        assert not result.left
        assert records(stub) == before


def test_an_interrupted_run_removes_its_records(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatStub() as stub:
        before = records(stub)

        def interrupt(target: Target) -> None:
            spend, interruption = target.budget.spend, target.traffic.interruption

            def spend_or_interrupt(*, removing: bool = False) -> None:
                if target.budget.sent == 150 and not removing:
                    interruption.number = 2
                    raise KeyboardInterrupt
                spend(removing=removing)

            monkeypatch.setattr(target.budget, "spend", spend_or_interrupt)

        result = explore_stub(stub, walks=5, watch=interrupt)
        assert result.signal == 2
        assert result.stopped
        assert not result.left
        assert judge(result).exit_status == 130
        assert records(stub) == before


def test_the_bound_of_requests_ends_the_walks_and_keeps_their_verdicts() -> None:
    with ChatStub() as stub:
        result = explore_stub(stub, walks=50, requests=300)
    assert result.requests <= 420
    assert not result.stopped
    assert any("walks were made" in note for note in result.notes)
    assert judge(result).exit_status == 0


def test_a_run_with_the_same_seed_takes_the_same_steps() -> None:
    def methods() -> list[tuple[str, str | None]]:
        with ChatStub() as stub:
            explore_stub(stub, seed=7, steps=40)
            return [(request.method, request.operation) for request in stub.requests]

    assert methods() == methods()


def test_no_user_but_the_spare_one_is_changed_and_none_is_deleted() -> None:
    with ChatStub() as stub:
        explore_stub(stub, walks=4, seed=3)
        spare = next(user.id for user in stub.records.users.values() if user.name == "dave")
        changing = [request for request in stub.requests if request.method not in ("GET", "POST")]
    users = [request for request in changing if request.path.startswith("/admin/users/")]
    assert users
    assert {request.path for request in users} == {f"/admin/users/{spare}"}
    assert "DELETE" not in {request.method for request in users}
