import socket
import threading
from typing import Any

import pytest

from trivet._concurrency.addresses import addresses, async_addresses


async def test_tasks_leave_the_name_to_the_library_that_connects():
    assert await async_addresses("localhost", 80, 1) == ["localhost"]


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_address_is_not_resolved(monkeypatch: pytest.MonkeyPatch, address: str):
    monkeypatch.delattr(socket, "getaddrinfo")
    assert addresses(address, 80, 1) == [address]


def test_each_address_of_a_name_is_returned_once(monkeypatch: pytest.MonkeyPatch):
    found = [(0, 0, 0, "", ("::1", 80, 0, 0)), (0, 0, 0, "", ("127.0.0.1", 80)), (0, 0, 0, "", ("127.0.0.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    assert addresses("bus.test", 80, 5) == ["::1", "127.0.0.1"]


def test_name_without_an_address_raises(monkeypatch: pytest.MonkeyPatch):
    def fail(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(OSError, match="Name or service not known"):
        addresses("bus.test", 80, None)


def test_resolver_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    answered = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait(30) and [])
    with pytest.raises(TimeoutError):
        addresses("bus.test", 80, 0.05)
    answered.set()
