"""The option `--tools` of `trivet agent run`: functions of a module of the user, which the agent calls."""

import json
import sys

import pytest

from tests.sdk.cli.agent.agents import run_agent
from trivet_stubs.agent import AgentObserved, Finish, Text, Tool

SHOP = '''
"""Orders."""

def lookup(order: int) -> dict:
    """Find an order."""
    return {"order": order, "paid": True}

def search(text: str) -> list[int]:
    """Search for orders."""
    return [7]

broken = 3
'''


@pytest.fixture
def stub(agent_stub):
    agent_stub.observed = AgentObserved(interrupts=True, prompt_options=True, forks=True, disconnects=True)
    return agent_stub


@pytest.fixture(autouse=True)
def shop(tmp_path, monkeypatch):
    (tmp_path / "orders_of_the_test.py").write_text(SHOP)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    sys.modules.pop("orders_of_the_test", None)


@pytest.mark.parametrize("place", ["new", "--session", "--fork"])
def test_agent_calls_the_functions_of_a_module(stub, place):
    script = [Tool("trivet_search", {"text": "pear"}), Tool("trivet_lookup", {"order": 7}), Finish("tool-calls")]
    options = ["--tools", "orders_of_the_test:lookup,search", "-o", "json"]
    if place != "new":
        options += [place, json.loads(run_agent(stub, "run", "Hello.", "-o", "json").out)["session_id"]]
    stub.script(*script, Text("Paid."))
    result = run_agent(stub, "run", "Is order 7 paid?", *options)
    report = json.loads(result.out)
    assert (result.status, report["result"]) == (0, "Paid.")
    messages = stub.sessions[report["session_id"]].messages
    states = [part["state"] for message in messages for part in message.get("content", ()) if part["type"] == "tool"]
    assert [state["content"][0]["text"] for state in states] == ["[7]", '{"order": 7, "paid": true}']
    assert [config.get("enabled") for name, config in mcp(stub).items() if name == "trivet"] == [False]


def mcp(stub):
    [runtime] = stub.runtimes.values()
    return runtime.config["mcp"]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("orders_of_the_test", "is not MODULE:FUNCTION"),
        ("orders_of_the_test:", "is not MODULE:FUNCTION"),
        ("orders_of_the_test:broken", "has no function broken"),
        ("orders_of_the_test:lookup,find", "has no function find"),
        ("no_such_module:find", "cannot be imported: ModuleNotFoundError"),
    ],
)
def test_value_that_names_no_function_is_refused_before_anything_is_sent(stub, value, why):
    result = run_agent(stub, "run", "Go.", "--tools", value)
    assert result.status == 2
    assert why in result.err
    assert list(stub.requests) == []
