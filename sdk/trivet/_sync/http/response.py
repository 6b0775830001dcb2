# Derived from sdk/trivet/_async/http/response.py by `python -m codegen`; do not edit.
"""Responses whose bodies are read as they arrive."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

import httpx

from ..._concurrency.deadline import deadline
from ..._core.answer import Head, Headers
from ..._core.content_coding import CodingError, UnknownCodingError, decompressor
from ..._core.request import Outgoing
from ..._core.status_errors import hide_secrets
from ...errors import APIConnectionError, APITimeoutError, StreamError

if TYPE_CHECKING:
    from ..._core.observation import Observation

START = 10_000
"""The most bytes that an error keeps of a body that cannot be read as a whole."""

LONGEST_ERROR = 1_000_000
"""The most bytes that are read of the body of an error status."""

# The exceptions after which a request was certainly not sent. Other transports raise some of them for connections that
# were cut later: httpx-aiohttp raises a ConnectTimeout.
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)


class UnreadableBodyError(Exception):
    """The body of a successful response is too long, or compressed in a way that was not requested.

    Attributes:
        status: The status of the response.
        reason: The fault of the body.
        start: The first bytes of the body.
    """

    def __init__(self, status: int, reason: str, start: bytes) -> None:
        super().__init__(status, reason)
        self.status = status
        self.reason = reason
        self.start = start


class Response(Head):
    """A response whose body has not been read yet.

    Attributes:
        observation: The observation of a call that ends when the response is closed, or None.
        secrets: Texts that errors must not show.
        server: The host, the port and the source of the URL, for errors while the body is streamed.
    """

    __slots__ = (
        "_end",
        "_failure",
        "_operation",
        "_own",
        "_process",
        "_raw",
        "_release",
        "observation",
        "secrets",
        "server",
    )

    def __init__(
        self,
        outgoing: Outgoing,
        raw: httpx.Response,
        release: Callable[[], None],
        *,
        own: bool,
    ) -> None:
        """Take over an open response.

        Args:
            outgoing: The request.
            raw: The response of httpx.
            release: Called once, when the response is closed.
            own: Whether the transport is the client's own, which ends the body at the end of the call by itself.
        """
        super().__init__(raw.status_code, Headers(raw.headers.raw))
        self.secrets: tuple[str, ...] = tuple(outgoing.secrets)
        self.server: str = ""
        self._operation = outgoing.operation
        self._end = outgoing.end
        self._own = own
        self._process = os.getpid()
        self._release: Callable[[], None] | None = release
        self._raw = raw
        self.observation: Observation | None = None
        self._failure: BaseException | None = None

    @property
    def received(self) -> int:
        """How many bytes of the body have arrived, before decompression."""
        raw = self._raw
        if raw.num_bytes_downloaded or not raw.is_stream_consumed:
            return raw.num_bytes_downloaded
        with suppress(httpx.ResponseNotRead):  # raised by an empty body; the body of a mock was read without a count
            return len(raw.content)
        return 0

    @property
    def is_closed(self) -> bool:
        """Whether the response was closed."""
        return self._release is None

    def read(self, limit: int) -> bytes:
        """Read and decompress the whole body, for an error status the first megabyte, and close the response.

        Args:
            limit: The most bytes of the body of a success, after decompression.

        Raises:
            APIConnectionError: The body broke off. The caller removes the secrets from its reason.
            UnreadableBodyError: The body is longer, or compressed in a way that was not requested.
        """
        try:
            return read_body(self.status, self._coding(), self._parts(APIConnectionError), limit)
        except CodingError as error:
            broken = str(error)
        finally:
            self.close()
        raise APIConnectionError(self._operation, broken)

    def start(self) -> bytes:
        """Read as much of the body as an error keeps, and close the response."""
        body = b""
        try:
            with closing(self.chunks()) as chunks:
                for chunk in chunks:
                    body += chunk
                    if len(body) >= START:
                        break
        except APIConnectionError:
            if self._end.has_passed():  # if it has not, the caller has a better error to raise
                raise
        finally:
            self.close()
        return body[:START]

    def chunks(self) -> Generator[bytes, None, None]:
        """Iterate over the body as it arrives.

        Raises:
            StreamError: The body broke off.
            APITimeoutError: A wait for more took too long, or the end of the call has passed.
        """
        return self._parts(StreamError)

    def set_read_timeout(self, read_timeout: float | None) -> None:
        """Set the seconds of each wait for more of the body, which may differ from the wait for the head."""
        self._raw.request.extensions["timeout"]["read"] = read_timeout

    def abort(self) -> None:
        """End the body at once: a task or thread that is waiting for more of it wakes up, and closes the response."""
        if self._process != os.getpid():  # after a fork, the parent still uses the connection
            return
        if self._raw.is_closed:  # another call may hold the connection by now
            return
        from ..._concurrency.cancellable import abort  # noqa: PLC0415  few programs need it

        stream = self._raw.extensions.get("network_stream")
        if stream is None or not abort(stream):  # a transport of the user may not expose its socket
            with suppress(ValueError):  # another thread is inside the generator, and ends with its next chunk
                self._raw.close()

    def close(self) -> None:
        """Give the connection back, or close it if the body was not read to its end."""
        release, self._release = self._release, None
        if release is None:
            return
        try:
            try:
                self._raw.close()
            finally:
                release()
        finally:
            if self.observation is not None:
                self.observation.end_call(self._failure, "stream")
                self._failure = None

    def fail(self, error: BaseException) -> None:
        """Report the error that ends the reading of the body to the observers of the call, once it is closed."""
        if self.observation is not None and not isinstance(error, GeneratorExit):  # a reader may leave early
            self._failure = error

    def _coding(self) -> str:
        """Return the `Content-Encoding` of the body; a mock's body is already decompressed."""
        return "" if self._raw.is_stream_consumed else self.headers.get("content-encoding", "")

    def _parts(self, broken: type[APIConnectionError]) -> Generator[bytes, None, None]:
        """Iterate over the body as it arrives, and turn the exceptions of httpx into errors of trivet."""
        raw, end = self._raw, self._end
        if raw.is_stream_consumed:  # httpx has read the body of a response that was made from bytes
            yield raw.content
            return
        failure: APIConnectionError | None = None
        limited = end.left() is not None
        try:
            # httpx types it as an iterator only, but `closing` needs a generator.
            chunks: Any = raw.iter_raw() if self._own or not limited else self._bounded_parts()
            with closing(chunks) as parts:
                for part in parts:
                    yield part
                    if limited and end.has_passed():
                        failure = end.error()
                        break
        except httpx.HTTPError as error:
            late = limited and isinstance(error, httpx.TimeoutException) and end.has_passed()
            failure = end.error() if late else connection_error(self._operation, error, own=self._own, broken=broken)
        if failure is not None:
            failure.server = self.server
            if broken is StreamError:  # the caller of `read` removes more secrets, and cuts the reason only then
                hide_secrets(failure, self.secrets)
            raise failure

    def _bounded_parts(self) -> Generator[bytes, None, None]:
        """Iterate over the body from a transport that does not know the end of the call."""
        chunks: Any = self._raw.iter_raw()
        with closing(chunks) as parts:
            while True:
                with deadline(self._end.left(), self._end.error):
                    part = next(parts, b"")
                if not part:
                    return
                yield part


def read_body(status: int, coding: str, chunks: Generator[bytes, None], limit: int) -> bytes:
    """Read and decompress a whole body; for an error status, the first megabyte. The caller closes the response.

    Args:
        status: The status of the response.
        coding: Its `Content-Encoding`.
        chunks: The body as it arrives.
        limit: The most bytes of the body of a success, after decompression.

    Raises:
        CodingError: The body is not compressed as its headers say.
        UnreadableBodyError: The body is longer, or compressed in a way that was not requested.
    """
    failed = not 200 <= status < 300
    limit = min(limit, LONGEST_ERROR) if failed else limit
    parts: list[bytes] = []
    size = 0
    try:
        decompressing = decompressor(coding)
        with closing(chunks) as arriving:
            for chunk in arriving:
                for part in decompressing.feed(chunk):
                    parts.append(part)
                    size += len(part)
                    if size > limit:
                        break
                if size > limit:
                    break
            else:
                decompressing.end()
    except UnknownCodingError as error:
        if not failed:  # the error for a failed status can do without the body
            raise UnreadableBodyError(status, str(error), b"") from None
    if size > limit and not failed:
        raise UnreadableBodyError(status, f"the body is longer than max_body, {limit} bytes", _start(parts))
    return parts[0][:limit] if len(parts) == 1 else b"".join(parts)[:limit]


def _start(parts: list[bytes]) -> bytes:
    start = b""
    for part in parts:
        start += part[:START]
        if len(start) >= START:
            break
    return start[:START]


def connection_error(
    operation: str, error: Exception, *, own: bool, broken: type[APIConnectionError] = APIConnectionError
) -> APIConnectionError:
    """Make the error of trivet for an exception of httpx.

    Callers raise it after the `except` block. An exception of httpx holds the request, with its URL and credentials,
    and would stay reachable as the context of the new error.

    Args:
        operation: The operation's name.
        error: The exception.
        own: Whether the transport is the client's own.
        broken: The class of the error, unless it is a timeout.
    """
    text = str(error)
    if not own and isinstance(error, httpx.PoolTimeout):
        text = "all connections are in use of the transport that the client was given, which has limits of its own"
    reason = f"{type(error).__name__}: {text}" if text else type(error).__name__
    kind = APITimeoutError if isinstance(error, httpx.TimeoutException) else broken
    return kind(operation, reason, not isinstance(error, UNSENT if own else httpx.ConnectError))
