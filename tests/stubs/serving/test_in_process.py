"""The transports in process: bodies that stream, prompt ends, no threads left behind."""

import asyncio
import threading
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from trivet_stubs import BusStub
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.serving.in_process import CutShort, InProcessExchange, Transport
from trivet_stubs.serving.loop_thread import LoopThread
from trivet_stubs.serving.port import serve

KEY = {"AccountKey": "stub-key"}


class Endless:
    """Handlers whose answers never end; they know how much was sent and whether an answer has been ended."""

    def __init__(self) -> None:
        self.sent = 0
        self.ended = threading.Event()

    @operation("stops.list")
    def stream(self, request: ContractRequest) -> StreamingResponse:
        async def ticks() -> AsyncIterator[bytes]:
            try:
                while True:
                    self.sent += 1
                    yield b"tick\n"
                    await asyncio.sleep(0)
            finally:
                self.ended.set()

        return StreamingResponse(ticks(), media_type="text/plain")

    @operation("routes.list")
    def silence(self, request: ContractRequest) -> StreamingResponse:
        async def one() -> AsyncIterator[bytes]:
            try:
                yield b"first\n"
                await asyncio.Event().wait()
            finally:
                self.ended.set()

        return StreamingResponse(one(), media_type="text/plain")

    @operation("arrivals.get")
    async def wait(self, request: ContractRequest) -> None:
        await asyncio.Event().wait()


@pytest.fixture
def endless(bus_stub):
    handlers = Endless()
    bus_stub.override(handlers)
    return handlers


@pytest.fixture(params=["in process", "port"])
def endless_client(request, endless, bus_stub):
    if request.param == "in process":
        with httpx.Client(transport=bus_stub.transport(), base_url="http://bus.test", headers=KEY) as client:
            yield client
    else:
        with bus_stub.serve() as served, httpx.Client(base_url=served.url, headers=KEY, trust_env=False) as client:
            yield client


def test_endless_body_arrives_in_chunks_and_ends_when_closed(endless_client, endless):
    with endless_client.stream("GET", "/BusStops") as answer:
        chunks = answer.iter_raw()
        assert next(chunks).startswith(b"tick\n")

    assert endless.ended.wait(5)


def test_silent_body_ends_in_read_timeout_and_ends_the_handler(endless_client, endless):
    with endless_client.stream("GET", "/BusRoutes", timeout=0.05) as answer:
        chunks = answer.iter_raw()
        assert next(chunks) == b"first\n"
        with pytest.raises(httpx.ReadTimeout):
            next(chunks)

    assert endless.ended.wait(5)


def test_endless_body_of_slow_reader_is_held_back(endless, bus_stub):
    with httpx.Client(transport=bus_stub.transport(), headers=KEY) as client:
        with client.stream("GET", "http://bus.test/BusStops"):
            client.get("http://bus.test/BusServices")
            assert endless.sent < 100


def test_endless_body_of_async_client_ends_when_closed(endless, bus_stub):
    async def run() -> None:
        async with httpx.AsyncClient(transport=bus_stub.async_transport(), headers=KEY) as client:
            async with client.stream("GET", "http://bus.test/BusStops") as answer:
                async for chunk in answer.aiter_raw():
                    assert chunk == b"tick\n"
                    break
            assert endless.ended.is_set()

    asyncio.run(run())


def test_cancelling_a_task_ends_the_handler(endless, bus_stub):
    async def run() -> None:
        async with httpx.AsyncClient(transport=bus_stub.async_transport(), headers=KEY) as client:
            reading = asyncio.Event()

            async def read() -> None:
                async with client.stream("GET", "http://bus.test/BusRoutes", timeout=None) as answer:
                    async for _ in answer.aiter_raw():
                        reading.set()

            task = asyncio.create_task(read())
            await reading.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert endless.ended.is_set()

    asyncio.run(run())


def test_cancelling_before_the_answer_ends_the_request(bus_stub):
    bus_stub.faults.add(hang=True)

    async def run() -> None:
        async with httpx.AsyncClient(transport=bus_stub.async_transport(), headers=KEY) as client:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(client.get("http://bus.test/BusStops", timeout=None), 0.02)
            assert len(asyncio.all_tasks()) == 1

    asyncio.run(run())


def test_closing_from_another_thread_frees_a_blocked_reader(endless, bus_stub):
    with httpx.Client(transport=bus_stub.transport(), headers=KEY, timeout=None) as client:
        answer = client.send(client.build_request("GET", "http://bus.test/BusRoutes"), stream=True)
        chunks = answer.iter_raw()
        assert next(chunks) == b"first\n"
        closing = threading.Timer(0.02, answer.close)
        closing.start()
        assert next(chunks, None) is None
        closing.join()


def test_one_transport_serves_many_threads(bus_stub):
    statuses = []
    with httpx.Client(transport=bus_stub.transport(), headers=KEY) as client:

        def work() -> None:
            statuses.extend(client.get("http://bus.test/BusStops").status_code for _ in range(20))

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert statuses == [200] * 160
    assert bus_stub.requests.count("stops.list") == 160


def test_one_transport_serves_many_tasks(bus_stub):
    async def run() -> list[int]:
        async with httpx.AsyncClient(transport=bus_stub.async_transport(), headers=KEY) as client:
            answers = await asyncio.gather(*(client.get("http://bus.test/BusStops") for _ in range(100)))
            return [answer.status_code for answer in answers]

    assert asyncio.run(run()) == [200] * 100


def test_closing_the_stub_ends_its_thread_and_refuses_more():
    before = set(threading.enumerate())
    with BusStub() as stub, httpx.Client(transport=stub.transport(), headers=KEY) as client:
        stub.latency = 0.001  # what waits needs a thread
        client.get("http://bus.test/BusStops")
        assert set(threading.enumerate()) > before
        stub.close()

        assert set(threading.enumerate()) == before
        with pytest.raises(httpx.ConnectError, match="the stub is closed"):
            client.get("http://bus.test/BusStops")


@pytest.mark.parametrize("waits", ["inline at first", "from the start"])
def test_closing_the_stub_before_an_answer_waits_ends_the_answer(waits):
    before = set(threading.enumerate())
    with BusStub() as stub:

        def close_then_find_the_loop() -> LoopThread:
            stub.close()  # as another thread does at this moment
            return stub.background()

        stub.override(Endless())
        inline = stub.app if waits == "inline at first" else None
        transport = Transport(stub, stub.closing, close_then_find_the_loop, inline_app=lambda: inline)
        with httpx.Client(transport=transport, headers=KEY, timeout=5) as client:
            with pytest.raises(httpx.RemoteProtocolError, match="the stub closed before it answered"):
                client.get("http://bus.test/v3/BusArrival?BusStopCode=83139")
        assert set(threading.enumerate()) == before


def test_answer_that_waits_for_nothing_starts_no_thread():
    before = set(threading.enumerate())
    with BusStub() as stub, httpx.Client(transport=stub.transport(), headers=KEY) as client:
        assert client.get("http://bus.test/BusStops").status_code == 200
        assert client.get("http://bus.test/nowhere").status_code == 404
        assert set(threading.enumerate()) == before


def test_route_that_was_added_may_wait():
    async def slow(_: Request) -> Response:
        await asyncio.sleep(0.001)
        return Response("done")

    with BusStub() as stub, httpx.Client(transport=stub.transport(), headers=KEY) as client:
        stub.app.routes.insert(0, Route("/slow", slow))
        assert client.get("http://bus.test/slow").text == "done"
        assert client.get("http://bus.test/BusStops").status_code == 200


def test_async_answers_that_wait_for_nothing_let_other_tasks_run(bus_stub):
    async def run() -> int:
        other, answers = asyncio.create_task(asyncio.sleep(0)), 0
        async with httpx.AsyncClient(transport=bus_stub.async_transport(), headers=KEY) as client:
            while not other.done() and answers < 10:
                await client.get("http://bus.test/BusStops")
                answers += 1
        return answers

    assert asyncio.run(run()) < 10


def test_async_transport_starts_no_thread(bus_stub):
    before = set(threading.enumerate())

    async def run() -> None:
        async with httpx.AsyncClient(transport=bus_stub.async_transport(), headers=KEY) as client:
            await client.get("http://bus.test/BusStops")

    asyncio.run(run())

    assert set(threading.enumerate()) == before


async def two_chunks(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"ab", "more_body": True})
    await send({"type": "http.response.body", "body": b"cd"})


async def too_short(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"ab", "more_body": True})
    raise ValueError("odd")


async def silent(scope, receive, send):
    await receive()
    await receive()


def exchange_of(app):
    return InProcessExchange(app, {"type": "http"}, b"")


def test_chunks_are_taken_until_the_answer_is_complete():
    async def run():
        exchange = exchange_of(two_chunks)
        await exchange.start(5)
        return exchange.status, await exchange.take(5), exchange.drained, await exchange.take(5)

    assert asyncio.run(run()) == (200, [b"ab", b"cd"], True, [])


def test_app_that_waits_for_its_reader_continues_when_chunks_are_taken():
    async def many_chunks(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for number in range(100):
            await send({"type": "http.response.body", "body": b"x", "more_body": number < 99})

    async def run():
        exchange = exchange_of(many_chunks)
        await exchange.start(5)
        taken = 0
        while chunks := await exchange.take(5):
            assert len(chunks) < 50
            taken += len(chunks)
        return taken

    assert asyncio.run(run()) == 100


def test_task_that_an_app_leaves_behind_receives_the_disconnection():
    async def run():
        tasks = []

        async def app(scope, receive, send):
            await receive()
            tasks.append(asyncio.create_task(receive()))
            await two_chunks(scope, receive, send)

        exchange = exchange_of(app)
        await exchange.start(5)
        assert not tasks[0].done()
        await exchange.close()
        return await asyncio.wait_for(tasks[0], 5)

    assert asyncio.run(run()) == {"type": "http.disconnect"}


def test_answer_shorter_than_its_length_is_cut_short():
    async def run():
        exchange = exchange_of(too_short)
        await exchange.start(5)
        assert await exchange.take(5) == [b"ab"]
        await exchange.take(5)

    with pytest.raises(CutShort, match="received 2 bytes, expected 4") as broken:
        asyncio.run(run())
    assert isinstance(broken.value.__cause__, ValueError)


def test_app_that_raises_before_its_answer_is_a_500_as_on_a_port(caplog):
    async def odd(scope, receive, send):
        raise ValueError("odd")

    with serve(odd) as served:
        on_a_port = httpx.get(served.url, trust_env=False)
    caplog.clear()

    async def run():
        inline, waits = exchange_of(odd), exchange_of(odd)
        assert inline.answer_inline()
        await waits.start(5)
        return [
            (exchange.status, dict(exchange.headers)[b"content-type"].decode(), exchange.take_now(), exchange.drained)
            for exchange in (inline, waits)
        ]

    expected = (on_a_port.status_code, on_a_port.headers["content-type"], [on_a_port.content], True)
    assert asyncio.run(run()) == [expected, expected]
    assert [record.exc_info[1].args for record in caplog.records] == [("odd",)] * 2


def test_app_that_answers_a_reader_who_has_left_logs_no_error(caplog):
    async def late(scope, receive, send):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await send({"type": "http.response.start", "status": 200, "headers": []})

    async def run():
        with pytest.raises(TimeoutError):
            await exchange_of(late).start(0.001)

    asyncio.run(run())
    assert caplog.records == []


def test_app_without_an_answer_times_out_and_is_ended():
    async def run():
        with pytest.raises(TimeoutError):
            await exchange_of(silent).start(0.001)
        return len(asyncio.all_tasks())

    assert asyncio.run(run()) == 1
