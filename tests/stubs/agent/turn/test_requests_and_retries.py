"""Children that ask and inherit rules, requests that stay after a stop, and a provider that refuses."""

import pytest

from tests.stubs.agent.helpers import cut_events, data, subscribe
from trivet_stubs.agent import Hold, Question, Retry, Task, Text, Tool

BASH = Tool("bash", {"command": "ls"}, asks="bash")


def begin(http, *, permission=()):
    session = data(http.post("/api/session", json={"permission": [*permission]}))
    http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "Go."}})
    return session["id"]


def tools(http, session_id):
    message = data(http.get(f"/api/session/{session_id}/message", params={"limit": 1}))[0]
    return [(part["name"], part["state"]["status"]) for part in message["content"] if part["type"] == "tool"]


def test_task_waits_for_its_child_which_asks(http, agent_stub):
    agent_stub.script(Task("Look", BASH, Hold(), Text("Pears.")), Text("Done."))
    session_id = begin(http)
    [asked] = data(http.get("/api/permission"))
    child = agent_stub.sessions[asked["sessionID"]]
    assert (child.parent_id, child.title, tools(http, session_id)) == (session_id, "Look", [("task", "running")])
    http.post(f"/api/permission/{asked['id']}/reply", json={"response": "once"})
    assert tools(http, session_id) == [("task", "running")]
    agent_stub.resume(child.id)
    message = data(http.get(f"/api/session/{session_id}/message", params={"limit": 1}))[0]
    assert message["content"][0]["state"]["content"] == [{"type": "text", "text": "Pears."}]
    assert (message["content"][1]["text"], message["finish"]) == ("Done.", "stop")
    assert not any(session.busy for session in agent_stub.sessions.values())


def test_task_without_a_wait_ends_at_once(http, agent_stub):
    agent_stub.script(Task("Look", Task("Below", Text("Plums."))), Text("Done."))
    session_id = begin(http)
    assert tools(http, session_id) == [("task", "completed")]
    assert len(agent_stub.sessions) == 3


@pytest.mark.parametrize("effect", ["allow", "ask", "deny"])
@pytest.mark.parametrize("denials_alone", [False, True])
def test_child_inherits_the_rules_of_its_parent(http, agent_stub, effect, denials_alone):
    agent_stub.observed.denials_alone = denials_alone
    agent_stub.script(Task("Look", BASH))
    begin(http, permission=[{"action": "bash", "resource": "*", "effect": effect}])
    asked = len(data(http.get("/api/permission")))
    assert asked == (effect == "ask" or (denials_alone and effect == "allow"))


@pytest.mark.parametrize("step", [BASH, Question("Which?"), Task("Look", BASH)])
@pytest.mark.parametrize("stay", [False, True])
def test_requests_of_a_stopped_agent_stay_by_a_switch(http, agent_stub, step, stay):
    agent_stub.observed.open_requests = stay
    agent_stub.script(step, Text("Never."))
    session_id = begin(http)
    agent_stub.interrupt(session_id)
    assert not any(session.busy for session in agent_stub.sessions.values())
    kind = "question" if isinstance(step, Question) else "permission"
    listed = data(http.get(f"/api/{kind}"))
    assert len(listed) == stay
    agent_stub.script(Hold(), Text("Later."))
    http.post(f"/api/session/{session_id}/prompt", json={"prompt": {"text": "Go on."}})
    for request in listed:
        reply = ("reply", {"response": "reject"}) if kind == "permission" else ("reject", None)
        assert http.post(f"/api/{kind}/{request['id']}/{reply[0]}", json=reply[1]).status_code == 204
    assert data(http.get(f"/api/{kind}")) == []
    assert agent_stub.sessions[session_id].running.wait == "hold", "the reply is not for this turn"


def test_provider_that_refuses_is_the_status_until_it_answers(any_http, agent_stub):
    agent_stub.script(Retry("slow down", attempts=2, seconds=5), Text("Done."))
    with subscribe(any_http) as answer:
        session_id = begin(any_http)
        for _ in range(2):
            assert agent_stub.sessions[session_id].running.wait == "hold"
            agent_stub.clock.advance(5)
        events = cut_events(agent_stub, answer)
    statuses = [event["payload"]["status"] for event in events if event["type"] == "session.status"]
    start = 1750032000000
    retries = [{"type": "retry", "attempt": number, "message": "slow down"} for number in (1, 2)]
    assert statuses == [
        {"type": "busy"},
        {**retries[0], "next": start + 5000},
        {"type": "busy"},
        {**retries[1], "next": start + 10_000},
        {"type": "busy"},
        {"type": "idle"},
    ]
