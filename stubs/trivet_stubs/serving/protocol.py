"""One connection to a port: uvicorn's protocol, within the limits of the port."""

import asyncio
from asyncio import Transport
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from trivet_stubs.kernel.connection import LOSE_KEY
from trivet_stubs.serving.limits import Limits

CLOSE = "trivet.close"
"""Where the state of a scope holds the function that closes the connection."""

_REFUSED = {408: b"Request Timeout", 503: b"Service Unavailable"}
_STATES_OF_ARRIVAL = (h11.IDLE, h11.SEND_BODY)


class ConnectionProtocol(H11Protocol):
    """A connection that ends when its client sends or reads too slowly, or when there are too many."""

    limits: Limits
    app_state: dict[str, Any]

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn itself has it
        """Wait for a request, unless there are too many connections."""
        super().connection_made(transport)
        self._arriving: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None
        self._lost = False
        self.app_state = {**self.app_state, CLOSE: self._close, LOSE_KEY: self._lose}
        if len(self.connections) > self.limits.connections:
            self._refuse(503)
        else:
            self._arriving = self.loop.call_later(self.limits.request_timeout, self._refuse, 408)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._stop_arriving()
        self._stop_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; its time runs from the first part to the last."""
        if self._lost:
            self.transport.close()
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.their_state not in _STATES_OF_ARRIVAL:
            self._stop_arriving()
        elif self._arriving is None:
            self._arriving = self.loop.call_later(self.limits.request_timeout, self._refuse, 408)

    def on_response_complete(self) -> None:
        """Keep the connection for a while, or end it, as soon as the client has read the answer."""
        super().on_response_complete()
        self._expect_reading()

    def pause_writing(self) -> None:
        """Begin to wait for the client to read."""
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        """End the wait: the client has read something."""
        self._stop_writing()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that was idle for too long."""
        super().timeout_keep_alive_handler()
        self._expect_reading()

    def _stop_arriving(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def _stop_writing(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    def _expect_reading(self) -> None:
        """Abort the connection later if the client reads nothing until then: a close alone waits for it."""
        if self._writing is None and self.transport.get_write_buffer_size():
            self._writing = self.loop.call_later(self.limits.write_timeout, self._end_unread)

    def _end_unread(self) -> None:
        self._writing = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _close(self) -> None:
        self.transport.close()
        self._expect_reading()

    def _lose(self) -> None:
        self._lost = True

    def _refuse(self, status: int) -> None:
        cycle = cast(RequestResponseCycle | None, self.cycle)  # None until the first request
        if cycle is None or not cycle.response_started or cycle.response_complete:
            head = b"HTTP/1.1 %d %s\r\nconnection: close\r\ncontent-length: 0\r\n\r\n" % (status, _REFUSED[status])
            self.transport.write(head)
        self._close()
