"""Walks on right agent servers find nothing, and leave nothing behind; a fault is found by a short walk to it."""

from copy import deepcopy
from typing import Any

import pytest

from tests.checks.explore.agent.explorations import (
    CREDENTIALS,
    LIGHTHOUSE,
    explore_other_make,
    explore_stub,
    explored,
)
from tests.checks.explore.chat.explorations import failing, walk_of
from tests.matrix import begun_by_ci
from tests.other_make.agent_faults import AgentFault
from tests.other_make.choices import Choices, drawn
from tests.other_make.planted.planting import planted
from trivet_checks import Target, judge
from trivet_checks.mutants.changes import change_answer, change_body, do_nothing
from trivet_stubs import AgentStub, Clock
from trivet_stubs.agent.records import Account
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.in_process import AsyncTransport


def records(stub: AgentStub) -> object:
    """The records that a walk may change, without the numbers of later ids."""
    state = stub.state
    return deepcopy([state.accounts, state.workspaces, [*state.sessions], state.disk.files])


@pytest.mark.parametrize("seed", range(10))
def test_a_stub_does_not_differ_from_a_stub(seed: int) -> None:
    with AgentStub() as stub:
        result = explore_stub(stub, seed=seed)
    assert not result.of("broken")
    assert (result.stopped, result.left, result.notes) == ("", [], [])
    assert judge(result, fail_on=["assumed", "observed"]).exit_status == 0
    assert len([verdict for verdict in result.of("holds") if verdict.kind == "rule"]) > 12


def test_credentials_are_asked_for_by_the_model_if_the_server_asks_for_them() -> None:
    with AgentStub(credentials=("olga", "sea")) as stub:
        result = explore_stub(stub, credentials="olga:sea", walks=2)
        sent = {request.status for request in stub.requests}
    assert not result.of("broken")
    assert 401 in sent


def test_a_server_in_the_directory_of_its_default_runtime_does_not_differ() -> None:
    with AgentStub() as stub:
        stub.default = stub.context(LIGHTHOUSE)
        result = explore_stub(stub, walks=2)
    assert not result.of("broken")
    assert not result.left


def test_the_right_server_of_another_make_has_no_stated_finding() -> None:
    result = explore_other_make(walks=2)
    assert not failing(result)
    assert (result.stopped, result.left) == ("", [])


@pytest.mark.parametrize("seed", begun_by_ci(range(10), kept=4))
def test_no_permitted_choice_is_a_stated_finding(seed: int) -> None:
    result = explore_other_make(choices=Choices("agent", drawn("agent", seed)), seed=seed, walks=3)
    assert not failing(result)
    assert (result.stopped, result.left) == ("", [])


@pytest.mark.parametrize(
    ("fault", "rule", "most"),
    [
        (AgentFault.SESSION_TITLE_STAYS, "agent.sessions.update-changes-title-archival-or-permissions", 2),
        *begun_by_ci(
            [
                (AgentFault.ACCOUNTS_OF_ALL_SERVICES, "agent.accounts.list-by-service", 2),
                (AgentFault.SESSIONS_OF_ALL, "agent.sessions.list-is-of-the-context", 2),
                (AgentFault.DELETED_WORKSPACE_IS_LISTED, "agent.workspaces.delete-removes-the-registration", 3),
                (AgentFault.TWO_ACTIVE, "agent.accounts.at-most-one-is-active", 3),
                (AgentFault.CURSOR_SKIPS_A_ROW, "agent.limits.cursors-page-through", 4),
            ]
        ),
    ],
)
def test_a_fault_is_found_by_a_short_walk(fault: AgentFault, rule: str, most: int) -> None:
    result = explore_other_make((fault,), walks=12)
    assert rule in failing(result)
    assert len(walk_of(result, rule)) - 2 <= most


def test_a_deletion_without_effect_is_shown_step_by_step() -> None:
    with AgentStub() as stub:
        do_nothing(stub, "auth.delete", status=204)
        result = explore_stub(stub, walks=10)
    shown = walk_of(result, "agent.accounts.delete-removes-it")
    assert [line.partition(" ")[0] for line in shown[:-2]] == ["1.", "2.", "3."]
    assert "{the account of step 1}" in shown[1]


def test_a_finding_has_a_script_and_a_test_which_names_the_directory() -> None:
    with AgentStub() as stub:
        change_answer(stub, "session.get", lambda made: {"data": {**made["data"], "title": "another one"}})
        result = explore_stub(stub, walks=2)
    walk = next(verdict for verdict in result.of("broken") if verdict.kind == "rule").parts[0].walk
    assert walk is not None
    compile(walk.pytest, "test_walk.py", "exec")
    assert "'$session.1'" in walk.pytest
    assert f"directory={LIGHTHOUSE!r}" in walk.pytest


def test_all_records_are_removed_and_no_account_of_others_is_touched() -> None:
    with AgentStub() as stub:
        stub.state.accounts["acc_mine"] = Account(
            id="acc_mine", service_id="elsewhere", credential={"type": "api", "key": "k"}, active=True
        )
        before = records(stub)
        result = explore_stub(stub, walks=2)
        assert result.made
        assert not result.left
        assert records(stub) == before
        changed = [request.path for request in stub.requests if request.method != "GET" and "acc_mine" in request.path]
    assert not changed


def test_an_interrupted_run_removes_its_records(monkeypatch: pytest.MonkeyPatch) -> None:
    with AgentStub() as stub:
        before = records(stub)

        def interrupt(target: Target) -> None:
            spend, interruption = target.budget.spend, target.traffic.interruption

            def spend_or_interrupt(*, removing: bool = False) -> None:
                if target.budget.sent >= 130 and not removing and interruption.number is None:
                    interruption.number = 2
                    raise KeyboardInterrupt
                spend(removing=removing)

            monkeypatch.setattr(target.budget, "spend", spend_or_interrupt)

        result = explore_stub(stub, walks=5, watch=interrupt)
        assert (result.signal, result.left) == (2, [])
        assert records(stub) == before


PROMPTS = {"prompts": "60"}


@pytest.mark.parametrize("seed", range(3))
def test_agents_that_are_prompted_do_not_differ(seed: int) -> None:
    with AgentStub() as stub:
        result = explore_stub(stub, seed=seed, more=PROMPTS)
        sent = {request.operation for request in stub.requests}
    assert not result.of("broken")
    assert (result.stopped, result.left, result.notes) == ("", [], [])
    assert {"session.prompt", "session.context", "session.message.list"} <= sent


@pytest.mark.parametrize("seed", begun_by_ci(range(10), kept=4))
def test_agents_of_another_make_have_no_stated_finding(seed: int) -> None:
    choices = Choices("agent", drawn("agent", seed)) if seed else None
    result = explore_other_make(choices=choices, seed=seed, walks=8, more={"prompts": "300"})
    assert not failing(result)
    assert (result.stopped, result.left) == ("", [])


@pytest.mark.parametrize(
    ("fault", "rule"),
    begun_by_ci(
        [
            (AgentFault.ORDER_OF_MESSAGES_IGNORED, "agent.limits.order-is-asc-or-desc"),
            (AgentFault.PROMPT_TWICE, "agent.sessions.prompt-adds-a-message-and-queues"),
            (AgentFault.ANY_DELIVERY, "agent.sessions.delivery-is-immediate-or-deferred"),
            (AgentFault.COMPACTION_DOES_NOTHING, "agent.sessions.context-begins-at-the-last-compaction"),
            (AgentFault.PERMISSION_STAYS, "agent.permissions.reply-answers-the-request"),
            (AgentFault.QUESTION_STAYS, "agent.questions.reply-answers-the-question"),
            (AgentFault.REJECTED_QUESTION_STAYS, "agent.questions.reject-ends-the-question"),
        ]
    ),
)
def test_a_fault_of_agents_is_found(fault: AgentFault, rule: str) -> None:
    result = explore_other_make((fault,), walks=10, more={"prompts": "200"})
    assert rule in failing(result)


def test_walks_without_a_directory_are_refused() -> None:
    with AgentStub() as stub, pytest.raises(ValueError, match="add --directory"):
        explore_stub(stub, more={"directory": ""})


def test_nothing_that_belongs_to_others_is_changed() -> None:
    with AgentStub() as stub:
        explore_stub(stub, walks=3)
        written = {request.operation for request in stub.requests if request.method not in ("GET", "DELETE")}
    assert not {name for name in written if name and name.startswith(("mcp.server", "pty", "config", "project"))}
    assert not written & {"workspace.warp", "workspace.sync", "session.prompt", "session.compact"}


def test_a_default_runtime_that_sessions_alone_show_is_learned() -> None:
    def bare(made: Any) -> Any:
        return made["data"] if "location" in made else made

    with AgentStub() as stub:
        for name in ("agent.list", "command.list", "skill.list", "provider.list", "session.create"):
            change_answer(stub, name, bare)
        result = explore_stub(stub)
    assert not failing(result)
    assert "agent.list: the default runtime is in: `/home/dev/orchard`" in result.choices


def test_an_agent_of_the_directory_alone_is_in_no_session_of_another_context() -> None:
    named: list[object] = []

    def more(made: Any) -> Any:
        own = [{"id": "gardener", "name": "gardener", "mode": "primary"}]
        return {**made, "data": [*made["data"], *(own if made["location"]["directory"] == LIGHTHOUSE else ())]}

    def note(body: Any) -> Any:
        named.append(body.get("agent"))
        return body

    with AgentStub() as stub:
        change_answer(stub, "agent.list", more)
        change_body(stub, "session.create", note)
        explore_stub(stub, walks=3)
    assert {*named} - {None}
    assert "gardener" not in named


def test_a_list_that_shows_a_secret_which_no_account_shows_is_found() -> None:
    def shown(made: Any) -> Any:
        return {**made, "keys": [account.credential for account in stub.state.accounts.values()]}

    with AgentStub() as stub:
        change_answer(stub, "auth.list", shown)
        result = explore_stub(stub, walks=2)
    assert "credential is shown, and by the model hidden" in {verdict.reason for verdict in result.of("broken")}


@pytest.mark.long
def test_pages_without_a_row_are_no_end_of_a_list() -> None:
    clock = Clock()
    server = AsyncTransport(planted("agent", "agent:page-late:session.list:data", clock.now), MultiLoopEvent())
    result = explored(server, clock, credentials=CREDENTIALS, walks=6)
    assert not {"agent.limits.cursors-page-through", "agent.sessions.list-is-of-the-context"} & {*failing(result)}


@pytest.mark.long
def test_a_rejection_without_effect_is_found() -> None:
    clock = Clock()
    server = AsyncTransport(planted("agent", "agent:left-out:question.reject", clock.now), MultiLoopEvent())
    result = explored(server, clock, credentials=CREDENTIALS, walks=12, more={"prompts": "200"})
    assert "agent.questions.reject-ends-the-question" in failing(result)


def test_an_order_that_the_probe_cannot_turn_is_found() -> None:
    clock = Clock()
    server = AsyncTransport(
        planted("agent", "agent:order-ignored:session.list:query/order", clock.now), MultiLoopEvent()
    )
    result = explored(server, clock, credentials=CREDENTIALS)
    assert "agent.limits.order-is-asc-or-desc" in failing(result)
