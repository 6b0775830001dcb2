# Derived from sdk/trivet/_async/http/default_transport.py by `python -m codegen`; do not edit.
"""The transport that a client uses unless it is given another one."""

from __future__ import annotations

import ssl
from typing import Any
from urllib.request import getproxies, proxy_bypass

import httpx

from .connections import Connections

__all__ = ["DefaultTransport"]


class DefaultTransport(httpx.HTTPTransport):
    """httpx's own transport to one origin, with connections that the client itself holds.

    Requests pass through the methods of httpx's class, which the mocks of pytest-httpx and vcrpy replace. The private
    name `_pool` is the only one that is used, and the reason for the upper bound of httpx's version.
    """

    def __init__(self, proxy: str | None, ssl_context: ssl.SSLContext) -> None:
        super().__init__(verify=ssl_context)
        self._connections = Connections(None if proxy is None else httpx.Proxy(proxy), ssl_context)
        pool: Any = self._connections
        self._pool = pool

    @property
    def in_use(self) -> int:
        """How many requests hold a connection."""
        return self._connections.in_use


def proxy_for(url: httpx.URL) -> str | None:
    """Return the proxy that the environment sets for a URL."""
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(url.netloc.decode("ascii")):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"
