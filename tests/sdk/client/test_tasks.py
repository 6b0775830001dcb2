"""Async clients in tasks, which can be cancelled, end at a deadline at any moment, and be abandoned."""

import asyncio
import contextlib
import gc
import itertools
import time
import types
from collections.abc import AsyncIterator, Coroutine, Generator
from functools import partial
from typing import Any

import httpx
import pytest

from tests.sdk.client.raw_servers import serving
from tests.sdk.exposure import exposed
from tests.waiting import until_alone
from trivet import AiohttpTransport, APIStatusError, APITimeoutError, AsyncBusClient
from trivet.observe import ObservedAttempt, ObservedCall, Observer


class Hanging(httpx.AsyncBaseTransport):
    """Answers with a head at once, or never, and counts the open bodies."""

    def __init__(self, *, headers: bool) -> None:
        self.headers = headers
        self.open = 0
        self.arrived = asyncio.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        transport = self

        class Body(httpx.AsyncByteStream):
            async def __aiter__(self) -> AsyncIterator[bytes]:
                transport.arrived.set()
                await asyncio.Event().wait()
                yield b""

            async def aclose(self) -> None:
                transport.open -= 1

        if not self.headers:
            self.arrived.set()
            await asyncio.Event().wait()
        self.open += 1
        return httpx.Response(200, stream=Body(), headers={"content-type": "application/json"})


class Echoing(httpx.AsyncBaseTransport):
    """Answers with a body that breaks off with a text of the server, and closes it for as long as it is waited for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.closing = asyncio.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        transport = self

        class Body(httpx.AsyncByteStream):
            async def __aiter__(self) -> AsyncIterator[bytes]:
                yield b"{"
                raise httpx.RemoteProtocolError(f"illegal chunk header: {transport.text}")

            async def aclose(self) -> None:
                transport.closing.set()
                await asyncio.Event().wait()

        return httpx.Response(200, stream=Body(), headers={"content-type": "application/json"})


class HangingPages(httpx.AsyncBaseTransport):
    """Answers two pages, and never the others."""

    def __init__(self, service: Any) -> None:
        self.service = service
        self.hanging = Hanging(headers=True)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.params["$skip"] in ("0", "5"):
            return self.service.answer(request)
        return await self.hanging.handle_async_request(request)


@pytest.mark.parametrize("headers", [False, True])
async def test_cancelled_call_releases_its_connection(options, headers):
    transport = Hanging(headers=headers)
    async with AsyncBusClient(**options, transport=transport) as bus:
        call = asyncio.create_task(bus.arrivals.get("83139"))
        await transport.arrived.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert transport.open == 0


@pytest.mark.parametrize("headers", [False, True])
async def test_cancelled_call_ends_for_its_observers(options, headers):
    class Ends(Observer):
        def __init__(self) -> None:
            self.ends: list[Any] = []

        def on_attempt_end(self, attempt: ObservedAttempt) -> None:
            self.ends.append((attempt.status, attempt.error, attempt.error_type))

        def on_call_end(self, call: ObservedCall) -> None:
            self.ends.append((call.status, call.error, call.error_type))

    transport, observer = Hanging(headers=headers), Ends()
    async with AsyncBusClient(**options, transport=transport, observers=[observer]) as bus:
        task = asyncio.create_task(bus.arrivals.get("83139"))
        await transport.arrived.wait()
        task.cancel()
        await asyncio.wait([task])
    assert observer.ends == [(200 if headers else None, None, "asyncio.exceptions.CancelledError")] * 2


@pytest.mark.long
async def test_two_hundred_cancelled_calls_leave_a_connection_free(options, origin, response, arrivals_bytes):
    half = response(arrivals_bytes[:9], length=1000)
    service = origin(lambda head: None if b"=hang" in head else half if b"=half" in head else response(arrivals_bytes))
    async with AsyncBusClient(**options | {"base_url": service.url}, timeout=20) as bus:
        for kind in ("hang", "half"):
            for _ in range(10):
                calls = [asyncio.create_task(bus.arrivals.get(kind)) for _ in range(10)]
                for _ in calls:
                    await asyncio.to_thread(service.arrived.get, timeout=5)
                for call in calls:
                    call.cancel()
                assert {type(result) for result in await asyncio.gather(*calls, return_exceptions=True)} == {
                    asyncio.CancelledError
                }
        answers = await asyncio.gather(*(bus.arrivals.get("83139") for _ in range(120)))
        assert len(answers) == 120


@pytest.mark.long
def test_cancelling_at_any_moment_loses_no_connection(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))

    async def cancel_at_every_moment() -> None:
        url = {"base_url": service.url}
        async with AsyncBusClient(**options | url, timeout=2, max_retries=0, max_connections=4) as bus:
            for turns in [*range(60)] * 2:
                calls = [asyncio.create_task(bus.arrivals.get("83139")) for _ in range(4)]
                for _ in range(turns):
                    await asyncio.sleep(0)
                for call in calls:
                    call.cancel()
                await asyncio.gather(*calls, return_exceptions=True)
                assert len(await asyncio.gather(*(bus.arrivals.get("83139") for _ in range(4)))) == 4

    asyncio.run(cancel_at_every_moment())


@types.coroutine
def cancelling(job: Coroutine[Any, Any, Any], number: int) -> Generator[Any, Any, None]:
    """Run a job, and cancel its task at the await with this number."""
    step = partial(job.send, None)
    with contextlib.suppress(StopIteration):
        for wait in itertools.count(1):
            future = step()
            if wait == number:
                asyncio.current_task().cancel()
            try:
                yield future
                step = partial(job.send, None)
            except BaseException as error:
                step = partial(job.throw, error)


async def cancelled_job(job: Coroutine[Any, Any, Any], number: int) -> None:
    await cancelling(job, number)  # from Python 3.12 on, `create_task` takes coroutines alone


async def is_cancelled(job: Coroutine[Any, Any, Any], number: int) -> bool:
    """Run a job, cancel it at an await, and return whether it has so many awaits."""
    task = asyncio.create_task(cancelled_job(job, number))
    await asyncio.wait([task])
    return task.cancelled()


async def any_status(call: Coroutine[Any, Any, Any]) -> None:
    with contextlib.suppress(APIStatusError):
        await call


@pytest.mark.parametrize("transport", [lambda: None, AiohttpTransport])
@pytest.mark.parametrize("status", ["200 OK", "500 Broken"])  # after a 5xx, the connection is closed
async def test_cancelling_at_each_await_loses_no_connection(options, origin, response, transport, status):
    service = origin(lambda head: response(b"{}", status=status if b"/kept" in head else "200 OK"))
    made = transport()
    limits = {} if made is not None else {"max_connections": 2}
    options |= {"base_url": service.url, "transport": made, "max_retries": 0, "max_in_flight": 2} | limits
    async with AsyncBusClient(**options) as bus:
        number, reached = 1, True
        while reached:
            reached = await is_cancelled(any_status(bus.request("GET", "/kept")), number)
            together = asyncio.gather(bus.request("GET", "/1"), bus.request("GET", "/2"))
            assert [answer.status for answer in await together] == [200, 200]
            number += 1
    assert number > 2
    gc.collect()  # an open socket would cause a warning, which is an error in these tests


@pytest.mark.parametrize("transport", [lambda: None, AiohttpTransport])
async def test_closing_a_client_that_is_cancelled_at_an_await_closes_it(options, response, transport):
    def answer(talk):
        for _ in talk.requests():
            talk.send(response(b"{}"))

    number, reached = 1, True
    with serving(answer) as server:
        while reached:
            bus = AsyncBusClient(**options | {"base_url": server.url, "transport": transport()})
            await asyncio.gather(*(bus.request("GET", "/1") for _ in range(3)))
            reached = await is_cancelled(bus.aclose(), number)
            number += 1
        assert await asyncio.to_thread(server.open_after, 10) == 0


async def test_deadline_bounds_the_whole_call(options, origin):
    service = origin(lambda _: None)
    async with AsyncBusClient(**options | {"base_url": service.url}, timeout=20, deadline=0.1) as bus:
        started = time.monotonic()
        with pytest.raises(
            APITimeoutError, match=r"^arrivals\.get: no answer within the deadline of 0\.1 s \(127\.0\.0\.1:"
        ):
            await bus.arrivals.get("83139")
    assert time.monotonic() - started < 10
    assert service.left.get(timeout=5), "the connection is released"


async def test_deadline_bounds_a_body_that_arrives_slowly(options):
    class Drops(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            while True:
                await asyncio.sleep(0.01)
                yield b" "

    drops = httpx.MockTransport(lambda _: httpx.Response(200, stream=Drops()))
    async with AsyncBusClient(**options, transport=drops, deadline=0.1) as bus:
        with pytest.raises(APITimeoutError, match="deadline"):
            await bus.arrivals.get("83139")


async def test_deadline_bounds_the_waits_between_attempts(options):
    busy = httpx.MockTransport(lambda _: httpx.Response(503))
    async with AsyncBusClient(**options, transport=busy, deadline=0.2, max_retries=99) as bus:
        started = time.monotonic()
        with pytest.raises(Exception, match="503"):
            await bus.arrivals.get("83139")
    assert time.monotonic() - started < 10


async def test_timeout_of_the_caller_is_not_the_deadline_error(options):
    async with AsyncBusClient(**options, transport=Hanging(headers=True), deadline=20) as bus:
        with pytest.raises(TimeoutError) as caught:
            await asyncio.wait_for(bus.arrivals.get("83139"), 0.05)
    assert not isinstance(caught.value, APITimeoutError)


async def test_timeout_of_the_transport_is_not_the_deadline_error(options, script):
    transport = script(TimeoutError("its own"))
    async with AsyncBusClient(**options, transport=transport, deadline=20, max_retries=0) as bus:
        with pytest.raises(APITimeoutError, match="TimeoutError: its own"):
            await bus.arrivals.get("83139")


async def test_breaking_out_of_a_pager_leaves_no_task(options, stop_list):
    transport = HangingPages(stop_list(1000))
    async with AsyncBusClient(**options, transport=transport) as bus:
        async for stop in bus.stops.list(prefetch=4):
            if stop.bus_stop_code == "9":
                await transport.hanging.arrived.wait()
                assert len(asyncio.all_tasks()) > 1
                break
        await until_alone()
    assert transport.hanging.open == 0


async def test_closing_the_items_of_a_pager_ends_its_requests_before_it_returns(options, stop_list):
    transport = HangingPages(stop_list(1000))
    async with AsyncBusClient(**options, transport=transport) as bus:
        items = aiter(bus.stops.list(prefetch=4))
        while (await anext(items)).bus_stop_code != "9":
            pass
        await transport.hanging.arrived.wait()
        await items.aclose()
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert transport.hanging.open == 0


async def test_failed_pager_leaves_no_task(options, stop_list):
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(404) if request.url.params.get("$skip") in ("10", "15") else service.answer(request)

    service = stop_list(1000)
    async with AsyncBusClient(**options, transport=httpx.MockTransport(answer)) as bus:
        with pytest.raises(Exception, match="404"):
            await bus.stops.list(prefetch=4).all()
        await until_alone()


async def test_cancelled_pager_cancels_its_requests(options, stop_list):
    transport = HangingPages(stop_list(1000))
    async with AsyncBusClient(**options, transport=transport) as bus:
        reading = asyncio.create_task(bus.stops.list(prefetch=4).all())
        await transport.hanging.arrived.wait()
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        await until_alone()
    assert transport.hanging.open == 0


async def test_pager_without_prefetch_starts_no_task(options, stop_list):
    service = stop_list(20)
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        async for _ in bus.stops.list():
            assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_answered_calls_leave_no_timer(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    async with AsyncBusClient(**options | {"base_url": service.url}, timeout=600.0) as bus:
        before = timers()
        for _ in range(5):
            await bus.arrivals.get("83139")
        assert timers() - before == set()


def timers() -> set[float]:
    """The times at which timers of the event loop will run that nothing has cancelled."""
    return {
        timer.when() for timer in gc.get_objects() if isinstance(timer, asyncio.TimerHandle) and not timer.cancelled()
    }


def test_client_works_in_a_second_event_loop(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    bus = AsyncBusClient(**options | {"base_url": service.url})

    async def call() -> str:
        return (await bus.arrivals.get("83139")).bus_stop_code

    assert [asyncio.run(call()), asyncio.run(call())] == ["83139", "83139"]
    asyncio.run(bus.aclose())
    assert service.connections == 2
    gc.collect()


async def test_call_that_is_cancelled_while_it_handles_a_failure_shows_no_secret():
    transport = Echoing("account-key-of-mine")
    async with AsyncBusClient(account_key="account-key-of-mine", transport=transport, max_retries=0) as bus:
        call = asyncio.create_task(bus.arrivals.get("83139"))
        await transport.closing.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError) as cancelled:
            await call
    assert not exposed(cancelled.value, "account-key-of-mine")


async def test_deadline_that_passes_while_a_failure_is_handled_shows_no_secret():
    transport = Echoing("account-key-of-mine")
    options = {"account_key": "account-key-of-mine", "transport": transport, "max_retries": 0}
    async with AsyncBusClient(**options, deadline=0.05) as bus:
        with pytest.raises(APITimeoutError) as late:
            await bus.arrivals.get("83139")
    assert transport.closing.is_set()
    assert not exposed(late.value, "account-key-of-mine")
