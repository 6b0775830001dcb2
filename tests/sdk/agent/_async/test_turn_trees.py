"""Turns whose agent lets other agents work in sessions below: their tokens and cost, and budgets for all of them."""

import pytest

from tests.sdk.agent._async.turns import texts
from trivet import APITimeoutError, InvalidArgumentError
from trivet.agent import Price
from trivet_stubs.agent import AgentObserved, Compaction, Finish, Hold, Task, Text, Together

STEP = Finish("tool-calls", cost=0.5, input=10, output=5)
LAST = Finish(cost=0.5, input=10, output=5)


@pytest.fixture
def stub(agent_stub):
    agent_stub.observed = AgentObserved(interrupts=True)
    return agent_stub


def stored(stub):
    """Return what the server has stored: the cost of each session."""
    return {session.id: session.cost for session in stub.sessions.values()}


def parts(outcome):
    return {session_id: part.cost for session_id, part in outcome.by_session.items()}


TREE = (
    Together(
        Task("One", Text("1"), STEP, Text("2"), LAST),
        Task("Two", Task("Three", Text("3"), LAST), STEP, Text("4"), LAST, model="stub/stub-1-mini"),
    ),
    *(STEP, Compaction(cost=0.25, input=3, output=2), Text("Done."), LAST),
)
"""Four sessions: 2 and 3 work side by side, 4 is below 3."""


async def test_outcome_has_the_cost_of_every_session_together_and_in_parts(stub, async_agent_client):
    stub.script(*TREE)
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.")
        await turn.run()
    outcome = turn.outcome
    assert (outcome.status, turn.text, outcome.cost, outcome.cost_known) == ("finished", "Done.", 3.75, 3.75)
    assert parts(outcome) == stored(stub) == {"ses_000001": 1.25, "ses_000002": 1, "ses_000003": 1, "ses_000004": 0.5}
    assert {model: part.cost for model, part in outcome.by_model.items()} == {
        "stub/stub-1": 2.25,
        "stub/stub-1-mini": 1.5,
    }
    assert (outcome.usage.input, outcome.usage.output) == (73, 37)
    assert outcome.by_session["ses_000001"].usage.input == 23
    assert (turn.cost, turn.usage) == (outcome.cost, outcome.usage)


async def test_cost_grows_with_the_steps_of_a_session_below(stub, async_agent_client):
    stub.script(Task("One", Text("1"), STEP, Hold(), Text("2"), LAST), STEP, Text("Done."), LAST)
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Go.") as turn:
            steps = turn.steps()
            assert (await anext(steps)).status == "running"
            while not turn.cost:
                await agent.agent.list()
            assert (turn.cost, turn.usage.input) == (0.5, 10)
            stub.resume("ses_000002")
            assert await texts(turn) == ["Done."]
    assert turn.outcome.cost == 2.0


@pytest.mark.parametrize("limit", [{"max_cost": 1.2}, {"max_tokens": 40}, {"max_cost": 0.4, "max_tokens": 1000}])
async def test_budget_for_all_sessions_ends_every_one(stub, async_agent_client, limit):
    loop = (Text("1"), STEP, Hold(), Text("2"), LAST)
    stub.script(Together(*(Task(name, *loop) for name in ("One", "Two", "Three"))), STEP, Text("Never."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", **limit)
        await turn.run()
    assert (turn.outcome.status, turn.outcome.works_on, turn.text) == ("over_budget", False, "")
    assert parts(turn.outcome) == stored(stub)
    assert turn.outcome.cost == 1.5
    assert not any(running.busy for running in stub.sessions.values())


async def test_deadline_and_cancel_count_what_the_server_has_stored(stub, async_agent_client):
    async with async_agent_client as agent:
        for ends in ("deadline", "cancel"):
            stub.script(Together(Task("One", Text("1"), STEP, Hold()), Task("Two", Text("2"), LAST)), Text("Never."))
            session = await agent.session.create()
            async with agent.session.turn(session.id, "Go.", deadline=0.5 if ends == "deadline" else None) as turn:
                if ends == "cancel":
                    assert await turn.cancel()
                else:
                    with pytest.raises(APITimeoutError):
                        await texts(turn)
            assert (turn.outcome.status, turn.outcome.cost, turn.outcome.works_on) == ("interrupted", 1.0, False)
            assert not any(running.busy for running in stub.sessions.values())


async def test_sessions_of_an_earlier_turn_do_not_count(stub, async_agent_client):
    async with async_agent_client as agent:
        session = await agent.session.create()
        turns = []
        for _ in range(2):
            stub.clock.advance(1)
            stub.script(Task("One", Text("1"), LAST), STEP, Text("Done."), LAST)
            turns.append(agent.session.turn(session.id, "Go."))
            await turns[-1].run()
        assert [turn.outcome.cost for turn in turns] == [1.5, 1.5]
        for turn in turns:
            ended = agent.session.attach(session.id, turn.message_id)
            await ended.run()
            assert ended.outcome.by_session == turn.outcome.by_session


async def test_gap_in_the_events_loses_no_cost(stub, async_agent_client):
    stub.script(Task("One", Text("1"), STEP, Hold(), Text("2"), LAST), STEP, Text("Done."), LAST)
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Go.", max_cost=100) as turn:
            steps = turn.steps()
            assert (await anext(steps)).status == "running"
            stub.events.cut()
            stub.resume("ses_000002")
            assert await texts(turn) == ["Done."]
    assert (turn.outcome.status, turn.outcome.cost) == ("finished", 2.0)


async def test_attached_turn_counts_the_sessions_that_began_before(stub, async_agent_client):
    stub.script(Task("One", Text("1"), STEP, Hold(), Text("2"), STEP, Hold(), Text("3")), STEP, Text("Never."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Go.", on_leave="detach") as first:
            await anext(first.steps())
        async with agent.session.attach(session.id, first.message_id, max_cost=0.9) as turn:
            stub.resume("ses_000002")
            assert await texts(turn) == []
    assert (first.outcome.status, turn.outcome.status, turn.outcome.cost) == ("detached", "over_budget", 1.0)
    assert not any(running.busy for running in stub.sessions.values())


UNPRICED = {"input": 0, "output": 0, "cache": {"read": 0, "write": 0}}
CHILD = Task("One", Text("1"), Finish(input=1_000_000), model="stub/stub-1-mini")


async def test_price_of_0_is_unknown_and_refused_before_the_prompt(stub, async_agent_client):
    stub.prices["stub/stub-1"] = UNPRICED
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(InvalidArgumentError, match=r"known price, which is not 0, or with `price`.*stub/stub-1"):
            await agent.session.turn(session.id, "Go.", max_cost=1).run()
        assert stub.requests.count("session.prompt") == 0
        stub.script(Text("Done."), Finish(input=1_000_000, output=0))
        turn = agent.session.turn(session.id, "Go.")
        await turn.run()
    outcome = turn.outcome
    assert (outcome.status, outcome.cost, outcome.cost_known, turn.cost) == ("finished", None, 0, None)
    assert outcome.usage.input == 1_000_000


@pytest.mark.parametrize(
    ("price", "cost"),
    [
        (Price(input=3, output=15), 3),
        (0, 0),
        ({"stub/stub-1": Price(input=2, output=0), "acme/other": Price(input=0, output=0)}, 2),
    ],
)
async def test_given_price_is_counted_where_the_server_has_none(stub, async_agent_client, price, cost):
    stub.prices["stub/stub-1"] = UNPRICED
    async with async_agent_client as agent:
        for limit in ({"max_cost": 5}, {}):
            session = await agent.session.create()
            stub.script(Text("Done."), Finish(input=1_000_000, output=0))
            turn = agent.session.turn(session.id, "Go.", price=price, **limit)
            await turn.run()
            assert (turn.outcome.status, turn.outcome.cost, turn.outcome.cost_known) == ("finished", cost, cost)


async def test_session_below_with_a_model_without_a_price_ends_a_turn_with_max_cost(stub, async_agent_client):
    stub.prices["stub/stub-1-mini"] = UNPRICED
    stub.script(Text("Hm."), STEP, Task("One", Hold(), Text("1"), model="stub/stub-1-mini"), Text("Never."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", max_cost=5)
        await turn.run()
    error = turn.outcome.error
    assert (turn.outcome.status, turn.outcome.works_on, error.type) == ("over_budget", False, "unknown_price")
    assert "stub/stub-1-mini" in error.message
    assert "ses_000002" in error.message
    assert "`price`" in error.message
    assert not any(running.busy for running in stub.sessions.values())


async def test_cost_of_a_tree_with_an_unpriced_model_is_unknown_without_max_cost(stub, async_agent_client):
    stub.prices["stub/stub-1-mini"] = UNPRICED
    async with async_agent_client as agent:
        for price, cost in ((None, None), ({"stub/stub-1-mini": Price(input=1, output=0)}, 2.0), (0, 1.0)):
            stub.script(CHILD, STEP, Text("Done."), LAST)
            session = await agent.session.create()
            turn = agent.session.turn(session.id, "Go.", price=price)
            await turn.run()
            outcome = turn.outcome
            assert (outcome.status, outcome.cost, outcome.cost_known) == ("finished", cost, cost or 1.0)
            assert outcome.by_model["stub/stub-1"].cost == 1.0


async def test_price_that_is_none_is_refused(async_agent_client):
    async with async_agent_client as agent:
        for begin in (agent.session.turn, agent.session.attach):
            with pytest.raises(InvalidArgumentError, match="price must be a Price, 0 for models that are free, or a"):
                begin("ses_1", "Go.", price=3)
