# Derived from sdk/trivet/_async/http/httpx_auth.py by `python -m codegen`; do not edit.
"""The auth flow of an `httpx.Auth`, which may change a request, and send other requests before and after it.

httpx would run it, too, but without bounds on the bodies that the flow reads.
"""

from __future__ import annotations

from contextlib import closing
from typing import Any

import httpx

from ..._core.request import Outgoing
from ..._core.secrets import flow_secrets
from ...errors import TrivetError
from .httpx2_bridge import as_httpx_auth
from .response import Response, connection_error, is_connection_failure

LONGEST = 1_000_000
"""The most bytes of a body that is read only for the auth flow."""


def send_with_auth(
    outgoing: Outgoing, request: httpx.Request, transport: httpx.BaseTransport, *, own: bool, limit: int | None
) -> httpx.Response:
    """Send the requests of an auth flow, and return the last response.

    Args:
        outgoing: The request and its auth.
        request: The same request, as httpx represents it.
        transport: The transport that sends it.
        own: Whether the transport is the client's own.
        limit: The most bytes of a body that the flow reads, after decompression; None if the answer is a stream.

    Raises:
        APIConnectionError: No response arrived to one of the requests.
        UnreadableBodyError: A body is longer, or compressed in a way that was not requested.
        TrivetError: The flow reads bodies, but the answer is a stream.
    """
    auth = as_httpx_auth(outgoing.auth)
    flow, extensions = auth.sync_auth_flow(request), request.extensions
    try:
        request = next(flow)
        while True:
            request.extensions = {**extensions, **request.extensions}  # the flow's own requests need the timeouts, too
            response = _send(outgoing, request, transport, own)
            if auth.requires_response_body:
                response = _with_body(outgoing, response, own, limit)
            try:
                request = flow.send(response)
            except StopIteration:
                return response
            except BaseException:
                response.close()
                raise
            _drain(outgoing, response, own)
    finally:
        flow.close()
        outgoing.add_secrets(flow_secrets(outgoing.headers, request.headers.raw, outgoing.url, str(request.url)))


def _send(outgoing: Outgoing, request: httpx.Request, transport: httpx.BaseTransport, own: bool) -> httpx.Response:
    """Send one request of the flow."""
    try:
        response = transport.handle_request(request)
    except Exception as error:
        if not is_connection_failure(error):
            raise
        failure = connection_error(outgoing.operation, error, own=own)
    else:
        response.request = request
        return response
    raise failure


def _with_body(outgoing: Outgoing, response: httpx.Response, own: bool, limit: int | None) -> httpx.Response:
    """Return a response with its body read and decompressed."""
    bounded = Response(outgoing, response, _keep, own=own)
    if limit is None and 200 <= response.status_code < 300:
        bounded.close()
        why = f"{type(outgoing.auth).__name__} reads the bodies of answers (requires_response_body)"
        raise TrivetError(f"{outgoing.operation}: {why}, and this one is a stream")
    body = bounded.read(LONGEST if limit is None else limit)
    headers = [(name, value) for name, value in response.headers.raw if name.lower() != b"content-encoding"]
    return httpx.Response(
        response.status_code, headers=headers, content=body, request=response.request, extensions=response.extensions
    )


def _keep() -> None:
    """Do nothing: the transport is released when the flow has ended."""


def _drain(outgoing: Outgoing, response: httpx.Response, own: bool) -> None:
    """Read a body and close it, so that its connection can be used again; a long body is only closed.

    The body is not decompressed: 1 kB may become 1 MB.
    """
    size, failure = 0, None
    try:
        if not response.is_stream_consumed:
            chunks: Any = response.iter_raw()
            with closing(chunks) as parts:
                for part in parts:
                    size += len(part)
                    if size > LONGEST:
                        break
    except Exception as error:
        if not is_connection_failure(error):
            raise
        failure = connection_error(outgoing.operation, error, own=own, answered=True)
    finally:
        response.close()
    if failure is not None:
        raise failure
