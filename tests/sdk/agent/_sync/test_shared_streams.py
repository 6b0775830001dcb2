# Derived from tests/sdk/agent/_async/test_shared_streams.py by `python -m codegen`; do not edit.
"""A turn reads the events of a store that follows its context, and goes on when that stream does not."""

import gc
import weakref

import pytest

from trivet import AuthenticationError
from trivet.agent import Store
from trivet_stubs.agent import Hold, Text, Tool


@pytest.mark.parametrize("filters", [{}, {"search": "nothing has this title"}])
def test_turns_share_the_stream_of_a_store(agent_stub, agent_client, filters):
    with agent_client as agent, Store(agent) as store:
        store.follow(directory="/home/dev/orchard", **filters)
        for number in range(3):
            session = agent.session.create()
            agent_stub.script(Text(f"Answer {number}", "."))
            with agent.session.turn(session.id, "Hello.") as turn:
                assert "".join([text for text in turn]) == f"Answer {number}."
    assert agent_stub.requests.count("event.subscribe") == 1


def test_turn_elsewhere_or_with_other_headers_has_its_own_stream(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        store.follow(directory="/home/dev/orchard")
        clients = [agent.at(directory="/home/dev/lighthouse"), agent.with_options(headers={"x-a": "b"})]
        for number, client in enumerate(clients):
            session = client.session.create()
            agent_stub.script(Text("Hi."))
            client.session.turn(session.id, "Hello.").run()
            assert agent_stub.requests.count("event.subscribe") == 2 + number


@pytest.mark.parametrize("ending", ["closed", "unfollowed", "refused"])
def test_turn_continues_when_the_shared_stream_ends(agent_stub, agent_client, ending):
    with agent_client as agent:
        store = Store(agent)
        view = store.follow()
        session = agent.session.create()
        agent_stub.script(Text("One "), Hold(), Text("two ", "three."))
        with agent.session.turn(session.id, "Hello.") as turn:
            received = next(turn)
            if ending == "closed":
                store.close()
            elif ending == "unfollowed":
                store.unfollow(view.key)
            else:
                agent_stub.faults.add("event.subscribe", status=401)
                agent_stub.events.cut()
                with pytest.raises(AuthenticationError):
                    for _ in view.changes():
                        pass
            agent_stub.resume(session.id)
            for text in turn:
                received += text
        assert received == "One two three."
        assert turn.outcome.status == "finished"
        store.close()


@pytest.mark.parametrize("harm", ["cut", "restart", "garbage"])
def test_turn_catches_up_after_a_gap_of_the_shared_stream(agent_stub, agent_client, harm):
    with agent_client as agent, Store(agent) as store:
        store.follow()
        session = agent.session.create()
        agent_stub.script(Text("One "), Hold(), Tool("bash", asks="bash"), Text("two."))
        with agent.session.turn(session.id, "Hello.", on_permission=lambda _: "once") as turn:
            received = next(turn)
            if harm == "garbage":
                agent_stub.events.send_bytes(b"data: {\n\n")
            else:
                getattr(agent_stub.events, harm)(clean=False)
            agent_stub.resume(session.id)
            for text in turn:
                received += text
        assert received == "One two."
    assert agent_stub.requests.count("event.subscribe") == (1 if harm == "garbage" else 2)


def test_turn_that_was_left_is_not_kept(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        store.follow()
        session = agent.session.create()
        agent_stub.script(Hold())
        with agent.session.turn(session.id, "Hello.") as turn:
            left = weakref.ref(turn)
        del turn
        agent_stub.resume(session.id)
        agent.session.wait(session.id)
        gc.collect()
        assert left() is None
        assert (store.follow()).failure is None
