"""Clients in a process that can start no further thread: each wait raises the reason at once."""

import threading

import pytest

from trivet import AgentClient, BusClient, ChatClient, TrivetError
from trivet.agent import Store
from trivet.chat.bulk import Bulk
from trivet_stubs import AgentStub, BusStub, ChatStub, serve


def stream(agent, bus, chat, session):
    with agent.event.subscribe() as events:
        next(events)


def pages_ahead(agent, bus, chat, session):
    bus.stops.list(prefetch=4).all()


def turn(agent, bus, chat, session):
    agent.session.turn(session, "What is here?").run()


def watched_session(agent, bus, chat, session):
    with Store(agent) as store, store.follow().watch(session) as watch:
        next(watch)


def bulk_job(agent, bus, chat, session):
    Bulk(chat, concurrency=4).update_users(chat.admin.users.list(), is_app_admin=True)


def arrivals(agent, bus, chat, session):
    next(iter(bus.arrivals.watch(["54009", "28009"])))


@pytest.mark.parametrize("allowed", [0, 1])
@pytest.mark.parametrize("wait", [stream, pages_ahead, turn, watched_session, bulk_job, arrivals])
def test_wait_without_a_thread_raises_the_reason(wait, allowed, monkeypatch):
    left = [object()] * allowed
    start = threading.Thread.start

    def refuse(thread):
        if not left:
            raise RuntimeError("can't start new thread")
        left.pop()
        start(thread)

    with (
        AgentStub() as agent_stub,
        BusStub(page_size=5) as bus_stub,
        ChatStub() as chat_stub,
        serve(agent_stub, bus_stub, chat_stub) as served,
        AgentClient(base_url=served.urls[0]) as agent,
        BusClient(base_url=served.urls[1], account_key=bus_stub.account_key) as bus,
        ChatClient(base_url=served.urls[2], token=chat_stub.admin_token) as chat,
    ):
        session = agent.session.create().id
        monkeypatch.setattr("threading.Thread.start", refuse)
        if wait is stream and allowed:
            wait(agent, bus, chat, session)
            return
        with pytest.raises(TrivetError, match="can't start new thread"):
            wait(agent, bus, chat, session)
