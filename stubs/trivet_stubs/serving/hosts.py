"""The names of a port: a request under any other name is refused before an application sees it.

A web page can make a browser send requests to a port of this machine, and read the answers, under a host name of its
own that resolves to this machine (DNS rebinding). The `Host` of such a request is the name of the page's site. An
address is not such a name. The port may be another one than the application's, because containers forward ports.
"""

import ipaddress
from collections.abc import Callable, Collection, Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

from trivet_stubs.serving.request_heads import refuse

_MISDIRECTED = 421


def check_hosts(hosts: Iterable[str]) -> None:
    """Raise a ValueError unless all of these texts are hosts, with or without a port.

    >>> check_hosts(("stub", "stub:8080"))
    """
    for host in hosts:
        if not host or not host.isascii() or any(character in host for character in "/*@ \t\r\n"):
            raise ValueError(f"hosts: {host!r} is not a host, such as stub or stub:8080")


def split_host(host: str) -> tuple[str, int]:
    """Return the name and the port of a `Host`; the port is -1 if it is not a number.

    >>> split_host("127.0.0.1:8080"), split_host("[::1]")
    (('127.0.0.1', 8080), ('[::1]', 80))
    """
    name, colon, port = host.rpartition(":")
    if not colon or port.endswith("]"):
        return host, 80
    return name, int(port) if port.isascii() and port.isdigit() and len(port) < 6 else -1


class KnownHosts:
    """An ASGI app that answers a request under a foreign name with 421, and passes all others on.

    >>> app = KnownHosts(stub, ("stub", "stub:8080"))

    Args:
        app: The application.
        hosts: The names, with or without a port, in addition to `localhost` and to all addresses.
        note: Is called with the reason of each refusal.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = (), note: Callable[[str], None] | None = None) -> None:
        self._app = app
        self._note = note
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as an ASGI app."""
        sentence = self._refusal(scope) if scope["type"] == "http" else None
        if sentence is None:
            await self._app(scope, receive, send)
            return
        if self._note is not None:
            self._note(sentence)
        await refuse(send, _MISDIRECTED, sentence)

    def _refusal(self, scope: Scope) -> str | None:
        """Return why a request is refused, in a sentence; None if it is not."""
        named = [value for name, value in scope["headers"] if name == b"host"]
        if len(named) != 1:
            return "Host: the header is missing or repeated"
        host = named[0].decode("latin-1").lower()
        name, port = split_host(host)
        if port >= 0 and (name == "localhost" or is_address(name) or name in self._hosts or host in self._hosts):
            return None
        return f"Host: {host[:100]!r} is not a name of this port; --allow-host (in Python, hosts=) allows more names"


def is_address(name: str) -> bool:
    """Whether a host is an address, as in a URL.

    >>> is_address("[::1]"), is_address("stub")
    (True, False)
    """
    try:
        if name.startswith("["):
            return name.endswith("]") and bool(ipaddress.IPv6Address(name[1:-1]))
        return bool(ipaddress.IPv4Address(name))
    except ValueError:
        return False
