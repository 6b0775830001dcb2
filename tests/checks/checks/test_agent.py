"""The checks of the agent service: they hold on the stub, say why a rule is not tried, and leave nothing behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.checks.checks.agent_records import records
from tests.checks.checks.agent_trial import target_of, try_rules
from trivet_checks import Budget, Result, suite
from trivet_checks.exchange_rules.agent import add_delta
from trivet_checks.exchange_rules.agent_memory import deltas_make_up_their_field
from trivet_checks.exchange_rules.memory import Memory
from trivet_checks.exchanges.exchange import Exchange
from trivet_checks.mutants.changes import answer_if, around, change_body
from trivet_checks.mutants.trial import TURNS
from trivet_stubs import AgentStub
from trivet_stubs.agent import Fail, Hold, Text
from trivet_stubs.agent.seed import LIGHTHOUSE, ORCHARD
from trivet_stubs.kernel.rule_catalogue import rules

OPEN = "It says what the contract may become, and nothing that a server answers or does."
WAITS = "the server waits, as the contract states"
CREDENTIALS = "agent.requests.credentials-are-those-of-the-server"
NEVER_TRIED = {
    "agent.requests.three-operations-are-open": OPEN,
    "agent.sessions.wait-is-503-as-observed": WAITS,
}
READING = {
    "agent.contexts.directory-is-absolute",
    "agent.contexts.server-operations-use-none",
    "agent.contexts.unknown-workspace-is-404",
    "agent.events.first-is-server-connected",
    "agent.files.pattern-is-valid-and-quick",
    "agent.vcs.mode-is-worktree-or-default",
    "agent.limits.limit-is-whole-and-bounded",
    "agent.mcp.list-has-status-and-auth",
    "agent.mcp.prompt-arguments-are-known",
    "agent.mcp.prompt-is-rendered",
    "agent.requests.example-places-the-path-in-the-query",
    "agent.requests.inputs-are-in-query-or-body",
    "agent.requests.missing-record-is-404",
    "agent.requests.path-is-in-the-directory",
    "agent.requests.reads-answer-what-they-name",
    "agent.requests.routes-are-below-api",
    "agent.requests.session-ids-begin-with-ses",
    "agent.requests.unknown-inputs-are-400",
    "agent.requests.what-the-contract-forbids-is-400",
}
INTERRUPTED = (
    "agent.accounts.at-most-one-is-active",
    "agent.config.update-changes-it",
    "agent.mcp.create-adds-to-the-config",
    "agent.permissions.reply-answers-the-request",
    "agent.projects.update-changes-metadata",
    "agent.ptys.update-changes-title-or-size",
    "agent.vcs.patch-is-applied",
    "agent.workspaces.warp-says-whether-to-copy-changes",
)


class InterruptedBudget(Budget):
    """Interrupts a run before one of its requests; what the run made may still be removed."""

    def __init__(self, stub: AgentStub, after: int) -> None:
        super().__init__(pause=stub.clock.advance)
        self._after = after

    def spend(self, *, removing: bool = False) -> None:
        if not removing:
            self._after -= 1
            if self._after == 0:
                raise KeyboardInterrupt
        super().spend(removing=removing)


SPLIT = Text("A \ud83d", "\ude00 B \ud83d", "C", " \ud83d")
DELTAS = "agent.events.delta-appends-to-the-field-it-names"


def test_deltas_that_split_surrogate_pairs_accuse_no_server() -> None:
    with AgentStub() as stub:
        for _ in range(3):
            stub.script(SPLIT)
        assert [verdict.id for verdict in try_rules(stub, [DELTAS], scripted=False).of("holds")] == [DELTAS]


def test_deltas_that_split_surrogate_pairs_show_their_rule() -> None:
    facts = Memory().of("")
    for delta in (*SPLIT.deltas[:2], "x" * 998, "\ud83d", "\ude00"):
        add_delta(facts, "msg_1", "prt_1", "text", delta)
    for final, fault in (
        ("A 😀 B \ufffd" + "x" * 998 + "😀", ""),
        ("A 😀 B \ufffd", "the deltas of text do not make up"),
    ):
        part = {"id": "prt_1", "type": "text", "text": final}
        message = {"id": "msg_1", "type": "assistant", "time": {"completed": 1}, "content": [part]}
        listed = Exchange(operation="session.message.list", status=200, answer={"data": [message]})
        looks = [*deltas_make_up_their_field(listed, facts)]
        assert [bool(look) for look in looks] == [False, bool(fault)]
        assert looks[-1].startswith(fault)


def not_tried(result: Result) -> dict[str, str]:
    return {verdict.id: verdict.reason for verdict in result.of("not tried") if verdict.kind == "rule"}


def broken(result: Result) -> dict[str, str]:
    return {verdict.id: verdict.reason for verdict in result.of("broken")}


def holding(result: Result) -> set[str]:
    return {verdict.id for verdict in result.of("holds") if verdict.kind == "rule"}


@pytest.fixture
def stub() -> Iterator[AgentStub]:
    with AgentStub() as stub:
        yield stub


@pytest.mark.long
def test_every_check_holds_on_the_stub_and_leaves_nothing(stub: AgentStub) -> None:
    before = records(stub)
    result = try_rules(stub)
    assert broken(result) == {}
    assert not_tried(result) == {**NEVER_TRIED, CREDENTIALS: "the server asks for no credentials"}
    assert holding(result) == rules("agent").keys() - not_tried(result).keys()
    assert {verdict.id for verdict in result.of("not tried") if verdict.kind == "operation"} <= {"event.subscribe"}
    assert (records(stub), list(result.left)) == (before, [])


def test_every_rule_has_a_check_or_a_reason() -> None:
    unseen = {rule.id: rule.unseen for rule in rules("agent").values() if rule.unseen}
    assert unseen == {"agent.requests.three-operations-are-open": OPEN}
    assert suite("agent").checks.keys() == rules("agent").keys() - unseen.keys()
    assert suite("agent").checks.keys() >= TURNS.keys()


def test_server_that_cannot_wait_breaks_one_rule_and_keeps_the_observed_one(stub: AgentStub) -> None:
    stub.observed.no_wait = True
    result = try_rules(stub, ["agent.sessions.wait-*"])
    assert broken(result) == {"agent.sessions.wait-returns-when-idle": "the answer is 503 and not a success"}
    assert holding(result) == {"agent.sessions.wait-is-503-as-observed"}


def test_run_that_may_only_read_makes_nothing(stub: AgentStub) -> None:
    before = records(stub)
    with target_of(stub, allow_writes=False) as target:
        result = try_rules(stub, target=target)
    assert (broken(result), list(result.made), list(result.left)) == ({}, [], [])
    assert holding(result) >= READING
    methods = {name: operation.method for name, operation in stub.contract.operations.items()}
    more = [verdict for verdict in result.of("holds") if verdict.kind == "rule" and verdict.id not in READING]
    assert [verdict.id for verdict in more if {methods.get(name) for name in verdict.called} != {"GET"}] == []
    assert set(not_tried(result).values()) == {OPEN, "the server asks for no credentials", "writes are not allowed"}
    assert records(stub) == before
    sent = {request.operation for request in stub.requests}
    writes = {operation.id for operation in stub.contract.operations.values() if operation.method != "GET"}
    assert sent & writes == {"fs.search", "fs.grep", "mcp.prompt.render"}


@pytest.mark.long
def test_run_without_a_directory_touches_none(stub: AgentStub) -> None:
    before = records(stub)
    with target_of(stub, directory=None) as target:
        result = try_rules(stub, target=target)
    reasons = {**NEVER_TRIED, CREDENTIALS: "the server asks for no credentials"}
    actual = not_tried(result)
    assert {actual.pop(rule) for rule in reasons} == set(reasons.values())
    assert set(actual.values()) == {"needs a directory that the run may use"}
    assert (broken(result), len(holding(result)), list(result.left)) == ({}, 39, [])
    assert records(stub) == before
    acting = {"vcs.patch", "pty.create", "config.update", "session.prompt", "mcp.server.create", "workspace.create"}
    accepted = {request.operation for request in stub.requests if request.status is not None and request.status < 300}
    assert not acting & accepted


def test_relative_directory_is_not_used(stub: AgentStub) -> None:
    before = records(stub)
    with target_of(stub, directory="home/dev/lighthouse") as target:
        result = try_rules(stub, ["agent.config.*", "agent.contexts.d*"], target=target)
    reason = "needs an absolute directory: home/dev/lighthouse is relative"
    assert set(not_tried(result).values()) == {reason}
    assert records(stub) == before


def test_directory_of_the_same_name_elsewhere_is_not_touched(stub: AgentStub) -> None:
    stub.observed.ignored_context = True
    before = records(stub)
    with target_of(stub, directory="/home/else/orchard") as target:
        result = try_rules(stub, ["agent.config.*", "agent.vcs.*", "agent.ptys.*"], target=target)
    assert set(not_tried(result).values()) == {f"the server does not use the directory of a request, but {ORCHARD}"}
    assert records(stub) == before


def test_directory_of_the_default_runtime_leaves_few_rules_untried(stub: AgentStub) -> None:
    with target_of(stub, directory=ORCHARD) as target:
        result = try_rules(stub, ["agent.contexts.*", "agent.ptys.*", "agent.events.one-*"], target=target)
    assert set(not_tried(result).values()) == {"needs a directory other than the default runtime's"}
    assert (broken(result), len(holding(result)), len(not_tried(result))) == ({}, 10, 3)


def test_server_that_ignores_the_directory_is_judged_and_not_changed(stub: AgentStub) -> None:
    stub.observed.ignored_context = True
    before = records(stub)
    acting = ("agent.config.*", "agent.vcs.*", "agent.ptys.*", "agent.mcp.create-*", "agent.sessions.p*")
    result = try_rules(stub, ["agent.contexts.[rsu]*", *acting])
    assert broken(result).keys() == {
        "agent.contexts.request-operations-take-directory-and-workspace",
        "agent.contexts.session-is-pinned-where-it-was-created",
        "agent.contexts.unknown-workspace-is-404",
    }
    assert set(not_tried(result).values()) == {
        f"the server does not use the directory of a request, but {ORCHARD}",
    }
    assert records(stub) == before


def test_turns_that_do_not_come_are_not_tried(stub: AgentStub) -> None:
    result = try_rules(stub, list(TURNS), scripted=False)
    assert set(not_tried(result).values()) == {
        "the agent has not asked for a permission",
        "the agent has not asked for an answer",
    }
    assert not_tried(result).keys() == TURNS.keys()
    for step, reason in (
        (Fail("no model"), "the agent has answered with an error: there may be no model"),
        (Hold(), "the agent has not answered within 60 s"),
    ):
        stub.script(step)
        result = try_rules(stub, ["agent.sessions.prompt-*", "agent.events.delta-*"], scripted=False)
        assert not_tried(result)["agent.sessions.prompt-adds-a-message-and-queues"] == reason
        # After a silent turn, the checks expect no answer from any turn.
        assert len(not_tried(result)) == (2 if isinstance(step, Hold) else 1)


def test_web_page_removes_no_record(stub: AgentStub) -> None:
    async def page(_app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        await HTMLResponse("<!doctype html>")(scope, receive, send)

    around(stub, "session.delete", page)
    result = try_rules(stub, ["agent.contexts.default-runtime-without-both"])
    left = ["ses_000001", "ses_000002"]  # one of the probe, which is the last after that, and one of the rule
    assert (list(result.left), sorted(stub.sessions)) == ([f"session {session}" for session in left], left)


@pytest.mark.parametrize("rule", INTERRUPTED)
def test_interrupted_check_leaves_nothing(stub: AgentStub, rule: str) -> None:
    before = records(stub)
    assert holding(try_rules(stub, [rule])) == {rule}
    sent = len(stub.requests)
    for after in (sent // 3, sent // 2):  # the last third of the requests removes what was made
        with target_of(stub, budget=InterruptedBudget(stub, after)) as target, pytest.raises(KeyboardInterrupt):
            try_rules(stub, [rule], target=target)
        assert (records(stub), list(target.made.left)) == (before, [])


def test_report_names_the_variable_of_either_scheme() -> None:
    for credentials, header in (
        ("token", "Bearer $TRIVET_AGENT_USER_TOKEN"),
        (("dev", "secret"), 'Basic $(printf %s "$TRIVET_AGENT_USER_TOKEN" | base64)'),
    ):
        with AgentStub(credentials=credentials) as stub, target_of(stub) as target:
            reply = target.caller("user").call("agent.list").succeeds()
            assert f'"authorization: {header}"' in reply.evidence().request
            assert "secret" not in str(reply.evidence())


@pytest.mark.parametrize(
    ("directory", "committed", "outcome"),
    [
        (ORCHARD, None, "not tried"),  # it is on the default branch: both modes answer the same
        (LIGHTHOUSE, None, "holds"),
        (LIGHTHOUSE, "keeper.txt", "holds"),
        (LIGHTHOUSE, "README.md", "broken"),
    ],
)
def test_modes_of_a_diff_differ_by_a_file_that_the_branch_alone_has(
    stub: AgentStub, directory: str, committed: str | None, outcome: str
) -> None:
    with target_of(stub, directory=directory, committed=committed) as target:
        [verdict] = try_rules(stub, ["agent.vcs.diff-compares-by-mode"], target=target).verdicts
    assert verdict.outcome == outcome
    assert ("--committed" in verdict.reason) == (outcome == "not tried")


TITLES = "agent.sessions.create-takes-title-agent-model-and-permissions"


def test_server_that_gives_sessions_other_titles_breaks_one_rule_and_those_that_search_by_title_need_it(
    stub: AgentStub,
) -> None:
    change_body(stub, "session.create", lambda body: {**body, "title": "New session"})
    result = try_rules(stub, ["agent.sessions.*", "agent.limits.*", "agent.contexts.*", "agent.workspaces.warp-*"])

    assert [verdict.id for verdict in result.verdicts if verdict.fails] == [TITLES]
    needing = {verdict.id for verdict in result.of("not tried") if verdict.reason.find(f"needs {TITLES}") >= 0}
    assert needing >= {
        "agent.limits.cursors-page-through",
        "agent.sessions.delete-removes-it",
        "agent.sessions.list-filters",
        "agent.workspaces.warp-moves-a-session",
    }


def test_part_that_needs_a_missing_operation_is_not_broken_beside_one_that_was_not_tried() -> None:
    rule = "agent.sessions.list-is-of-the-context"
    with AgentStub() as stub:
        answer_if(stub, "workspace.create", lambda _body: True, status=501)
        ids = [rule, "agent.workspaces.*"]
        with target_of(stub, directory=ORCHARD) as target:  # the default runtime's: the first part is not tried
            result = try_rules(stub, ids, target=target)

    verdicts = {verdict.id: verdict for verdict in result.verdicts}
    assert (verdicts["workspace.create: missing"].outcome, verdicts[rule].outcome) == ("broken", "not tried")
    assert {part.outcome for part in verdicts[rule].parts} == {"not tried"}
    assert {part.needs for part in verdicts[rule].parts} == {"", "workspace.create"}
