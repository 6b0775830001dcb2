import asyncio
import socket
import threading
from typing import Any

import pytest

from trivet._concurrency.addresses import addresses, async_addresses


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_address_is_not_resolved(monkeypatch: pytest.MonkeyPatch, address: str):
    monkeypatch.delattr(socket, "getaddrinfo")
    assert addresses(address, 80, 1) == [address]
    assert asyncio.run(async_addresses(address, 80, 1)) == [address]


def address_of(host: str) -> tuple[Any, ...]:
    return (socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, 80))


ADDRESSES = [
    (["::1", "127.0.0.1", "127.0.0.1"], ["::1", "127.0.0.1"]),
    (["::1", "::2", "::3", "10.0.0.1", "10.0.0.2"], ["::1", "10.0.0.1", "::2", "10.0.0.2", "::3"]),
    (["10.0.0.1", "10.0.0.2", "::1"], ["10.0.0.1", "::1", "10.0.0.2"]),
]


@pytest.mark.parametrize(("found", "tried"), ADDRESSES)
def test_each_address_of_a_name_is_returned_once_the_families_in_turn(
    monkeypatch: pytest.MonkeyPatch, found: list[str], tried: list[str]
):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [address_of(each) for each in found])
    assert addresses("bus.test", 80, 5) == tried
    assert asyncio.run(async_addresses("bus.test", 80, 5)) == tried


def test_no_address_is_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [])
    with pytest.raises(OSError, match="no address"):
        addresses("bus.test", 80, 5)


def test_name_that_is_not_known_raises(monkeypatch: pytest.MonkeyPatch):
    def fail(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(OSError, match="Name or service not known"):
        addresses("bus.test", 80, None)
    with pytest.raises(OSError, match="Name or service not known"):
        asyncio.run(async_addresses("bus.test", 80, None))


def test_resolver_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    answered = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait(30) and [])
    with pytest.raises(TimeoutError):
        addresses("bus.test", 80, 0.05)
    answered.set()
