# Derived from tests/sdk/agent/_async/test_turn_budget.py by `python -m codegen`; do not edit.
"""Turns with a budget, whose tokens and cost are known while they run."""

import orjson
import pytest

from tests.sdk.agent._sync.turns import TOOL, texts
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


def test_cost_is_computed_where_the_service_reports_none(agent_stub, agent_client):
    set_price(agent_stub, input=RATE, output=2 * RATE)
    agent_stub.script(Text("One two three."), Finish(cost=0))
    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Count, please.", max_cost=1)
        turn.run()
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
def test_turn_over_its_budget_ends(agent_stub, agent_client, limit, status):
    set_price(agent_stub, input=RATE, output=2 * RATE)
    agent_stub.script(Text("One two three."), Finish(cost=0))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count, please.", **limit) as turn:
            assert texts(turn) == ["One two three."]
    assert turn.outcome.status == status


@pytest.mark.parametrize("price", [{}, {"input": 1}])
def test_max_cost_without_a_price_is_refused_before_the_prompt(agent_stub, agent_client, price):
    set_price(agent_stub, **price)
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(InvalidArgumentError, match="max_cost must be given for a session whose model has a known"):
            agent.session.turn(session.id, "Count.", max_cost=1).run()
    assert agent_stub.requests.count("session.prompt") == 0


@pytest.mark.parametrize(
    "argument", [{"max_cost": -1}, {"max_tokens": "1"}, {"on_leave": "stay"}, {"message_id": "msg_1"}]
)
def test_wrong_argument_is_refused(agent_client, argument):
    with agent_client as agent:
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
def test_rules_reply_to_a_permission(agent_stub, agent_client, rules, reply):
    agent_stub.script(TOOL, Text("Done."))
    with agent_client as agent:
        session = agent.session.create()
        agent.session.turn(session.id, "List.", on_permission=rules).run()
    [sent] = [request for request in agent_stub.requests if request.operation == "permission.reply"]
    assert orjson.loads(sent.body) == {"response": reply}


def test_request_that_rules_leave_waits_for_another_client(agent_stub, agent_client):
    agent_stub.script(TOOL, Text("Done."), Hold())
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "List.", on_permission=PermissionRules(allow=["read"])) as turn:
            steps = turn.steps()
            assert (next(steps)).status == "running"
            agent.permission.reply("per_000001", response="once")
            assert (next(turn)) == "Done."


@pytest.mark.parametrize("reply", ["no", None, 5, Rejected(5)])
def test_value_that_is_not_a_reply_is_not_sent(agent_stub, agent_client, reply):
    agent_stub.script(TOOL)
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(InvalidArgumentError, match="on_permission"):
            agent.session.turn(session.id, "List.", on_permission=lambda request: reply).run()
    assert agent_stub.requests.count("permission.reply") == 0
