"""The transports below the adapter, with which scenarios run: connections of its own, httpx, and aiohttp for tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import httpx

from trivet import AiohttpTransport

__all__ = ["async_transports", "transports"]


def async_transports() -> Mapping[str, Callable[[], Any]]:
    """Return a function for each transport of the async client, by its name."""
    return {"own": lambda: None, "httpx": httpx.AsyncHTTPTransport, "aiohttp": AiohttpTransport}


def transports() -> Mapping[str, Callable[[], Any]]:
    """Return a function for each transport of the sync client, by its name."""
    return {"own": lambda: None, "httpx": httpx.HTTPTransport}
