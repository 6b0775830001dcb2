# Derived from sdk/trivet/_async/http/default_transport.py by `python -m codegen`; do not edit.
"""The transport that a client uses unless it is given another one."""

from __future__ import annotations

import ssl
from typing import Any

import httpx

from .connections import Connections

__all__ = ["DefaultTransport"]


class DefaultTransport(httpx.HTTPTransport):
    """httpx's own transport to one origin, with connections that the client itself holds.

    Requests pass through the methods of httpx's class, which the mocks of pytest-httpx and vcrpy replace. The private
    name `_pool` is the only one that is used, and the reason for the upper bound of httpx's version.
    """

    def __init__(
        self, proxy: str | None, ssl_context: ssl.SSLContext, max_connections: int, max_streams: int | None
    ) -> None:
        super().__init__(verify=ssl_context)
        self._connections = Connections(proxy, ssl_context, max_connections, max_streams)
        pool: Any = self._connections
        self._pool = pool

    def abandon(self) -> None:
        """Close the sockets of idle connections whose event loop has been closed."""
        self._connections.abandon()
