"""A TCP proxy on loopback that cuts one request at a chosen place, and none after it."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Self

__all__ = ["CUTS", "Cut", "CuttingProxy"]

SECONDS = 20.0
"""Seconds that bound each wait of the proxy; only a fault takes so long."""

RESET = struct.pack("ii", 1, 0)

Place = Literal["nowhere", "before connecting", "while idle", "after accepting", "request", "no answer", "answer"]


@dataclass(frozen=True)
class Cut:
    """One way to cut a request.

    Attributes:
        place: Where. Of a request that is cut at a byte, the service gets what is before it.
        at: How many bytes go through before it: a number, or a share of the message or of its head.
        by_reset: Whether by RST instead of FIN.
    """

    place: Place
    at: int | str = 0
    by_reset: bool = False

    def __str__(self) -> str:
        at = f" {self.at}" if self.place in ("request", "answer") else ""
        return f"{self.place}{at} {'RST' if self.by_reset else 'FIN'}"

    @property
    def needs(self) -> Literal["new", "used", "any"]:
        """The connection that it can cut: one that is opened for the request, or one that was used before."""
        if self.place in ("before connecting", "after accepting"):
            return "new"
        return "used" if self.place == "while idle" else "any"

    def size_of(self, message: bytes) -> int:
        """Return how many bytes of a message pass."""
        if isinstance(self.at, int):
            return self.at
        head = message.index(b"\r\n\r\n") + 4
        return {"half a head": head // 2, "a head": head, "all but a byte": len(message) - 1}[self.at]


def _cuts() -> Iterator[Cut]:
    yield Cut("nowhere")
    yield Cut("before connecting")
    for by_reset in (False, True):
        yield Cut("while idle", by_reset=by_reset)
        yield Cut("after accepting", by_reset=by_reset)
        for at in (0, 1, 20, "half a head", "a head", "all but a byte"):
            yield Cut("request", at, by_reset)
        yield Cut("no answer", by_reset=by_reset)
        for at in (0, 1, 12, "half a head", "a head", "all but a byte"):
            yield Cut("answer", at, by_reset)


CUTS = tuple(_cuts())


class CuttingProxy:
    """A proxy in front of a service; a cut that is armed hits the next request.

    Attributes:
        arrived: How many bytes of requests arrived since the cut was armed.
        cut_short: Whether the cut left something out; the head of an answer without a body is all of it.
    """

    def __init__(self, port: int) -> None:
        self._upstream = ("127.0.0.1", port)
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))  # until it listens, the system refuses connections
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._clients: dict[socket.socket, Cut | None] = {}
        self._threads: list[threading.Thread] = []
        self._cut: Cut | None = None
        self.arrived = 0
        self.cut_short = False

    @property
    def url(self) -> str:
        """The URL of the service behind the proxy."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            clients = list(self._clients)
        for sock in clients:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(SECONDS)

    def listen(self) -> None:
        """Accept connections from now on; another call changes nothing."""
        with self._lock:
            if self._threads:
                return
            self._listener.listen(16)
            self._start(self._accept)

    def arm(self, cut: Cut) -> None:
        """Cut the next request, or at once the connections that are idle."""
        with self._lock:
            self.arrived = 0
            if cut.place == "while idle":
                for sock in self._clients:
                    self._clients[sock] = cut
                    sock.shutdown(socket.SHUT_RD)  # wakes the connection's thread; the client does not notice
                self._changed.wait_for(lambda: not self._clients, SECONDS)
            elif cut.place != "nowhere":
                self._cut = cut

    def open_after(self, seconds: float = 5.0) -> int:
        """Return how many connections clients hold open after they had this many seconds to close them."""
        with self._lock:
            self._changed.wait_for(lambda: not self._clients, seconds)
            return len(self._clients)

    def _start(self, target: object, *arguments: object) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:  # closed
                return
            client.settimeout(SECONDS)
            with self._lock:
                self._clients[client] = None
                self._start(self._serve, client)

    def _serve(self, client: socket.socket) -> None:
        cut: Cut | None = None
        try:
            with socket.create_connection(self._upstream, SECONDS) as service:
                service.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                cut = self._take("after accepting")
                while cut is None and client.recv(1, socket.MSG_PEEK):
                    cut = self._take("request", "no answer", "answer")
                    self._pass_on(client, service, cut)
        except OSError:
            pass
        finally:
            with self._lock:
                cut = cut or self._clients[client]
                with contextlib.suppress(OSError):
                    if cut is not None and cut.by_reset:
                        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                    client.close()
                del self._clients[client]
                self._changed.notify_all()

    def _take(self, *places: Place) -> Cut | None:
        with self._lock:
            if self._cut is None or self._cut.place not in places:
                return None
            cut, self._cut = self._cut, None
            return cut

    def _pass_on(self, client: socket.socket, service: socket.socket, cut: Cut | None) -> None:
        """Pass on one request and its answer, up to the cut."""
        if cut is not None and cut.place == "request" and cut.by_reset and isinstance(cut.at, int):
            self.cut_short = True
            start = client.recv(cut.at) if cut.at else b""  # the rest stays unread
            self.arrived += max(1, len(start))
            service.sendall(start)
            return
        request = _message(client)
        self.arrived += len(request)
        if cut is not None and cut.place == "request":
            self.cut_short = True
            service.sendall(request[: cut.size_of(request)])
            return
        service.sendall(request)
        answer = _message(service)
        if cut is None:
            client.sendall(answer)
        elif cut.place == "answer":
            size = cut.size_of(answer)
            self.cut_short = size < len(answer)
            client.sendall(answer[:size])
        else:
            self.cut_short = True


def _message(source: socket.socket) -> bytes:
    """Read one message of HTTP with a content-length, or without a body."""
    message = b""
    while b"\r\n\r\n" not in message:
        message += _more(source)
    head = message.partition(b"\r\n\r\n")[0].lower()
    _, has_length, length = head.partition(b"\r\ncontent-length:")
    whole = len(head) + 4 + (int(length.partition(b"\r\n")[0]) if has_length else 0)
    while len(message) < whole:
        message += _more(source)
    return message


def _more(source: socket.socket) -> bytes:
    more = source.recv(65_536)
    if not more:
        raise ConnectionError("the other side closed the connection")
    return more
