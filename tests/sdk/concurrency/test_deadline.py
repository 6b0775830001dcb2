import asyncio
import socket
from typing import Any

import pytest

from trivet._concurrency.deadline import abort, async_abort, async_deadline, deadline


class LateError(Exception):
    pass


def test_async_deadline_cancels_the_block_and_raises_the_given_error():
    cancelled: list[bool] = []

    async def run() -> None:
        async with async_deadline(0.01, LateError):
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

    with pytest.raises(LateError):
        asyncio.run(run())
    assert cancelled == [True]


@pytest.mark.parametrize("seconds", [None, 60])
def test_async_deadline_leaves_a_quick_block_and_its_errors_alone(seconds: float | None):
    async def run(error: Exception | None) -> str:
        async with async_deadline(seconds, LateError):
            if error is not None:
                raise error
            return "done"

    assert asyncio.run(run(None)) == "done"
    with pytest.raises(TimeoutError, match="another"):
        asyncio.run(run(TimeoutError("another")))


def test_deadline_of_threads_runs_the_block():
    with deadline(0.0, LateError):
        done = True
    assert done


class Stream:
    def __init__(self, **info: Any) -> None:
        self._info = info

    def get_extra_info(self, info: str) -> Any:
        return self._info.get(info)


def test_thread_that_reads_gets_the_end_of_a_socket():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert abort(Stream(socket=ours))
        assert ours.recv(1) == theirs.recv(1) == b""


def test_socket_that_was_closed_is_left_alone():
    with socket.socket() as closed:
        pass
    assert abort(Stream(socket=closed))


def test_task_ends_a_connection_as_its_stream_does():
    ended: list[bool] = []
    assert async_abort(Stream(abort=lambda: ended.append(True)))
    assert ended == [True]


def test_stream_without_a_connection_is_not_ended():
    assert not abort(Stream())
    assert not async_abort(Stream())
