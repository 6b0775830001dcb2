# Derived from sdk/trivet/_async/http/auth_flow.py by `python -m codegen`; do not edit.
"""Requests that an `httpx.Auth` changes, or sends others for."""

from __future__ import annotations

import httpx

__all__ = ["follow"]


def follow(flow: httpx.Auth, request: httpx.Request, transport: httpx.BaseTransport) -> httpx.Response:
    """Send what a flow asks for, until it is content with an answer."""
    steps, extensions = flow.sync_auth_flow(request), request.extensions
    try:
        request = next(steps)
        while True:
            request.extensions = {**extensions, **request.extensions}  # the timeouts are there
            response = transport.handle_request(request)
            response.request = request
            try:
                request = steps.send(response)
            except StopIteration:
                return response
            except BaseException:
                response.close()
                raise
            response.read()  # so that its connection can be used again
            response.close()
    finally:
        steps.close()
