"""Raw servers whose behaviour a test defines, also for `https://localhost`."""

from __future__ import annotations

import contextlib
import socket
import ssl
from collections.abc import Callable
from pathlib import Path

from tests.sdk.network.raw_server import Conversation, Good, RawServer

__all__ = ["CERTIFICATE", "TLSServer", "answering", "body_of", "closing", "head_of", "serving"]

CERTIFICATE = Path(__file__).parent / "localhost.pem"
"""The certificate and the key of `https://localhost`."""


def serving(behaviour: Callable[[Conversation], None]) -> RawServer:
    """Make a raw server for a behaviour that needs no answer from the contract."""
    return RawServer(behaviour, _no_answer)


def _no_answer(_target: str, _url: str) -> Good:
    return Good(204, "", b"")


class TLSServer(RawServer):
    """Calls a function with the socket of each connection, and with the server's side of TLS."""

    def __init__(
        self, serve: Callable[[socket.socket, ssl.SSLContext], object], context: ssl.SSLContext | None = None
    ) -> None:
        if context is None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(CERTIFICATE)

        def behave(talk: Conversation) -> None:
            talk.sock.settimeout(20)
            serve(talk.sock, context)

        super().__init__(behave, _no_answer)
        self.url = f"https://localhost:{self.port}"


def answering(reply: Callable[[bytes], bytes]) -> Callable[[socket.socket, ssl.SSLContext], None]:
    """Answer each request without a body on a connection."""

    def serve(sock: socket.socket, context: ssl.SSLContext) -> None:
        with context.wrap_socket(sock, server_side=True) as tls:
            while head := head_of(tls):
                tls.sendall(reply(head))

    return serve


def closing(answer: bytes, *, notify: bool) -> Callable[[socket.socket, ssl.SSLContext], None]:
    """Answer one request, and end the connection: with the end of TLS before, or by a bare FIN."""

    def serve(sock: socket.socket, context: ssl.SSLContext) -> None:
        tls = context.wrap_socket(sock, server_side=True)
        head_of(tls)
        tls.sendall(answer)
        with contextlib.suppress(OSError):  # the client closes without the end of TLS
            if notify:
                tls.unwrap()
        with socket.socket(fileno=tls.detach()) as plain, contextlib.suppress(OSError):
            plain.shutdown(socket.SHUT_WR)
            plain.recv(1)

    return serve


def head_of(sock: socket.socket) -> bytes:
    """Read the head of a request; return no bytes if there is none."""
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
