"""An event loop in a thread of its own."""

import asyncio
import concurrent.futures
import errno
import gc
import os
import subprocess
import sys
import threading
import time

import httpx
import pytest

from trivet_checks import Proxy
from trivet_stubs import AgentStub, BusStub, ControlClient, serve
from trivet_stubs.serving.loop_thread import LoopNotStartedError, LoopThread


def test_coroutine_runs_in_the_thread_and_its_result_is_returned():
    thread = LoopThread("loop-of-a-test")

    async def name():
        return threading.current_thread().name

    assert thread.run(name()) == "loop-of-a-test"
    thread.stop()
    assert "loop-of-a-test" not in {thread.name for thread in threading.enumerate()}


def test_exception_of_a_coroutine_is_raised():
    thread = LoopThread("loop-of-a-test")

    async def fail():
        raise ValueError("odd")

    with pytest.raises(ValueError, match="odd"):
        thread.run(fail())
    thread.stop()


def test_stop_cancels_what_runs():
    thread = LoopThread("loop-of-a-test")
    ended = threading.Event()

    async def start():
        async def forever():
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        task = asyncio.create_task(forever())
        await asyncio.sleep(0)
        return task

    running = thread.run(start())
    thread.stop()

    assert ended.is_set()
    assert running.cancelled()


def test_coroutine_after_the_stop_is_refused_and_closed():
    thread = LoopThread("loop-of-a-test")
    thread.stop()

    async def late():
        pass

    with pytest.raises(concurrent.futures.CancelledError):
        thread.run(late())
    gc.collect()  # a coroutine that nothing awaits or closes is a warning, and so an error of this test


def test_coroutines_handed_over_while_it_stops_all_end():
    for _ in range(20):
        thread = LoopThread("loop-of-a-test")
        begun = threading.Barrier(5)

        def call(thread=thread):
            while True:
                thread.run(asyncio.sleep(0))

        def begin(call=call, begun=begun):
            begun.wait(10)
            with pytest.raises(concurrent.futures.CancelledError):
                call()

        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            calls = [threads.submit(begin) for _ in range(4)]
            begun.wait(10)
            thread.stop()
            for call in calls:
                call.result(10)


def open_stream():
    with (
        AgentStub() as stub,
        httpx.Client(transport=stub.transport(), base_url="http://agent.test") as client,
        client.stream("GET", "/api/event") as answer,
    ):
        next(answer.iter_raw())


def serve_stub():
    with serve(BusStub()):
        pass


def begin_proxy():
    with Proxy("bus", "http://127.0.0.1:9"):
        pass


WAITS = {
    "a loop": lambda: LoopThread("loop-of-a-test"),
    "a stream in process": open_stream,
    "a port": serve_stub,
    "the proxy": begin_proxy,
    "the control client": lambda: ControlClient("http://127.0.0.1:9"),
}


@pytest.mark.parametrize("wait", WAITS.values(), ids=WAITS)
def test_loop_without_sockets_raises_the_reason_at_once(wait, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    before = set(threading.enumerate())
    monkeypatch.setattr("socket.socketpair", refuse)
    with pytest.raises(LoopNotStartedError, match=r"because it needs .*Too many open files; close files") as caught:
        wait()
    assert isinstance(caught.value.__cause__, OSError)
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("wait", WAITS.values(), ids=WAITS)
def test_loop_whose_factory_fails_raises_the_reason_at_once(wait, monkeypatch):
    def fail():
        raise ValueError("no loop today")

    monkeypatch.setattr("asyncio.new_event_loop", fail)
    with pytest.raises(LoopNotStartedError, match=r"'[a-z-]+' was not started, .*ValueError: no loop today$"):
        wait()


@pytest.mark.parametrize("wait", WAITS.values(), ids=WAITS)
def test_loop_without_a_thread_raises_the_reason_at_once(wait, monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refuse)
    with pytest.raises(LoopNotStartedError, match="can't start new thread"):
        wait()


def test_proxy_whose_observer_has_no_thread_closes_its_port(monkeypatch):
    start = threading.Thread.start

    def refuse(thread):
        if thread.name == "trivet-proxy-observer":
            raise RuntimeError("can't start new thread")
        start(thread)

    before = set(threading.enumerate())
    monkeypatch.setattr("threading.Thread.start", refuse)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        begin_proxy()
    assert set(threading.enumerate()) <= before


PROGRAM = """
import os, resource
from trivet_stubs import BusStub

stub = BusStub()
with stub.serve():
    pass  # loads what it needs
resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
files = []
try:
    while True:
        files.append(os.open(os.devnull, os.O_RDONLY))
except OSError:
    os.close(files.pop())
with stub.serve():
    pass
"""


@pytest.mark.long
def test_process_without_free_files_raises_the_reason_at_once():
    pytest.importorskip("resource")
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == 1
    assert "LoopNotStartedError: the event loop of the thread 'trivet-stub-server' was not started" in result.stderr
    assert "Too many open files" in result.stderr
    assert "Exception ignored" not in result.stderr


@pytest.mark.skipif(not hasattr(time, "clock_gettime"), reason="Windows has one monotonic clock")
def test_waits_of_a_loop_end_while_the_time_is_frozen(monkeypatch):
    monkeypatch.setattr("time.monotonic", lambda: 1000.0)
    thread = LoopThread("loop-of-a-test")
    assert thread.run(asyncio.sleep(0.001, "ended")) == "ended"
    thread.stop()
