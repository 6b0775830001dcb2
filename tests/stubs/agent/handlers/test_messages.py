"""The operations of messages: prompt, compact, diff and wait."""

import asyncio

import httpx
import pytest

from tests.stubs.agent.helpers import create, data, messages, prompt, refusal
from trivet_stubs.agent import Hold, Text, Tool


def run_waiting(agent_stub, during):
    """Begin to wait for a session that stands still, do something, and give what the wait came to."""

    async def run():
        async with httpx.AsyncClient(transport=agent_stub.async_transport(), base_url="http://agent.test") as http:
            session = (await http.post("/api/session")).json()["data"]
            agent_stub.script(Hold(), Text("Done."))
            await http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "x"}})
            waiting = asyncio.create_task(http.post(f"/api/session/{session['id']}/wait"))
            for _ in range(50):  # turns of the event loop, not time
                await asyncio.sleep(0)
            assert agent_stub.requests.count("session.wait") == 1
            assert not waiting.done()
            await during(session["id"], http, waiting)
            return await waiting

    return asyncio.run(run())


def test_compaction_starts_a_new_context(http):
    session = create(http)
    prompt(http, session, "One two")
    before = data(http.get(f"/api/session/{session['id']}/context"))
    assert http.post(f"/api/session/{session['id']}/compact").status_code == 204
    prompt(http, session, "Three")
    context = data(http.get(f"/api/session/{session['id']}/context"))

    assert before == messages(http, session, order="asc")[:2]
    assert [each["type"] for each in context] == ["compaction", "user", "assistant"]
    assert "One two" in context[0]["summary"]
    assert len(messages(http, session)) == 5


def test_busy_session_is_neither_compacted_nor_moved(http, agent_stub):
    session = create(http)
    agent_stub.script(Hold())
    prompt(http, session)
    body = {"sessionID": session["id"], "copyChanges": False}

    assert refusal(http.post(f"/api/session/{session['id']}/compact"))[:2] == (409, "SessionBusyError")
    assert refusal(http.post("/api/workspace/warp", json=body))[:2] == (409, "SessionBusyError")


def test_diff_holds_what_the_session_itself_changed(http, agent_stub):
    session, other = create(http), create(http)
    agent_stub.write("by-hand.txt", "x\n")
    agent_stub.script(Tool("edit", edits={"a.txt": "1\n", "README.md": None}))
    agent_stub.script(Tool("edit", edits={"a.txt": "1\n2\n", "b.txt": "b\n"}))
    agent_stub.script(Tool("edit", edits={"b.txt": None}))
    for _ in range(3):
        prompt(http, session)

    found = data(http.get(f"/api/session/{session['id']}/diff"))
    assert [(each["path"], each["status"], each["additions"], each["deletions"]) for each in found] == [
        ("README.md", "deleted", 0, 3),
        ("a.txt", "added", 2, 0),
    ]
    assert data(http.get(f"/api/session/{other['id']}/diff")) == []
    assert {each["file"] for each in data(http.get("/api/vcs/status"))} == {"README.md", "a.txt", "by-hand.txt"}
    assert data(http.get("/api/fs/file", params={"path": "a.txt"}))["content"] == "1\n2\n"


def test_wait_returns_when_the_session_is_idle(agent_stub):
    async def during(session_id, http, waiting):
        agent_stub.resume(session_id)

    assert run_waiting(agent_stub, during).status_code == 204


def test_wait_is_refused_when_the_session_is_deleted(agent_stub):
    async def during(session_id, http, waiting):
        assert (await http.delete(f"/api/session/{session_id}")).status_code == 204

    assert refusal(run_waiting(agent_stub, during))[:2] == (404, "SessionNotFoundError")


def test_wait_breaks_when_the_stub_closes(agent_stub):
    async def during(session_id, http, waiting):
        agent_stub.close()

    with pytest.raises(httpx.RemoteProtocolError):
        run_waiting(agent_stub, during)


def test_wait_ends_when_its_client_is_cancelled(agent_stub):
    async def during(session_id, http, waiting):
        waiting.cancel()

    with pytest.raises(asyncio.CancelledError):
        run_waiting(agent_stub, during)


@pytest.mark.parametrize("leaves", [True, False])
def test_wait_on_a_port_ends_whether_or_not_a_client_left(agent_server, leaves):
    stub = agent_server.stub
    with httpx.Client(base_url=agent_server.url, trust_env=False, timeout=0.2 if leaves else 10) as http:
        session = create(http)
        stub.script(Hold())
        prompt(http, session)
        if leaves:
            with pytest.raises(httpx.ReadTimeout):
                http.post(f"/api/session/{session['id']}/wait")
        stub.resume(session["id"])
        assert http.post(f"/api/session/{session['id']}/wait").status_code == 204


def test_unknown_delivery_is_refused(http, conversation):
    body = {"prompt": {"text": "x"}, "delivery": "slow"}

    assert refusal(http.post(f"/api/session/{conversation.id}/prompt", json=body))[:2] == (400, "InvalidRequestError")
    assert conversation.messages() == []
