# Derived from sdk/trivet/_async/http/errors.py by `python -m codegen`; do not edit.
"""From the exceptions of httpx to those of trivet."""

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
    """Raise the exceptions of httpx as those of trivet.

    Args:
        operation: The operation's name.
        own: Whether the transport is httpx's own.
        broken: The class of errors that are no timeouts.
    """
    try:
        yield
    except httpx.HTTPError as error:
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        # Other transports may raise a ConnectTimeout for a cut connection; httpx-aiohttp does.
        own_unsent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)
        unsent = own_unsent if own else httpx.ConnectError
        kind = APITimeoutError if isinstance(error, httpx.TimeoutException) else broken
        raise kind(operation, reason, not isinstance(error, unsent)) from error
