"""The options of `trivet agent run` for the form of an answer, its steps, its tools, and a copy of a session."""

import json

import pytest

from tests.sdk.cli.agent.agents import run_agent
from trivet_stubs.agent import AgentObserved, Finish, Hold, Output, Text, Tool

SCHEMA = {"type": "object", "properties": {"right": {"type": "boolean"}}, "required": ["right"]}


@pytest.fixture
def stub(agent_stub):
    agent_stub.observed = AgentObserved(interrupts=True, prompt_options=True, forks=True)
    return agent_stub


@pytest.fixture
def schema(tmp_path):
    file = tmp_path / "verdict.json"
    file.write_text(json.dumps(SCHEMA))
    return str(file)


def prompts(stub):
    """Return the bodies of the prompts."""
    return [json.loads(request.body) for request in stub.requests if request.operation == "session.prompt"]


def test_answer_by_a_schema_is_the_only_output(stub, schema):
    stub.script(Text("Let me see."), Tool("read"), Finish("tool-calls"), Output({"right": True}))
    result = run_agent(stub, "run", "Is it right?", "--schema", schema)
    assert (result.status, json.loads(result.out)) == (0, {"right": True})
    assert result.err.splitlines()[-1].startswith("finished in 0 s")
    assert prompts(stub)[0]["output"] == {"schema": SCHEMA}


def test_report_has_the_value_and_the_number_of_steps(stub, schema):
    stub.script(Tool("read"), Finish("tool-calls"), Output({"right": True}))
    stub.script(Text("Yes."))
    result = run_agent(stub, "run", "Is it right?", "--schema", schema, "-o", "json")
    report = json.loads(result.out)
    assert (report["structured_output"], report["num_turns"]) == ({"right": True}, 2)
    report = json.loads(run_agent(stub, "run", "Is it right?", "-o", "json").out)
    assert (report["structured_output"], report["num_turns"]) == (None, 1)


@pytest.mark.parametrize(
    ("step", "why"),
    [(Output(3), "expected an object"), (Text("Yes."), "Model did not produce structured output")],
)
def test_answer_without_a_value_fails_with_an_empty_stdout(stub, schema, step, why):
    stub.script(step)
    result = run_agent(stub, "run", "Is it right?", "--schema", schema)
    assert (result.status, result.out) == (1, "")
    assert why in result.err.splitlines()[-1]


def test_run_ends_after_so_many_steps(stub):
    stub.script(Text("1"), Finish("tool-calls"), Hold(), Text("2"))
    result = run_agent(stub, "run", "Go.", "--max-steps", "1", "-o", "json")
    report = json.loads(result.out)
    assert (result.status, report["status"]) == (3, "over_budget")
    assert report["error"] == "max_steps: the agent needs more than 1 steps"


def test_system_text_and_tools_are_sent(stub):
    run_agent(stub, "run", "Go.", "--system", "Be brief.", "--only-tools", "read", "--only-tools", "grep")
    run_agent(stub, "run", "Go.", "--without-tools", "bash")
    assert [(body.get("system"), body["tools"]) for body in prompts(stub)] == [
        ("Be brief.", {"*": False, "read": True, "grep": True}),
        (None, {"bash": False}),
    ]


def test_copy_of_a_session_is_continued(stub):
    run_agent(stub, "run", "One.")
    result = run_agent(stub, "run", "Two.", "--fork", "ses_000001", "-o", "json")
    assert json.loads(result.out)["session_id"] == "ses_000002"
    assert [len(session.messages) for session in stub.sessions.values()] == [2, 4]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file or directory"),
        ("{", "is not JSON"),
        ("[]", "is not a JSON schema whose type is object"),
        ('{"type": "array"}', "is not a JSON schema whose type is object"),
        (" " * 1_000_001, "is not a JSON schema whose type is object"),
    ],
)
def test_schema_that_cannot_be_used_is_an_error_before_anything_is_sent(stub, tmp_path, content, why):
    file = tmp_path / "verdict.json"
    if content is not None:
        file.write_text(content)
    result = run_agent(stub, "run", "Go.", "--schema", str(file))
    assert (result.status, len(stub.requests)) == (2, 0)
    assert why in result.err


@pytest.mark.parametrize(
    "options", [["--system", "S"], ["--only-tools", "read"], ["--without-tools", "x"], ["--schema", "FILE"]]
)
def test_server_without_a_place_for_an_option_is_an_error_before_anything_is_sent(agent_stub, schema, options):
    result = run_agent(agent_stub, "run", "Go.", *(schema if option == "FILE" else option for option in options))
    assert (result.status, len(agent_stub.requests)) == (1, 0)
    assert "the contract has no place for" in result.err


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--fork", "ses_1", "-s", "ses_2"], "--session, --fork and --continue choose a session each"),
        (["--fork", "ses_1", "-d", "/a"], "--fork has its directory already"),
        (["--fork", "ses_1", "--title", "T"], "leave out either these or --session, --fork, --continue"),
        (["--only-tools", "a", "--without-tools", "b"], "without_tools must be left out where only_tools is given"),
        (["--max-steps", "0"], "--max-steps"),
    ],
)
def test_options_that_exclude_each_other_are_an_error(stub, options, why):
    result = run_agent(stub, "run", "Go.", *options)
    assert (result.status, len(stub.requests)) == (2, 0)
    assert why in result.err
