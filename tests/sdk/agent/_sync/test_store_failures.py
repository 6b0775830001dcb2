# Derived from tests/sdk/agent/_async/test_store_failures.py by `python -m codegen`; do not edit.
"""Failures of the live view: those that it survives, and those that end it with an error."""

import traceback

import pytest

from tests.sdk.agent._sync.watching import until
from trivet import AgentClient, InvalidArgumentError, PermissionDeniedError, TrivetError
from trivet.agent import Prompt, Store


def test_failing_session_does_not_delay_another(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        one, other = agent.session.create(), agent.session.create()
        with view.watch(one.id) as failing, view.watch(other.id) as watch:
            next(failing)
            next(watch)
            agent_stub.faults.add(f"/api/session/{one.id}/", status=500, times=None)
            agent_stub.events.cut()
            agent.session.prompt(other.id, prompt=Prompt(text="Hello."))
            assert (until(watch, lambda latest: len(latest.messages) == 2)).loaded
        assert view.failure is None


def test_session_is_fetched_while_the_repetition_of_another_waits(agent_stub, endless_clock):
    transport = agent_stub.transport()
    with AgentClient(transport=transport, clock=endless_clock, max_retries=0) as agent:
        with Store(agent) as store:
            view = store.follow()
            one, other = agent.session.create(), agent.session.create()
            with view.watch(one.id) as failing, view.watch(other.id) as watch:
                next(failing)
                next(watch)
                agent_stub.faults.add(f"/api/session/{one.id}/", status=500, times=None)
                agent_stub.events.send_bytes(b"data: {\n\n")  # everything has to be fetched again
                agent.session.prompt(other.id, prompt=Prompt(text="Hello."))
                assert (until(watch, lambda latest: len(latest.messages) == 2)).loaded


def test_fetch_refused_with_429_is_repeated(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        agent_stub.faults.add("session.message.list", status=429, times=8)
        assert (next(view.watch(session.id))).loaded


def test_unreadable_event_makes_the_view_fetch_again(agent_stub, garbled):
    transport = garbled(agent_stub.transport(), b'"Another"')
    with (
        AgentClient(base_url="http://agent.test", transport=transport, clock=agent_stub.clock) as agent,
        Store(agent) as store,
    ):
        view = store.follow()
        session = agent.session.create()
        with view.watch(session.id) as watch:
            next(watch)
            agent_stub.faults.add("session.list", status=500)
            agent.session.update(session.id, title="Another")
            until(watch, lambda latest: latest.session.title == "Another")
        assert view.failure is None


def test_another_default_context_ends_the_view(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        agent_stub.faults.add("session.list", body={"location": {"directory": "/other"}, "data": []})
        agent_stub.events.cut()
        with pytest.raises(TrivetError, match="local:/other now, another context"):
            next(view.changes())
        assert (store.follow()) is not view


def test_failure_raised_again_keeps_its_traceback_short(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        agent_stub.faults.add("session.message.list", status=403)
        with pytest.raises(PermissionDeniedError):
            next(view.watch(session.id))
        depths = []
        for _ in range(3):
            with pytest.raises(PermissionDeniedError) as raised:
                view.changes()
            depths.append(len(traceback.extract_tb(raised.value.__traceback__)))
        assert len(set(depths)) == 1


def test_changes_yield_a_deleted_session_once_more(agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        one, other = agent.session.create(title="One"), agent.session.create()
        with view.changes() as changes:
            until(changes, lambda latest: latest.session.id == other.id)
            agent.session.delete(one.id)
            now = next(changes)
            assert (now.gone, now.session.title) == (True, "One")
            agent.session.update(other.id, title="Other")
            now = next(changes)
            assert (now.gone, now.session.title) == (False, "Other")


def test_bound_client_needs_no_context_from_the_server(agent_stub, agent_client):
    agent_stub.faults.add("session.list", body={"data": []})
    nowhere = b'data: {"id":"evt_x","type":"server.connected","payload":{}}\n\n'
    agent_stub.faults.add("event.subscribe", body=nowhere, content_type="text/event-stream")
    with agent_client as agent, Store(agent.at(directory="/d")) as store:
        assert (store.follow()).key == "local:/d"


def test_follow_subscribes_before_it_fetches(agent_stub, agent_client):
    agent_stub.faults.add("event.subscribe", delay=0.05)
    with agent_client as agent, Store(agent) as store:
        store.follow()
        asked = [request.operation for request in agent_stub.requests]
        assert asked[:2] == ["event.subscribe", "session.list"]


def test_store_of_another_object_raises_type_error(agent_client):
    for wrong in (None, "agent"):
        with pytest.raises(TypeError, match="client: an AgentClient is wanted"):
            Store(wrong)


@pytest.mark.parametrize("wrong", ["", None, 7, ["x"]])
def test_watch_with_an_invalid_session_id_raises(agent_client, wrong):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        with pytest.raises(InvalidArgumentError, match="session_id"):
            view.watch(wrong)


def test_unfollow_ends_changes_and_refuses_new_ones(agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        changes = view.changes()
        store.unfollow(view.key)
        assert [update for update in changes] == []
        with pytest.raises(TrivetError, match="it is not followed any more"):
            view.changes()
