"""Turns with a budget, whose tokens and cost are known while they run."""

import orjson
import pytest

from tests.sdk.agent._async.turns import TOOL, texts
from trivet import InvalidArgumentError
from trivet.agent import PermissionRules, Rejected
from trivet_stubs.agent import Finish, Hold, Text

RATE = 1_000_000 / 100
"""US dollars for a million tokens: a hundredth of a dollar for each."""


def set_price(stub, **price):
    stub.faults.add(
        "catalog.model.list",
        body={"data": [{"id": "stub-1", "providerID": "stub", "cost": [price] if price else []}]},
    )
    stub.faults.add(
        "config.get", body={"location": {"directory": stub.default.directory}, "data": {"model": "stub/stub-1"}}
    )


async def test_cost_is_computed_where_the_service_reports_none(agent_stub, async_agent_client):
    set_price(agent_stub, input=RATE, output=2 * RATE)
    agent_stub.script(Text("One two three."), Finish(cost=0))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Count, please.", max_cost=1)
        await turn.run()
    assert (turn.outcome.status, turn.usage.input, turn.usage.output) == ("finished", 2, 3)
    assert turn.cost == turn.outcome.cost == pytest.approx(0.08)


@pytest.mark.parametrize(
    ("limit", "status"),
    [
        ({"max_cost": 0.07}, "over_budget"),
        ({"max_tokens": 4}, "over_budget"),
        ({"max_cost": 0.08, "max_tokens": 5}, "finished"),
    ],
)
async def test_turn_over_its_budget_ends(agent_stub, async_agent_client, limit, status):
    set_price(agent_stub, input=RATE, output=2 * RATE)
    agent_stub.script(Text("One two three."), Finish(cost=0))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count, please.", **limit) as turn:
            assert await texts(turn) == ["One two three."]
    assert turn.outcome.status == status


@pytest.mark.parametrize("price", [{}, {"input": 1}])
async def test_max_cost_without_a_price_is_refused_before_the_prompt(agent_stub, async_agent_client, price):
    set_price(agent_stub, **price)
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(InvalidArgumentError, match="max_cost must be given for a session whose model has a known"):
            await agent.session.turn(session.id, "Count.", max_cost=1).run()
    assert agent_stub.requests.count("session.prompt") == 0


@pytest.mark.parametrize(
    "argument", [{"max_cost": -1}, {"max_tokens": "1"}, {"on_leave": "stay"}, {"message_id": "msg_1"}]
)
async def test_wrong_argument_is_refused(async_agent_client, argument):
    async with async_agent_client as agent:
        with pytest.raises(InvalidArgumentError, match=next(iter(argument))):
            agent.session.turn("ses_1", "Go.", **argument)


REPLIES = [
    (PermissionRules(allow=["bash"]), "once"),
    (PermissionRules(allow="bash:l*", deny=["bash:ls"]), "reject"),
    (PermissionRules(always=["b*"]), "always"),
    (PermissionRules(allow=["read"], otherwise="reject"), "reject"),
    (PermissionRules(allow=["*"], ask=["bash"], otherwise=lambda request: "once"), "once"),
    (PermissionRules(otherwise=Rejected("No.")), "reject"),
    (lambda request: Rejected("No."), "reject"),
]


@pytest.mark.parametrize(("rules", "reply"), REPLIES)
async def test_rules_reply_to_a_permission(agent_stub, async_agent_client, rules, reply):
    agent_stub.script(TOOL, Text("Done."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        await agent.session.turn(session.id, "List.", on_permission=rules).run()
    [sent] = [request for request in agent_stub.requests if request.operation == "permission.reply"]
    assert orjson.loads(sent.body) == {"response": reply}


async def test_request_that_rules_leave_waits_for_another_client(agent_stub, async_agent_client):
    agent_stub.script(TOOL, Text("Done."), Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        rules = PermissionRules(allow=["read"], otherwise="wait")
        async with agent.session.turn(session.id, "List.", on_permission=rules) as turn:
            steps = turn.steps()
            assert (await anext(steps)).status == "running"
            await agent.permission.reply("per_000001", response="once")
            assert (await anext(turn)) == "Done."


@pytest.mark.parametrize("reply", ["no", None, 5, Rejected(5)])
async def test_value_that_is_not_a_reply_is_not_sent(agent_stub, async_agent_client, reply):
    agent_stub.script(TOOL)
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(InvalidArgumentError, match="on_permission"):
            await agent.session.turn(session.id, "List.", on_permission=lambda request: reply).run()
    assert len(agent_stub.requests.calls("permission.reply", response="reject")) == 1, "by leaving"
    assert agent_stub.requests.count("permission.reply") == 1
