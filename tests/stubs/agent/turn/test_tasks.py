"""Tasks: agents that work in sessions below, for the turn of another session, and what their models cost."""

import pytest

from tests.stubs.agent.helpers import Conversation, cut_events, data, subscribe
from trivet_stubs.agent import Compaction, Fail, Finish, Hold, Interrupt, Task, Text, Together, Tool


@pytest.fixture
def talk(http):
    return Conversation(http)


def outputs(http, session_id="ses_000001"):
    """Return the status and the output of each call of a tool in a session."""
    messages = data(http.get(f"/api/session/{session_id}/message", params={"order": "asc"}))
    parts = [part for message in messages for part in message.get("content", ()) if part["type"] == "tool"]
    return [
        (part["state"]["status"], *(text["text"] for text in part["state"]["content"]))
        if part["state"]["status"] != "error"
        else ("error", part["state"]["error"]["message"])
        for part in parts
    ]


def begin(http, agent_stub, *steps):
    session = data(http.post("/api/session"))
    agent_stub.script(*steps)
    http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "Go."}})
    return session["id"]


def test_output_of_a_task_is_the_last_text_of_its_session(http, agent_stub):
    with subscribe(http) as answer:
        begin(http, agent_stub, Task("Look around", Text("Hm."), Finish("tool-calls"), Text("Pears.")), Text("Done."))
        events = cut_events(agent_stub, answer)
    assert outputs(http) == [("completed", "Pears.")]
    child = data(http.get("/api/session/ses_000002"))
    assert (child["parentID"], child["title"], child["agent"]) == ("ses_000001", "Look around", "explore")
    [prompt, *answers] = data(http.get("/api/session/ses_000002/message", params={"order": "asc"}))
    assert (prompt["text"], len(answers)) == ("Look around", 2)
    structured = [
        event["payload"]["part"]["state"]["structured"]
        for event in events
        if event["type"] == "message.part.updated" and event["payload"]["part"]["type"] == "tool"
    ]
    assert structured[1:] == [{"sessionId": "ses_000002"}] * 2


def test_task_without_steps_echoes_its_title(http, agent_stub):
    begin(http, agent_stub, Task("Look around", agent="plan", model="stub/stub-1-mini"))
    assert outputs(http) == [("completed", "Look around")]
    child = data(http.get("/api/session/ses_000002"))
    assert (child["agent"], child["model"]) == ("plan", {"providerID": "stub", "modelID": "stub-1-mini"})


@pytest.mark.parametrize(
    ("steps", "output"),
    [
        ([Fail("Out of ink.")], ("error", "Out of ink.")),
        ([Interrupt()], ("error", "The user has aborted this")),
        ([Task("Below", Fail("No.")), Text("Yes.")], ("completed", "Yes.")),
    ],
)
def test_failure_of_a_task_fails_the_call_alone(http, agent_stub, steps, output):
    begin(http, agent_stub, Task("One", *steps), Text("Done."))
    assert outputs(http) == [output]
    assert not agent_stub.sessions["ses_000001"].busy


def test_tasks_work_side_by_side_and_the_turn_waits_for_all(http, agent_stub):
    tasks = (Task("One", Hold(), Text("1")), Task("Two", Text("2")), Task("Three", Hold()))
    begin(http, agent_stub, Together(*tasks), Text("Done."))
    assert outputs(http) == [("running",), ("completed", "2"), ("running",)]
    for session_id in ("ses_000004", "ses_000002"):
        assert agent_stub.sessions["ses_000001"].busy
        agent_stub.resume(session_id)
    assert outputs(http) == [("completed", "1"), ("completed", "2"), ("completed",)]
    assert not agent_stub.sessions["ses_000001"].busy


def test_permission_of_a_task_is_asked_in_its_session(http, agent_stub):
    begin(http, agent_stub, Task("One", Tool("bash", asks="bash"), Text("1")), Text("Done."))
    [request] = data(http.get("/api/permission"))
    assert request["sessionID"] == "ses_000002"
    http.post(f"/api/permission/{request['id']}/reply", json={"response": "once"})
    assert outputs(http) == [("completed", "1")]


@pytest.mark.parametrize("stop", ["interrupt", "delete"])
def test_stop_of_a_session_stops_those_below(http, agent_stub, stop):
    begin(http, agent_stub, Task("One", Task("Two", Tool("bash", asks="bash"), Text("2")), Text("1")), Text("Never."))
    assert len(data(http.get("/api/permission"))) == 1
    if stop == "interrupt":
        agent_stub.interrupt("ses_000001")
        assert outputs(http) == outputs(http, "ses_000002") == [("error", "The user has aborted this")]
    else:
        http.delete("/api/session/ses_000001")
        assert list(agent_stub.sessions) == []
    assert not any(session.busy for session in agent_stub.sessions.values())
    assert data(http.get("/api/permission")) == []


def test_turn_goes_on_when_the_session_of_its_task_is_deleted(http, agent_stub):
    begin(http, agent_stub, Task("One", Hold()), Text("Done."))
    http.delete("/api/session/ses_000002")
    assert outputs(http) == [("error", "The session was deleted")]
    assert not agent_stub.sessions["ses_000001"].busy


def test_session_of_the_same_id_after_a_reset_ends_no_task(http, agent_stub):
    begin(http, agent_stub, Task("One", Hold()), Text("Done."))
    agent_stub.state.plant()
    for _ in range(2):
        session = data(http.post("/api/session"))
    http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "Go."}})
    assert (session["id"], list(agent_stub.sessions)) == ("ses_000002", ["ses_000001", "ses_000002"])


def test_cost_is_that_of_the_tokens_by_the_price_of_the_model(http, agent_stub):
    agent_stub.prices["stub/stub-1-mini"] = {"input": 1, "output": 2, "cache": {"read": 3}}
    step = Finish(input=1_000_000, output=1_000_000, reasoning=1_000_000, cache_read=1_000_000, cache_write=1_000_000)
    begin(http, agent_stub, Task("One", Text("1"), step, model="stub/stub-1-mini"), Text("Done."), step)
    costs = {session["id"]: session["cost"] for session in data(http.get("/api/session"))}
    assert costs == {"ses_000001": 1.5 + 6 + 6 + 0.15 + 1.875, "ses_000002": 1 + 2 + 2 + 3}
    prices = {model["id"]: model["cost"] for model in data(http.get("/api/catalog/model"))}
    assert prices["stub-1-mini"] == [{"input": 1, "output": 2, "cache": {"read": 3}}]
    mini = data(http.get("/api/catalog/model/stub/stub-1-mini"))
    assert mini["cost"] == prices["stub-1-mini"] != prices["stub-1"]


def test_step_that_is_stopped_has_neither_tokens_nor_a_cost(http, agent_stub):
    session_id = begin(http, agent_stub, Text("One two."), Hold())
    agent_stub.interrupt(session_id)
    [message] = [message for message in agent_stub.sessions[session_id].messages if message["type"] == "assistant"]
    assert (message["cost"], message["tokens"]["input"], message["tokens"]["output"]) == (0, 0, 0)


def test_compaction_is_a_message_with_a_cost(http, agent_stub):
    session_id = begin(http, agent_stub, Text("One."), Compaction("So far.", input=1_000_000), Text("Two."))
    messages = data(http.get(f"/api/session/{session_id}/message", params={"order": "asc"}))
    assert [message["type"] for message in messages] == ["user", "assistant", "compaction", "assistant"]
    compaction = messages[2]
    assert (compaction["summary"], compaction["tokens"]["output"]) == ("So far.", 2)
    assert compaction["cost"] == pytest.approx(1.5 + 12e-6)
    assert agent_stub.sessions[session_id].cost == pytest.approx(sum(message.get("cost", 0) for message in messages))
