"""Data of server-sent events as servers and gateways send it, in a subscription and beside a turn."""

from __future__ import annotations

import pytest

from tests.outside.table import Row, rows
from trivet import AgentClient, Reconnected, Unknown
from trivet.agent import FileEditedEvent
from trivet_stubs import AgentStub
from trivet_stubs.agent import Hold, Text

EVENTS = rows("event")


def send(stub: AgentStub, row: Row) -> None:
    for data in row.fields["data"]:
        stub.events.send_bytes(f"data: {data}\n\n".encode())


@pytest.mark.parametrize("row", EVENTS, ids=str)
def test_subscription_lives_on(agent_stub: AgentStub, agent_client: AgentClient, row: Row) -> None:
    with agent_client.event.subscribe() as events:
        next(events)
        send(agent_stub, row)
        agent_stub.events.send("file.edited", {"file": "after"})
        for _ in row.fields["data"] if row.fields["outcome"] != "left out" else ():
            event = next(events)
            if row.fields["outcome"] == "gap":
                assert event == Reconnected(cause=None, attempts=0)
            else:
                assert isinstance(event, FileEditedEvent | Unknown)
        event = next(events)
        assert isinstance(event, FileEditedEvent)
        assert event.payload.file == "after"
    assert agent_stub.requests.count("event.subscribe") == 1


@pytest.mark.parametrize("row", [row for row in EVENTS if row.fields["outcome"] != "gap"], ids=str)
def test_text_of_a_turn_comes_piece_by_piece(agent_stub: AgentStub, agent_client: AgentClient, row: Row) -> None:
    agent_stub.script(Text("One, "), Hold(), Text("two, ", "three."))
    session = agent_client.session.create()
    with agent_client.session.turn(session.id, "Count.") as turn:
        pieces = [next(turn)]
        send(agent_stub, row)
        agent_stub.resume(session.id)
        pieces += turn
    assert pieces == ["One, ", "two, ", "three."]
