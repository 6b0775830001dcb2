"""An event loop in a thread of its own."""

import asyncio
import errno
import selectors
import socket
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

STOP_WITHIN = 5.0
_SLICE = 0.2

_NEEDS = "it needs a thread, a selector and a pair of connected sockets"


class LoopNotStartedError(RuntimeError):
    """The event loop of a stub could not be started; the cause is the error of the system or of a plugin.

    Its message names what blocks it: `pytest --disable-socket`, a limit of open files or a limit of threads.
    """


class LoopThread:
    """An event loop that runs in a daemon thread until it is stopped, which cancels its tasks."""

    def __init__(self, name: str) -> None:
        """Start the thread, and wait until its loop runs.

        Raises:
            LoopNotStartedError: The loop or its thread could not be started.
        """
        started: Future[asyncio.AbstractEventLoop] = Future()
        self._stopping = asyncio.Event()
        self._stopped = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._main, args=(started,), name=name, daemon=True)
        try:
            _check_resources()
            self._thread.start()
            while True:  # in slices, as below
                with suppress(TimeoutError):
                    self._loop = started.result(_SLICE)
                    break
        except Exception as error:
            raise LoopNotStartedError(_reason(name, error)) from error

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the loop, and wait for its result in the calling thread.

        Raises:
            CancelledError: The loop is stopped, before or meanwhile.
        """
        with self._lock:  # a loop that has been stopped would never run a coroutine that arrives later
            if self._stopped:
                coroutine.close()
                raise CancelledError
            future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            while True:  # in slices, because a signal that arrives just before an endless wait is not handled
                try:
                    return future.result(_SLICE)
                except TimeoutError:  # of this wait, or of the coroutine
                    if future.done():
                        return future.result()
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        """Cancel the tasks, end the loop and join its thread."""
        with self._lock:
            alive, self._stopped = not self._stopped and self._thread.is_alive(), True
            if alive:  # not in the child of a fork, where the loop belongs to the parent
                self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(STOP_WITHIN)

    def _main(self, started: "Future[asyncio.AbstractEventLoop]") -> None:
        async def live() -> None:
            started.set_result(asyncio.get_running_loop())
            await self._stopping.wait()

        coroutine = live()
        try:
            with asyncio.Runner(loop_factory=_new_loop) as runner:
                runner.run(coroutine)
        except BaseException as error:
            if started.done():
                raise
            coroutine.close()  # otherwise Python would warn that it was never awaited
            started.set_exception(error)


def _new_loop() -> asyncio.AbstractEventLoop:
    """Return an event loop whose time passes while a test has frozen the time, so that its waits end."""
    loop = asyncio.new_event_loop()
    if hasattr(time, "clock_gettime"):  # freezegun leaves it alone, and stops `time.monotonic`; Windows lacks it
        loop.time = partial(time.clock_gettime, time.CLOCK_MONOTONIC)  # type: ignore[method-assign]
    return loop


def _check_resources() -> None:
    """Open and close the files that an event loop needs: one that cannot open them all warns when it is collected."""
    with selectors.DefaultSelector():
        for end in socket.socketpair():
            end.close()


def _reason(name: str, error: Exception) -> str:
    """Return a message with the error, and what can be done about it."""
    message = (
        f"the event loop of the thread {name!r} was not started, because {_NEEDS}: {type(error).__name__}: {error}"
    )
    if type(error).__module__.partition(".")[0] == "pytest_socket":
        hint = "pytest-socket blocks them; give it --allow-unix-socket, or the test the marker enable_socket"
    elif isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        hint = "close files, or raise the limit of open files (ulimit -n)"
    else:
        return message
    return f"{message}; {hint}"
