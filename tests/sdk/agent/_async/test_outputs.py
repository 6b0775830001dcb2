"""Turns whose agent answers by a type: the schema that is sent, the value, and answers that do not fit."""

import json
import pickle

import pytest
from attrs import frozen

from tests.sdk.agent.output import reports
from trivet import APITimeoutError, InvalidArgumentError
from trivet.agent import OutputError, TurnFailedError, UnsupportedOperationError
from trivet_stubs.agent import AgentObserved, Fail, Finish, Hold, Output, Task, Text, Tool


@frozen
class Verdict:
    """A verdict about a change."""

    good: bool
    reasons: list[str]


VALUE = {"good": True, "reasons": ["It is short."]}


@pytest.fixture
def stub(agent_stub):
    agent_stub.observed = AgentObserved(interrupts=True, prompt_options=True)
    return agent_stub


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (Verdict, Verdict(good=True, reasons=["It is short."])),
        ({"type": "object", "properties": {"good": {"type": "boolean"}}}, VALUE),
    ],
)
async def test_output_is_the_value_of_the_agent_by_its_type(stub, async_agent_client, output, expected):
    stub.script(Tool("read"), Finish("tool-calls"), Output(VALUE))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Is it right?", output=output, output_retries=2)
        await turn.run()
        assert (turn.outcome.status, turn.outcome.output, turn.outcome.steps) == ("finished", expected, 2)
        attached = agent.session.attach(session.id, turn.message_id, output=output)
        await attached.run()
        assert attached.outcome.output == expected
    [body] = [json.loads(request.body) for request in stub.requests if request.operation == "session.prompt"]
    assert body["output"]["retries"] == 2
    if output is Verdict:
        assert body["output"]["schema"] == {
            "type": "object",
            "description": "A verdict about a change.",
            "properties": {"good": {"type": "boolean"}, "reasons": {"type": "array", "items": {"type": "string"}}},
            "required": ["good", "reasons"],
            "additionalProperties": False,
        }


async def test_pydantic_model_is_decoded_by_itself(stub, async_agent_client):
    stub.script(Output({"number": 1, "below": [{"number": 2}]}))
    async with async_agent_client as agent:
        outcome = await agent.run("Count.", output=reports.Model)
    assert outcome.output == reports.Model(number=1, below=[reports.Model(number=2)])


async def test_value_that_does_not_fit_is_an_error_with_its_faults_and_the_outcome(stub, async_agent_client):
    stub.script(Text("I think so."), Output({"good": "yes", "reasons": [1]}))
    async with async_agent_client as agent:
        with pytest.raises(OutputError) as caught:
            await agent.run("Is it right?", output=Verdict)
    error = caught.value
    faults = ("expected true or false, got 'yes' @ $.good", "expected a text, got 1 @ $.reasons[0]")
    assert (error.faults, error.value) == (faults, {"good": "yes", "reasons": [1]})
    assert (error.outcome.status, error.outcome.error.type, error.outcome.text) == ("failed", "output", "I think so.")
    assert error.outcome.session_id == "ses_000001"
    assert str(error) == f"session.turn: the output does not fit: {faults[0]}; {faults[1]}"
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.value, copy.outcome) == (str(error), error.value, error.outcome)


async def test_answer_without_a_value_is_an_error_with_its_text(stub, async_agent_client):
    stub.script(Text("It is right."))
    async with async_agent_client as agent:
        with pytest.raises(OutputError, match="does not fit: Model did not produce structured output") as caught:
            await agent.run("Is it right?", output=Verdict)
    assert (caught.value.outcome.text, caught.value.value) == ("It is right.", None)


async def test_answer_that_failed_or_was_over_its_budget_has_no_output_and_raises_that(stub, async_agent_client):
    async with async_agent_client as agent:
        stub.script(Fail("Out of ink."))
        with pytest.raises(TurnFailedError, match=r"Out of ink\.") as caught:
            await agent.run("Is it right?", output=Verdict)
        assert not isinstance(caught.value, OutputError)
        stub.script(Tool("read"), Finish("tool-calls"), Hold(), Output(VALUE))
        with pytest.raises(TurnFailedError, match="over its budget: max_steps") as caught:
            await agent.run("Is it right?", output=Verdict, max_steps=1)
        assert caught.value.outcome.output is None
        stub.script(Hold(), Output(VALUE))
        with pytest.raises(APITimeoutError, match=r"within the deadline of 0\.5 s"):
            await agent.run("Is it right?", output=Verdict, deadline=0.5)


async def test_type_without_a_schema_is_refused_before_a_session_is_created(stub, async_agent_client):
    async with async_agent_client as agent:
        with pytest.raises(InvalidArgumentError, match=r"WithSet\.rows\[\] may be"):
            await agent.run("Is it right?", output=reports.WithSet)
        with pytest.raises(InvalidArgumentError, match="output_retries must be given together with output"):
            await agent.run("Is it right?", output_retries=1)
    assert len(stub.requests) == 0


async def test_server_of_the_contract_has_no_place_for_a_schema(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        with pytest.raises(UnsupportedOperationError, match="the contract has no place for output") as caught:
            await agent.run("Is it right?", output=Verdict)
    assert (caught.value.operation, caught.value.lacks) == ("session.turn", ("output",))
    assert len(agent_stub.requests) == 0


async def test_session_below_has_no_schema(stub, async_agent_client):
    stub.script(Task("Look around", Output(VALUE), Text("Seen.")), Finish("tool-calls"), Output(VALUE))
    async with async_agent_client as agent:
        outcome = await agent.run("Is it right?", output=Verdict)
    assert (outcome.output.good, outcome.steps) == (True, 3)
    [tool, _] = stub.sessions["ses_000002"].messages[-1]["content"]
    assert tool["state"]["status"] == "error"
