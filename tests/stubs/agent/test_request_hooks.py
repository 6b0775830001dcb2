"""The rules of every agent operation: credentials, unknown routes."""

import httpx
import pytest

from tests.stubs.agent.helpers import in_process, refusal
from trivet_stubs import AgentStub


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
