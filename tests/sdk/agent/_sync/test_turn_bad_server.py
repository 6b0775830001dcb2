# Derived from tests/sdk/agent/_async/test_turn_bad_server.py by `python -m codegen`; do not edit.
"""Turns with a server that asks without end, contradicts itself, and sends what no contract names."""

import pytest

from tests.sdk.agent._sync.turns import agents_text, texts
from trivet import APIError
from trivet_stubs.agent import Hold, Text

ODD = [
    (
        "message.updated",
        {"info": {"id": "msg_z", "type": "assistant", "parentID": 5, "finish": ["stop"], "content": []}},
    ),
    ("message.updated", {"info": {"id": "msg_z", "type": "assistant", "time": {"completed": "now"}, "content": None}}),
    ("message.part.updated", {"messageID": "msg_z", "part": {"id": "prt_z", "type": "tool", "state": 5}}),
    ("message.part.delta", {"messageID": [], "partID": {}, "field": "text", "delta": "x"}),
    ("todo.updated", {"todos": None}),
    ("session.error", {"error": {"name": 5, "data": []}}),
    ("session.error", {}),
    ("permission.replied", {"requestID": 5, "reply": "once"}),
    ("question.rejected", {}),
    ("session.idle", {}),
]


@pytest.mark.parametrize(("kind", "payload"), ODD)
def test_events_of_an_odd_form_do_not_end_the_turn(agent_stub, agent_client, kind, payload):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Count.", on_permission=lambda _: "once", on_question=lambda _: None)
        with turn:
            assert next(turn) == "One"
            agent_stub.events.send(kind, {"sessionID": session.id, **payload})
            agent_stub.resume(session.id)
            assert "".join(texts(turn)) == ", two."
        assert agents_text(turn.messages) == "One, two."
        assert turn.outcome.status == "finished"


def test_flood_of_requests_that_do_not_exist_is_replied_to_once_each(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    asked = []

    def on_permission(request):
        asked.append(request.id)
        return "once"

    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.", on_permission=on_permission) as turn:
            assert next(turn) == "One"
            for number in [*range(100), *range(100)]:
                request = {"id": f"per_z{number}", "sessionID": session.id, "action": "bash", "resources": []}
                agent_stub.events.send("permission.asked", request)
            last = {"type": "text", "id": "prt_z", "text": "!"}
            message = agent_stub.sessions[session.id].messages[-1]["id"]
            payload = {"sessionID": session.id, "messageID": message, "part": last}
            agent_stub.events.send("message.part.updated", payload)
            assert next(turn) == "!"
            agent_stub.resume(session.id)
            assert "".join(texts(turn)) == ", two."
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("operation", ["permission.list", "session.message.list"])
def test_lists_that_fail_now_and_then_do_not_end_the_turn(agent_stub, agent_client, operation):
    agent_stub.observed.no_wait = True
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Count.", on_permission=lambda _: "once", poll_interval=0.001)
        with turn:
            assert next(turn) == "One"
            agent_stub.faults.add(operation, status=500, times=3)
            failed = agent_stub.requests.count(operation) + 3
            while agent_stub.requests.count(operation) < failed:
                agent.session.get(session.id)
            agent_stub.resume(session.id)
            assert "".join(texts(turn)) == ", two."


def test_server_that_loses_the_session_of_a_turn_raises_an_api_error(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold())
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            del agent_stub.sessions[session.id]
            agent_stub.idle.notify()
            with pytest.raises(APIError, match="404"):
                texts(turn)
