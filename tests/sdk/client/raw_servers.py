"""Servers of raw sockets: what one does with a connection is up to a test."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

__all__ = ["CERTIFICATE", "RawServer", "TLSServer", "answering", "body_of", "head_of"]

CERTIFICATE = Path(__file__).parent / "localhost.pem"
"""The certificate and the key of `https://localhost`."""


class RawServer:
    """Calls a function with each connection, in a thread of its own, and closes the connection afterwards.

    Attributes:
        url: Where it listens.
        connections: How many connections it has accepted.
    """

    def __init__(self, serve: Callable[[socket.socket], object]) -> None:
        self.connections = 0
        self._serve = serve
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self._served: list[threading.Thread] = []
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError):  # on Linux, closing it would not wake the thread that accepts
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(10)
        for each in self._served:
            each.join(10)
            assert not each.is_alive(), "a connection stays open"

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                sock, _ = self._listener.accept()
                self.connections += 1
                self._served.append(threading.Thread(target=self._handle, args=(sock,), daemon=True))
                self._served[-1].start()

    def _handle(self, sock: socket.socket) -> None:
        sock.settimeout(20)
        with sock, contextlib.suppress(OSError):
            self._serve(sock)


class TLSServer(RawServer):
    """The same for `https://localhost`; the function also gets the server's side of TLS."""

    def __init__(self, serve: Callable[[socket.socket, ssl.SSLContext], object]) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        super().__init__(lambda sock: serve(sock, context))
        self.url = self.url.replace("http://127.0.0.1", "https://localhost")


def answering(reply: Callable[[bytes], bytes]) -> Callable[[socket.socket, ssl.SSLContext], None]:
    """Answer each request without a body on a connection."""

    def serve(sock: socket.socket, context: ssl.SSLContext) -> None:
        with context.wrap_socket(sock, server_side=True) as tls:
            while head := head_of(tls):
                tls.sendall(reply(head))

    return serve


def head_of(sock: socket.socket) -> bytes:
    """Read the head of a request; nothing if there is none."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        if not (byte := sock.recv(1)):
            return b""
        head += byte
    return head


def body_of(sock: socket.socket, head: bytes, pause: Callable[[], object]) -> int:
    """Read the body of a request in small pieces, with a pause after each, and return its length."""
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    read = 0
    while read < length:
        read += len(sock.recv(16_384))
        pause()
    return read
