# Derived from tests/sdk/agent/_async/test_store_reconnection.py by `python -m codegen`; do not edit.
"""The live view across gaps in the stream: missed changes are fetched."""

from contextlib import closing

import pytest

from tests.sdk.agent._sync.watching import texts, until
from trivet import PermissionDeniedError
from trivet.agent import Prompt, SessionIdle, Store
from trivet_stubs.agent import Hold, Text, Todos, Tool


@pytest.mark.parametrize("clean", [True, False])
def test_messages_missed_during_a_gap_are_fetched(agent_stub, agent_client, clean):
    agent_stub.script(Text("One ", "two"), Hold(), Text("three ", "four"))
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        with closing(view.watch(session.id)) as watch:
            agent.session.prompt(session.id, prompt=Prompt(text="Count."))
            until(watch, lambda latest: texts(latest) == ["One two"])
            agent_stub.events.cut(clean=clean)
            agent_stub.resume(session.id)
            now = until(watch, lambda latest: texts(latest) == ["One two", "three four"])
            assert list(now.messages) == agent.session.message.list(session.id, order="asc").all()
            assert now.status is None
            agent.session.prompt(session.id, prompt=Prompt(text="And on."))
            now = until(watch, lambda latest: isinstance(latest.status, SessionIdle))
            assert list(now.messages) == agent.session.message.list(session.id, order="asc").all()


def test_sessions_and_replies_missed_during_a_gap_are_fetched(agent_stub, agent_client):
    agent_stub.script(Tool("bash", asks="bash"))
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        asking, short = agent.session.create(), agent.session.create()
        agent.session.prompt(asking.id, prompt=Prompt(text="Look."))
        with closing(view.watch(asking.id)) as watch, closing(view.watch(short.id)) as other:
            now = until(watch, lambda latest: latest.permissions)
            next(other)
            agent_stub.faults.add("event.subscribe", status=503, times=20)
            agent_stub.events.cut()
            agent.permission.reply(now.permissions[0].id, response="once")
            agent.session.delete(short.id)
            begun = agent.session.create()
            now = until(watch, lambda latest: not latest.permissions)
            assert [update for update in other] == []
            assert [entry.session.id for entry in view.sessions] == [asking.id, begun.id]


def test_view_says_how_current_it_is(agent_stub, agent_client):
    agent_stub.script(Todos(["Look"]), Hold())
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        assert view.connection == "live"
        with closing(view.watch(session.id)) as watch:
            agent.session.prompt(session.id, prompt=Prompt(text="Go."))
            now = until(watch, lambda latest: latest.todos is not None)
            assert [todo.content for todo in now.todos] == ["Look"]
            agent_stub.faults.add("event.subscribe", status=503, times=None)
            agent_stub.events.cut()
            while view.connection == "live":
                agent.session.get(session.id)
            assert view.connection == "reconnecting"
            agent_stub.faults.clear()
            now = until(watch, lambda latest: latest.status is None)
            while view.connection != "live":
                agent.session.get(session.id)
    assert view.connection == "ended"


def test_fetches_after_a_gap_are_repeated_until_they_succeed(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        with closing(view.watch(session.id)) as watch:
            next(watch)
            agent_stub.faults.add("session.list", status=500, times=2)
            agent_stub.faults.add("session.message.list", drop=True, times=4)
            agent_stub.events.cut()
            agent.session.update(session.id, title="Elsewhere")
            until(watch, lambda latest: latest.session.title == "Elsewhere")
            agent.session.prompt(session.id, prompt=Prompt(text="Hello."))
            assert len((until(watch, lambda latest: len(latest.messages) == 2)).messages) == 2


def test_refused_fetch_after_a_gap_ends_the_view(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        with closing(view.watch(session.id)) as watch:
            next(watch)
            agent_stub.faults.add("question.list", status=403)
            agent_stub.events.cut()
            with pytest.raises(PermissionDeniedError):
                until(watch, lambda _: False)
