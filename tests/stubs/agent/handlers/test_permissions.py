"""The operations of permission requests."""

import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, Conversation, ask_for_bash, pending, refusal


def reply(http, request, response, **where):
    return http.post(f"/api/permission/{request['id']}/reply", params=where, json={"response": response})


def test_turn_waits_for_a_permission_and_continues(agent_stub, http, conversation):
    ask_for_bash(agent_stub, conversation)
    (request,) = pending(http, "permission")

    assert (request["action"], request["resources"], request["sessionID"]) == ("bash", ["ls"], conversation.id)
    assert request["source"] == {
        "type": "tool",
        "messageID": conversation.last()["id"],
        "callID": conversation.parts()[0]["id"],
    }
    assert (conversation.parts()[0]["state"]["status"], len(conversation.parts())) == ("running", 1)
    assert "completed" not in conversation.last()["time"]
    assert reply(http, request, "once").status_code == 204
    assert [part.get("text", part.get("name")) for part in conversation.parts()] == ["bash", "Done."]
    assert pending(http, "permission") == []
    assert refusal(reply(http, request, "once"))[:2] == (404, "PermissionNotFoundError")


def test_permission_of_another_context_is_not_found(agent_stub, http):
    ask_for_bash(agent_stub, Conversation(http, LIGHTHOUSE))
    (request,) = pending(http, "permission", **LIGHTHOUSE)

    assert pending(http, "permission") == []
    assert refusal(reply(http, request, "once"))[0] == 404
    assert reply(http, request, "once", **LIGHTHOUSE).status_code == 204


def test_always_allows_the_action_from_then_on_and_once_does_not(agent_stub, http, conversation):
    for response in ("once", "always"):
        ask_for_bash(agent_stub, conversation)
        reply(http, pending(http, "permission")[0], response)
    ask_for_bash(agent_stub, conversation)

    assert pending(http, "permission") == []
    assert conversation.last()["finish"] == "stop"
    ask_for_bash(agent_stub, conversation, "rm")
    assert len(pending(http, "permission")) == 1


@pytest.mark.parametrize("continues", [True, False])
def test_rejection_ends_the_turn_unless_the_config_continues_it(agent_stub, http, conversation, continues):
    http.patch("/api/config", json={"config": {"experimental": {"continue_loop_on_deny": continues}}})
    ask_for_bash(agent_stub, conversation)
    reply(http, pending(http, "permission")[0], "reject")

    assert conversation.parts()[0]["state"]["status"] == "error"
    assert (conversation.last()["finish"], len(conversation.parts())) == (("stop", 2) if continues else ("rejected", 1))


@pytest.mark.parametrize(("effect", "status"), [("allow", "completed"), ("deny", "error"), ("ask", "running")])
def test_rules_of_a_session_decide_before_the_user(agent_stub, http, effect, status):
    rules = [
        {"action": "*", "resource": "*", "effect": "ask"},
        {"action": "ba*", "resource": "l*", "effect": effect},
    ]
    conversation = Conversation(http, permission=rules)
    ask_for_bash(agent_stub, conversation)

    assert conversation.parts()[0]["state"]["status"] == status
    assert len(pending(http, "permission")) == (effect == "ask")


def test_refused_reply_leaves_the_request_pending(agent_stub, http, conversation):
    ask_for_bash(agent_stub, conversation)
    (request,) = pending(http, "permission")

    assert refusal(reply(http, request, "maybe"))[0] == 400
    assert pending(http, "permission") == [request]


def test_deleted_session_leaves_no_permission_request(agent_stub, http, conversation):
    ask_for_bash(agent_stub, conversation)
    http.delete(f"/api/session/{conversation.id}")

    assert pending(http, "permission") == []
