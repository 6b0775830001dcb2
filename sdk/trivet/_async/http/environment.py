"""What the environment sets for connections: proxies and certificates."""

from __future__ import annotations

import ssl
from functools import cache
from urllib.request import getproxies, proxy_bypass

import httpx

__all__ = ["proxy_of", "ssl_context_of"]


@cache
def ssl_context_of(scheme: str) -> ssl.SSLContext:
    """Return the context that verifies servers, which all connections of the process share."""
    # Loading the certificates takes 20 ms: once for all clients, and never for plain http.
    return httpx.create_ssl_context() if scheme == "https" else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def proxy_of(url: httpx.URL) -> str | None:
    """Return the URL of the proxy that the environment names for a URL; None when it is reached directly."""
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(url.netloc.decode("ascii")):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"
