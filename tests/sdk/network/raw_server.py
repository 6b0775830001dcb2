"""A raw TCP server on loopback, whose connections may break every rule of HTTP.

    with RawServer(behaviour, good) as server:
        BusClient(account_key="k", base_url=server.url).arrivals.get("83139")

Each connection is a `Conversation`, in a thread of its own, that runs one behaviour. Conversations are bounded in time,
bytes and number, so that a client that never ends is freed all the same. The server knows which of its connections the
client has closed.
"""

from __future__ import annotations

import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import cycle
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar
from urllib.parse import urlsplit

__all__ = ["LIFETIME", "Arrival", "Conversation", "Good", "RawServer", "TLSSocket", "field", "head"]

T = TypeVar("T")

LIFETIME = 17.0
"""Seconds after which a conversation ends by itself."""

MOST_BYTES = 120_000_000
"""A conversation sends no more."""

MOST_CONNECTIONS = 200
"""A server accepts no more."""

PAUSE = 0.05
"""Seconds between two bytes of a drip."""

GRACE = 4.0
"""Seconds for a client that was closed to close its connections."""


RATINGS, ONE_RATING = "/admin/ratings?", b'{"items": [], "total": 1}'
"""The list with whose total a CSV export is compared, which every server answers well: it is not what is tested."""


class Good(NamedTuple):
    """The answer that the contract states."""

    status: int
    media_type: str
    body: bytes


class Arrival(NamedTuple):
    """A whole request."""

    method: str
    target: str
    head: bytes
    body: bytes


class ConversationEndedError(Exception):
    """The server stops, or the conversation has used up its time or bytes."""


def field(raw: bytes, name: bytes) -> bytes | None:
    """Return the value of a header of a request's head, or None."""
    for line in raw.split(b"\r\n")[1:]:
        key, _, value = line.partition(b":")
        if key.strip().lower() == name:
            return value.strip()
    return None


def head(status: str = "200 OK", *fields: str, version: str = "HTTP/1.1") -> bytes:
    """Return the head of an answer; the text of a field may hold any byte, as Latin-1."""
    return "".join(f"{line}\r\n" for line in (f"{version} {status}", *fields, "")).encode("latin-1")


class TLSSocket:
    """The server's side of TLS over a socket, which can also make records without sending them."""

    def __init__(self, sock: socket.socket, context: ssl.SSLContext) -> None:
        self.plain = sock
        self._arrived, self._made = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._arrived, self._made, server_side=True)
        self._do(self._tls.do_handshake)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def _do(self, step: Callable[[], T]) -> T:
        while True:
            try:
                return step()
            except ssl.SSLWantReadError:
                self.plain.sendall(self._made.read())
                if data := self.plain.recv(65536):
                    self._arrived.write(data)
                else:
                    self._arrived.write_eof()
            finally:
                self.plain.sendall(self._made.read())

    def recv(self, most: int) -> bytes:
        """Return the next bytes; none once the client has closed the connection, not only its TLS."""
        try:
            return self._do(lambda: self._tls.read(most))
        except ssl.SSLZeroReturnError:
            while self.plain.recv(most):
                pass
        except ssl.SSLEOFError:
            pass
        return b""

    def sendall(self, data: bytes) -> None:
        """Send bytes."""
        self.plain.sendall(self.records(data))

    def records(self, data: bytes) -> bytes:
        """Return the records that hold these bytes."""
        self._tls.write(data)
        return self._made.read()

    def close_notify(self) -> bytes:
        """Return the record of the alert that ends TLS."""
        with suppress(ssl.SSLWantReadError):  # the one of the client
            self._tls.unwrap()
        return self._made.read()


class Conversation:
    """One connection, from the server's side.

    Attributes:
        sock: The socket.
        number: How many connections the server had before.
        request: The latest whole request; its answer as the contract states it is `good`.
        closed: Whether the client has closed the connection; None when it cannot be known: the server closed it first.
    """

    def __init__(self, server: RawServer, sock: socket.socket, number: int) -> None:
        self.server = server
        self.sock: socket.socket | TLSSocket = sock
        self.number = number
        self.closed: bool | None = False
        self.request: Arrival | None = None
        self._end = time.monotonic() + LIFETIME
        self._received = b""
        self._sent = 0
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    @property
    def good(self) -> Good:
        """The answer that the contract states for the latest request."""
        # A client asks a proxy for a whole URL.
        target = urlsplit(self.request.target if self.request else "")._replace(scheme="", netloc="")
        return self.server.good(target.geturl(), self.server.url)

    def fault(self, what: str) -> None:
        """Record a forbidden action of the client."""
        self.server.faults.append(what)

    def _limit(self) -> None:
        left = self._end - time.monotonic()
        if left <= 0 or self.server.stopping.is_set():
            raise ConversationEndedError
        self.sock.settimeout(left)

    def receive(self) -> bytes:
        """Return the next bytes; none once the client has closed."""
        self._limit()
        data = self.sock.recv(65536)
        if not data:
            if self.server.stopping.is_set():  # the server has ended the connection
                raise ConversationEndedError
            self.closed = True
        return data

    def read_head(self) -> bytes | None:
        """Read the head of a request; None if the client closes before its end."""
        data = self._received
        while b"\r\n\r\n" not in data:
            more = self.receive()
            if not more:
                return None
            data += more
        raw, _, self._received = data.partition(b"\r\n\r\n")
        return raw

    def read_request(self) -> Arrival | None:
        """Read a whole request; None if the client closes before its end."""
        raw = self.read_head()
        if raw is None:
            return None
        rest = self._received
        chunked = (field(raw, b"transfer-encoding") or b"").lower() == b"chunked"
        length = int(field(raw, b"content-length") or 0)
        while not rest.endswith(b"0\r\n\r\n") if chunked else len(rest) < length:
            more = self.receive()
            if not more:
                return None
            rest += more
        body, self._received = (rest, b"") if chunked else (rest[:length], rest[length:])
        method, target, _ = raw.partition(b"\r\n")[0].decode("latin-1").split(" ", 2)
        self.request = Arrival(method, target, raw, body)
        if target.startswith(RATINGS):
            fields = ("content-type: application/json", f"content-length: {len(ONE_RATING)}")
            self.send(head("200 OK", *fields) + ONE_RATING)
            return self.read_request()
        self.server.arrivals.append(self.request)
        return self.request

    def requests(self) -> Iterable[Arrival]:
        """Yield the requests until the client closes."""
        while (request := self.read_request()) is not None:
            yield request

    def only_request(self) -> Iterable[Arrival]:
        """Yield one request; another one on the same connection is a fault."""
        request = self.read_request()
        if request is not None:
            yield request
            if self.read_request() is not None:
                self.fault("used a connection again on which the end of an answer is in doubt")

    def enter(self) -> None:
        """Do what precedes the requests on this connection: answer the request for a tunnel, begin TLS."""
        self.server.enter(self)

    def secure(self, context: ssl.SSLContext) -> TLSSocket:
        """Begin TLS, and return the socket with TLS.

        Raises:
            ssl.SSLError: The client has refused, and closed the connection.
        """
        self._limit()
        assert not isinstance(self.sock, TLSSocket)
        try:
            self.sock = TLSSocket(self.sock, context)
        except ssl.SSLError:
            self.hold()
            raise
        return self.sock

    def send(self, *parts: bytes) -> None:
        """Send each part at once, by itself."""
        for data in parts:
            self._limit()
            self._sent += len(data)
            if self._sent > MOST_BYTES:
                raise ConversationEndedError
            self.sock.sendall(data)

    def pause(self, seconds: float = PAUSE) -> None:
        """Wait, or end with the server."""
        self._limit()
        self.server.stopping.wait(seconds)

    def drip(self, data: bytes) -> None:
        """Send bytes one by one, with pauses."""
        for byte in data:
            self.send(bytes([byte]))
            self.pause()

    def drip_without_end(self, *parts: bytes) -> None:
        """Send the parts in turn, with pauses, until the client closes."""
        for part in cycle(parts):
            self.send(part)
            self.pause()

    def flood(self, data: bytes) -> None:
        """Send the same bytes again and again, until the client closes or the limit is reached; then stay silent."""
        block = data * max(1, 65536 // len(data))
        try:
            while True:
                self.send(block)
        except ConversationEndedError:
            self.hold()

    def answer(
        self,
        *fields: str,
        status: str = "",
        body: bytes | None = None,
        media_type: str | None = None,
        length: int | str | None = None,
        version: str = "HTTP/1.1",
    ) -> bytes:
        """Return the good answer, with some parts replaced; a length of -1 leaves its header out."""
        good = self.good
        body = good.body if body is None else body
        media_type = good.media_type if media_type is None else media_type
        size = len(body) if length is None else length
        fields += (f"content-type: {media_type}",) if media_type else ()
        fields += () if size == -1 else (f"content-length: {size}",)
        return head(status or f"{good.status} OK", *fields, version=version) + body

    def chunked(self, *fields: str, status: str = "") -> bytes:
        """Return the head of a good answer whose body comes in chunks."""
        media = f"content-type: {self.good.media_type}"
        return head(status or f"{self.good.status} OK", media, "transfer-encoding: chunked", *fields)

    def hold(self) -> None:
        """Send nothing more, and wait until the client closes."""
        while self.receive():
            pass

    def finish(self) -> None:
        """Send FIN, and wait until the client closes too."""
        self.sock.shutdown(socket.SHUT_WR)
        self.hold()

    def reset(self) -> None:
        """Send RST."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()
        self.closed = None

    def run(self, behaviour: Callable[[Conversation], None]) -> None:
        """Run a behaviour, and close the connection after it."""
        try:
            behaviour(self)
            if self.closed is False:
                self.finish()
        except (ConversationEndedError, TimeoutError):
            if not self.server.stopping.is_set():  # the conversation is too old, so the server closes
                self.closed = None
        except OSError:  # the client has closed, also with data on the way
            if self.closed is False and not self.server.stopping.is_set():
                self.closed = True
        except Exception as error:
            self.fault(f"the server itself failed: {error!r}")
            raise
        finally:
            self.sock.close()


class RawServer:
    """A server on a port of its own that stops with its block.

    Attributes:
        url: The URL of the server.
        good: Returns the answer that the contract states, for a request's target and this URL.
        enter: Called for each connection before its first request, unless the behaviour does something else.
        arrivals: The whole requests, in the order of their arrival.
        conversations: The connections.
        faults: The forbidden actions of the client.
    """

    def __init__(
        self,
        behaviour: Callable[[Conversation], None],
        good: Callable[[str, str], Good],
        *,
        prologue: int = 0,
        enter: Callable[[Conversation], object] = lambda _: None,
    ) -> None:
        """Listen; the first `prologue` connections are answered as the contract states."""
        self.behaviour = behaviour
        self.good = good
        self.prologue = prologue
        self.enter = enter
        self.arrivals: list[Arrival] = []
        self.conversations: list[Conversation] = []
        self.faults: list[str] = []
        self.stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._counting = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._listener.settimeout(LIFETIME * 3)
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._accepting = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> Self:
        self._accepting.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _accept(self) -> None:
        try:
            while len(self.conversations) < MOST_CONNECTIONS:
                sock, _ = self._listener.accept()
                if self.stopping.is_set():
                    sock.close()
                    return
                talk = Conversation(self, sock, len(self.conversations))
                behaviour = plain_once if talk.number < self.prologue else self.behaviour
                thread = threading.Thread(target=talk.run, args=(behaviour,), daemon=True)
                with self._counting:  # started last: the client may ask for the number as soon as it gets an answer
                    self.conversations.append(talk)
                    self._threads.append(thread)
                    thread.start()
        except OSError:  # stopped, or too old
            pass

    def open_after(self, seconds: float = GRACE) -> int:
        """Return how many connections the client has not closed, after waiting at most this many seconds."""
        end = time.monotonic() + seconds
        waited_for = 0
        while True:
            with self._counting:  # a connection may be accepted while others end
                if waited_for == len(self._threads):
                    return sum(talk.closed is False for talk in self.conversations)
                thread = self._threads[waited_for]
            thread.join(max(0.0, end - time.monotonic()))
            waited_for += 1

    def stop(self) -> None:
        """Close everything, and wait for the threads."""
        self.stopping.set()
        with socket.socket() as waker:  # closing a listener does not wake the thread that accepts from it
            waker.settimeout(1)
            waker.connect_ex(("127.0.0.1", self.port))
        self._accepting.join(5)
        self._listener.close()
        for talk in self.conversations:
            try:
                talk.sock.shutdown(socket.SHUT_RDWR)
            except OSError:  # closed already
                continue
        for thread in self._threads:
            thread.join(5)


def plain_once(talk: Conversation) -> None:
    """Answer one request as the contract states, and close."""
    talk.enter()
    if talk.read_request() is not None:
        talk.send(talk.answer("connection: close"))
