"""Sync clients that threads share, and clients after a fork."""

import contextlib
import gc
import json
import linecache
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import pytest

import trivet
from trivet import APITimeoutError, BusClient, ChatClient, TrivetError


def test_sixteen_threads_share_a_client(options, origin, response, together, arrivals):
    def reply(head: bytes) -> bytes:
        code = head.split(b"BusStopCode=")[1].split(b" ")[0].decode()
        return response(json.dumps(arrivals | {"BusStopCode": code}).encode())

    service = origin(reply)
    with BusClient(**options | {"base_url": service.url}) as bus:

        def job(thread: int) -> list[str]:
            return [bus.arrivals.get(f"{thread}-{number}").bus_stop_code for number in range(20)]

        assert together(16, job) == [[f"{thread}-{number}" for number in range(20)] for thread in range(16)]
    assert service.connections <= 16


def test_threads_iterate_pagers_at_the_same_time(options, stop_list, together):
    service = stop_list(40)
    with BusClient(**options, transport=service.transport) as bus:

        def job(_: int) -> list[str]:
            return [stop.bus_stop_code for stop in bus.stops.list(prefetch=2)]

        assert together(8, job) == [[str(code) for code in range(40)]] * 8


def test_deadline_bounds_each_wait_of_a_thread(options, origin):
    service = origin(lambda _: None)
    with BusClient(**options | {"base_url": service.url}, timeout=20, deadline=0.1) as bus:
        started = time.monotonic()
        with pytest.raises(APITimeoutError, match=r"no answer within the deadline of 0\.1 s"):
            bus.arrivals.get("83139")
    assert time.monotonic() - started < 10
    assert service.left.get(timeout=5), "the connection is released"


def test_breaking_out_of_a_pager_skips_the_prefetched_pages(options, stop_list):
    service, gate = stop_list(1000), threading.Event()

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.params["$skip"] not in ("0", "5"):
            gate.wait(20)
        return service.answer(request)

    try:
        with BusClient(**options, transport=httpx.MockTransport(answer)) as bus:
            started = time.monotonic()
            for stop in bus.stops.list(prefetch=4):
                if stop.bus_stop_code == "7":
                    break
            assert time.monotonic() - started < 15
    finally:
        gate.set()
    ahead = [thread for thread in threading.enumerate() if thread.name.startswith("trivet-prefetch")]
    for thread in ahead:
        thread.join(5)
    assert not any(thread.is_alive() for thread in ahead)


def test_pager_without_prefetch_starts_no_thread(options, stop_list):
    service, threads = stop_list(20), threading.active_count()
    with BusClient(**options, transport=service.transport) as bus:
        for _ in bus.stops.list():
            assert threading.active_count() == threads


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX forks")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_client_opens_its_own_connections_after_a_fork(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    with BusClient(**options | {"base_url": service.url}) as bus:
        bus.arrivals.get("83139")
        child = os.fork()
        if child == 0:
            status = 1
            try:
                signal.alarm(20)
                status = 0 if bus.arrivals.get("83139").bus_stop_code == "83139" else 2
                bus.close()
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        assert service.connections == 2
        bus.arrivals.get("83139")  # the parent's connection, which the child has not closed
        assert service.connections == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX forks")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_requests_in_flight_in_the_parent_hold_no_slot_after_a_fork(options, arrivals):
    def fork(request: httpx.Request) -> httpx.Response:
        if request.url.params["BusStopCode"] == "83139":
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    bus.arrivals.get("28301")
                    status = 0
                finally:
                    os._exit(status)
            ended.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        return httpx.Response(200, json=arrivals)

    ended: list[int] = []
    with BusClient(**options, transport=httpx.MockTransport(fork), max_in_flight=1, deadline=10) as bus:
        bus.arrivals.get("83139")
    assert ended == [0]


def test_connection_opened_while_the_client_closes_is_closed_too(options, origin, response, arrivals, monkeypatch):
    service = origin(lambda _: response(json.dumps(arrivals).encode()))
    connecting, closed, opened = threading.Event(), threading.Event(), []
    connect = socket.create_connection

    def late(*arguments, **keywords):
        connecting.set()
        assert closed.wait(20)
        opened.append(connect(*arguments, **keywords))
        return opened[0]

    monkeypatch.setattr(socket, "create_connection", late)
    bus = BusClient(**options | {"base_url": service.url})
    with ThreadPoolExecutor() as threads:
        call = threads.submit(bus.arrivals.get, "83139")
        assert connecting.wait(20)
        bus.close()
        closed.set()
        assert call.exception(20) is None
    assert [connection.fileno() for connection in opened] == [-1]


SDK = str(Path(trivet.__file__).parent)


class Interrupt:
    """Raises a KeyboardInterrupt in a block before a line of the SDK, as a signal does.

    Attributes:
        lines: The number of lines that were run.
    """

    def __init__(self, before: int | None = None) -> None:
        """Set the number of the line; None for no interrupt."""
        self.lines = 0
        self._before = before

    def _call(self, frame: FrameType, _event: str, _argument: Any) -> Callable[..., Any] | None:
        return self._line if frame.f_code.co_filename.startswith(SDK) else None

    def _line(self, frame: FrameType, event: str, _argument: Any) -> Callable[..., Any]:
        if event == "line":
            self.lines += 1
            # Python handles no signal between the last step inside a lock's block and its release, which has this line.
            holds = linecache.getline(frame.f_code.co_filename, frame.f_lineno).lstrip().startswith("with ")
            if self._before is not None and self.lines >= self._before and not holds:
                self._before = None
                raise KeyboardInterrupt
        return self._line

    @contextlib.contextmanager
    def during(self) -> Iterator[None]:
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(before)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # a socket that was interrupted before it was kept is collected
def test_interrupts_at_random_lines_lose_no_connection(origin, response, together):
    both = threading.Barrier(2)

    def reply(head: bytes) -> bytes:
        if b"/export" in head:
            return b"HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 12\r\n\r\nrating\r\nup\r\n"
        if b"together" in head:
            both.wait(10)
        return response(b"{}", status="500 Broken" if b"broken" in head else "200 OK")

    service, lines = origin(reply), random.Random(25)
    chat = ChatClient(
        token=lambda: "t0ken",
        base_url=service.url,
        max_connections=2,
        max_streams=2,
        max_in_flight=2,
        max_retries=0,
        timeout=20,
    )
    jobs: list[Callable[[], object]] = [
        lambda: chat.request("GET", "/kept"),
        lambda: chat.request("GET", "/broken"),  # whose connection is closed
        lambda: list(chat.admin.ratings.export(format="csv")),
    ]

    def at_once(_: int) -> int:
        return chat.request("GET", "/together").status

    with chat:
        counts = []
        for job in jobs:
            counting = Interrupt()
            with counting.during(), contextlib.suppress(TrivetError):
                job()
            counts.append(counting.lines)
        for number in range(500):
            job, count = jobs[number % 3], counts[number % 3]
            with Interrupt(lines.randint(1, count)).during(), contextlib.suppress(TrivetError):
                job()
            if number % 25 == 0:
                assert together(2, at_once) == [200, 200]
        assert together(2, at_once) == [200, 200]
    gc.collect()  # the sockets of interrupted calls: later tests do not ignore the warning


FIRST_ANSWERS = """if True:
    import sys
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier
    from trivet import AgentClient
    from trivet_stubs import AgentStub

    sys.setswitchinterval(1e-6)
    together, stub = Barrier(8), AgentStub()

    def first_answers(_):
        options = {"base_url": "http://agent.test", "transport": stub.transport(), **stub.client_credentials()}
        with AgentClient(**options, strict=True) as agent:
            together.wait(60)
            session = agent.session.create()
            return agent.session.get(session.id) == session, agent.session.message.list(session.id).all()

    with ThreadPoolExecutor(8) as threads:
        assert [*threads.map(first_answers, range(8))] == [(True, [])] * 8
"""


def test_threads_decode_the_first_answers_of_a_process_strictly():
    """The classes of the records are completed and their types resolved by the first answers."""
    run = subprocess.run(
        [sys.executable, "-c", FIRST_ANSWERS], capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 0, run.stderr
