"""Server-sent events over one connection after another."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from .._concurrency.cancellable import AsyncCancellableTask, TaskCancelledError, async_shielded
from .._concurrency.event_loop import async_check_event_loop
from .._core.answer import Head
from .._core.call import Call
from .._core.call_end import CallEnd
from .._core.retry import (
    LONGEST_RETRY_AFTER,
    Backoff,
    RetryDecision,
    failure_of,
    is_transient,
    log_attempt,
    retry_after,
)
from .._core.sse import EventParser, Gap, ServerSentEvent, TooLongError
from ..errors import APIConnectionError, APIError, APIStatusError, StreamError, TrivetError
from .connection import AsyncConnection
from .http.response import AsyncResponse

__all__ = ["AsyncStream"]


class AsyncStream:
    """A stream of events that reconnects, after a wait, whenever it ends, breaks or is idle for too long.

    Attributes:
        answer: The status and headers of the latest connection; None before the first.
        closed: Whether the stream was closed.
    """

    def __init__(self, connection: AsyncConnection, call: Call[Any], idle_timeout: float | None) -> None:
        """After `idle_timeout` seconds without a byte, a connection counts as broken."""
        self.answer: Head | None = None
        self.closed = False
        self._opened = False
        self._connection = connection
        self._again = connection.without_retries()
        self._call = call
        self._idle_timeout = idle_timeout
        self._task = AsyncCancellableTask()
        self._response: AsyncResponse | None = None
        self._chunks: AsyncGenerator[bytes, None] | None = None
        self._parser = EventParser()
        self._backoff = Backoff()
        self._waited = 0.0
        self._begun = 0.0
        self._gap: Gap | None = None

    def open_after_gap(self) -> None:
        """Let the first step connect, as after a connection that was lost."""
        self._opened, self._gap = True, Gap(None, 0)

    @property
    def connected(self) -> bool:
        """Whether there is a connection now; without one, the next step makes another."""
        return self._chunks is not None

    async def open(self) -> None:
        """Make the first connection, unless another task or thread closes the stream meanwhile.

        Raises:
            APIConnectionError: The service was not reached, or cut the connection before its answer.
            APIStatusError: It refused.
            DecodeError: The answer is not a stream of events.
        """
        async_check_event_loop()
        if self.closed or self._opened or not await self._task.acquire():
            raise TypeError(f"{self._call.operation}: a subscription is good for one block; subscribe again")
        try:
            self._take(await self._task.run_detached(self._connect, AsyncResponse.aclose))
            self._opened = True
        except TaskCancelledError:
            pass
        except Exception:
            raise
        except BaseException:  # of a cancelled task or an interrupted thread, which leaves the connection to no reader
            self.closed = True
            await async_shielded(self._task.cancel)
            raise
        finally:
            self._task.release()
        if self.closed:
            await async_shielded(self._release)

    async def next(self) -> tuple[Gap | None, list[ServerSentEvent]] | None:
        """Return the next events, which may be none, and the gap before them; None when the stream was closed.

        Nothing is read ahead. A wait that was cancelled can be repeated.

        Raises:
            APIStatusError: The service refuses another connection, and not because it is busy or down.
            DecodeError: The answer is not a stream of events.
            StreamError: An event is too long; the next events will come from another connection.
            TrivetError: Another task or thread waits already, or the client is closed.
        """
        if not await self._task.acquire():
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
        """Close the stream at once, also for another task or thread that waits for it; closing twice is allowed."""
        self.closed = True
        await async_shielded(self._end)

    async def _end(self) -> None:
        await self._task.cancel()
        response = self._response  # read after `cancel`: a later response is dropped by its reader
        if response is not None:
            await response.abort()
        await self._release()

    async def _release(self) -> None:
        """Drop the connection, unless a thread still reads from it, which will drop it."""
        if await self._task.acquire(wait=True):
            try:
                await self._drop()
            finally:
                self._task.release()

    async def _next(self) -> tuple[Gap | None, list[ServerSentEvent]]:
        if self._chunks is None:
            if not self._opened:
                raise TypeError(f"{self._call.operation}: events come inside their `with` block")
            self._take(await self._task.run_detached(self._reconnect, AsyncResponse.aclose))
        chunk, error = await self._read()
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

    async def _read(self) -> tuple[bytes, APIConnectionError | None]:
        """Return the next bytes; or none, and the error that ended them."""
        chunks = self._chunks
        assert chunks is not None  # the caller has looked
        try:
            return await self._task.run(lambda: anext(chunks, b"")), None
        except APIConnectionError as error:
            return b"", error

    def _take(self, response: AsyncResponse) -> None:
        self.answer = self._response = response
        self._chunks = response.chunks()
        self._parser = EventParser()
        self._begun = self._connection.settings.clock.monotonic()

    async def _lose(self, cause: APIConnectionError | None) -> None:
        """Drop a connection that has ended, and record the gap."""
        await self._drop()
        if self._gap is None:  # otherwise the earlier gap continues: no event has arrived since
            self._gap = Gap(cause, 0)
        if self._connection.settings.clock.monotonic() - self._begun > self._waited:
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
        """Request a connection once, for no longer than the timeout, or the deadline if that is shorter."""
        settings = self._again.settings
        end = CallEnd(self._call.operation, settings.timeout, settings.clock, "timeout")
        if settings.deadline is not None and (settings.timeout is None or settings.deadline < settings.timeout):
            end = CallEnd(self._call.operation, settings.deadline, settings.clock)
        return await self._again.stream(self._call, self._idle_timeout, endless=True, end=end)

    async def _reconnect(self) -> AsyncResponse:
        """Request a connection until there is one."""
        clock, operation, asked = self._again.settings.clock, self._call.operation, (self._parser.retry or 0) / 1000
        failure: object = "the stream ended"
        if self._gap is not None and self._gap.cause is not None and not self._gap.attempts:
            failure = failure_of(self._gap.cause)
        while True:
            cause, attempts = self._gap or Gap(None, 0)
            self._waited = max(self._backoff.next(), min(asked, LONGEST_RETRY_AFTER))
            log_attempt(operation, failure, RetryDecision(attempts + 1, self._waited))
            await clock.asleep(self._waited)
            if self.closed:
                raise TaskCancelledError
            self._gap = Gap(cause, attempts + 1)
            try:
                return await self._connect_again()
            except APIError as error:
                failure, asked = failure_of(error), 0.0
                if not is_transient(error):
                    log_attempt(operation, failure, RetryDecision(attempts + 2, None, "the failure does not pass"))
                    raise
                if isinstance(error, APIStatusError):
                    asked = retry_after(error.headers, clock.now) or 0.0
