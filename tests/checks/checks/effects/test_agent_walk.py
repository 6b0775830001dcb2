"""The walk through an agent server: its callers are runtime contexts, and a record belongs to one of them."""

from copy import deepcopy

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.checks.checks.effects.specs import with_a_list_of_sessions
from tests.matrix import begun_by_ci
from tests.other_make.agent_faults import AgentFault
from tests.other_make.agent_files import BRANCH_FILE, PROJECT
from tests.other_make.agent_server import agent_server
from tests.other_make.planted.measure import broken_on
from tests.other_make.trials import judge_agent
from trivet_checks import Budget, Selection, Target, judge, run, suite
from trivet_checks.checks.agent.walk import TABLE
from trivet_checks.checks.effects.agent_world import LISTED, ONCE, SAME, STAYS
from trivet_checks.checks.effects.findings import Cell
from trivet_checks.checks.effects.table import table
from trivet_checks.checks.effects.world import THERE
from trivet_checks.checks.verdict import cells_of
from trivet_checks.reports.writer import table as report
from trivet_stubs import Clock
from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.kernel.rule_catalogue import rules
from trivet_stubs.kernel.spec import spec
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.in_process import AsyncTransport

RESOLVES = "agent.contexts.request-operations-take-directory-and-workspace"
FOUND = {
    "filter-ignored:mcp.prompt.list:query/directory": (RESOLVES, True),
    "neighbour:session.context:path/sessionID": ("agent.sessions.context-begins-at-the-last-compaction", True),
    "twice:pty.create": ("agent.ptys.create-in-the-context", True),
    "undone-later:question.reply": ("agent.questions.reply-answers-the-question", True),
    "neighbour:mcp.server.oauth.start:path/name": ("agent.mcp.oauth-starts-completes-and-is-removed", True),
    "field-reset:pty.update:runtimes/*/ptys/*/title": (STAYS, False),
    "field-reset:project.update:projects/*/worktree": (STAYS, False),
    "field-null:session.get:model": (SAME, False),
    "off-by-one:session.update:answer/time/updated": (SAME, False),
    "row-repeated:skill.list:data": (ONCE, False),
}
"""From planted faults that the checks of the rules miss to the rule that finds each, and whether it is stated."""


@pytest.fixture(scope="module")
def right():
    return judge_agent()


def accused(result):
    """The parts that the walk has found broken."""
    parts = [part for verdict in result.verdicts for part in verdict.parts if " to " in part.name]
    return [f"{part.name}: {part.reason}" for part in parts if part.outcome == "broken"]


@pytest.mark.long
def test_right_server_is_accused_of_nothing_and_every_cell_is_tried(right):
    assert [verdict.id for verdict in right.verdicts if verdict.fails] == []
    assert accused(right) == []
    assert cells_of(right).tried == cells_of(right).of == len(TABLE.cells(load("agent")))
    assert (right.left, right.stopped, right.mistakes) == ([], "", {})


@pytest.mark.long
def test_run_is_within_twice_the_requests_of_its_checks(right):
    assert right.requests <= 2 * 943  # the requests of the checks alone, before there was a walk


@pytest.mark.parametrize("fault", begun_by_ci(FOUND, kept=2))
def test_planted_fault_is_found_in_a_place_that_shows_it(fault):
    rule, is_stated = FOUND[fault]
    before, after = broken_on("agent", None), broken_on("agent", f"agent:{fault}")

    assert rule not in before
    assert after[rule] is is_stated


def judged(faults=(), ids=(), *, contract=None, requests=5000, options=None, seconds=1e6, change=None):
    clock = Clock()
    server = agent_server(faults, lambda: clock.now().timestamp(), None)
    if change is not None:
        change(server)
    options = {"directory": PROJECT, "committed": BRANCH_FILE} if options is None else options
    with HttpClient("http://agent.test", transport=AsyncTransport(server, MultiLoopEvent())) as client:
        budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=seconds, requests=requests)
        target = Target(
            "agent", client, {"user": None}, allow_writes=True, budget=budget, options=options, contract=contract
        )
        return run(suite("agent"), target, Selection(ids=ids))


def test_operation_that_a_spec_adds_is_judged_without_another_edit():
    contract = Contract(with_a_list_of_sessions(deepcopy(spec("agent"))))

    def add(server):
        async def recent(request: Request) -> JSONResponse:  # of every context
            return JSONResponse([session.record for session in server.state.agent.sessions.values()])

        server.router.routes.insert(0, Route("/api/session/recent", recent))

    [verdict] = judged(ids=[LISTED], contract=contract, change=add).verdicts

    assert (verdict.outcome, verdict.fails) == ("broken", True)
    assert "session.recent to workspace: a session" in verdict.reason.replace("the session", "a session")
    cell = Cell("session.create", "session.recent", "workspace", "session", THERE)
    assert TABLE.cells(contract)[cell].rule == LISTED
    assert any("session.recent" in line for line in table("agent", contract))


def test_context_that_an_answer_names_is_that_of_the_request():
    [verdict] = judged([AgentFault.LOCATION_WITHOUT_WORKSPACE], [RESOLVES]).verdicts
    assert verdict.outcome != "broken"  # no answer names the workspace: that is another rule

    [whole] = judged(ids=[RESOLVES]).verdicts
    assert (whole.outcome, whole.cells.tried) == ("holds", whole.cells.of)


def test_run_of_few_requests_or_without_a_directory_says_what_it_leaves_out():
    deletion = "agent.ptys.delete-removes-it"
    [few] = judged(ids=[deletion], requests=150).verdicts
    [none] = judged(ids=["agent.sessions.delete-removes-it"], options={}).verdicts

    assert (few.outcome, few.cells.tried > 0, few.cells.of > 0) == ("holds", False, True)
    assert (none.outcome, none.cells.tried) == ("holds", 0)


def test_run_that_takes_too_long_says_that_it_tried_its_cells_in_part():
    deletion = "agent.ptys.delete-removes-it"
    whole = judged(ids=[deletion])
    stopped = judged(ids=[deletion], seconds=whole.seconds - 1)
    [verdict] = stopped.verdicts
    printed = "\n".join(str(part) for part in report(judge(stopped)))

    assert stopped.stopped.startswith("the run has taken")
    assert verdict.cells.tried < verdict.cells.of == whole.verdicts[0].cells.of
    assert f"tried in part: {deletion}  {verdict.cells.tried} of {verdict.cells.of} cells" in printed


def test_each_line_of_the_table_has_words_of_the_contract_or_is_assumed():
    lines = [*table("agent")]
    expected = TABLE.cells(load("agent"))

    assert len(lines) == len(expected) + 1 > 300
    for cell, value in expected.items():
        rule = rules("agent")[value.rule]
        assert rule.quotes or rule.basis == "assumed", cell
