"""Events that a test sends to open streams, and breaks of the streams."""

import asyncio
import json
import threading
from itertools import count, islice

import httpx
import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, cut_events, frames, in_process, kinds, subscribe
from trivet_stubs import AgentStub


@pytest.mark.rule("agent.events.one-envelope")
def test_unchecked_event_is_sent_and_sent_again(any_http, agent_stub):
    with subscribe(any_http) as answer:
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


def test_number_that_json_does_not_have_is_never_sent(agent_stub):
    with pytest.raises(ValueError, match=r"^payload\.loss: NaN is not a number of JSON$"):
        agent_stub.events.send("made.up", {"loss": float("nan")})


def test_event_has_integers_of_any_size_and_halves_as_escapes(any_http, agent_stub):
    with subscribe(any_http) as answer:
        sent = agent_stub.events.send("made.up", {"balance": 10**30, "text": "A \ud83d"})
        agent_stub.events.cut()
        raw = answer.read().split(b"\n\n")[1]

    assert json.loads(raw[6:]) == sent
    assert rb'"balance":1000000000000000000000000000000,"text":"A \ud83d"' in raw


@pytest.mark.parametrize("mid_frame", [b"", b'data: {"id":"ev', "data: ü".encode()[:-1]])
def test_broken_stream_ends_after_the_events_sent_before(any_http, agent_stub, mid_frame):
    with subscribe(any_http) as answer:
        sent = agent_stub.events.send("made.up", {})
        assert agent_stub.events.cut(clean=False, mid_frame=mid_frame) == 1
        pieces = []
        with pytest.raises(httpx.RemoteProtocolError):
            pieces.extend(answer.iter_raw())

    assert b"".join(pieces).endswith(json.dumps(sent, separators=(",", ":")).encode() + b"\n\n" + mid_frame)
    assert len(agent_stub.events) == 0


def test_cut_ends_only_the_streams_of_its_context(any_http, agent_stub):
    with subscribe(any_http) as here, subscribe(any_http, **LIGHTHOUSE) as there:
        assert agent_stub.events.cut(context=agent_stub.context(**LIGHTHOUSE)) == 1
        assert len(list(frames(there))) == 1
        agent_stub.events.send("made.up", {})
        assert kinds(cut_events(agent_stub, here)) == ["server.connected", "made.up"]


def test_event_between_two_streams_is_lost(any_http, agent_stub):
    with subscribe(any_http) as answer:
        cut_events(agent_stub, answer)
    any_http.post("/api/pty")
    with subscribe(any_http) as answer:
        assert kinds(cut_events(agent_stub, answer)) == ["server.connected"]


def test_restart_ends_the_streams_and_numbers_from_one_again(any_http, agent_stub):
    ids = []
    for _ in range(2):
        with subscribe(any_http) as answer:
            agent_stub.events.send("made.up", {})
            assert agent_stub.events.restart(clean=True)
            ids.append([event["id"] for event in frames(answer)])
    assert ids == [["evt_000001", "evt_000002"]] * 2


def test_stream_with_too_many_waiting_events_breaks(agent_stub):
    agent_stub.events.limit = 100
    with in_process(agent_stub) as http, subscribe(http) as answer:
        for number in range(1000):
            agent_stub.events.send("made.up", {"number": number})
        with pytest.raises(httpx.RemoteProtocolError):
            list(frames(answer))


def test_source_is_read_as_fast_as_its_stream(agent_stub):
    numbers = count()
    with in_process(agent_stub) as http, subscribe(http) as answer:
        agent_stub.events.pour(("made.up", {"number": number}) for number in numbers)
        received = [event["payload"]["number"] for event in islice(frames(answer), 1, 101)]

    assert received == list(range(100))
    assert next(numbers) < 200


def test_every_stream_gets_the_events_of_another_thread(agent_stub):
    with in_process(agent_stub) as http, subscribe(http) as first, subscribe(http) as second:

        def work():
            for number in range(50):
                agent_stub.events.send("made.up", {"number": number})
            agent_stub.events.cut()

        thread = threading.Thread(target=work)
        thread.start()
        received = [list(frames(stream)) for stream in (first, second)]
        thread.join()

    assert received[0][1:] == received[1][1:]
    assert [event["payload"]["number"] for event in received[0][1:]] == list(range(50))


@pytest.mark.rule("agent.events.first-is-server-connected")
def test_first_event_is_server_connected(any_http, agent_stub):
    with subscribe(any_http) as answer:
        assert answer.headers["content-type"] == "text/event-stream"
        assert cut_events(agent_stub, answer) == [
            {
                "id": "evt_000001",
                "type": "server.connected",
                "time": 1750032000000,
                "context": {"directory": "/home/dev/orchard"},
                "payload": {},
            }
        ]


def test_stream_ends_when_its_client_disconnects(any_http, agent_stub):
    with subscribe(any_http):
        assert len(agent_stub.events) == 1
    for _ in range(200):
        if not len(agent_stub.events):
            return
        any_http.get("/api/project")
    assert len(agent_stub.events) == 0


def test_stream_breaks_when_the_stub_closes():
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


def test_stream_without_events_gets_heartbeats_when_set(agent_stub):
    agent_stub.events.heartbeat_every = 0.001
    with in_process(agent_stub) as http, subscribe(http) as answer:
        assert list(islice(frames(answer), 1, 4)) == [": heartbeat"] * 3


def test_source_on_a_port_waits_for_a_client_that_does_not_read(agent_server):
    numbers = count()
    payload = {"text": "x" * 100_000}
    with httpx.Client(base_url=agent_server.url, trust_env=False, timeout=10) as http, subscribe(http) as answer:
        agent_server.stub.events.pour(("made.up", payload) for _ in numbers)
        received = frames(answer)
        for _ in range(20):
            next(received)
        assert next(numbers) < 500  # 50 MB, of which the sockets hold some

    assert len(agent_server.stub.events) <= 1


@pytest.mark.long
def test_large_event_is_sent_whole(any_http, agent_stub):
    with subscribe(any_http) as answer:
        agent_stub.events.send("made.up", {"text": "é" * 5_000_000})
        assert len(cut_events(agent_stub, answer)[1]["payload"]["text"]) == 5_000_000
