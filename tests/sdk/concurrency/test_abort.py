import socket
from typing import Any

from trivet._concurrency.abort import abort, async_abort


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
