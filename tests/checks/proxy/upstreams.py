"""Servers that behave as a test wants: a function that is given the connection after the head of a request."""

import contextlib
import socket
import threading
from urllib.parse import urlsplit

from tests.stubs.serving.raw import HANGS


class RawServer:
    """A server on a port of this machine; `serve` is called for each connection, in a thread of its own."""

    def __init__(self, serve):
        self._serve = serve
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open = []
        self.heads = []
        """The heads of the requests."""
        self.ended = threading.Event()
        """Set as soon as a function has returned or failed, because its connection has ended."""
        self.failures = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self):
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *exc):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in self._open:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        self._thread.join(HANGS)

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            connection.settimeout(HANGS)
            self._open.append(connection)
            threading.Thread(target=self._handle, args=(connection,), daemon=True).start()

    def _handle(self, connection):
        head = b""
        try:
            while b"\r\n\r\n" not in head:
                piece = connection.recv(65_536)
                if not piece:
                    return
                head += piece
            head, _, rest = head.partition(b"\r\n\r\n")
            self.heads.append(head)
            self._serve(connection, rest)
        except OSError as error:
            self.failures.append(error)
        finally:
            self.ended.set()
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()


def answering(answer):
    """A server that sends these bytes to every request, and closes."""
    return RawServer(lambda connection, _rest: connection.sendall(answer))


def target_of(url):
    """Host and port of a URL, for a raw connection."""
    where = urlsplit(url)
    return where.hostname, where.port
