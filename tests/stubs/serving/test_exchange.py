"""One request to an ASGI app and its answer, chunk by chunk."""

import asyncio

import httpx
import pytest

from trivet_stubs.serving.exchange import CutShort, Exchange
from trivet_stubs.serving.port import serve


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
    return Exchange(app, {"type": "http"}, b"")


def test_chunks_are_taken_until_the_answer_is_complete():
    async def run():
        exchange = exchange_of(two_chunks)
        await exchange.start(5)
        return exchange.status, await exchange.take(5), exchange.drained, await exchange.take(5)

    assert asyncio.run(run()) == (200, [b"ab", b"cd"], True, [])


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
            (each.status, dict(each.headers)[b"content-type"].decode(), each.take_now()) for each in (inline, waits)
        ]

    expected = (on_a_port.status_code, on_a_port.headers["content-type"], [on_a_port.content])
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
