# Derived from tests/sdk/agent/_async/test_shared_streams.py by `python -m codegen`; do not edit.
"""Turns and stores of a client share one stream, and each goes on when the stream, or another one of them, does not."""

import gc
import weakref
from contextlib import suppress

import pytest

from trivet import AuthenticationError, PermissionDeniedError
from trivet.agent import Prompt, Store
from trivet.observe import Observer
from trivet_stubs.agent import Hold, Subtask, Text, Tool

TURNS = 60


def opened_turns(stub, agent, *script, count=TURNS):
    """Open turns one after the other, none of which has ended."""
    turns = []
    for number in range(count):
        session = agent.session.create()
        stub.script(Text(f"{number}: "), Hold(), *script)
        turns.append(agent.session.turn(session.id, "Hello.", on_permission=lambda _: "once").__enter__())
        assert next(turns[-1]) == f"{number}: "
    return turns


def resume_all(stub):
    for session_id in list(stub.sessions):
        with suppress(ValueError):  # it is not at a hold
            stub.resume(session_id)


def left_text(turn):
    """Return the text until the end of the turn, and leave its block."""
    text = "".join([text for text in turn])
    turn.__exit__(None, None, None)
    return text


@pytest.mark.long
def test_sixty_turns_share_one_stream(agent_stub, agent_client):
    with agent_client as agent:
        turns = opened_turns(agent_stub, agent, Text("done."))
        resume_all(agent_stub)
        assert {left_text(turn) for turn in turns} == {"done."}
        assert {turn.outcome.status for turn in turns} == {"finished"}
        assert agent_stub.requests.count("event.subscribe") == 1
        agent.session.turn((agent.session.create()).id, "Hello.").run()
        assert agent_stub.requests.count("event.subscribe") == 2, "the last one of the sixty has closed the stream"


@pytest.mark.parametrize("clean", [True, False])
def test_cuts_of_the_shared_stream_leave_every_turn_exact(agent_stub, agent_client, clean):
    script = (Text("one ", "two "), Hold(), Tool("bash", asks="bash"), Text("three."))
    with agent_client as agent, Store(agent) as store:
        store.follow()
        turns = opened_turns(agent_stub, agent, *script, count=10)
        for _ in range(2):
            agent_stub.events.cut(clean=clean)
            resume_all(agent_stub)  # no client receives the events
        assert {left_text(turn) for turn in turns} == {"one two three."}
        assert agent_stub.requests.count("event.subscribe") in (2, 3), "the second cut may have hit no connection"


@pytest.mark.parametrize("ending", ["cancelled", "broken", "detached", "refused"])
def test_end_of_one_turn_leaves_the_others(agent_stub, agent_client, ending):
    with agent_client as agent:
        first, second, third = opened_turns(agent_stub, agent, Text("done."), count=3)
        if ending == "cancelled":
            first.cancel()
        elif ending == "detached":
            first.detach()
        elif ending == "refused":
            agent_stub.faults.add("session.message.list", status=403)
            agent_stub.events.send_bytes(b"data: {\n\n")
            with pytest.raises(PermissionDeniedError):
                next(first)
        error = RuntimeError() if ending == "broken" else None
        first.__exit__(type(error), error, None)
        resume_all(agent_stub)
        assert {left_text(turn) for turn in (second, third)} == {"done."}
    assert agent_stub.requests.count("event.subscribe") == 1


@pytest.mark.long
def test_turn_that_is_not_read_delays_no_other(agent_stub, agent_client):
    words = [f"{number} " for number in range(3000)]
    with agent_client as agent:
        slow, other = opened_turns(agent_stub, agent, Text(*words), count=2)
        resume_all(agent_stub)
        assert left_text(other) == "".join(words)
        assert left_text(slow) == "".join(words)
    assert agent_stub.requests.count("event.subscribe") == 1


class Listener(Observer):
    """An observer of nothing."""


@pytest.mark.parametrize(
    "options",
    [{"timeout": 3}, {"deadline": 30}, {"max_retries": 0}, {"headers": {"x-a": "b"}}, {"observers": [Listener()]}],
)
def test_turns_with_other_options_have_another_stream(agent_stub, agent_client, options):
    with agent_client as agent:
        others = agent.with_options(**options)
        turns = [
            *opened_turns(agent_stub, agent, count=2),
            *opened_turns(agent_stub, others, count=2),
            *opened_turns(agent_stub, agent.with_options(timeout=agent._connection.settings.timeout), count=1),
        ]
        resume_all(agent_stub)
        for turn in turns:
            left_text(turn)
    assert agent_stub.requests.count("event.subscribe") == 2


def test_subscriptions_of_a_user_are_a_stream_each(agent_stub, agent_client):
    with agent_client as agent:
        turns = opened_turns(agent_stub, agent, count=1)
        with agent.event.subscribe(), agent.event.subscribe():
            assert agent_stub.requests.count("event.subscribe") == 3
        resume_all(agent_stub)
        assert left_text(turns[0]) == ""


def test_refused_stream_is_opened_again_by_the_next_turn(agent_stub, agent_client):
    agent_stub.faults.add("event.subscribe", status=401)
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(AuthenticationError):
            agent.session.turn(session.id, "Hello.").run()
        agent.session.turn(session.id, "Hello.").run()
    assert agent_stub.requests.count("session.prompt") == 1


def test_refused_reconnection_raises_in_each_turn_which_goes_on(agent_stub, agent_client):
    with agent_client as agent:
        turns = opened_turns(agent_stub, agent, Text("done."), count=3)
        agent_stub.faults.add("event.subscribe", status=401)
        agent_stub.events.cut()
        errors = []
        for turn in turns:
            with pytest.raises(AuthenticationError) as caught:
                next(turn)
            errors.append(caught.value)
        assert len({id(error) for error in errors}) == len(turns), "an error of its own, with its own traceback"
        resume_all(agent_stub)
        assert {left_text(turn) for turn in turns} == {"done."}


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
                with pytest.raises(AuthenticationError):
                    next(turn)
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


@pytest.mark.long
def test_turns_know_the_session_of_a_request_without_a_call(agent_stub, agent_client):
    tool = Tool("bash", asks="bash")
    with agent_client as agent:
        turns = opened_turns(agent_stub, agent, Subtask("Below"), Text("Go"), Hold(), tool, Text("."), count=10)
        resume_all(agent_stub)
        assert {next(turn) for turn in turns} == {"Go"}
        below = agent.session.list(search="Below").all()
        for session in below:
            agent_stub.script(tool, session_id=session.id)
            agent.session.prompt(session.id, prompt=Prompt(text="List."))
            agent.session.wait(session.id)
        resume_all(agent_stub)
        assert {left_text(turn) for turn in turns} == {"."}
    assert agent_stub.requests.count("permission.reply") == 10 + len(below) == 20
    assert agent_stub.requests.count("session.get") == 10, "of each turn's own session"
