import json
import logging
import re
import traceback

import httpx
import pytest

from trivet import APIConnectionError, APIStatusError, AsyncBusClient, DecodeError, TrivetError


@pytest.mark.parametrize("spelling", ["plain", "escaped"])
async def test_no_error_shows_the_key_that_a_service_echoes(options, script, key, spelling):
    message = json.dumps({"message": f"bad key {key}"})
    body = (message if spelling == "plain" else message.replace("/", "\\/").replace("=", "\\u003d")).encode()
    replies = [
        httpx.Response(401, content=body, headers={"x-echo": key}),
        httpx.Response(200, content=body, headers={"content-type": "application/json"}),
        httpx.Response(200, content=body, headers={"content-type": "text/plain"}),
        httpx.Response(200, content=body[:-1], headers={"content-type": "application/json"}),
    ]
    async with AsyncBusClient(**options, transport=script(*replies)) as bus:
        for _ in replies:
            with pytest.raises((APIStatusError, DecodeError)) as caught:
                await bus.arrivals.get("83139")
            error = caught.value
            shown = f"{error} {error!r} {''.join(traceback.format_exception(error))}"
            assert key not in shown
            assert key not in error.body.decode().replace("\\/", "/").replace("\\u003d", "=")
            assert b"***" in error.body


async def test_no_log_shows_the_key(options, origin, response, key, caplog, arrivals_bytes, clock, closed_port):
    caplog.set_level(logging.DEBUG)
    for name in ("trivet", "httpx", "httpcore", "httpcore.http11", "httpcore.connection", "asyncio"):
        caplog.set_level(logging.DEBUG, name)
    replies = iter(
        [response(key.encode(), status="503 Busy"), response(arrivals_bytes), response(b"", status="401 No")]
    )
    service = origin(lambda _: next(replies))
    async with AsyncBusClient(**options | {"base_url": service.url}, clock=clock) as bus:
        await bus.arrivals.get("83139")
        with pytest.raises(APIStatusError):
            await bus.arrivals.get("83139")
    async with AsyncBusClient(**options | {"base_url": closed_port}, clock=clock) as bus:
        with pytest.raises(APIConnectionError):
            await bus.arrivals.get("83139")
    assert {record.name for record in caplog.records} >= {"trivet", "httpcore.http11"}
    assert key not in caplog.text
    assert not [record for record in caplog.records if key in repr(record.args)]
    assert service.arrived.get_nowait().decode().count(key) == 1, "it was sent, all the same"


async def test_retry_is_logged_with_its_reason(options, script, clock, caplog, arrivals):
    caplog.set_level(logging.DEBUG, "trivet")
    transport = script(httpx.Response(503), httpx.ConnectError("refused"), httpx.Response(200, json=arrivals))
    async with AsyncBusClient(**options, transport=transport, clock=clock) as bus:
        await bus.arrivals.get("83139")
    first, second = (record for record in caplog.records if "attempt" in record.getMessage())
    assert re.fullmatch(r"arrivals\.get: attempt 1: 503; again in 0\.\d s", first.getMessage())
    assert re.fullmatch(r"arrivals\.get: attempt 2: ConnectError: refused; again in [01]\.\d s", second.getMessage())
    assert {first.levelno, second.levelno} == {logging.DEBUG}


@pytest.mark.parametrize(
    ("replies", "reasons"),
    [
        ([httpx.Response(404)], ["404; not retried: 404 is not a status that passes"]),
        (
            [httpx.Response(503, headers={"retry-after": "61"})],
            ["503; not retried: Retry-After asks for more"],
        ),
        ([httpx.Response(503), httpx.ConnectError("refused")], ["again", "refused; not retried: no retries are left"]),
    ],
)
async def test_error_is_logged_with_the_reason_why_it_is_not_retried(options, script, clock, caplog, replies, reasons):
    caplog.set_level(logging.DEBUG, "trivet")
    async with AsyncBusClient(**options, transport=script(*replies), clock=clock, max_retries=1) as bus:
        with pytest.raises(TrivetError):
            await bus.arrivals.get("83139")
    decisions = [each for each in (record.getMessage() for record in caplog.records) if ";" in each]
    assert len(decisions) == len(reasons)
    assert all(reason in each for reason, each in zip(reasons, decisions, strict=True))


async def test_no_repr_shows_the_key(options, key):
    async with AsyncBusClient(**options) as bus:
        assert repr(bus) == "AsyncBusClient('http://bus.test/api')"
        shown = [repr(each) for each in (bus, bus.stops, bus.stops.list(), bus.with_options(timeout=1))]
    assert key not in "".join(shown)


@pytest.mark.parametrize("bad", ["two words", "line\r\nX-Other: 1", "\x7f"])
async def test_invalid_key_is_not_shown(options, bad):
    with pytest.raises(TrivetError, match="account_key") as caught:
        AsyncBusClient(**options | {"account_key": bad})
    assert bad not in str(caught.value) + repr(caught.value)
