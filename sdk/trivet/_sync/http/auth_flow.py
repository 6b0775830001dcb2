# Derived from sdk/trivet/_async/http/auth_flow.py by `python -m codegen`; do not edit.
"""The auth flow of an `httpx.Auth`: it may change a request, and send others before and after it."""

from __future__ import annotations

import httpx

__all__ = ["send_with_auth"]


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
            response.read()  # a connection whose body was not read cannot be used again
            response.close()
    finally:
        flow.close()
