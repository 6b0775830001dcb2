# Derived from sdk/trivet/_async/http/response.py by `python -m codegen`; do not edit.
"""Responses whose bodies are read as they arrive."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Generator
from contextlib import closing, suppress

import httpx

from ..._core.answer import Head, Headers
from ...errors import APIConnectionError, StreamError
from .errors import translated

__all__ = ["START", "Response"]

START = 10_000
"""So many bytes of a body that is not what was promised are kept."""


class Response(Head):
    """An answer whose body has not been read yet."""

    __slots__ = ("_operation", "_process", "_raw", "_release", "secrets")

    def __init__(
        self,
        operation: str,
        raw: httpx.Response,
        release: Callable[[BaseException | None], None],
        secrets: tuple[str, ...] = (),
    ) -> None:
        """Take over an open answer, and what is to be done once when it closes, with what ended it early."""
        super().__init__(raw.status_code, Headers(raw.headers.raw))
        self.secrets = secrets
        self._operation = operation
        self._process = os.getpid()
        self._release: Callable[[BaseException | None], None] | None = release
        self._raw = raw

    def read(self) -> bytes:
        """Read the whole body, unpacked, and close."""
        try:
            with translated(self._operation, broken=APIConnectionError):
                body = self._raw.read()
        except BaseException as error:
            self.close(error)
            raise
        self.close()
        return body

    def start(self) -> bytes:
        """Read as much of the body as an error needs, and close."""
        found = b""
        try:
            with closing(self.chunks(unpacked=True)) as chunks:
                for chunk in chunks:
                    found += chunk
                    if len(found) >= START:
                        break
        except APIConnectionError:  # there is something worse to tell
            pass
        finally:
            self.close()
        return found[:START]

    def chunks(self, *, unpacked: bool = False) -> Generator[bytes, None, None]:
        """Read the body as it arrives, as it was sent or unpacked.

        Raises:
            StreamError: It broke off.
        """
        with translated(self._operation, broken=StreamError):
            for chunk in self._raw.iter_bytes() if unpacked else self._raw.iter_raw():
                yield chunk

    def set_read_timeout(self, read_timeout: float | None) -> None:
        """Wait so long each time for more of the body; for its head the read_timeout may have been another."""
        self._raw.request.extensions["timeout"]["read"] = read_timeout

    def abort(self) -> None:
        """End the body at once for whoever waits for more of it, in another task or thread, and who then closes."""
        if self._process != os.getpid():  # after a fork the connection is the parent's, too
            return
        stream = self._raw.extensions.get("network_stream")
        sock = None if stream is None else stream.get_extra_info("socket")
        if sock is None:  # it does not come over a connection of httpx's own
            with suppress(ValueError):  # a thread is inside a generator, which ends with what it gives next
                self._raw.close()
            return
        with suppress(OSError):  # closed already
            # To close it would leave a thread that reads from it where it is.
            sock.shutdown(socket.SHUT_RDWR)

    def close(self, error: BaseException | None = None) -> None:
        """Let go of the connection; a body that was not read to its end ends it."""
        release, self._release = self._release, None
        if release is None:
            return
        try:
            self._raw.close()
        except BaseException as failure:
            error = failure
            raise
        finally:
            release(error)
