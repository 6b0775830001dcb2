"""Transports of httpx to a stub on a port."""

import httpx


class PortTransport(httpx.HTTPTransport):
    """A transport to a stub on a port, without a proxy."""


class AsyncPortTransport(httpx.AsyncHTTPTransport):
    """The same for an async client."""
