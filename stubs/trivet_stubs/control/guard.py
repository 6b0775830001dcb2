"""Which requests may steer a stub: those of this machine, by the bound host, and from no web page but its own."""

import ipaddress
from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.types import Scope

_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]")
"""Names that lead a program of this machine to itself; the last two are what a stub on all addresses prints."""


def refused(scope: Scope, hosts: Collection[str]) -> str | None:
    """Return why a request may not steer the stub, in a sentence; None if it may.

    A page of another site can make a browser send requests here, also under a name of its own that leads here (DNS
    rebinding): such a request has a foreign `Origin` or a foreign `Host`.

    Args:
        scope: The request, as ASGI has it.
        hosts: Names that are allowed in addition to the bound address.
    """
    headers = Headers(scope=scope)
    if len(headers.getlist("host")) != 1:
        return "Host: the header must be there once"
    host = headers["host"].lower()
    named = host in hosts or _split(host)[0] in hosts
    if not named:
        peer = scope.get("client")
        if peer is None or not _is_loopback(str(peer[0])):
            return "the control API answers programs of this machine alone, unless a control host is named"
        if not _is_bound(host, scope):
            return f"Host: {host[:100]!r} is not the bound host"
    origins = headers.getlist("origin")
    if any(origin.lower() != f"{scope['scheme']}://{host}" for origin in origins):
        return f"Origin: {origins[0][:100]!r} is another site"
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and not _opens_the_page(scope, headers):
        return "Sec-Fetch-Site: the request comes from another site"
    return None


def _opens_the_page(scope: Scope, headers: Headers) -> bool:
    """Whether a person follows a link to the console, which changes nothing."""
    return scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate"


def _is_bound(host: str, scope: Scope) -> bool:
    server = scope.get("server")
    if server is None:
        return False
    name, port = _split(host)
    address, bound = str(server[0]).lower(), server[1] or 80
    return port == bound and name in (address, f"[{address}]", *_LOOPBACK_NAMES)


def _split(host: str) -> tuple[str, int]:
    """The name and the port of a `Host`; a port that is no number is -1."""
    name, colon, port = host.rpartition(":")
    if not colon or port.endswith("]"):
        return host, 80
    return name, int(port) if port.isascii() and port.isdigit() and len(port) < 6 else -1


def _is_loopback(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback
