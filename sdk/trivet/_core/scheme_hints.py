"""Hints for a URL with https at a port that does not speak TLS, and with http at one that does."""

from __future__ import annotations

import re

from ..errors import APIConnectionError

NOT_TLS = r"(?i)WRONG.VERSION.NUMBER|RECORD.LAYER.FAILURE|UNKNOWN.PROTOCOL|PACKET.LENGTH.TOO.LONG|SSL: HTTP.REQUEST"
"""What OpenSSL says, by version, if the first bytes of the other side are not TLS."""

TLS = r"illegal request line|the response is TLS"
"""What h11 and trivet's transport over aiohttp say if the first byte is one of TLS: a control character."""

DISCONNECTED = r"(?i)disconnected|reset by peer|forcibly closed|connection was closed"
"""What is said if the server ends a connection without a byte, as many do with a request in place of a handshake."""

REFUSED = rb"(?i)plain HTTP request was sent to HTTPS|HTTP request to an HTTPS|speaking plain HTTP to an SSL"
"""What nginx, Go's server and Apache write into the body of a 400."""

PORTS = r"(?i)http://[^/]*:8?443(?:/.*)?"
"""URLs with http whose port is one of https."""


def connection_hint(error: APIConnectionError, base_url: str, source: str) -> str:
    """Return a hint for a failed request; an empty text if its scheme seems to be right.

    Args:
        error: The failure, with its server and proxy.
        base_url: The URL of the service.
        source: The place that the URL comes from, in words.
    """
    if error.proxy and not error.server:
        if re.search(NOT_TLS, error.reason):
            return "the proxy does not speak TLS: write http:// in place of https:// in its URL"
        return ""
    secure = base_url.lower().startswith("https:")
    if secure and re.search(NOT_TLS, error.reason):
        return f"the port does not speak TLS: write http:// in place of https:// in base_url, {source}"
    if not secure and re.search(TLS, error.reason):
        return _needs_https(source)
    if re.fullmatch(PORTS, base_url) and re.search(DISCONNECTED, error.reason):
        return _needs_https(source)
    return ""


def refusal_hint(status: int, body: bytes, base_url: str, source: str) -> str:
    """Return a hint for the status 400 of a server that got a plain request at a port for TLS; else an empty text."""
    if status == 400 and not base_url.lower().startswith("https:") and re.search(REFUSED, body):
        return _needs_https(source)
    return ""


def _needs_https(source: str) -> str:
    return f"the port seems to speak TLS: write https:// in place of http:// in base_url, {source}"
