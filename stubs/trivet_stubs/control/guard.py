"""The guard of the control API: it accepts requests of this machine, for the bound host, and of no foreign web page."""

import ipaddress
from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.types import Scope

from trivet_stubs.serving.hosts import split_host

_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]")
"""Names that lead to this machine itself; a stub that listens on all addresses prints one of the last two."""


def refused(scope: Scope, hosts: Collection[str]) -> str | None:
    """Return why a request may not steer the stub, in a sentence; None if it may.

    A page of another site can make a browser send requests to the stub, even under a host name of its own that resolves
    to this machine (DNS rebinding). Such a request has a foreign `Origin` or a foreign `Host`.

    Args:
        scope: The ASGI scope of the request.
        hosts: Names that are allowed in addition to the bound address.
    """
    headers = Headers(scope=scope)
    if len(headers.getlist("host")) != 1:
        return "Host: the header is missing or repeated"
    host = headers["host"].lower()
    named = host in hosts or split_host(host)[0] in hosts
    if not named:
        peer = scope.get("client")
        if peer is None or not _is_loopback(str(peer[0])):
            return "the control API answers programs of this machine only, unless a control host is set"
        if not _is_bound(host, scope):
            return f"Host: {host[:100]!r} is not the bound host"
    origins = headers.getlist("origin")
    if any(origin.lower() != f"{scope['scheme']}://{host}" for origin in origins):
        return f"Origin: {origins[0][:100]!r} is another site"
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and not _opens_the_page(scope, headers):
        return "Sec-Fetch-Site: the request comes from another site"
    return None


def _opens_the_page(scope: Scope, headers: Headers) -> bool:
    """Whether a person follows a link to the console; that changes nothing."""
    return scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate"


def _is_bound(host: str, scope: Scope) -> bool:
    server = scope.get("server")
    if server is None:
        return False
    name, port = split_host(host)
    address, bound = str(server[0]).lower(), server[1] or 80
    return port == bound and name in (address, f"[{address}]", *_LOOPBACK_NAMES)


def _is_loopback(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback
