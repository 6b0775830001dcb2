"""Several prompts at once: their outcomes in order, one budget for all, and an end before all have finished."""

import json

import pytest
from attrs import frozen

from trivet import InvalidArgumentError, NotFoundError
from trivet.agent import OutputError, PlannedRun, UnansweredRequestError
from trivet_stubs.agent import AgentObserved, Fail, Finish, Hold, Output, Text, Tool

ORCHARD, LIGHTHOUSE = "/home/dev/orchard", "/home/dev/lighthouse"
STEP, LAST = Finish("tool-calls", cost=0.5), Finish(cost=0.5)


@frozen
class Verdict:
    right: bool


@pytest.fixture
def stub(agent_stub):
    agent_stub.observed = AgentObserved(interrupts=True, prompt_options=True)
    return agent_stub


@pytest.mark.parametrize("at_once", [1, 3, 10])
async def test_outcomes_are_in_the_order_of_the_runs(stub, async_agent_client, at_once):
    runs = [PlannedRun(f"Run {number}", directory=(ORCHARD, LIGHTHOUSE)[number % 2]) for number in range(5)]
    steps = []
    async with async_agent_client as agent:
        outcomes = await agent.run_all([*runs, "The last one"], at_once=at_once, on_step=steps.append)
    assert [run.outcome.text for run in outcomes] == [*(f"Run {number}" for number in range(5)), "The last one"]
    assert outcomes.finished
    assert (len(outcomes), len(steps), len(outcomes[1:3])) == (6, 6, 2)
    assert {run.session_id for run in outcomes} == {*stub.sessions}
    for run in outcomes:
        stored = stub.sessions[run.session_id]
        assert stored.title == run.planned.name
        assert stored.context.directory == (run.planned.directory or ORCHARD)
    assert outcomes.cost_known == pytest.approx(sum(session.cost for session in stub.sessions.values()))


async def test_run_goes_on_with_a_session_that_exists(stub, async_agent_client):
    stub.script(Text("1"), STEP, Hold(), Text("Never."))
    async with async_agent_client as agent:
        first = await agent.run_all([PlannedRun("One", directory=LIGHTHOUSE)], max_cost=0.25)
        assert first[0].status == "over_budget"
        runs = [PlannedRun("Go on.", session_id=first[0].session_id), "Two", PlannedRun("No.", session_id="ses_9")]
        outcomes = await agent.run_all(runs)
    assert [run.session_id for run in outcomes] == ["ses_000001", "ses_000002", None]
    assert [run.outcome and run.outcome.text for run in outcomes] == ["Go on.", "Two", None]
    assert isinstance(outcomes[2].error, NotFoundError)
    assert len(stub.sessions) == 2


@pytest.mark.parametrize("name", ["directory", "workspace", "title", "agent", "model", "rules"])
async def test_session_that_exists_has_its_own_place_and_rules(name):
    with pytest.raises(InvalidArgumentError, match=f"session_id must be given without .*{name}"):
        PlannedRun("Go on.", session_id="ses_1", **{name: "x"})


async def test_run_has_a_function_for_its_own_steps(stub, async_agent_client):
    own, all_of_them = [], []
    async with async_agent_client as agent:
        outcomes = await agent.run_all(["One", PlannedRun("Two", on_step=own.append)], on_step=all_of_them.append)
    assert [step.session_id for step in own] == [outcomes[1].session_id]
    assert [step.session_id for step in all_of_them] == [outcomes[0].session_id]
    with pytest.raises(InvalidArgumentError, match="on_step"):
        async with async_agent_client as agent:
            await agent.run_all([PlannedRun("Two", on_step=5)])


async def test_table_has_a_line_for_each_run(stub, async_agent_client):
    stub.script(Text("Done.\nAll of it."), Finish(cost=0.25))
    stub.script(Fail("Out of ink."))
    stub.script(Tool("bash", asks="bash"))
    async with async_agent_client as agent:
        runs = [PlannedRun("One", directory=ORCHARD), PlannedRun("Two", title="Second"), "Three"]
        outcomes = await agent.run_all(runs, at_once=1)
    lines = outcomes.table().splitlines()
    assert lines[0].split() == ["run", "status", "steps", "cost", "result"]
    assert lines[1].split()[:4] == [ORCHARD, "finished", "1", "$0.2500"]
    assert "Done." in lines[1]
    assert "All of it." in lines[1]
    assert lines[2].split()[:2] == ["Second", "failed"]
    assert lines[2].endswith("Out of ink.")
    assert lines[3].startswith("Three")
    assert lines[4] == "3 runs, $0.2500"
    assert isinstance(outcomes[2].error, UnansweredRequestError)
    assert not outcomes.finished
    assert [run.finished for run in outcomes] == [True, False, False]


async def test_outputs_are_those_of_the_runs_or_of_all(stub, async_agent_client):
    stub.script(Output({"right": True}))
    stub.script(Output({"right": 3}))
    stub.script(Output({"left": 1}))
    async with async_agent_client as agent:
        runs = ["One", "Two", PlannedRun("Three", output={"type": "object"})]
        outcomes = await agent.run_all(runs, at_once=1, output=Verdict)
    assert outcomes[0].outcome.output == Verdict(right=True)
    assert isinstance(outcomes[1].error, OutputError)
    assert (outcomes[1].status, outcomes[2].outcome.output) == ("failed", {"left": 1})


@pytest.mark.parametrize("at_once", [1, 2])
async def test_budget_of_all_runs_ends_them_together(stub, async_agent_client, at_once):
    for _ in range(at_once):
        stub.script(Text("1"), STEP, Hold(), Text("2"), STEP, Hold(), Text("3"), LAST)
    async with async_agent_client as agent:

        def resume(step):
            if stub.sessions[step.session_id].running is not None:
                stub.resume(step.session_id)

        outcomes = await agent.run_all(["One", "Two", "Three"], at_once=at_once, max_cost=0.7, on_step=resume)
    assert [run.status for run in outcomes][:at_once] == ["over_budget"] * at_once
    assert [run.status for run in outcomes][at_once:] == ["not started"] * (3 - at_once)
    assert 0.7 < outcomes.cost_known <= 2.5
    assert not any(session.busy for session in stub.sessions.values())
    assert len(stub.sessions) == at_once


async def test_runs_that_finish_over_the_budget_are_counted_and_named(stub, async_agent_client):
    for _ in range(5):
        stub.script(Text("Done."), Finish(cost=0.4))
    async with async_agent_client as agent:
        outcomes = await agent.run_all([f"Run {number}" for number in range(5)], at_once=5, max_cost=0.5)
        assert outcomes.max_cost == 0.5
        assert outcomes.over_budget == (outcomes.cost_known > 0.5)
        assert outcomes.over_budget
        assert outcomes.table().splitlines()[-1] == (
            f"5 runs, ${outcomes.cost_known:.4f}: over the budget of $0.5000 (max_cost)"
        )
        within = await agent.run_all(["One more"], max_cost=0.5)
        free = await agent.run_all(["One more"])
    assert (within.over_budget, free.over_budget, free.max_cost) == (False, False, None)
    assert "budget" not in within.table() + free.table()


async def test_long_error_stands_below_the_table(stub, async_agent_client):
    stub.script(Fail(f"The provider refuses: {'out of ink, ' * 10}so it ends."))
    stub.script(Fail("Out of ink."))
    stub.script(Text("x" * 200))
    async with async_agent_client as agent:
        outcomes = await agent.run_all([PlannedRun("One", title="First"), "Two", "Three"], at_once=1)
    lines = outcomes.table().splitlines()
    assert lines[4] == f"3 runs, ${outcomes.cost_known:.4f}"
    assert lines[5:] == [f"1 First: The provider refuses: {'out of ink, ' * 10}so it ends."]


async def test_error_of_a_function_interrupts_its_run_alone(stub, async_agent_client):
    stub.script(Tool("bash", asks="bash"))
    stub.script(Text("Done."))

    def on_permission(request):
        raise ValueError("The reviewer has left.")

    async with async_agent_client as agent:
        outcomes = await agent.run_all(["One", "Two"], at_once=1, on_permission=on_permission)
    assert [(run.status, run.finished) for run in outcomes] == [("interrupted", False), ("finished", True)]
    assert isinstance(outcomes[0].error, ValueError)
    assert "The reviewer has left." in outcomes.table()


@pytest.mark.parametrize(("stops", "second"), [(False, "finished"), (True, "not started")])
async def test_rest_is_stopped_when_one_fails_if_asked(stub, async_agent_client, stops, second):
    stub.script(Fail("Out of ink."))
    async with async_agent_client as agent:
        outcomes = await agent.run_all(["One", "Two"], at_once=1, stop_on_failure=stops)
    assert [run.status for run in outcomes] == ["failed", second]


async def test_agents_at_work_are_stopped_when_one_fails(stub, async_agent_client):
    stub.script(Text("1"), Hold())
    stub.script(Text("2"), STEP, Fail("Out of ink."))
    async with async_agent_client as agent:
        outcomes = await agent.run_all(["One", "Two"], at_once=2, stop_on_failure=True)
    assert sorted(run.status for run in outcomes) == ["failed", "interrupted"]
    assert not any(session.busy for session in stub.sessions.values())


async def test_error_that_interrupts_the_runs_has_the_sessions(stub, async_agent_client):
    stub.script(Text("One"))
    stub.script(Text("1"), STEP, Hold())

    def interrupt(step):
        if step.finish_reason == "tool-calls":
            raise KeyboardInterrupt

    async with async_agent_client as agent:
        with pytest.raises(KeyboardInterrupt) as caught:
            await agent.run_all(["One", "Two", "Three"], at_once=1, on_step=interrupt)
    outcomes = caught.value.outcomes
    assert [(run.session_id, run.status) for run in outcomes] == [
        ("ses_000001", "finished"),
        ("ses_000002", "interrupted"),
        (None, "not started"),
    ]
    assert caught.value.__notes__ == [
        "run_all had started these sessions: ses_000001 (finished), ses_000002 (interrupted)"
    ]
    assert not stub.sessions["ses_000002"].busy


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"runs": "One"}, "runs must be a list of texts or of PlannedRun"),
        ({"runs": [3]}, "runs must be a list of texts or of PlannedRun, got 3"),
        ({"runs": ["One"], "at_once": 0}, "at_once must be a whole number from 1 to 100"),
        ({"runs": ["One"], "max_cost": -1}, "max_cost must be a number not below 0"),
        ({"runs": [PlannedRun("One", output=set)]}, "output must be an attrs class"),
        ({"runs": ["One"], "max_steps": 0}, "max_steps must be a whole number"),
        ({"runs": ["One", "\ud83d"]}, r"prompt\['text'\] must be text without half a surrogate pair"),
    ],
)
async def test_argument_that_breaks_a_rule_is_refused_before_any_run(stub, async_agent_client, arguments, message):
    async with async_agent_client as agent:
        with pytest.raises(InvalidArgumentError, match=message):
            await agent.run_all(**arguments)
    assert len(stub.requests) == 0


async def test_no_runs_have_no_outcomes(stub, async_agent_client):
    async with async_agent_client as agent:
        outcomes = await agent.run_all([])
    assert (len(outcomes), outcomes.finished, json.dumps(repr(outcomes))) == (0, True, '"RunOutcomes([])"')
