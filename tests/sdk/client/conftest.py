"""Services for a client: a mock with a list of answers, and servers on ports for failures that a mock cannot have."""

import asyncio
import contextlib
import json
import queue
import select
import socket
import socketserver
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

KEY = "k3y/with+punctuation=="
AGENT = ("AGENT_BASE_URL", "AGENT_USERNAME", "AGENT_PASSWORD", "AGENT_TOKEN")


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = [f"TRIVET_{suffix}" for suffix in ("BUS_BASE_URL", "BUS_ACCOUNT_KEY", *AGENT)]
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", *ours):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def key() -> str:
    """A key that JSON, HTML and URLs each escape differently."""
    return KEY


@pytest.fixture
def options() -> dict[str, Any]:
    """The arguments of every client in these tests."""
    return {"account_key": KEY, "base_url": "http://bus.test/api"}


class FakeClock:
    """A clock that moves only when a test moves it or a client sleeps."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.seconds = 0.0

    def now(self) -> datetime:
        return datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    def sleep(self, seconds: float, /) -> None:
        self.slept.append(seconds)
        self.seconds += seconds

    async def asleep(self, seconds: float, /) -> None:
        self.sleep(seconds)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def stop(code: str) -> dict[str, Any]:
    """One stop as the service sends it."""
    return {"BusStopCode": code, "RoadName": "", "Description": "", "Latitude": 1.3, "Longitude": 103.8}


@pytest.fixture
def stops() -> Callable[..., dict[str, Any]]:
    """A page of stops."""

    def page(*codes: str) -> dict[str, Any]:
        return {"value": [stop(code) for code in codes]}

    return page


@pytest.fixture
def arrivals() -> dict[str, Any]:
    """The arrivals of a stop without buses."""
    return {"BusStopCode": "83139", "Services": []}


Reply = httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]


class Script(httpx.MockTransport):
    """A transport that returns its answers one after the other; a request beyond the last answer is an error."""

    def __init__(self, *replies: Reply) -> None:
        super().__init__(self.answer)
        self.replies = list(replies)
        self.requests: list[httpx.Request] = []

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        assert self.replies, f"unexpected {request.method} {request.url}"
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply(request) if callable(reply) else reply


@pytest.fixture
def script() -> type[Script]:
    return Script


class StopList:
    """A list of stops, in pages whose size the test decides."""

    def __init__(self, length: int, *, size: Callable[[int], int] = lambda _: 5, deaf: bool = False) -> None:
        self.length = length
        self.size = size
        self.deaf = deaf
        self.asked: list[int] = []
        self.lock = threading.Lock()
        self.transport = httpx.MockTransport(self.answer)

    def answer(self, request: httpx.Request) -> httpx.Response:
        skip = 0 if self.deaf else int(request.url.params.get("$skip", 0))
        with self.lock:
            self.asked.append(skip)
            count = self.size(len(self.asked))
        codes = range(skip, max(skip, min(self.length, skip + count)))
        headers = {"x-skip": str(skip)}
        return httpx.Response(200, json={"value": [stop(str(code)) for code in codes]}, headers=headers)


@pytest.fixture
def stop_list() -> type[StopList]:
    return StopList


def response(body: bytes, *, status: str = "200 OK", headers: str = "", length: int | None = None) -> bytes:
    """An answer as bytes; its `Content-Length` may differ from the body's."""
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\n{headers}"
    return f"{head}content-length: {len(body) if length is None else length}\r\n\r\n".encode() + body


@pytest.fixture(name="response")
def _response() -> Callable[..., bytes]:
    return response


class Origin:
    """A server on a port of its own, that answers each request's head with the bytes that `reply` gives.

    With the reply None, the client waits until it closes; a tuple of bytes is the last answer of its connection.
    """

    def __init__(self, reply: Callable[[bytes], bytes | tuple[bytes] | None]) -> None:
        self.reply = reply
        self.connections = 0
        self.arrived: queue.Queue[bytes] = queue.Queue()
        self.left: queue.Queue[bytes] = queue.Queue()
        origin = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                origin.connections += 1
                with contextlib.suppress(ConnectionError):
                    origin.serve(self.connection)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            block_on_close = False
            request_queue_size = 128

        self.server = Server(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_address[1]}"
        self.url = f"http://{self.host}"

    def serve(self, connection: socket.socket) -> None:
        connection.settimeout(20)
        while head := self.head(connection):
            self.arrived.put(head)
            answer = self.reply(head)
            if answer is None:
                connection.recv(1)
                self.left.put(head)
                return
            connection.sendall(answer if isinstance(answer, bytes) else answer[0])
            if not isinstance(answer, bytes):
                return

    @staticmethod
    def head(connection: socket.socket) -> bytes:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            more = connection.recv(4096)
            if not more:
                return b""
            head += more
        return head


@pytest.fixture
def origin() -> Iterator[Callable[[Callable[[bytes], Any]], Origin]]:
    """Start servers that stop with the test."""
    with contextlib.ExitStack() as running:

        def start(reply: Callable[[bytes], Any]) -> Origin:
            server = Origin(reply)
            thread = threading.Thread(target=server.server.serve_forever, args=(0.01,), daemon=True)
            thread.start()
            running.callback(server.server.server_close)
            running.callback(thread.join, 10)
            running.callback(server.server.shutdown)
            return server

        yield start


class Drip:
    """A server on a port of its own that answers each request with a start, and then with one piece after the other.

    It ends when the client has gone away, and at the latest after 600 pieces, 30 s.
    """

    def __init__(self, start: bytes, piece: bytes) -> None:
        self.closed = threading.Event()
        drip = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                drip.enter(self.request)
                with contextlib.suppress(ConnectionError):
                    Origin.head(self.request)
                    self.request.sendall(start)
                    for _ in range(600):
                        if select.select([self.request], [], [], 0.05)[0] and not self.request.recv(65_536):
                            break
                        self.request.sendall(piece)
                drip.closed.set()

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            block_on_close = False

        self.server = Server(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_address[1]}"
        self.url = f"http://{self.host}"

    def enter(self, connection: socket.socket) -> None:
        """Send nothing before the request arrives."""


class SocksDrip(Drip):
    """The same behind a SOCKS proxy (RFC 1928) that needs no credentials, and connects to nothing but itself."""

    def enter(self, connection: socket.socket) -> None:
        connection.recv(100)
        connection.sendall(b"\x05\x00")
        connection.recv(300)
        connection.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x50")


@pytest.fixture
def drip() -> Iterator[Callable[..., Drip]]:
    """Start servers that drip, and stop with the test."""
    with contextlib.ExitStack() as running:

        def start(begin: bytes, piece: bytes, kind: type[Drip] = Drip) -> Drip:
            server = kind(begin, piece)
            thread = threading.Thread(target=server.server.serve_forever, args=(0.01,), daemon=True)
            thread.start()
            running.callback(server.server.server_close)
            running.callback(thread.join, 10)
            running.callback(server.server.shutdown)
            return server

        yield start


@pytest.fixture
def socks_drip(drip: Callable[..., Drip]) -> Callable[..., Drip]:
    """Start a SOCKS proxy that drips."""
    return lambda begin, piece: drip(begin, piece, SocksDrip)


async def async_together(count: int, job: Callable[[int], Awaitable[Any]]) -> list[Any]:
    """Run a job this many times at once, in tasks."""
    return await asyncio.gather(*(job(number) for number in range(count)))


def together(count: int, job: Callable[[int], Any]) -> list[Any]:
    """Run a job this many times at once, in threads."""
    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(job, range(count)))


@pytest.fixture(name="async_together")
def _async_together() -> Any:
    return async_together


@pytest.fixture(name="together")
def _together() -> Any:
    return together


@pytest.fixture
def arrivals_bytes(arrivals: dict[str, Any]) -> bytes:
    return json.dumps(arrivals).encode()
