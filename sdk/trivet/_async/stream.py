"""A stream of server-sent events, which reconnects when its connection ends."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from .._concurrency.cancellable import AsyncCancellableTask, TaskCancelledError, async_shielded
from .._concurrency.event_loop import async_check_event_loop
from .._core.answer import Head
from .._core.call import Call
from .._core.call_deadline import CallEnd
from .._core.retry import (
    LONGEST_RETRY_AFTER,
    Backoff,
    RetryDecision,
    failure_of,
    is_transient,
    log_attempt,
    retry_after,
)
from .._core.sse import EventParser, Gap, TooLongError
from .._core.traceback_locals import forget_frames
from ..errors import APIConnectionError, APIError, APIStatusError, StreamError, TrivetError
from .connection import AsyncConnection
from .http.response import AsyncResponse


class AsyncStream:
    """A stream of events that reconnects, after a wait, whenever its connection ends, breaks or is idle for too long.

    Attributes:
        answer: The status and headers of the latest connection; None before the first.
        closed: Whether the stream was closed.
    """

    def __init__(self, connection: AsyncConnection, call: Call[Any], idle_timeout: float | None) -> None:
        """Prepare the stream without sending a request.

        Args:
            connection: The connection of the client.
            call: The call that subscribes to the events.
            idle_timeout: Seconds without a byte after which a connection counts as broken; None for no limit.
        """
        self.answer: Head | None = None
        self.closed = False
        self._opened = False
        self._connection = connection
        self._reconnection = connection.without_retries()
        self._call = call
        self._idle_timeout = idle_timeout
        self._task = AsyncCancellableTask()
        self._response: AsyncResponse | None = None
        self._chunks: AsyncGenerator[bytes, None] | None = None
        self._parser = EventParser()
        self._backoff = Backoff()
        self._waited = 0.0
        self._connected_at = 0.0
        self._gap: Gap | None = None

    @property
    def connected(self) -> bool:
        """Whether there is a connection now; without one, `next` opens another."""
        return self._chunks is not None

    async def open(self) -> None:
        """Open the first connection, unless another task or thread closes the stream meanwhile.

        Raises:
            APIConnectionError: The service was not reached, or cut the connection before its answer.
            APIStatusError: The service refused.
            DecodeError: The answer is not a stream of events.
        """
        async_check_event_loop()
        if self.closed or self._opened or not self._task.try_acquire():
            raise TypeError(f"{self._call.operation}: a subscription is good for one block; subscribe again")
        try:
            self._take(await self._task.run_detached(self._connect, AsyncResponse.aclose))
            self._opened = True
        except TaskCancelledError:
            pass
        except Exception:
            raise
        except BaseException:  # a cancelled task or an interrupted thread: nothing will read from the connection
            self.closed = True
            await async_shielded(self._task.cancel)
            raise
        finally:
            self._task.release()
        if self.closed:
            await async_shielded(self._release)

    async def next(self) -> tuple[Gap | None, list[bytes]] | None:
        """Return the gap before the next events, or None, and their data; None once the stream is closed.

        The list of events may be empty. Nothing is read ahead. A wait that was cancelled can be repeated.

        Raises:
            APIStatusError: The service refuses another connection, and not because it is busy or down.
            DecodeError: The answer is not a stream of events.
            StreamError: An event is too long; the next events will come from another connection.
            TrivetError: Another task or thread is already waiting, or the client is closed.
        """
        if not self._task.try_acquire():
            raise TrivetError(f"{self._call.operation}: another task or thread waits for these events")
        try:
            events = await self._next()
        except TaskCancelledError:
            events = None
        finally:
            self._task.release()
        if self.closed:
            await async_shielded(self._release)
            return None
        return events

    async def aclose(self) -> None:
        """Close the stream at once, even if another task or thread waits for events; closing twice is allowed."""
        self.closed = True
        await async_shielded(self._end)

    async def _end(self) -> None:
        await self._task.cancel()
        response = self._response  # read after `cancel`, which drops a response that arrives later
        if response is not None:
            await response.abort()
        await self._release()

    async def _release(self) -> None:
        """Drop the connection, unless a thread is still reading from it and will drop it."""
        if await self._task.acquire():
            try:
                await self._drop()
            finally:
                self._task.release()

    async def _next(self) -> tuple[Gap | None, list[bytes]]:
        if self._chunks is None:
            if not self._opened:
                raise TypeError(f"{self._call.operation}: events come inside their `with` block")
            self._take(await self._task.run_detached(self._reconnect, AsyncResponse.aclose))
        chunk, error = b"", None
        try:
            chunk = await self._task.run(self._next_chunk)
        except APIConnectionError as broken:
            error = broken
        if not chunk:
            await self._lose(error)
            return None, []
        gap, self._gap = self._gap, None
        try:
            return gap, self._parser.feed(chunk)
        except TooLongError as endless:
            error = StreamError(self._call.operation, str(endless))
            await self._lose(error)
            raise error from endless

    async def _next_chunk(self) -> bytes:
        """Return the next bytes, or no bytes at the end of the connection."""
        chunks = self._chunks
        assert chunks is not None  # `_next` has connected
        return await anext(chunks, b"")

    def _take(self, response: AsyncResponse) -> None:
        self.answer = self._response = response
        self._chunks = response.chunks()
        self._parser = EventParser()
        self._connected_at = self._connection.settings.clock.monotonic()

    async def _lose(self, cause: APIConnectionError | None) -> None:
        """Drop a connection that has ended, and record the gap."""
        if cause is not None:
            forget_frames(cause)  # a `Reconnected` keeps it
            if self._response is not None:
                self._response.fail(cause)
        await self._drop()
        if self._gap is None:  # if there is a gap, no event has arrived since, and it continues
            self._gap = Gap(cause, 0)
        # Only a connection that lasted longer than the wait before it makes the next wait short again.
        if self._connection.settings.clock.monotonic() - self._connected_at > self._waited:
            self._backoff = Backoff()

    async def _drop(self) -> None:
        chunks, self._chunks = self._chunks, None
        response, self._response = self._response, None
        try:
            if chunks is not None:
                await chunks.aclose()
        finally:
            if response is not None:
                await response.aclose()

    async def _connect(self) -> AsyncResponse:
        return await self._connection.stream(self._call, self._idle_timeout, endless=True)

    async def _connect_again(self) -> AsyncResponse:
        """Request a connection once, within the timeout, or within the deadline if that is shorter."""
        settings = self._reconnection.settings
        timeout = settings.timeouts.read
        end = CallEnd(self._call.operation, timeout, settings.clock, "timeout")
        if settings.deadline is not None and (timeout is None or settings.deadline < timeout):
            end = CallEnd(self._call.operation, settings.deadline, settings.clock)
        return await self._reconnection.stream(self._call, self._idle_timeout, endless=True, end=end)

    async def _reconnect(self) -> AsyncResponse:
        """Request a connection until one is open."""
        clock, operation = self._reconnection.settings.clock, self._call.operation
        pause = (self._parser.retry or 0) / 1000  # seconds that the server asked for
        failure: object = "the stream ended"
        if self._gap is not None and self._gap.cause is not None and not self._gap.attempts:
            failure = failure_of(self._gap.cause)
        while True:
            cause, attempts = self._gap or Gap(None, 0)
            self._waited = max(self._backoff.next(), min(pause, LONGEST_RETRY_AFTER))
            log_attempt(operation, failure, RetryDecision(attempts + 1, self._waited))
            await clock.asleep(self._waited)
            if self.closed:
                raise TaskCancelledError
            self._gap = Gap(cause, attempts + 1)
            try:
                return await self._connect_again()
            except APIError as error:
                failure, pause = failure_of(error), 0.0
                if not is_transient(error):
                    log_attempt(operation, failure, RetryDecision(attempts + 2, None, "the failure does not pass"))
                    raise
                forget_frames(error)
                if isinstance(error, APIStatusError):
                    pause = retry_after(error.headers, clock.now) or 0.0
