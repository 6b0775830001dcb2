# Derived from sdk/trivet/_async/http/httpx2_bridge.py by `python -m codegen`; do not edit.
"""Transports and auths of httpx2, the successor of httpx, in a client that is made of httpx.

The API is the same, but the classes are not: a transport of one refuses requests of the other, and the exceptions of
one are not caught as those of the other. So requests, responses and exceptions are translated at this edge. httpx2 is
not imported here: an object of its classes exists only where the program has imported it.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Any, Protocol

import httpx


class Httpx2Auth(Protocol):
    """An auth of httpx2, for type checkers."""

    requires_response_body: bool

    def sync_auth_flow(self, request: Any, /) -> Generator[Any, Any]:
        """Yield the requests of the flow, and receive their responses."""
        ...


class Httpx2Transport(Protocol):
    """A transport of httpx2, for type checkers."""

    def handle_request(self, request: Any, /) -> Any:
        """Send a request."""
        ...

    def close(self) -> None:
        """Close the connections."""
        ...


def as_httpx_transport(transport: Any) -> httpx.BaseTransport:
    """Return the transport itself, or for one of httpx2, a transport of httpx that sends over it."""
    library = _httpx2()
    if library is not None and isinstance(transport, library.BaseTransport):
        return _TransportBridge(transport, library)
    plain: httpx.BaseTransport = transport
    return plain


def as_httpx_auth(auth: Any) -> httpx.Auth:
    """Return the auth itself, or for one of httpx2, an auth of httpx with the same flow."""
    library = _httpx2()
    if library is not None and isinstance(auth, library.Auth):
        return _AuthBridge(auth, library)
    plain: httpx.Auth = auth
    return plain


def _httpx2() -> Any:
    """Return the module httpx2 if the program has imported it, unless it is what `import httpx` returns."""
    library: Any = sys.modules.get("httpx2")
    return None if library is httpx else library


class _TransportBridge(httpx.BaseTransport):
    """Sends over a transport of httpx2."""

    def __init__(self, transport: Any, library: Any) -> None:
        self._transport = transport
        self._library = library

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        translated = _request(request, self._library.Request)
        failure: httpx.HTTPError
        try:
            response = self._transport.handle_request(translated)
        except self._library.HTTPError as error:
            failure = _exception(error)
        else:
            return _response(response, self._library)
        # An exception of httpx2 holds the request with its credentials, and would stay the context of one raised there.
        del request, translated
        raise failure

    def close(self) -> None:
        self._transport.close()


class _StreamBridge(httpx.SyncByteStream):
    """The body of a response of httpx2, as it arrives."""

    def __init__(self, response: Any, library: Any) -> None:
        self._response = response
        self._library = library

    def __iter__(self) -> Iterator[bytes]:
        try:
            for chunk in self._response.stream:
                yield chunk
        except self._library.HTTPError as error:
            failure = _exception(error)
        else:
            return
        raise failure

    def close(self) -> None:
        self._response.close()


class _AuthBridge(httpx.Auth):
    """Runs the flow of an auth of httpx2."""

    def __init__(self, auth: Any, library: Any) -> None:
        self.requires_response_body = auth.requires_response_body
        self._auth = auth
        self._library = library

    def sync_auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response]:
        library = self._library
        failure: httpx.HTTPError
        try:
            with closing(self._auth.sync_auth_flow(_request(request, library.Request))) as flow:
                sent = next(flow)
                while True:
                    response = yield _request(sent, httpx.Request)
                    headers, content = _whole(response) if response.is_stream_consumed else (response.headers.raw, b"")
                    seen = library.Response(response.status_code, headers=headers, content=content, request=sent)
                    try:
                        sent = flow.send(seen)
                    except StopIteration:
                        return
        except library.HTTPError as error:
            failure = _exception(error)
        raise failure


def _request(request: Any, kind: Any) -> Any:
    """Return a request as an object of the other library; the timeouts in its extensions stay the same object."""
    content = request.read()
    return kind(
        request.method, str(request.url), headers=request.headers.raw, content=content, extensions=request.extensions
    )


def _response(response: Any, library: Any) -> httpx.Response:
    """Return a response of httpx2 as one of httpx."""
    if response.is_stream_consumed:  # a mock
        headers, content = _whole(response)
        return httpx.Response(response.status_code, headers=headers, content=content, extensions=response.extensions)
    stream = _StreamBridge(response, library)
    return httpx.Response(
        response.status_code, headers=response.headers.raw, stream=stream, extensions=response.extensions
    )


def _whole(response: Any) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Return the headers and the body of a response that has been read, and decompressed."""
    return [header for header in response.headers.raw if header[0].lower() != b"content-encoding"], response.content


def _exception(error: Any) -> httpx.HTTPError:
    """Return the exception of httpx for one of httpx2: of the class of the same name."""
    for kind in type(error).__mro__:
        same = getattr(httpx, kind.__name__, None)
        if kind.__module__ == "httpx2" and isinstance(same, type) and issubclass(same, httpx.RequestError):
            return same(str(error))
    return httpx.HTTPError(str(error))
