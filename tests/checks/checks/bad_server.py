"""A server on loopback that answers as a test says, however badly: bytes are sent as they are."""

import json
import socket
import threading
from contextlib import closing

ENOUGH = 30.0
"""Seconds after which a connection counts as one that never ends."""


class BadServer:
    """Hands each request to a function, with a function that sends bytes; when it returns, the connection ends."""

    def __init__(self, respond):
        self._respond = respond
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._open = []
        self.stopping = threading.Event()
        self.dead = threading.Event()
        self.requests = []
        self.heads = []
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.die()

    def die(self):
        """Close the port, at which nothing is accepted from `dead` on; what is open is cut."""
        self.stopping.set()
        self._listener.close()
        with socket.socket() as knock:  # an accept that waits notices only so
            knock.settimeout(0.1)
            knock.connect_ex(("127.0.0.1", int(self.url.rpartition(":")[2])))
        self._thread.join(ENOUGH)  # a thread that accepts keeps the port open
        for connection in self._open:
            connection.close()
        self.dead.set()

    def _accept(self):
        while not self.stopping.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(connection)
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection):
        with closing(connection):
            try:
                connection.settimeout(ENOUGH)
                head, body = self._read(connection)
                if head:
                    method, path, _ = head.split(" ", 2)
                    self.requests.append((method, path))
                    self.heads.append(head)
                    self._respond(self, method, path, body, connection.sendall)
            except OSError:
                pass

    @staticmethod
    def _read(connection):
        data = b""
        while b"\r\n\r\n" not in data:
            piece = connection.recv(65_536)
            if not piece:
                return "", b""
            data += piece
        head, _, body = data.partition(b"\r\n\r\n")
        lengths = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        while len(body) < int(lengths[0] if lengths else 0):
            body += connection.recv(65_536)
        return head.decode("latin-1"), body


def answer(status, value=None, *, body=None, headers=""):
    """The bytes of an answer."""
    content = body if body is not None else b"" if value is None else json.dumps(value).encode()
    kind = "Content-Type: application/json\r\n" if content else ""
    head = f"HTTP/1.1 {status} X\r\n{kind}{headers}Content-Length: {len(content)}\r\nConnection: close\r\n\r\n"
    return head.encode("latin-1") + content
