"""Events in threads: another thread ends a wait at once."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextvars import ContextVar

import httpx
import pytest

from trivet import AgentClient, Bearer, TrivetError
from trivet._concurrency.cancellable import wait_in_slices
from trivet.agent import Reconnected, ServerConnectedEvent, Store
from trivet_stubs import AgentStub
from trivet_stubs.kernel.clock import Clock


class Gate(Clock):
    """A clock whose waits set an event when they begin, and last until `opened` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.waits = threading.Event()
        self.opened = threading.Event()

    def sleep(self, seconds: float) -> None:
        self.waits.set()
        # In slices: a signal that arrives right before the main thread blocks is only seen once the wait ends.
        assert wait_in_slices(self.opened.wait, 20)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as pool:
        yield pool


@pytest.fixture(params=["in process", "on a port"])
def place(request):
    """A stub, and the keyword arguments of its clients."""
    with AgentStub() as stub:
        if request.param == "in process":
            yield stub, {"base_url": "http://agent.test", "transport": stub.transport(), "clock": stub.clock}
        else:
            with stub.serve() as served:
                yield stub, {"base_url": served.url, "clock": stub.clock}


def test_another_thread_ends_a_wait_for_an_event(place, threads):
    stub, options = place
    with AgentClient(**options) as agent:
        for _ in range(20):
            with agent.event.subscribe(idle_timeout=None) as events:
                assert isinstance(next(events), ServerConnectedEvent)
                rest = threads.submit(list, events)
                stub.events.send("lsp.updated", {})
                events.close()
                assert [event.type for event in rest.result(10)] in ([], ["lsp.updated"])
        assert agent.session.list().all() == [], "the connections are free for other calls"
    assert stub.requests.count("event.subscribe") == 20


def test_another_thread_ends_the_wait_before_a_reconnection(place, threads):
    stub, options = place
    clock = Gate()
    with AgentClient(**options | {"clock": clock}) as agent, agent.event.subscribe() as events:
        next(events)
        rest = threads.submit(list, events)
        stub.events.cut()
        assert clock.waits.wait(10)
        events.close()
        assert rest.result(10) == []
        clock.opened.set()
    assert stub.requests.count("event.subscribe") in (1, 2)


def test_another_thread_ends_a_reconnection(threads):
    with AgentStub() as stub, stub.serve() as served, AgentClient(base_url=served.url, clock=stub.clock) as agent:
        with agent.event.subscribe(idle_timeout=None) as events:
            next(events)
            stub.faults.add("event.subscribe", hang=True)
            rest = threads.submit(list, events)
            stub.events.cut()
            while stub.requests.count("event.subscribe") < 2:
                threading.Event().wait(0.01)
            events.close()
            assert rest.result(10) == []


def test_another_thread_ends_an_opening(threads):
    with AgentStub() as stub, stub.serve() as served:
        with AgentClient(base_url=served.url, clock=stub.clock, timeout=None) as agent:
            stub.faults.add("event.subscribe", hang=True, times=3)
            for number in range(1, 4):
                events = agent.event.subscribe(idle_timeout=None)
                opening = threads.submit(events.__enter__)
                while stub.requests.count("event.subscribe") < number:
                    threading.Event().wait(0.01)
                events.close()
                assert opening.result(10) is events
                assert list(events) == [], "there are no events, and no error"
                with pytest.raises(TypeError, match="subscribe again"):
                    events.__enter__()
            assert agent.session.list().all() == []


def test_closing_a_store_ends_an_opening(threads):
    with AgentStub() as stub, stub.serve() as served:
        with AgentClient(base_url=served.url, clock=stub.clock, timeout=None) as agent:
            stub.faults.add("event.subscribe", hang=True)
            store = Store(agent)
            following = threads.submit(store.follow)
            while not stub.requests.count("event.subscribe"):
                threading.Event().wait(0.01)
            store.close()
            assert isinstance(following.exception(10), TrivetError)


@pytest.mark.skipif(os.name == "nt", reason="a wait for a lock is not interrupted on Windows")
def test_interrupted_opening_ends_the_subscription(threads):
    with AgentStub() as stub, stub.serve() as served:
        with AgentClient(base_url=served.url, clock=stub.clock, timeout=20) as agent:
            stub.faults.add("event.subscribe", hang=True)
            events = agent.event.subscribe(idle_timeout=None)

            def interrupt() -> None:
                while not stub.requests.count("event.subscribe"):
                    threading.Event().wait(0.01)
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

            interrupting = threads.submit(interrupt)
            with pytest.raises(KeyboardInterrupt):
                events.__enter__()
            interrupting.result(10)
            assert list(events) == []


def test_opening_runs_in_the_context_of_its_caller():
    caller = ContextVar("caller", default="nothing")
    fetched = []

    def token() -> str:
        fetched.append(caller.get())
        return "t0ken"

    caller.set("the test")
    with AgentStub(credentials="t0ken") as stub:
        with AgentClient(base_url="http://agent.test", transport=stub.transport(), auth=Bearer(token)) as agent:
            with agent.event.subscribe() as events:
                next(events)
    assert fetched == ["the test"]


def test_second_waiting_thread_raises(agent_stub, agent_client, threads):
    with agent_client.event.subscribe(idle_timeout=None) as events:
        next(events)
        both = [threads.submit(next, events) for _ in range(2)]
        (refused,), (waiting,) = wait(both, 20, FIRST_COMPLETED)
        with pytest.raises(TrivetError, match="another task or thread waits"):
            refused.result()
        agent_stub.events.send("lsp.updated", {})
        assert waiting.result(10).type == "lsp.updated"


@pytest.mark.skipif(os.name == "nt", reason="a wait for a lock is not interrupted on Windows")
def test_interrupted_wait_continues_in_next_step(threads):
    clock = Gate()
    with AgentStub() as stub, stub.serve() as served, AgentClient(base_url=served.url, clock=clock) as agent:
        with agent.event.subscribe() as events:
            next(events)
            stub.events.cut()

            def interrupt() -> None:
                assert clock.waits.wait(10)
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

            interrupting = threads.submit(interrupt)
            with pytest.raises(KeyboardInterrupt):
                next(events)
            interrupting.result(10)
            clock.opened.set()
            gap = next(events)
            assert isinstance(gap, Reconnected)
            assert gap.attempts == 1
        assert stub.requests.count("event.subscribe") == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_closing_in_a_forked_child_keeps_the_parents_stream():
    with AgentStub() as stub, stub.serve() as served, AgentClient(base_url=served.url, clock=stub.clock) as agent:
        with agent.event.subscribe(idle_timeout=20) as events:
            next(events)
            child = os.fork()
            if not child:
                try:
                    events.close()
                finally:
                    os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
            stub.events.send("lsp.updated", {})
            assert next(events).type == "lsp.updated"
        assert stub.requests.count("event.subscribe") == 1


def test_closing_with_a_generator_as_response_stream(threads, monkeypatch):
    monkeypatch.setattr("trivet._concurrency.cancellable.GRACE", 0.05)  # nothing interrupts a generator that waits
    asked, go_on = threading.Event(), threading.Event()

    def chunks() -> Iterator[bytes]:
        yield b'data: {"id": "1", "type": "server.connected", "payload": {}}\n\n'
        asked.set()
        assert go_on.wait(20)
        yield b": nothing\n\n"

    class Stream(httpx.SyncByteStream):
        def __init__(self) -> None:
            self.chunks = chunks()

        def __iter__(self) -> Iterator[bytes]:
            return self.chunks

        def close(self) -> None:
            self.chunks.close()

    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=Stream(), headers={"content-type": "text/event-stream"})

    with AgentClient(transport=httpx.MockTransport(answer)) as agent, agent.event.subscribe() as events:
        next(events)
        rest = threads.submit(list, events)
        assert asked.wait(10)
        events.close()
        go_on.set()
        assert rest.result(10) == []


def test_closing_after_the_service_is_gone_ends_the_reader(threads):
    with AgentStub() as stub:
        with stub.serve() as served:
            agent = AgentClient(base_url=served.url)
            events = agent.event.subscribe()
            events.__enter__()
            next(events)
            rest = threads.submit(list, events)
        events.close()
        assert rest.result(10) == []
        agent.close()
