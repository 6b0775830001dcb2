"""Addresses of a host, and staggered attempts to connect to them."""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from trivet import TrivetError
from trivet._concurrency.happy_eyeballs import addresses, async_addresses, async_first_success, first_success


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


@pytest.mark.parametrize(("resolved", "tried"), ADDRESSES)
def test_addresses_of_a_name_alternate_between_families(
    monkeypatch: pytest.MonkeyPatch, resolved: list[str], tried: list[str]
):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [address_of(address) for address in resolved])
    assert addresses("bus.test", 80, 5) == tried
    assert asyncio.run(async_addresses("bus.test", 80, 5)) == tried


def test_host_without_an_address_raises(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [])
    with pytest.raises(OSError, match="no address"):
        addresses("bus.test", 80, 5)


def test_unknown_name_raises(monkeypatch: pytest.MonkeyPatch):
    def fail(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(OSError, match="Name or service not known"):
        addresses("bus.test", 80, None)
    with pytest.raises(OSError, match="Name or service not known"):
        asyncio.run(async_addresses("bus.test", 80, None))


def test_name_has_its_last_addresses_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch):
    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't create new thread at interpreter shutdown")

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [address_of("10.0.0.1")])
    assert addresses("agent.test", 80, 5) == ["10.0.0.1"]
    monkeypatch.setattr(threading.Thread, "start", start)
    assert addresses("agent.test", 80, 5) == ["10.0.0.1"]
    assert asyncio.run(async_addresses("agent.test", 80, 5)) == ["10.0.0.1"]
    with pytest.raises(TrivetError, match="new thread"):
        addresses("other.test", 80, 5)


def test_resolver_that_does_not_answer_times_out(monkeypatch: pytest.MonkeyPatch):
    answered = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait(30) and [])
    with pytest.raises(TimeoutError):
        addresses("bus.test", 80, 0.05)
    answered.set()


def test_event_loop_closes_before_its_resolver_answers(monkeypatch: pytest.MonkeyPatch):
    asked, answered = threading.Event(), threading.Event()

    def resolve(*_: Any, **__: Any) -> Any:
        asked.set()
        return answered.wait(30) and []

    async def cancel() -> None:
        resolving = asyncio.create_task(async_addresses("bus.test", 80, None))
        assert await asyncio.to_thread(asked.wait, 10)
        resolving.cancel()
        await asyncio.wait([resolving])

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    # In a thread, so that a loop that waits for its resolver fails the test, and does not delay it.
    loop = threading.Thread(target=lambda: asyncio.run(cancel()), daemon=True)
    loop.start()
    loop.join(10)
    assert not loop.is_alive()
    resolvers = [thread for thread in threading.enumerate() if thread.name == "trivet-detached"]
    assert resolvers
    answered.set()
    for thread in resolvers:
        thread.join(10)


class Attempts:
    """Attempts that record when they begin and how they end."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.cancelled: list[str] = []
        self.discarded: list[str] = []

    async def succeed(self, name: str, gate: asyncio.Event | None = None, *, stubborn: bool = False) -> str:
        self.begun.append(name)
        try:
            if gate is not None:
                await gate.wait()
        except asyncio.CancelledError:
            self.cancelled.append(name)
            if not stubborn:
                raise
        return name

    async def fail(self, name: str) -> str:
        self.begun.append(name)
        raise ConnectionError(name)

    async def discard(self, result: str) -> None:
        self.discarded.append(result)

    def first(self, *attempts: Callable[[], Coroutine[Any, Any, str]]) -> Awaitable[str]:
        return async_first_success(attempts, self.discard)


async def test_first_success_ends_the_attempts():
    tried = Attempts()
    assert await tried.first(partial(tried.succeed, "a"), partial(tried.succeed, "b")) == "a"
    assert tried.begun == ["a"]


async def test_next_attempt_begins_at_once_after_a_failure(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._concurrency.happy_eyeballs.STAGGER", 600.0)
    tried = Attempts()
    assert await tried.first(partial(tried.fail, "a"), partial(tried.succeed, "b")) == "b"
    assert tried.begun == ["a", "b"]


async def test_last_failure_is_raised():
    tried = Attempts()
    with pytest.raises(ConnectionError, match="b"):
        await tried.first(partial(tried.fail, "a"), partial(tried.fail, "b"))
    with pytest.raises(ConnectionError, match="c"):
        await tried.first(partial(tried.fail, "c"))


async def test_second_attempt_begins_next_to_a_slow_one_and_cancels_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._concurrency.happy_eyeballs.STAGGER", 0.01)
    tried, never = Attempts(), asyncio.Event()
    assert await tried.first(partial(tried.succeed, "a", never), partial(tried.succeed, "b")) == "b"
    assert (tried.begun, tried.cancelled, tried.discarded) == (["a", "b"], ["a"], [])


async def test_slow_attempt_still_wins_after_the_failure_of_the_next_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._concurrency.happy_eyeballs.STAGGER", 0.01)
    tried, gate = Attempts(), asyncio.Event()

    async def fail_later() -> str:
        asyncio.get_running_loop().call_soon(gate.set)
        return await tried.fail("b")

    assert await tried.first(partial(tried.succeed, "a", gate), fail_later) == "a"


async def test_second_success_is_discarded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._concurrency.happy_eyeballs.STAGGER", 0.01)
    tried, never = Attempts(), asyncio.Event()
    slow = partial(tried.succeed, "a", never, stubborn=True)
    assert await tried.first(slow, partial(tried.succeed, "b")) == "b"
    assert tried.discarded == ["a"]


async def test_cancelled_wait_leaves_no_attempt(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._concurrency.happy_eyeballs.STAGGER", 0.01)
    tried, never = Attempts(), asyncio.Event()

    async def wait_beside() -> str:
        asyncio.get_running_loop().call_soon(waiting.cancel)
        return await tried.succeed("b", never, stubborn=True)

    waiting = asyncio.ensure_future(tried.first(partial(tried.succeed, "a", never), wait_beside))
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert sorted(tried.cancelled) == ["a", "b"]
    assert tried.discarded == ["b"]


async def test_success_is_discarded_when_the_wait_is_cancelled_while_the_others_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._concurrency.happy_eyeballs.STAGGER", 0.01)
    tried, never = Attempts(), asyncio.Event()

    async def cancel_the_wait() -> str:
        try:
            return await tried.succeed("a", never)
        finally:
            waiting.cancel()

    waiting = asyncio.ensure_future(tried.first(cancel_the_wait, partial(tried.succeed, "b")))
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert tried.discarded == ["b"]


def test_threads_try_one_after_another():
    begun: list[str] = []

    def attempt(name: str, *, fails: bool = False) -> str:
        begun.append(name)
        if fails:
            raise ConnectionError(name)
        return name

    attempts = [partial(attempt, "a", fails=True), partial(attempt, "b"), partial(attempt, "c")]
    assert first_success(attempts, begun.clear) == "b"
    assert begun == ["a", "b"]
    with pytest.raises(ConnectionError, match="d"):
        first_success([partial(attempt, "d", fails=True)], begun.clear)
