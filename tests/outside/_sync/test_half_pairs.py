# Derived from tests/outside/_async/test_half_pairs.py by `python -m codegen`; do not edit.
"""Halves of surrogate pairs, as servers written in JavaScript send them: joined between deltas, else replaced."""

import json
from dataclasses import replace

import pytest

from tests.outside.half_pairs import HALF, Cuts, cut, texts_of
from tests.sdk.agent.opencode.fake_server import BriefClock
from trivet import AgentClient, BusClient, ChatClient
from trivet.agent import (
    AssistantMessage,
    MessagePartDeltaEvent,
    MessagePartUpdatedEvent,
    Prompt,
    SessionIdle,
    Store,
    opencode,
)
from trivet_stubs.agent import Hold, Reasoning, Text, Tool

SPLIT = ("A \ud83d", "\ude00 B")
"""Two deltas that split an emoji."""


@pytest.fixture(params=[False, True], ids=["lax", "strict"])
def strict(request):
    return request.param


@pytest.fixture
def agent_client(agent_stub, strict):
    """A client of the agent stub, lax or strict."""
    transport = agent_stub.transport()
    return AgentClient(base_url="http://agent.test", transport=transport, strict=strict, clock=agent_stub.clock)


@pytest.fixture
def chat_client(chat_stub, strict):
    """A client of the chat stub for an administrator, lax or strict."""
    transport = chat_stub.transport()
    return ChatClient(
        base_url="http://chat.test",
        transport=transport,
        token=chat_stub.admin_token,
        strict=strict,
        clock=chat_stub.clock,
    )


def body_of(client, path):
    """The body of an answer, as the stub sends it."""
    return (client.request("GET", path)).body


# Deltas.


def test_pair_that_is_split_between_deltas_is_joined_in_a_turn(agent_stub, agent_client):
    agent_stub.script(Reasoning(*SPLIT), Text(*SPLIT))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Go.") as turn:
            pieces = [text for text in turn]
        listed = agent.session.message.list(session.id, order="asc").all()
    assert pieces == ["A ", "😀 B"]
    assert (turn.text, turn.outcome.status) == ("A 😀 B", "finished")
    assert turn.messages == listed
    assert [part.text for part in listed[-1].content] == ["A 😀 B", "A 😀 B"]


def test_text_before_a_half_is_passed_on_at_once(agent_stub, agent_client):
    agent_stub.script(Text("One, ", "two \ud83d"), Hold(), Text("three."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            pieces = [next(turn), next(turn)]
            agent_stub.resume(session.id)
            pieces += [text for text in turn]
    assert pieces == ["One, ", "two ", "\ufffd", "three."]


def test_half_at_the_end_of_a_text_is_replaced(agent_stub, agent_client):
    agent_stub.script(
        Text("A \ud83d"), Tool("read", output="B \ud83d", input={"path": "\ud83d"}), Text("\ude00", "\ud83d")
    )
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Go.") as turn:
            pieces = [text for text in turn]
        listed = agent.session.message.list(session.id, order="asc").all()
    assert "".join(pieces) == turn.text == "A \ufffd\ufffd\ufffd"
    assert turn.messages == listed
    first, call, last = turn.messages[-1].content
    assert (first.text, last.text) == ("A \ufffd", "\ufffd\ufffd")
    assert call.state.content[0].text == "B \ufffd"
    turn.text.encode()


def test_half_waits_for_the_next_delta_of_its_own_part_alone(agent_stub, agent_client):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        for part, delta in (("prt_1", "A \ud83d"), ("prt_2", "B \ud83d"), ("prt_1", "\ude00 C"), ("prt_2", "D")):
            payload = {"sessionID": "ses_1", "messageID": "msg_1", "partID": part, "field": "text", "delta": delta}
            agent_stub.events.send("message.part.delta", payload)
        read = [next(events) for _ in range(4)]
    assert all(isinstance(event, MessagePartDeltaEvent) for event in read)
    deltas = [(event.payload.part_id, event.payload.delta) for event in read]
    assert deltas == [("prt_1", "A "), ("prt_2", "B "), ("prt_1", "😀 C"), ("prt_2", "\ufffdD")]


@pytest.mark.parametrize("events", [6, 7, 8])
def test_stream_that_breaks_between_two_halves_loses_no_text(agent_stub, agent_client, events):
    agent_stub.script(Text(*SPLIT, " \ud83d"), Hold(), Text("C"))
    agent_stub.faults.add("event.subscribe", after_events=events)
    with agent_client as agent:
        session = agent.session.create()
        pieces = []
        with agent.session.turn(session.id, "Go.") as turn:
            for text in turn:
                pieces.append(text)
                if "B" in text:
                    agent_stub.resume(session.id)
    assert "".join(pieces) == turn.text == "A 😀 B \ufffdC"
    assert agent_stub.requests.count("event.subscribe") == 2


def test_subscription_has_no_halves(agent_stub, agent_client):
    agent_stub.script(Text(*SPLIT, " \ud83d"))
    with agent_client as agent, agent.event.subscribe() as events:
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="Go."))
        deltas, parts = [], []
        for event in events:
            if isinstance(event, MessagePartDeltaEvent):
                deltas.append(event.payload.delta)
            if isinstance(event, MessagePartUpdatedEvent):
                parts.append(event.payload.part.text)
            if event.type == "session.idle":
                break
    assert deltas == ["A ", "😀 B", " "]
    assert parts[-1] == "A 😀 B \ufffd"


def test_view_of_a_store_has_no_halves(agent_stub, agent_client):
    agent_stub.script(Text(*SPLIT), Text("C \ud83d"))
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        watch = view.watch(session.id)
        for now in watch:
            if not now.messages:
                agent.session.prompt(session.id, prompt=Prompt(text="Go."))
            elif isinstance(now.status, SessionIdle):
                break
        watch.close()
        assert texts_of(now.messages) == ["A 😀 B", "C \ufffd"]
        assert list(now.messages) == agent.session.message.list(session.id, order="asc").all()


def test_adapter_joins_split_pairs(fake_opencode):
    transport = opencode.Transport(fake_opencode.transport())
    with AgentClient(transport=transport, base_url="http://opencode.test", strict=True, clock=BriefClock()) as agent:
        session = agent.session.create(title="A \N{GRINNING FACE}")
        fake_opencode.sessions[session.id]["title"] = "A \ud83d..."
        with agent.session.turn(session.id, "HALVES") as turn:
            pieces = [text for text in turn]
        listed = agent.session.message.list(session.id, order="asc").all()
        with agent.session.attach(session.id, turn.message_id) as attached:
            assert [text for text in attached] == []
        assert [session.title for session in agent.session.list().all()] == ["A \ufffd..."]
        later = agent.session.turn(session.id, "TEXT")
        later.run()
    assert pieces == ["A ", "😀 B ", "\ufffd"]
    assert (turn.text, attached.text) == ("A 😀 B \ufffd",) * 2
    assert turn.messages == listed
    assert later.outcome.status == "finished"


# Answers.


def test_session_with_half_an_emoji_is_read_wherever_it_is(agent_stub, agent_client):
    agent_stub.script(Text(f"A {HALF}"), Tool("edit", edits={"a.txt": f"B {HALF}"}, output=HALF))
    with agent_client as agent:
        session = agent.session.create(title=f"A {HALF}...")
        turn = agent.session.turn(session.id, "Go.")
        turn.run()
        where = f"/api/session/{session.id}"
        for operation, path in (
            ("session.list", "/api/session"),
            ("session.get", where),
            ("session.message.list", f"{where}/message"),
            ("session.context", f"{where}/context"),
            ("session.diff", f"{where}/diff"),
        ):
            agent_stub.faults.add(operation, times=None, **cut(body_of(agent, path)))

        assert [row.title for row in agent.session.list().all()] == ["A \ufffd..."]
        assert (agent.session.get(session.id)).title == "A \ufffd..."
        messages = agent.session.message.list(session.id).all()
        assert texts_of(messages) == texts_of(agent.session.context(session.id)) == ["A \ufffd"]
        assert "+B \ufffd" in (agent.session.diff(session.id))[0].patch


def test_attach_and_later_turn_read_half_an_emoji(agent_stub, agent_client):
    agent_stub.script(Text(f"A {HALF}"))
    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Go.")
        turn.run()
        answer = cut(body_of(agent, f"/api/session/{session.id}/message"))
        agent_stub.faults.add("session.message.list", **answer)
        with agent.session.attach(session.id, turn.message_id) as attached:
            assert [text for text in attached] == []
        assert attached.text == "A \ufffd"

        agent_stub.faults.add("session.message.list", **answer)
        agent_stub.script(Text("Fine."))
        later = agent.session.turn(session.id, "And now?")
        messages = later.run()
    assert (later.outcome.status, later.text) == ("finished", "Fine.")
    assert isinstance(messages[-1], AssistantMessage)


def test_conversations_read_half_an_emoji(chat_stub, chat_client):
    with chat_client as chat:
        chat.conversations.create(title=f"A {HALF}...")
        chat_stub.faults.add("conversations.list", **cut(body_of(chat, "/conversations")))
        assert "A \ufffd..." in [row.title for row in chat.conversations.list().all()]


def test_export_of_conversations_reads_and_saves_half_an_emoji(chat_stub, chat_client, tmp_path):
    with chat_client as chat:
        chat.conversations.create(title=f"A {HALF}...")
        answer = cut(body_of(chat, "/conversations/export"))
        chat_stub.faults.add("admin.conversations.export", times=2, **answer)
        titles = [row.title for row in chat.admin.conversations.export()]
        chat.admin.conversations.export().save(tmp_path / "export.json")
    assert titles[0] == "A \ufffd..."
    assert len(titles) == json.loads(answer["body"])["total"]
    assert (tmp_path / "export.json").read_bytes() == answer["body"]


def test_export_of_ratings_reads_and_saves_half_an_emoji(chat_stub, chat_client, tmp_path):
    with chat_client as chat:
        document = json.loads(body_of(chat, "/admin/ratings/export"))
        document["ratings"][0]["comment"] = f"A {HALF}..."
        answer = cut(json.dumps(document).encode())
        chat_stub.faults.add("admin.ratings.export", times=2, **answer)
        comments = [row.comment for row in chat.admin.ratings.export()]
        chat.admin.ratings.export().save(tmp_path / "export.json")
    assert comments == ["A \ufffd...", *(row["comment"] for row in document["ratings"][1:])]
    assert (tmp_path / "export.json").read_bytes() == answer["body"]


def test_stops_with_prefetch_read_half_an_emoji(bus_stub, strict):
    halves = [{**stop, "Description": f"{stop['Description']} {HALF}"} for stop in bus_stub.records.stops]
    bus_stub.records = replace(bus_stub.records, stops=halves)
    with BusClient(
        base_url="http://bus.test",
        transport=Cuts(bus_stub.transport()),
        account_key=bus_stub.account_key,
        strict=strict,
        clock=bus_stub.clock,
    ) as bus:
        stops = [stop for stop in bus.stops.list(prefetch=3)]
    assert stops
    assert all(stop.description.endswith(" \ufffd") for stop in stops)
