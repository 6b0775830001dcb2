"""Stores in threads: waiting while another thread closes the store, and forks."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from trivet import AgentClient, TrivetError
from trivet.agent import Prompt, SessionIdle, Store


@pytest.mark.parametrize("place", ["process", "port"])
def test_closing_the_store_ends_waiting_watches(place, agent_client, agent_server):
    with agent_client if place == "process" else AgentClient(base_url=agent_server.url) as agent:
        arrived = [threading.Event() for _ in range(3)]

        def waiting(view, session_id, here):
            with closing(view.watch(session_id)) as watched:
                return [here.set() for _ in watched]

        with ThreadPoolExecutor(3) as threads:
            with Store(agent) as store:
                view, session = store.follow(), agent.session.create()
                jobs = [threads.submit(waiting, view, session.id, event) for event in arrived]
                assert all(event.wait(20) for event in arrived)
            assert all(job.result(timeout=20) for job in jobs)


def test_many_threads_watch_and_prompt_at_once(agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        sessions = [agent.session.create() for _ in range(8)]
        ready = threading.Barrier(len(sessions))

        def work(session):
            with closing(view.watch(session.id)) as watched:
                next(watched)
                ready.wait(20)
                agent.session.prompt(session.id, prompt=Prompt(text=f"{session.id} says a few words"))
                return next(latest for latest in watched if isinstance(latest.status, SessionIdle)).messages

        with ThreadPoolExecutor(len(sessions)) as threads:
            for session, messages in zip(sessions, threads.map(work, sessions), strict=True):
                assert list(messages) == agent.session.message.list(session.id, order="asc").all()


def test_closing_a_watch_ends_the_thread_that_waits_in_it(agent_client):
    with agent_client as agent, Store(agent) as store, ThreadPoolExecutor(1) as threads:
        view, session = store.follow(), agent.session.create()
        for watch in (view.watch(session.id), view.changes()):
            next(watch)
            job = threads.submit(next, watch, None)
            watch.close()
            assert job.result(20) is None


def test_closing_does_not_wait_for_an_answer(agent_server):
    with AgentClient(base_url=agent_server.url) as agent, ThreadPoolExecutor(1) as threads:
        with Store(agent) as store:
            view, session = store.follow(), agent.session.create()
            agent_server.stub.faults.add("session.message.list", hang=True)
            job = threads.submit(next, view.watch(session.id), None)
            while "session.message.list" not in [request.operation for request in agent_server.stub.requests]:
                agent.project.list()
        assert job.result(20) is None


def test_after_a_fork_views_raise_and_close_nothing(agent_server):
    with AgentClient(base_url=agent_server.url) as agent, Store(agent) as store:
        view, session = store.follow(), agent.session.create()
        watched = view.watch(session.id)
        next(watched)
        child = os.fork()
        if child == 0:
            refused = 0
            for ask in (lambda: view.sessions, lambda: next(watched), view.changes):
                try:
                    ask()
                except TrivetError as error:
                    refused += "another process" in str(error)
            watched.close()
            store.close()
            os._exit(refused)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 3
        agent.session.update(session.id, title="Later")
        assert next(watched).session.title == "Later"
        assert view.failure is None
