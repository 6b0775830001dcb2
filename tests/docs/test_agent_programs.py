"""The programs to copy that let agents answer by a type: a review that fails a job, and a triage under one budget."""

import pytest

from examples import review_change, triage_issues
from trivet.agent import OutputError
from trivet_stubs.agent import AgentObserved, Finish, Output, Text, Tool

BAD = "a.py:3: It divides by zero."


@pytest.fixture
def stub(agent_stub):
    agent_stub.observed = AgentObserved(interrupts=True, prompt_options=True)
    return agent_stub


@pytest.mark.parametrize("findings", [[], [BAD]])
def test_review_has_a_typed_verdict(stub, agent_client, findings):
    stub.script(Tool("read"), Finish("tool-calls"), Output({"approved": not findings, "findings": findings}))
    with agent_client as agent:
        review = review_change.review(agent, "+1/0")
    assert (review.approved, review.findings) == (not findings, findings)


def test_review_without_a_verdict_is_an_error(stub, agent_client):
    stub.script(Text("Looks good."))
    with agent_client as agent, pytest.raises(OutputError):
        review_change.review(agent, "+1/0")


def test_fifty_issues_are_triaged_under_one_budget(stub, agent_client):
    issues = [{"number": number, "title": "It crashes", "body": "At start."} for number in range(50)]
    for _ in issues:
        stub.script(Output({"kind": "bug", "area": "start", "urgent": True}))
    with agent_client as agent:
        outcomes = triage_issues.triage(agent, issues, 5.00)
    assert (len(outcomes), outcomes.finished) == (50, True)
    assert outcomes.table().splitlines()[50].startswith("#49  finished")


def test_triage_ends_once_the_budget_is_spent(stub, agent_client):
    issues = [{"number": number, "title": "It crashes", "body": "At start."} for number in range(10)]
    for _ in issues:
        stub.script(Tool("read"), Finish("tool-calls", cost=1), Output({"kind": "bug", "area": "x", "urgent": False}))
    with agent_client as agent:
        outcomes = triage_issues.triage(agent, issues, 2.00)
    assert "not started" in [run.status for run in outcomes]
    assert 2 < outcomes.cost_known < 8
