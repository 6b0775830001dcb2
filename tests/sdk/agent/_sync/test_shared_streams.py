# Derived from tests/sdk/agent/_async/test_shared_streams.py by `python -m codegen`; do not edit.
"""A turn reads the events of a store that follows its context, and goes on without it."""

from trivet.agent import Store
from trivet_stubs.agent import Hold, Text


def test_turns_share_the_stream_of_a_store(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        store.follow(directory="/home/dev/orchard")
        for number in range(3):
            session = agent.session.create()
            agent_stub.script(Text(f"Answer {number}", "."))
            with agent.session.turn(session.id, "Hello.") as turn:
                assert "".join([text for text in turn]) == f"Answer {number}."
            assert turn.messages
    assert agent_stub.requests.count("event.subscribe") == 1


def test_turn_in_another_context_or_client_has_its_own_stream(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        store.follow(directory="/home/dev/orchard")
        lighthouse = agent.at(directory="/home/dev/lighthouse")
        for number, client in enumerate((lighthouse, agent.with_options(headers={"x-a": "b"}), agent)):
            session = client.session.create()
            agent_stub.script(Text("Hi."))
            client.session.turn(session.id, "Hello.").run()
            assert agent_stub.requests.count("event.subscribe") == min(2 + number, 3)


def test_turn_goes_on_when_its_store_is_closed(agent_stub, agent_client):
    with agent_client as agent:
        store = Store(agent)
        store.follow()
        session = agent.session.create()
        agent_stub.script(Text("One "), Hold(), Text("two ", "three."))
        with agent.session.turn(session.id, "Hello.") as turn:
            found = next(turn)
            store.close()
            agent_stub.resume(session.id)
            for text in turn:
                found += text
        assert found == "One two three."
        assert turn.outcome.status == "finished"
    assert len(agent_stub.events) == 0
