"""What httpx raises, as what trivet raises."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import httpx

from ...errors import APIConnectionError, APITimeoutError

__all__ = ["translated"]


@contextmanager
def translated(
    operation: str, *, own: bool = False, broken: type[APIConnectionError] = APIConnectionError
) -> Generator[None, None, None]:
    """Turn what httpx raises into what trivet raises."""
    try:
        yield
    except httpx.HTTPError as error:
        message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        # Another transport than httpx's own may call a cut connection a ConnectTimeout; the aiohttp one does.
        own_unsent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)
        unsent = own_unsent if own else httpx.ConnectError
        kind = APITimeoutError if isinstance(error, httpx.TimeoutException) else broken
        raise kind(operation, message, not isinstance(error, unsent)) from error
