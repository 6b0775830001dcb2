"""The agent stub as a whole: every operation, in each way of serving."""

import asyncio
import re
import threading

import httpx
import pytest

from tests.contract.examples import requests_of
from tests.stubs.agent.helpers import in_process, refusal
from trivet_stubs import AgentStub
from trivet_stubs.kernel.refusal import Refusal


def ask_all(http, stub):
    """Return the answer to the request of each example, and the events that the stream received meanwhile."""
    asked = requests_of("agent", stub)
    with http.stream("GET", "/api/event") as events:
        answers = [http.request(request.method, request.target, json=request.body) for request in asked]
        stub.events.cut()
        received = events.read()
    assert [answer.text for answer in answers if not answer.is_success] == []
    return [(answer.status_code, answer.content) for answer in answers], received


@pytest.mark.rule("agent.requests.reads-answer-what-they-name")
@pytest.mark.long
def test_every_operation_answers_the_same_in_process_and_on_a_port():
    runs = []
    for on_a_port in (False, True, False):
        with AgentStub() as stub, stub.serve() as served:
            options = {"transport": None, "base_url": served.url} if on_a_port else {}
            with in_process(stub, **options) as http:
                runs.append(ask_all(http, stub))
            assert {entry.operation for entry in stub.requests} == set(stub.contract.operations)

    assert runs[0] == runs[1] == runs[2]


def test_every_operation_answers_in_the_event_loop_of_the_caller():
    async def run():
        with AgentStub() as stub:
            asked = requests_of("agent", stub)
            async with httpx.AsyncClient(transport=stub.async_transport(), base_url="http://agent.test") as http:
                async with http.stream("GET", "/api/event"):
                    for request in asked:
                        answer = await http.request(request.method, request.target, json=request.body)
                        assert answer.is_success, answer.text
            assert {entry.operation for entry in stub.requests} == set(stub.contract.operations)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/config?unknown=red"),
        ("GET", "/api/config?directory=/a&directory=/b"),
        ("GET", "/api/session?order=up"),
        ("GET", "/api/session?roots=maybe"),
        ("GET", "/api/vcs/diff?format=html"),
        ("GET", "/api/vcs/diff?mode=all"),
        ("GET", "/api/fs/file"),
        ("GET", "/api/mcp/resource/read?server=almanac"),
        ("POST", "/api/workspace/warp"),
        ("POST", "/api/vcs/patch"),
        ("POST", "/api/fs/grep"),
    ],
)
def test_input_that_the_contract_forbids_is_refused(agent_stub, method, path):
    with in_process(agent_stub) as http:
        answer = http.request(method, path)

    assert answer.status_code == 400
    assert answer.json()["_tag"] == "InvalidRequestError"
    agent_stub.contract.check_record("Problem", answer.json())


@pytest.mark.rule("agent.requests.unknown-inputs-are-400")
def test_unknown_query_parameter_is_refused_by_every_operation(agent_stub):
    with in_process(agent_stub) as http:
        for operation in agent_stub.contract.operations.values():
            answer = http.request(operation.method, re.sub(r"{\w+}", "ses", operation.path), params={"unknown": "red"})
            message = f"unknown: is not a query parameter of {operation.id}"
            assert refusal(answer) == (400, "InvalidRequestError", message)


def test_threads_share_one_stub(agent_stub):
    def work(directory):
        where = {"directory": directory}
        with in_process(agent_stub) as http, http.stream("GET", "/api/event", params=where) as events:
            session = http.post("/api/session", params=where).json()["data"]["id"]
            for _ in range(5):
                body = {"prompt": {"text": "One two three"}}
                assert http.post(f"/api/session/{session}/prompt", json=body).status_code == 200
                assert http.post(f"/api/session/{session}/wait").status_code == 204
            agent_stub.events.cut(context=agent_stub.context(directory))
            received[directory] = events.read().count(b"message.part.delta")

    received = {}
    threads = [threading.Thread(target=work, args=(f"/srv/{number}",)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert set(received.values()) == {15}
    assert len(received) == 6


def test_settings_of_the_stub_follow_its_state():
    stub = AgentStub(credentials="t0ken", latency=0.0)
    stub.null_at_end = True
    stub.default = stub.context("/home/dev/lighthouse")

    assert (stub.state.credentials, stub.state.null_at_end) == ("t0ken", True)
    assert stub.state.default.directory == "/home/dev/lighthouse"
    assert stub.now() == stub.state.now()


def test_written_file_belongs_to_its_context(agent_stub):
    there = agent_stub.context("/home/dev/lighthouse")
    agent_stub.write("note.txt", "Here.\n")
    agent_stub.write("note.txt", b"There.\n", there)
    agent_stub.write("lamp.py", None, there)

    assert agent_stub.disk.read("/home/dev/orchard", "note.txt") == b"Here.\n"
    assert agent_stub.disk.read("/home/dev/lighthouse", "note.txt") == b"There.\n"
    assert agent_stub.disk.read("/home/dev/lighthouse", "lamp.py") is None
    with pytest.raises(Refusal, match=r"\.\./note\.txt"):
        agent_stub.write("../note.txt", "Out.")


def test_class_has_one_base_of_its_own():
    assert [base.__name__ for base in AgentStub.__mro__] == ["AgentStub", "Stub", "object"]
