"""The ways in which a client reaches a raw server: directly, over TLS, or through it as a proxy."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote

from tests.sdk.client.authorities import Authority
from tests.sdk.network.credentials import ACCOUNT_KEY, BASIC, PROXY_PASSWORD, PROXY_USER, TOKEN
from tests.sdk.network.raw_server import Conversation

__all__ = ["ROUTES", "Route", "certificates", "client_context", "enter_socks", "read_connect"]

CREDENTIALS = f"{PROXY_USER}:{quote(PROXY_PASSWORD, safe='')}"
SERVICE = (ACCOUNT_KEY.encode(), TOKEN.encode(), BASIC[0].encode())
"""What a proxy must not see of a request that is sent over TLS."""


class Route(NamedTuple):
    """A way to a server.

    Attributes:
        base_url: The base URL of the client, for the port of the server.
        proxy: The URL of the client's proxy, for the port of the server; empty for none.
        enter: What the server does on each connection before the first request.
        transports: The transports that know this way.
    """

    base_url: str
    proxy: str = ""
    enter: Callable[[Conversation], object] = lambda _: None
    transports: tuple[str, ...] = ("sync", "async", "aiohttp")


_making = threading.Lock()


@cache
def _make_contexts() -> tuple[dict[str, ssl.SSLContext], ssl.SSLContext]:
    """Return TLS contexts of servers by their kind, and that of the clients."""
    with TemporaryDirectory() as folder:
        known, unknown = Authority(Path(folder, "known")), Authority(Path(folder, "unknown"), "unknown")
        issued = {
            "right": known.issue("localhost"),
            "expired": known.issue("expired", hosts=["localhost"], begins=timedelta(days=-9)),
            "of tomorrow": known.issue("tomorrow", hosts=["localhost"], begins=timedelta(days=1)),
            "of another host": known.issue("elsewhere.test"),
            "of a subdomain": known.issue("wildcard", hosts=["*.localhost"]),
            "without a host": known.issue("localhost-nameless", hosts=[]),
            "of an unknown authority": unknown.issue("localhost"),
        }
        contexts = {kind: ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) for kind in issued}
        for kind, (file, _) in issued.items():
            contexts[kind].load_cert_chain(file)
        for kind in ("asking", "asking in 1.2"):
            contexts[kind] = known.server_context(asks=ssl.CERT_REQUIRED)
        contexts["1.2"] = known.server_context()
        for kind in ("1.2", "asking in 1.2"):
            contexts[kind].maximum_version = ssl.TLSVersion.TLSv1_2
        contexts["many tickets"] = known.server_context()
        contexts["many tickets"].num_tickets = 100
        return contexts, ssl.create_default_context(cafile=known.file)


def _contexts() -> tuple[dict[str, ssl.SSLContext], ssl.SSLContext]:
    with _making:  # servers and clients ask for them in several threads
        return _make_contexts()


def certificates(kind: str) -> ssl.SSLContext:
    """Return the TLS context of a server, by its kind."""
    return _contexts()[0][kind]


def client_context() -> ssl.SSLContext:
    """Return the TLS context of the clients, which trusts one authority."""
    return _contexts()[1]


def enter_tls(talk: Conversation) -> None:
    """Begin TLS."""
    talk.secure(certificates("right"))


def read_connect(talk: Conversation) -> bytes | None:
    """Read the request for a tunnel, and record what it must not hold; None if the client closes before its end."""
    raw = talk.read_head()
    if raw is not None:
        if not raw.startswith(b"CONNECT localhost:443 "):
            talk.fault(f"asked a proxy for a tunnel by {raw.partition(b' ')[0]!r}")
        if any(secret in raw for secret in SERVICE):
            talk.fault("sent credentials of the service to a proxy")
    return raw


def enter_tunnel(talk: Conversation) -> None:
    """Open a tunnel, and be the service behind it."""
    if read_connect(talk) is not None:
        talk.send(b"HTTP/1.1 200 Connected\r\n\r\n")
        talk.secure(certificates("right"))


def enter_socks(talk: Conversation, *, reply: bytes = b"\5\0\0\1\0\0\0\0\0\0") -> None:
    """Take the credentials of a SOCKS client, and send a reply to the connection that it asks for."""
    talk.receive()
    talk.send(b"\5\2")
    talk.receive()
    talk.send(b"\1\0")
    talk.receive()
    talk.send(reply)


ROUTES: dict[str, Route] = {
    "": Route("http://127.0.0.1:{port}"),
    "tls": Route("https://localhost:{port}", enter=enter_tls),
    "proxy": Route("http://service.test", f"http://{CREDENTIALS}@127.0.0.1:{{port}}"),
    "tunnel": Route("https://localhost", f"http://{CREDENTIALS}@127.0.0.1:{{port}}", enter_tunnel),
    "socks": Route("http://service.test", f"socks5://{CREDENTIALS}@127.0.0.1:{{port}}", enter_socks, ("sync", "async")),
}
