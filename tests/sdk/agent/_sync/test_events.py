# Derived from tests/sdk/agent/_async/test_events.py by `python -m codegen`; do not edit.
"""The events of a runtime context, across connections that break."""

import httpx
import pytest

from trivet import (
    AgentClient,
    APITimeoutError,
    AuthenticationError,
    DecodeError,
    InvalidArgumentError,
    StreamError,
    TrivetError,
    Unknown,
)
from trivet._core import answer_decoder
from trivet.agent import FileEdited, FileEditedEvent, MessagePartDeltaEvent, Reconnected, ServerConnectedEvent
from trivet_stubs.agent.events import HEARTBEAT

HALF = b'data: {"id": "evt_half", "type": "file.edited", "payload": {"file": "\xc3'
"""The first bytes of an event, which end inside a character."""

CUTS = [{"clean": True}, {"clean": False}, {"clean": True, "mid_frame": HALF[:-1]}, {"clean": False, "mid_frame": HALF}]


def files(events, count):
    """Read events until `count` files were edited; return the files, and the other events."""
    files, others = [], []
    while len(files) < count:
        event = next(events)
        if isinstance(event, FileEditedEvent):
            files.append(event.payload.file)
        else:
            others.append(event)
    return files, others


def until_reconnected(events):
    names = []
    for event in events:
        if isinstance(event, Reconnected):
            return names, event
        names.append(event)
    raise AssertionError("the events ended without a reconnection")


def edit(stub, file, **more):
    return stub.events.send("file.edited", {"file": file}, **more)


def through_cuts(stub, agent, cuts, batch):
    """Read from a server that repeatedly sends a batch, repeats some events, and cuts the connection."""
    sent, received, gaps = [], [], []
    with agent.event.subscribe() as events:
        assert isinstance(next(events), ServerConnectedEvent)
        before = edit(stub, "before")
        received += (files(events, 1))[0]
        for cut in range(cuts):
            stub.events.resend(before)
            for number in range(batch):
                before = edit(stub, f"{cut}.{number}")
                sent.append(before["payload"]["file"])
                if number % 7 == 0:
                    stub.events.resend(before)
            stub.events.cut(**CUTS[cut % len(CUTS)])
            before_gap, gap = until_reconnected(events)
            received += [event.payload.file for event in before_gap if isinstance(event, FileEditedEvent)]
            gaps.append(gap)
    return ["before", *sent], received, gaps


@pytest.mark.long
def test_two_thousand_events_through_two_hundred_cuts(agent_stub, agent_client):
    with agent_client as agent:
        sent, received, gaps = through_cuts(agent_stub, agent, 200, 10)
    assert received == sent, "no event is repeated, and none lost that was sent whole"
    assert len(received) == 2_001
    assert [gap.attempts for gap in gaps] == [1] * 200
    for number, gap in enumerate(gaps):
        assert (gap.cause is None) == CUTS[number % len(CUTS)]["clean"], "whether it ended or broke"
    assert agent_stub.requests.count("event.subscribe") == 201


def test_thousand_events_through_twenty_cuts_all_arrive(agent_server):
    stub = agent_server.stub
    with AgentClient(base_url=agent_server.url, clock=stub.clock) as agent:
        sent, received, gaps = through_cuts(stub, agent, 20, 50)
    assert received == sent
    assert len(gaps) == 20
    assert stub.requests.count("event.subscribe") == 21


@pytest.mark.long
def test_many_subscriptions_release_their_connections(agent_server):
    with AgentClient(base_url=agent_server.url, clock=agent_server.stub.clock, timeout=5) as agent:
        for _ in range(120):
            with agent.event.subscribe() as events:
                next(events)
        assert len(agent.project.list()) == 2, "no more connections are open at once than these were"


def test_failed_reconnection_is_repeated_until_it_succeeds(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        for fault in ({"drop": True}, {"status": 503}, {"status": 500}, {"status": 429}, {"drop": True, "times": 9}):
            agent_stub.faults.add("event.subscribe", **fault)
        agent_stub.events.cut()
        start = agent_stub.clock.monotonic()
        before_gap, gap = until_reconnected(events)
        assert (before_gap, gap.attempts, gap.cause) == ([], 14, None)
        assert 30 < agent_stub.clock.monotonic() - start < 14 * 8, "the waits grow, up to 8 s"
        edit(agent_stub, "later")
        assert (files(events, 1))[0] == ["later"]


def test_retry_after_and_retry_delay_a_reconnection(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        for wait in ("33", "3600"):
            agent_stub.faults.add("event.subscribe", status=503, headers={"retry-after": wait})
        agent_stub.events.send_bytes(b"retry: 7000\n\n")
        agent_stub.events.cut()
        start = agent_stub.clock.monotonic()
        _, gap = until_reconnected(events)
        assert gap.attempts == 3
        assert agent_stub.clock.monotonic() - start == 7 + 33 + 60, "but an hour is too long for it"


def test_connection_without_events_adds_no_second_gap(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent_stub.faults.add("event.subscribe", cut_after=0, times=3)
        agent_stub.events.cut(clean=False)
        before_gap, gap = until_reconnected(events)
        assert (before_gap, gap.attempts) == ([], 4)
        assert isinstance(gap.cause, StreamError)
        assert isinstance(next(events), ServerConnectedEvent)


def test_refused_reconnection_raises_and_next_step_retries(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent_stub.faults.add("event.subscribe", status=401)
        agent_stub.faults.add("event.subscribe", status=200, body="<html>", content_type="text/html")
        agent_stub.events.cut()
        with pytest.raises(AuthenticationError):
            next(events)
        with pytest.raises(DecodeError, match="the body is text/html"):
            next(events)
        gap = next(events)
        assert isinstance(gap, Reconnected)
        assert (gap.attempts, gap.type) == (3, "reconnected")


def test_idle_timeout_reconnects(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe(idle_timeout=0.05) as events:
        next(events)
        _, gap = until_reconnected(events)
        assert isinstance(gap.cause, APITimeoutError)
        assert agent_stub.requests.count("event.subscribe") == 2


@pytest.mark.parametrize("deadline", [None, 10])
@pytest.mark.parametrize("idle_timeout", [45.0, 7, None])
def test_comments_reset_the_idle_timeout(body, idle_timeout, deadline):
    asked, waits = [], []
    chunks = [HEARTBEAT, HEARTBEAT, b'data: {"id": "1", "type": "lsp.updated", "payload": {}}\n\n']

    def answer(request):
        asked.append(request)
        stream = body(chunks, lambda: waits.append(request.extensions["timeout"]["read"]))
        return httpx.Response(200, stream=stream, headers={"content-type": "text/event-stream"})

    with (
        AgentClient(transport=httpx.MockTransport(answer), deadline=deadline) as agent,
        agent.event.subscribe(**({} if idle_timeout == 45 else {"idle_timeout": idle_timeout})) as events,
    ):
        assert (next(events)).type == "lsp.updated"
    assert waits == [idle_timeout] * 3, "each wait for bytes has the whole time; a deadline is for the head"
    assert len(asked) == 1


@pytest.mark.parametrize("idle_timeout", [0, -1, "45", True, float("nan")])
def test_invalid_idle_timeout_raises(agent_stub, agent_client, idle_timeout):
    with agent_client as agent:
        with pytest.raises(InvalidArgumentError, match="idle_timeout"):
            agent.event.subscribe(idle_timeout=idle_timeout)
    assert len(agent_stub.requests) == 0


@pytest.mark.parametrize("place", ["payload", "data", "properties"])
def test_payload_is_decoded_from_each_known_field(agent_stub, agent_client, place):
    delta = {"sessionID": "s", "messageID": "m", "partID": "p", "field": "text", "delta": "x"}
    with agent_client as agent, agent.at(directory="/home/dev/lighthouse").event.subscribe() as events:
        next(events)
        context = agent_stub.context("/home/dev/lighthouse")
        for payload in (delta, 5):
            frame = {"id": str(payload), "type": "message.part.delta", place: payload}
            agent_stub.events.resend(frame, context)
        event = next(events)
        assert isinstance(event, MessagePartDeltaEvent)
        assert (event.payload.delta, event.payload.part_id) == ("x", "p")
        odd = next(events)
        assert isinstance(odd, Unknown)
        assert (odd.type, odd.tag, odd.data["payload"]) == ("unknown", "message.part.delta", 5)


def test_events_without_optional_fields_decode(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        edit(agent_stub, "a", without=("time", "context"))
        event = next(events)
        assert (event.time, event.context, event.payload) == (None, None, FileEdited(file="a"))

        agent_stub.events.send("of.tomorrow", {"a": 1}, id="evt_1", without=("time", "context"))
        assert next(events) == Unknown(data={"id": "evt_1", "type": "of.tomorrow", "payload": {"a": 1}})

        agent_stub.events.send("file.edited", {}, without=("id", "payload"))
        event = next(events)
        assert isinstance(event, Unknown)
        assert (event.type, event.tag) == ("unknown", "file.edited")


def test_events_without_an_id_are_never_duplicates(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        for file in "ab":
            edit(agent_stub, file, id="")
        assert (files(events, 2))[0] == ["a", "b"]


def test_invalid_retry_field_is_ignored(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        for digits in (400, 5000):
            agent_stub.events.send_bytes(b"retry: " + b"9" * digits + b"\n\n")
            agent_stub.events.cut()
            assert (until_reconnected(events))[1].attempts == 1


@pytest.mark.parametrize("payload", [{"file": 5}, {"file": None}, {}, 7])
def test_payload_of_wrong_type_raises_in_strict_client(agent_stub, payload):
    transport = agent_stub.transport()
    with (
        AgentClient(base_url="http://agent.test", transport=transport, strict=True) as agent,
        agent.event.subscribe() as events,
    ):
        next(events)
        agent_stub.events.send("file.edited", payload)
        agent_stub.events.send("of.tomorrow", {"file": 5})
        edit(agent_stub, "after")
        with pytest.raises(DecodeError, match=r"an event does not fit: .* @ \$\.payload"):
            next(events)
        names, [unknown] = files(events, 1)
        assert (names, unknown.tag) == (["after"], "of.tomorrow")


def test_refusal_in_several_chunks_is_read_whole(body):
    chunks = [b'{"_tag": "Unauth', b'orizedError", "message": "Who', b' are you?"}']

    def answer(_):
        return httpx.Response(401, stream=body(chunks, lambda: None), headers={"content-type": "application/json"})

    with AgentClient(transport=httpx.MockTransport(answer)) as agent:
        with pytest.raises(AuthenticationError, match="401 UnauthorizedError Who are you") as caught:
            agent.event.subscribe().__enter__()
    assert caught.value.body == b"".join(chunks)


SIGNS_OF_LIFE = [b"nonsense", b"[]", b"null", b"[DONE]", b"\xff"]


def test_data_that_is_not_an_event_is_left_out(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent_stub.events.send_bytes(b"".join(b"data: " + data + b"\n\n" for data in SIGNS_OF_LIFE))
        edit(agent_stub, "after")
        assert (files(events, 1)) == (["after"], [])


def test_damaged_event_is_a_gap_and_next_one_follows(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent_stub.events.send_bytes(b'data: {"a":\n\n')
        edit(agent_stub, "after")
        assert next(events) == Reconnected(cause=None, attempts=0)
        assert (files(events, 1)) == (["after"], [])
    assert agent_stub.requests.count("event.subscribe") == 1


def test_empty_events_are_signs_of_life(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent_stub.events.send_bytes(b"data:\n\n" * 1000)
        edit(agent_stub, "after")
        assert (files(events, 1)) == (["after"], [])


def test_many_unreadable_events_raise_and_next_one_follows(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent_stub.events.send_bytes(b"data: nonsense\n\n" * 6)
        edit(agent_stub, "after")
        with pytest.raises(DecodeError, match="an event is not a JSON object") as caught:
            next(events)
        assert caught.value.body == b"nonsense"
        assert (files(events, 1)) == (["after"], [])


def test_unreadable_event_raises_at_once_in_strict_client(agent_stub):
    transport = agent_stub.transport()
    with (
        AgentClient(base_url="http://agent.test", transport=transport, strict=True) as agent,
        agent.event.subscribe() as events,
    ):
        next(events)
        agent_stub.events.send_bytes(b"data: null\n\ndata:\n\n")
        edit(agent_stub, "after")
        with pytest.raises(DecodeError, match="an event is not a JSON object"):
            next(events)
        assert (files(events, 1)) == (["after"], [])


def test_error_of_an_unreadable_event_is_made_when_it_is_raised(agent_stub, agent_client, monkeypatch):
    redacted = []
    redaction = answer_decoder.redaction
    redact = redaction.redact
    monkeypatch.setattr(
        redaction, "redact", lambda body, *args, **options: redacted.append(body) or redact(body, *args, **options)
    )
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent_stub.events.send_bytes(b"data: nonsense\n\n" * 1000)
        for _ in range(3):
            with pytest.raises(DecodeError, match="an event is not a JSON object"):
                next(events)
        assert [body for body in redacted if body == b"nonsense"] == [b"nonsense"] * 3


def test_event_larger_than_16_mb_raises_and_reconnects(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent_stub.events.send_bytes(b"data: ")
        for _ in range(100):
            agent_stub.events.send_bytes(bytes(1_000_000))
        with pytest.raises(StreamError, match="an event of more than 16000000 bytes"):
            next(events)
        gap = next(events)
        assert isinstance(gap, Reconnected)
        assert isinstance(gap.cause, StreamError)
        edit(agent_stub, "after")
        assert (files(events, 1))[0] == ["after"]


def test_slow_reader_slows_the_service_down(agent_stub, agent_client):
    sent = []

    def source():
        for number in range(100_000):
            sent.append(number)
            yield "file.edited", {"file": str(number)}

    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent_stub.events.pour(source())
        assert (files(events, 1000))[0] == [str(number) for number in range(1000)]
        assert len(sent) < 1100


def test_second_loop_continues_where_the_first_stopped(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        agent_stub.events.send_bytes(b'data: {"id": "1", "type": "a"}\n\ndata: {"id": "2", "type": "b"}\n\n')
        tags = []
        for _ in range(3):
            for event in events:
                tags.append(event.tag if isinstance(event, Unknown) else event.type)
                break
        assert tags == ["server.connected", "a", "b"]
    assert agent_stub.requests.count("event.subscribe") == 1


def test_subscription_used_outside_its_one_block_raises(agent_stub, agent_client):
    with agent_client as agent:
        events = agent.event.subscribe()
        assert (repr(events), events.head) == ("Events('event.subscribe')", None)
        with pytest.raises(TypeError, match="inside their `with` block"):
            next(events)
        with pytest.raises(TypeError, match="carries its own head"):
            agent.with_response(agent.event.subscribe)
        assert len(agent_stub.requests) == 0
        with events:
            assert events.head.status == 200
            agent_stub.events.cut()
            assert next(events)
            assert next(events)
            with pytest.raises(TypeError, match="subscribe again"):
                events.__enter__()
        assert [event for event in events] == [], "there are no events after it"
        with pytest.raises(TypeError, match="subscribe again"):
            events.__enter__()
        events.close()


def test_first_connection_raises_refusals_and_retries_drops(agent_stub, agent_client):
    with agent_client as agent:
        agent_stub.faults.add("event.subscribe", status=401)
        with pytest.raises(AuthenticationError):
            agent.event.subscribe().__enter__()
        agent_stub.faults.add("event.subscribe", drop=True, times=2)
        with agent.event.subscribe() as events:  # the first connection is retried as any call is
            assert isinstance(next(events), ServerConnectedEvent)
    assert agent_stub.requests.count("event.subscribe") == 4


def test_closed_client_does_not_reconnect(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent.close()
        agent_stub.events.cut()
        with pytest.raises(TrivetError, match="the client is closed"):
            next(events)


def test_events_reach_only_their_context(agent_stub, agent_client):
    with agent_client as agent:
        other = agent.at(directory="/home/dev/lighthouse")
        with agent.event.subscribe() as events, other.event.subscribe() as others:
            other.pty.create(command="sh")
            edit(agent_stub, "here")
            assert (files(events, 1))[1][1:] == [], "only the first event precedes it"
            assert [(next(others)).type for _ in range(2)] == ["server.connected", "pty.created"]
