# Derived from sdk/trivet/_async/http/auth_flow.py by `python -m codegen`; do not edit.
"""The auth flow of an `httpx.Auth`: it may change a request, and send others before and after it."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import httpx

from ..._core.request import Outgoing
from ..._core.secrets import flow_secrets
from ...errors import TrivetError
from .response import Response

__all__ = ["send_with_auth"]

LONGEST = 1_000_000
"""The most bytes that are read of an answer that only the auth flow needs."""


def send_with_auth(
    outgoing: Outgoing, request: httpx.Request, transport: httpx.BaseTransport, *, own: bool, limit: int | None
) -> httpx.Response:
    """Send the requests of an auth flow, and return the last response.

    Args:
        outgoing: What is sent, and its auth.
        request: The same as a request of httpx.
        transport: What sends it.
        own: Whether the transport is the client's own.
        limit: The most bytes of a body that the flow reads, unpacked; None where the answer is a stream.

    Raises:
        UnreadableBodyError: A body is longer, or packed in a way that was not asked for.
        TrivetError: The flow reads bodies, and the answer is a stream.
    """
    auth: httpx.Auth = outgoing.auth
    flow, extensions = auth.sync_auth_flow(request), request.extensions
    try:
        request = next(flow)
        while True:
            request.extensions = {**extensions, **request.extensions}  # for the timeouts
            response = transport.handle_request(request)
            response.request = request
            if auth.requires_response_body:  # httpx would read it without a bound, and unpack it
                response = _whole(outgoing, response, own, limit)
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
        outgoing.secrets.update(flow_secrets(outgoing.headers, request.headers.raw, outgoing.url, str(request.url)))


def _whole(outgoing: Outgoing, response: httpx.Response, own: bool, limit: int | None) -> httpx.Response:
    """Return a response with its body read and unpacked."""
    reading = Response(outgoing, response, _release, own=own)
    if limit is None and 200 <= response.status_code < 300:
        reading.close()
        why = f"{type(outgoing.auth).__name__} reads the bodies of answers (requires_response_body)"
        raise TrivetError(f"{outgoing.operation}: {why}, and this one is a stream")
    body = reading.read(LONGEST if limit is None else limit)
    headers = [(name, value) for name, value in response.headers.raw if name.lower() != b"content-encoding"]
    return httpx.Response(
        response.status_code, headers=headers, content=body, request=response.request, extensions=response.extensions
    )


def _release() -> None:
    """Nothing: the transport is given back when the flow has ended."""


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
