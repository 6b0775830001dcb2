"""The rules of every agent operation: credentials, unknown routes."""

import httpx
import pytest

from tests.stubs.agent.helpers import ask_for_bash, in_process, refusal
from trivet_stubs import AgentStub
from trivet_stubs.agent import Hold


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
