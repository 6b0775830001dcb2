"""The agent stub: streams of events, who hears them, and how a test cuts them."""

import asyncio
import json
import threading
from itertools import count, islice

import httpx
import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, data, frames, in_process, refusal
from trivet_stubs import AgentStub
from trivet_stubs.agent import Fail, Question, Text, Todos, Tool


@pytest.fixture(params=["in process", "port"])
def http(request, agent_stub):
    if request.param == "in process":
        with in_process(agent_stub) as client:
            yield client
    else:
        with agent_stub.serve() as served, in_process(agent_stub, transport=None, base_url=served.url) as client:
            yield client


def listen(http, **where):
    return http.stream("GET", "/api/event", params=where)


def rest(stub, answer):
    """What is in a stream up to here."""
    stub.events.cut()
    return list(frames(answer))


def kinds(events):
    return [event["type"] for event in events]


def test_the_first_event_says_that_it_is_connected(http, agent_stub):
    with listen(http) as answer:
        assert answer.headers["content-type"] == "text/event-stream"
        assert rest(agent_stub, answer) == [
            {
                "id": "evt_000001",
                "type": "server.connected",
                "time": 1750032000000,
                "context": {"directory": "/home/dev/orchard"},
                "payload": {},
            }
        ]


def test_a_turn_as_it_is_told(http, agent_stub):
    session = data(http.post("/api/session"))
    agent_stub.script(Text("One ", "two"), Tool("bash", asks="bash"), Question("Why?"), Todos(["x"]), Fail("No."))
    with listen(http) as answer:
        http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "Go."}})
        (asked,) = data(http.get("/api/permission"))
        http.post(f"/api/permission/{asked['id']}/reply", json={"response": "once"})
        (question,) = data(http.get("/api/question"))
        http.post(f"/api/question/{question['id']}/reply", json={"response": {"answers": [["So."]]}})
        events = rest(agent_stub, answer)

    assert kinds(events) == [
        "server.connected",
        "message.updated",
        "session.updated",
        "session.status",
        "message.updated",
        "message.part.updated",
        "message.part.delta",
        "message.part.delta",
        "message.part.updated",
        "message.part.updated",
        "permission.asked",
        "permission.replied",
        "message.part.updated",
        "message.part.updated",
        "question.asked",
        "question.replied",
        "message.part.updated",
        "todo.updated",
        "session.error",
        "message.updated",
        "session.updated",
        "session.status",
        "session.idle",
    ]
    assert [event["payload"]["delta"] for event in events if event["type"] == "message.part.delta"] == ["One ", "two"]
    assert {event["payload"].get("sessionID", session["id"]) for event in events} == {session["id"]}
    assert events[10]["payload"] == asked
    last = [event["payload"]["info"] for event in events if event["type"] == "message.updated"][-1]
    assert last == data(http.get(f"/api/session/{session['id']}/message", params={"limit": 1}))[0]
    assert len({event["id"] for event in events}) == len(events)


def test_events_reach_only_their_context(http, agent_stub):
    workspace = data(http.post("/api/workspace", json={"type": "t", "directory": "/home/dev/orchard"}))["id"]
    with listen(http) as here, listen(http, **LIGHTHOUSE) as there, listen(http, workspace=workspace) as inside:
        http.post("/api/pty")
        http.post("/api/session", params=LIGHTHOUSE)
        http.post("/api/session", params={"workspace": workspace})
        agent_stub.events.cut()
        heard = [list(frames(each)) for each in (here, there, inside)]

    assert [kinds(events)[1:] for events in heard] == [["pty.created"], ["session.created"], ["session.created"]]
    assert heard[1][1]["context"] == LIGHTHOUSE
    assert heard[2][1]["context"] == {"directory": "/home/dev/orchard", "workspaceID": workspace}


def test_a_moved_session_is_heard_where_it_is(http, agent_stub):
    session = data(http.post("/api/session"))
    workspace = data(http.post("/api/workspace", json={"type": "t"}))["id"]
    with listen(http) as here, listen(http, workspace=workspace) as there:
        body = {"sessionID": session["id"], "workspaceID": workspace, "copyChanges": False}
        http.post("/api/workspace/warp", json=body)
        http.patch(f"/api/session/{session['id']}", json={"title": "Moved"})
        agent_stub.events.cut()
        heard = [kinds(frames(each))[1:] for each in (here, there)]

    assert heard == [["session.updated"], ["session.updated", "session.updated"]]


def test_what_else_is_told(http, agent_stub):
    session = data(http.post("/api/session"))
    http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "x"}})
    with listen(http) as answer:
        pty = data(http.post("/api/pty"))["id"]
        http.patch(f"/api/pty/{pty}", json={"title": "t"})
        agent_stub.exit_pty(pty)
        http.delete(f"/api/pty/{pty}")
        http.post("/api/vcs/patch", json={"patch": "--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1 @@\n+n\n"})
        http.patch("/api/project/prj_000001", json={"name": "n"})
        http.post(f"/api/session/{session['id']}/compact")
        http.delete(f"/api/session/{session['id']}")
        heard = kinds(rest(agent_stub, answer))

    assert heard[1:] == [
        "pty.created",
        "pty.updated",
        "pty.exited",
        "pty.deleted",
        "file.watcher.updated",
        "project.updated",
        "message.updated",
        "session.compacted",
        "session.updated",
        "message.removed",
        "message.removed",
        "message.removed",
        "session.deleted",
    ]


def test_a_subscription_is_refused_as_other_requests_are(http):
    assert refusal(http.get("/api/event", params={"directory": "relative"}))[:2] == (400, "InvalidRequestError")


# What a test may do.


def test_any_event_may_be_sent_and_sent_again(http, agent_stub):
    with listen(http) as answer:
        first = agent_stub.events.send("made.up", {"x": 1}, without=("time", "context", "payload"), data={"x": 2})
        agent_stub.events.resend(first)
        agent_stub.events.send("made.up", {}, agent_stub.context(**LIGHTHOUSE))
        agent_stub.events.send_bytes(b"data: no JSON\n\n")
        agent_stub.events.heartbeat()
        agent_stub.events.cut()
        raw = answer.read().split(b"\n\n")

    assert json.loads(raw[1][6:]) == json.loads(raw[2][6:]) == first
    assert first == {"id": "evt_000002", "type": "made.up", "data": {"x": 2}}
    assert raw[3:] == [b"data: no JSON", b": heartbeat", b""]


@pytest.mark.parametrize("mid_frame", [b"", b'data: {"id":"ev', "data: ü".encode()[:-1]])
def test_a_stream_breaks_after_what_was_sent_whole(http, agent_stub, mid_frame):
    with listen(http) as answer:
        sent = agent_stub.events.send("made.up", {})
        assert agent_stub.events.cut(clean=False, mid_frame=mid_frame) == 1
        pieces = []
        with pytest.raises(httpx.RemoteProtocolError):
            pieces.extend(answer.iter_raw())

    assert b"".join(pieces).endswith(json.dumps(sent, separators=(",", ":")).encode() + b"\n\n" + mid_frame)
    assert len(agent_stub.events) == 0


def test_streams_of_one_context_are_cut(http, agent_stub):
    with listen(http) as here, listen(http, **LIGHTHOUSE) as there:
        assert agent_stub.events.cut(context=agent_stub.context(**LIGHTHOUSE)) == 1
        assert len(list(frames(there))) == 1
        agent_stub.events.send("made.up", {})
        assert kinds(rest(agent_stub, here)) == ["server.connected", "made.up"]


def test_what_happens_between_two_streams_is_missed(http, agent_stub):
    with listen(http) as answer:
        rest(agent_stub, answer)
    http.post("/api/pty")
    with listen(http) as answer:
        assert kinds(rest(agent_stub, answer)) == ["server.connected"]


def test_a_slow_consumer_loses_its_stream_and_nobody_else_does(agent_stub):
    agent_stub.events.limit = 100
    with in_process(agent_stub) as http, listen(http) as answer:
        for number in range(1000):
            agent_stub.events.send("made.up", {"number": number})
        with pytest.raises(httpx.RemoteProtocolError):
            list(frames(answer))


def test_a_source_is_only_asked_as_fast_as_it_is_read(agent_stub):
    made = count()
    with in_process(agent_stub) as http, listen(http) as answer:
        agent_stub.events.pour(("made.up", {"number": number}) for number in made)
        heard = [event["payload"]["number"] for event in islice(frames(answer), 1, 101)]

    assert heard == list(range(100))
    assert next(made) < 200


def test_streams_end_when_the_client_goes(http, agent_stub):
    with listen(http):
        assert len(agent_stub.events) == 1
    for _ in range(200):
        if not len(agent_stub.events):
            return
        http.get("/api/project")
    assert len(agent_stub.events) == 0


def test_streams_end_when_the_stub_closes():
    async def run():
        with AgentStub() as stub:
            async with (
                httpx.AsyncClient(transport=stub.async_transport(), base_url="http://agent.test") as http,
                http.stream("GET", "/api/event") as answer,
            ):
                pieces = answer.aiter_raw()
                assert b"server.connected" in await anext(pieces)
                stub.close()
                with pytest.raises(httpx.RemoteProtocolError):
                    await anext(pieces)

    asyncio.run(run())


def test_many_streams_hear_what_another_thread_does(agent_stub):
    with in_process(agent_stub) as http, listen(http) as first, listen(http) as second:

        def work():
            for number in range(50):
                agent_stub.events.send("made.up", {"number": number})
            agent_stub.events.cut()

        thread = threading.Thread(target=work)
        thread.start()
        heard = [list(frames(each)) for each in (first, second)]
        thread.join()

    assert heard[0][1:] == heard[1][1:]
    assert [event["payload"]["number"] for event in heard[0][1:]] == list(range(50))


def test_silence_is_broken_by_itself_when_that_is_set(agent_stub):
    agent_stub.events.heartbeat_every = 0.001
    with in_process(agent_stub) as http, listen(http) as answer:
        assert list(islice(frames(answer), 1, 4)) == [": heartbeat"] * 3


def test_a_producer_on_a_port_waits_for_a_consumer_that_does_not_read(agent_server):
    made = count()
    payload = {"text": "x" * 100_000}
    with httpx.Client(base_url=agent_server.url, trust_env=False, timeout=10) as http, listen(http) as answer:
        agent_server.stub.events.pour(("made.up", payload) for _ in made)
        heard = frames(answer)
        for _ in range(20):
            next(heard)
        assert next(made) < 500  # 50 MB, of which the sockets hold some

    assert len(agent_server.stub.events) <= 1


def test_a_large_event_passes(http, agent_stub):
    with listen(http) as answer:
        agent_stub.events.send("made.up", {"text": "é" * 5_000_000})
        assert len(rest(agent_stub, answer)[1]["payload"]["text"]) == 5_000_000
