"""The rules of every agent operation: credentials, unknown routes."""

import httpx
import pytest

from tests.stubs.agent.helpers import ask_for_bash, in_process, refusal
from trivet_stubs import AgentStub
from trivet_stubs.agent import Hold, Output


@pytest.mark.rule("agent.requests.credentials-are-those-of-the-server")
@pytest.mark.parametrize(
    ("credentials", "right", "wrong"),
    [
        (("agent", "geheim ü"), {"auth": httpx.BasicAuth("agent", "geheim ü")}, {"auth": ("agent", "other")}),
        ("t0ken", {"headers": {"authorization": "bearer t0ken"}}, {"headers": {"authorization": "Bearer t0keN"}}),
    ],
)
def test_request_without_the_set_credentials_is_unauthorized(credentials, right, wrong):
    with AgentStub(credentials=credentials) as stub, in_process(stub) as http:
        assert http.get("/api/project", **right).status_code == 200
        for refused in (http.get("/api/project", **wrong), http.get("/api/event")):
            assert refusal(refused) == (401, "UnauthorizedError", "Authentication required")
            assert refused.headers["www-authenticate"] == 'Basic realm="Secure Area"'


def test_body_of_a_401_is_empty_when_set():
    with AgentStub(credentials="t0ken") as stub, in_process(stub) as http:
        stub.observed.bare_unauthorized = True
        answer = http.get("/api/project")

    assert (answer.status_code, answer.content) == (401, b"")


@pytest.mark.rule("agent.requests.routes-are-below-api")
@pytest.mark.trivet(unknown_requests="ignore")
def test_unknown_route_is_404_or_the_web_page_when_set(http, agent_stub):
    assert refusal(http.get("/api/nothing"))[:2] == (404, "RouteNotFoundError")
    assert refusal(http.put("/api/config"))[:2] == (405, "MethodNotAllowedError")
    agent_stub.observed.html_elsewhere = True
    answer = http.post("/api/nothing")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")


def test_bearer_token_as_a_password_is_unauthorized():
    with AgentStub(credentials=("agent", "t0ken")) as stub, in_process(stub) as http:
        assert http.get("/api/project", headers={"authorization": "Bearer t0ken"}).status_code == 401
        stub.credentials = "t0ken"
        assert http.get("/api/project", headers={"authorization": "Bearer t0ken"}).status_code == 200
        stub.credentials = None
        assert http.get("/api/project").status_code == 200


@pytest.mark.trivet(unknown_requests="ignore")
def test_request_to_interrupt_is_unknown_unless_it_is_switched_on(http, agent_stub, conversation):
    path = f"/api/session/{conversation.id}/interrupt"
    agent_stub.script(Hold())
    conversation.prompt()
    assert refusal(http.post(path))[:2] == (404, "RouteNotFoundError")
    assert agent_stub.transport().agent_extensions == agent_stub.async_transport().agent_extensions == {}
    agent_stub.observed.interrupts = True
    assert agent_stub.transport().agent_extensions == {"cancel": "POST /api/session/{sessionID}/interrupt"}
    assert refusal(http.get(path))[0] == 404
    assert refusal(http.post("/api/session/ses_9/interrupt")) == (
        404,
        "SessionNotFoundError",
        "Session not found: ses_9",
    )
    for _ in range(2):  # the second one finds an idle session
        assert http.post(path).status_code == 204
    assert conversation.last()["finish"] == "aborted"
    agent_stub.credentials = "t0ken"
    assert http.post(path).status_code == 401


OPTIONS = {"output": {"schema": {"type": "object"}}, "system": "S", "tools": {"*": False}, "variant": "high"}


def test_options_of_a_prompt_are_refused_unless_they_are_switched_on(http, agent_stub, conversation):
    path = f"/api/session/{conversation.id}/prompt"
    for name, value in OPTIONS.items():
        assert http.post(path, json={"prompt": {"text": "T"}, name: value}).status_code == 400
    agent_stub.observed.prompt_options = True
    assert agent_stub.transport().agent_extensions == {name: name for name in OPTIONS}
    assert http.post(path, json={"prompt": {"text": "T"}, **OPTIONS, "other": 1}).status_code == 400
    for name, value in (
        ("output", {}),
        ("output", 3),
        ("system", 3),
        ("tools", {"x": 1}),
        ("tools", 3),
        ("variant", 1),
    ):
        status, tag, message = refusal(http.post(path, json={"prompt": {"text": "T"}, name: value}))
        assert (status, tag, message.startswith(name)) == (400, "InvalidRequestError", True)
    agent_stub.script(Output({"good": True}))
    assert http.post(path, json={"prompt": {"text": "T"}, **OPTIONS}).status_code == 200
    last = conversation.last()
    assert (last["structured"], last["finish"]) == ({"good": True}, "tool-calls")
    assert http.post(path, json={"prompt": {"text": "T"}, **OPTIONS}).status_code == 200
    assert conversation.last()["error"]["type"] == "StructuredOutputError"


@pytest.mark.trivet(unknown_requests="ignore")
def test_copy_of_a_session_is_unknown_unless_it_is_switched_on(http, agent_stub, conversation):
    path = f"/api/session/{conversation.id}/fork"
    conversation.prompt()
    assert refusal(http.post(path))[:2] == (404, "RouteNotFoundError")
    agent_stub.observed.forks = True
    assert agent_stub.transport().agent_extensions == {"fork": "POST /api/session/{sessionID}/fork"}
    copy = http.post(path).json()["data"]
    assert [message["type"] for message in agent_stub.sessions[copy["id"]].messages] == ["user", "assistant"]
    [first, _] = agent_stub.sessions[conversation.id].messages
    shorter = http.post(path, json={"messageID": first["id"]}).json()["data"]
    assert agent_stub.sessions[shorter["id"]].messages == []
    assert refusal(http.post(path, json={"messageID": "msg_9"}))[:2] == (404, "MessageNotFoundError")
    assert refusal(http.post("/api/session/ses_9/fork"))[:2] == (404, "SessionNotFoundError")


def test_message_of_a_rejection_is_refused_unless_it_is_switched_on(http, agent_stub, conversation):
    reply = {"response": "reject", "message": "Use make instead."}
    ask_for_bash(agent_stub, conversation)
    assert http.post("/api/permission/per_000001/reply", json=reply).status_code == 400
    agent_stub.observed.reply_messages = True
    assert agent_stub.transport().agent_extensions == {"reply_message": "message"}
    assert http.post("/api/permission/per_000001/reply", json={**reply, "why": "x"}).status_code == 400
    assert http.post("/api/permission/per_000001/reply", json=reply).status_code == 204
    tool, text = conversation.parts()
    assert (tool["state"]["error"]["message"], text["text"]) == ("Use make instead.", "Done.")
