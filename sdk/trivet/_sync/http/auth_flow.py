# Derived from sdk/trivet/_async/http/auth_flow.py by `python -m codegen`; do not edit.
"""The auth flow of an `httpx.Auth`: it may change a request, and send others before and after it."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import httpx

__all__ = ["send_with_auth"]

LONGEST = 1_000_000
"""The most bytes that are read of an answer that only the auth flow needs."""


def send_with_auth(auth: httpx.Auth, request: httpx.Request, transport: httpx.BaseTransport) -> httpx.Response:
    """Send the requests of an auth flow, and return the last response."""
    flow, extensions = auth.sync_auth_flow(request), request.extensions
    try:
        request = next(flow)
        while True:
            request.extensions = {**extensions, **request.extensions}  # for the timeouts
            response = transport.handle_request(request)
            response.request = request
            try:
                request = flow.send(response)
            except StopIteration:
                return response
            except BaseException:
                response.close()
                raise
            _drain(response)
    finally:
        flow.close()


def _drain(response: httpx.Response) -> None:
    """Read a body, so that its connection can be used again, and close it; a longer one is only closed.

    It is not unpacked: 1 kB may unpack to 1 GB.
    """
    size = 0
    try:
        if not response.is_stream_consumed:
            chunks: Any = response.iter_raw()
            with closing(chunks) as parts:
                for part in parts:
                    size += len(part)
                    if size > LONGEST:
                        break
    finally:
        response.close()
