"""Changes of the requests of one operation, before the stub reads them."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from trivet_checks.mutants.changes import answer_if, change_body, change_status
from trivet_stubs import AgentStub


@pytest.fixture
def stub() -> Iterator[AgentStub]:
    with AgentStub() as stub:
        yield stub


@pytest.fixture
def http(stub: AgentStub) -> Iterator[httpx.Client]:
    with httpx.Client(transport=stub.transport(), base_url="http://agent.test", timeout=10.0) as client:
        yield client


def test_body_is_changed_however_it_arrives(stub: AgentStub) -> None:
    change_body(stub, "session.create", lambda body: {"title": body["title"].upper()})

    def pieces() -> Iterator[bytes]:
        yield b'{"title": '
        yield b'"in pieces", "no such key": 1}'

    headers = {"content-type": "application/json"}
    with stub.serve() as served, httpx.Client(base_url=served.url, trust_env=False, timeout=10.0) as http:
        whole = http.post("/api/session", json={"title": "whole"}).json()["data"]
        pieced = http.post("/api/session", content=pieces(), headers=headers).json()["data"]
        empty = http.post("/api/session").json()["data"]
    assert [session["title"] for session in (whole, pieced, empty)] == ["WHOLE", "IN PIECES", "New session 3"]


def test_change_of_a_body_hides_no_disconnect(stub: AgentStub, http: httpx.Client) -> None:
    change_body(stub, "session.wait", lambda body: body)
    session = http.post("/api/session").json()["data"]["id"]
    assert http.post(f"/api/session/{session}/wait").status_code == 204


def test_operation_is_answered_where_its_query_says_so(stub: AgentStub, http: httpx.Client) -> None:
    answer_if(stub, "project.list", lambda query: b"directory=" in query, status=200, json={"data": []})
    answer_if(stub, "agent.list", lambda query: not query, status=204)
    assert http.get("/api/project", params={"directory": "/"}).json() == {"data": []}
    assert len(http.get("/api/project").json()["data"]) == 2
    assert (http.get("/api/agent").status_code, http.get("/api/agent").content) == (204, b"")
    assert http.get("/api/agent", params={"directory": "/home/dev/orchard"}).status_code == 200


def test_status_is_changed_and_the_body_stays(stub: AgentStub, http: httpx.Client) -> None:
    change_status(stub, "project.get", {404: 410})
    answer = http.get("/api/project/none")
    assert (answer.status_code, answer.json()["_tag"]) == (410, "ProjectNotFoundError")
    assert http.get("/api/project/prj_000001").status_code == 200
