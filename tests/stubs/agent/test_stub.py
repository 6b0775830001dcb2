"""The agent stub as a whole: every operation, in each way of serving."""

import asyncio
import re
import threading

import httpx
import pytest

from tests.stubs.agent.helpers import in_process, refusal
from trivet_stubs import AgentStub
from trivet_stubs.agent import Question, Tool
from trivet_stubs.kernel.refusal import Refusal

PATCH = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n"
SESSION = "/api/session/ses_000001"
# A request for each operation, in an order in which each can succeed.
ASKED = (
    ("GET", "/api/agent", None),
    ("POST", "/api/auth", {"serviceID": "router", "credential": {"type": "api", "key": "k"}}),
    ("GET", "/api/auth", None),
    ("GET", "/api/auth/acc_000001", None),
    ("PATCH", "/api/auth/acc_000001", {"description": "mine"}),
    ("POST", "/api/auth/acc_000001/activate", None),
    ("DELETE", "/api/auth/acc_000001", None),
    ("GET", "/api/catalog/model", None),
    ("GET", "/api/catalog/model/router/meadow%2Fgrass-3.1:free", None),
    ("GET", "/api/command", None),
    ("GET", "/api/config", None),
    ("PATCH", "/api/config", {"config": {"username": "eve"}}),
    ("GET", "/api/formatter", None),
    ("GET", "/api/fs/file?path=README.md", None),
    ("POST", "/api/fs/grep", {"pattern": "p+", "include": "*.md", "limit": 3}),
    ("POST", "/api/fs/search", {"query": "a", "type": "file", "limit": 3}),
    ("GET", "/api/fs/tree?path=src", None),
    ("GET", "/api/lsp", None),
    ("GET", "/api/mcp/prompt", None),
    ("POST", "/api/mcp/prompt/render", {"server": "almanac", "name": "forecast", "arguments": {"season": "s"}}),
    ("GET", "/api/mcp/resource", None),
    ("GET", "/api/mcp/resource/read?server=almanac&uri=almanac://moon", None),
    ("POST", "/api/mcp/server", {"name": "new", "config": {"type": "local", "command": "new"}}),
    ("GET", "/api/mcp/server", None),
    ("POST", "/api/mcp/server/tracker/oauth", None),
    ("POST", "/api/mcp/server/tracker/oauth/callback", {"code": "c"}),
    ("DELETE", "/api/mcp/server/tracker/oauth", None),
    ("GET", "/api/project", None),
    ("GET", "/api/project/prj_000001", None),
    ("PATCH", "/api/project/prj_000001", {"name": "n", "icon": {"color": "red"}, "commands": []}),
    ("GET", "/api/provider", None),
    ("POST", "/api/pty", {"command": "top"}),
    ("GET", "/api/pty", None),
    ("GET", "/api/pty/pty_000001", None),
    ("PATCH", "/api/pty/pty_000001", {"title": "t", "size": {"columns": 80, "rows": 24}}),
    ("DELETE", "/api/pty/pty_000001", None),
    ("POST", "/api/session", {"title": "Work"}),
    ("GET", "/api/session", None),
    ("GET", SESSION, None),
    ("PATCH", SESSION, {"title": "More work"}),
    ("POST", f"{SESSION}/prompt", {"prompt": {"text": "Go."}, "delivery": "immediate"}),
    ("GET", "/api/permission", None),
    ("POST", "/api/permission/per_000001/reply", {"response": "once"}),
    ("GET", "/api/question", None),
    ("POST", "/api/question/que_000001/reply", {"response": {"answers": [["So."]]}}),
    ("POST", "/api/question/que_000002/reject", None),
    ("POST", f"{SESSION}/wait", None),
    ("GET", f"{SESSION}/message", None),
    ("POST", f"{SESSION}/compact", None),
    ("GET", f"{SESSION}/context", None),
    ("GET", f"{SESSION}/diff", None),
    ("GET", f"{SESSION}/todo", None),
    ("GET", "/api/skill", None),
    ("GET", "/api/vcs", None),
    ("POST", "/api/vcs/patch", {"patch": PATCH}),
    ("GET", "/api/vcs/status", None),
    ("GET", "/api/vcs/diff?format=patch", None),
    ("GET", "/api/vcs/diff?mode=default", None),
    ("POST", "/api/workspace", {"type": "worktree", "metadata": {"x": 1}}),
    ("GET", "/api/workspace", None),
    ("GET", "/api/workspace/wrk_000001", None),
    ("PATCH", "/api/workspace/wrk_000001", {"name": "w"}),
    ("GET", "/api/workspace/status", None),
    ("POST", "/api/workspace/sync", None),
    ("POST", "/api/workspace/warp", {"sessionID": "ses_000001", "workspaceID": "wrk_000001", "copyChanges": True}),
    ("POST", "/api/workspace/warp", {"sessionID": "ses_000001", "copyChanges": False}),
    ("DELETE", "/api/workspace/wrk_000001", None),
    ("DELETE", SESSION, None),
)


def script(stub):
    stub.script(Tool("bash", asks="bash", edits={"a.txt": "a\n"}), Question("Why?"), Question("Why not?"))


def ask_all(http, stub):
    """Return the answer to each request, and the events that the stream received meanwhile."""
    script(stub)
    with http.stream("GET", "/api/event") as events:
        answers = [http.request(method, path, json=body) for method, path, body in ASKED]
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
            script(stub)
            async with httpx.AsyncClient(transport=stub.async_transport(), base_url="http://agent.test") as http:
                async with http.stream("GET", "/api/event"):
                    for method, path, body in ASKED:
                        answer = await http.request(method, path, json=body)
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
