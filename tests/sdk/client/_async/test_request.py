"""Requests that the user writes: their URLs, headers and bodies, their retries, and their limits."""

import httpx
import pytest
from starlette.responses import JSONResponse
from starlette.routing import Route

from trivet import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncAgentClient,
    AsyncBusClient,
    AsyncChatClient,
    Basic,
    InternalServerError,
    InvalidArgumentError,
    RateLimitError,
    TrivetError,
)
from trivet._concurrency.functions import async_run_blocking


def ok(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={})


async def test_request_has_the_clients_credentials_and_headers(options, script, key):
    headers = {"X-Trace": "t-1", "Content-Type": "application/json"}
    transport = script(httpx.Response(201, content=b'{"id":7}', headers=headers))
    async with AsyncBusClient(**options, headers={"X-A": "1"}, transport=transport) as bus:
        answer = await bus.request(
            "post",
            "/stops/{code}/notes",
            segments={"code": "83/139"},
            query={"tag": ["a", "b"], "at": {"lat": 1.3}},
            json={"text": "ü"},
            headers={"X-B": "2"},
        )
    assert (answer.value, answer.status, answer.headers["x-trace"], answer.body) == ({"id": 7}, 201, "t-1", b'{"id":7}')
    [sent] = transport.requests
    assert sent.method == "POST"
    assert str(sent.url) == "http://bus.test/api/stops/83%2F139/notes?tag=a&tag=b&at%5Blat%5D=1.3"
    assert sent.content == '{"text":"ü"}'.encode()
    expected = {"accountkey": key, "x-a": "1", "x-b": "2", "accept": "application/json"}
    expected["content-type"] = "application/json"
    assert {name: sent.headers[name] for name in expected} == expected


async def test_headers_of_one_request_stay_out_of_the_next(options, script):
    transport = script(ok, ok)
    async with AsyncBusClient(**options, headers={"X-A": "1"}, transport=transport) as bus:
        await bus.request("GET", "/x", headers={"x-a": "2"})
        await bus.request("GET", "/x")
        with pytest.raises(InvalidArgumentError, match=r"^headers must be "):
            await bus.request("GET", "/x", headers={"Content-Type": "text/plain"})
    assert [request.headers["x-a"] for request in transport.requests] == ["2", "1"]


async def test_bytes_are_sent_as_they_are(options, script):
    transport = script(ok, ok)
    form = httpx.Request("POST", "http://form.test", files={"file": ("a.png", b"\x89PNG")})
    async with AsyncBusClient(**options, transport=transport) as bus:
        await bus.request("PUT", "/x", content=b"\0\xff")
        await bus.request("POST", "/x", content=form.read(), media_type=form.headers["content-type"])
    plain, multipart = transport.requests
    assert (plain.content, plain.headers["content-type"]) == (b"\0\xff", "application/octet-stream")
    assert b"\x89PNG" in multipart.content
    assert multipart.headers["content-type"].startswith("multipart/form-data; boundary=")


@pytest.mark.parametrize(
    "url", ["http://evil.test/api/x", "//evil.test/x", "http://bus.test/x", "http://bus.test:81/api/x", "x"]
)
async def test_url_elsewhere_raises_before_anything_is_sent(options, script, url):
    transport = script()
    async with AsyncBusClient(**options, transport=transport) as bus:
        with pytest.raises(InvalidArgumentError, match=r"^path must be a path that begins with one slash, or a URL"):
            await bus.request("GET", url)
    assert transport.requests == []


async def test_link_of_the_service_below_the_base_url_is_followed_by_hand(options, script):
    link = {"next": "http://bus.test/api/stops?cursor=a%2Bb"}
    transport = script(httpx.Response(200, json=link), ok)
    async with AsyncBusClient(**options, transport=transport) as bus:
        page = await bus.request("GET", "/stops")
        await bus.request("GET", page.value["next"])
    assert transport.requests[1].url.params["cursor"] == "a+b"


async def test_redirect_is_an_error_and_not_followed(options, script):
    transport = script(httpx.Response(307, headers={"location": "http://evil.test/"}))
    async with AsyncBusClient(**options, transport=transport) as bus:
        with pytest.raises(APIStatusError) as caught:
            await bus.request("GET", "/x")
    assert (caught.value.status, len(transport.requests)) == (307, 1)


@pytest.mark.parametrize(
    ("method", "retryable", "sends"),
    [("GET", None, 2), ("POST", None, 1), ("DELETE", None, 1), ("PUT", True, 2), ("GET", False, 1)],
)
async def test_failure_is_retried_where_the_request_may_repeat(options, script, clock, method, retryable, sends):
    for failure in (httpx.Response(503), httpx.ReadError("reset")):
        transport = script(*([failure] * (3 - sends)), ok)
        async with AsyncBusClient(**options, transport=transport, clock=clock) as bus:
            try:
                await bus.request(method, "/x", json={}, retryable=retryable)
            except (InternalServerError, APIConnectionError):
                assert sends == 1
        assert len(transport.requests) == sends


async def test_post_is_sent_again_if_it_was_refused_or_never_sent(options, script, clock):
    transport = script(httpx.Response(429), httpx.ConnectError("refused"), ok)
    async with AsyncBusClient(**options, transport=transport, clock=clock) as bus:
        assert (await bus.request("POST", "/x", json={})).status == 200
    assert len(transport.requests) == 3


async def test_rate_limit_and_quota_fault_apply_to_requests(options, script, clock):
    quota = {"fault": {"faultstring": "Quota", "detail": {"errorcode": "policies.ratelimit.QuotaViolation"}}}
    transport = script(ok, httpx.Response(500, json=quota))
    async with AsyncBusClient(**options, transport=transport, clock=clock, max_per_second=2, max_retries=0) as bus:
        await bus.request("GET", "/x")
        with pytest.raises(RateLimitError, match=r"^GET /x: 500 policies"):
            await bus.request("GET", "/x", headers={"X-A": "1"})
    assert clock.slept == [0.5]


async def test_deadline_of_a_copy_bounds_the_request(options, drip):
    service = drip(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 9999\r\n\r\n", b"x")
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(APITimeoutError, match=r"^GET /x: no answer within the deadline of 0\.2 s"):
            await bus.with_options(deadline=0.2).request("GET", "/x", accept="*/*")
    assert await async_run_blocking(lambda: service.closed.wait(10))


async def test_request_sends_the_context_that_the_client_is_bound_to(script):
    transport = script(ok, ok, ok)
    async with AsyncAgentClient(auth=Basic("me", "s3cret-word"), transport=transport) as agent:
        here = agent.at(directory="/d ü", workspace="wrk_1")
        await here.request("GET", "/api/new", query={"limit": 5})
        await agent.request("GET", "/api/new", query={"location": {"directory": "/d"}})
        with pytest.raises(InvalidArgumentError, match="query must be without the parameters of the context"):
            await here.request("GET", "/api/new", query={"directory": "/e"})
    sent = [request.url.params.multi_items() for request in transport.requests]
    assert sent == [
        [("limit", "5"), ("directory", "/d ü"), ("workspace", "wrk_1")],
        [("location[directory]", "/d")],
    ]
    assert transport.requests[0].headers["authorization"].startswith("Basic ")


async def test_agent_stub_answers_in_the_context(async_agent_client):
    async with async_agent_client as agent:
        here = agent.at(directory="/home/dev/orchard")
        answer = await here.request("GET", "/api/command")
        assert len(answer.value["data"]) == len(await here.command.list())


async def test_bus_stub_pages_as_its_method_does(async_bus_client):
    async with async_bus_client as bus:
        answer = await bus.request("GET", "/BusStops", query={"$skip": 3})
        page = await bus.stops.list(skip=3).page()
        assert [stop["BusStopCode"] for stop in answer.value["value"]] == [stop.bus_stop_code for stop in page]


async def test_stub_answers_a_new_path_by_a_route_of_the_test(async_bus_client, bus_stub):
    def create(request):
        note = {"stop": request.path_params["code"], "tags": request.query_params.getlist("tag")}
        return JSONResponse(note, 201, {"location": "/stops/54009/notes/1"})

    bus_stub.app.routes.insert(0, Route("/stops/{code}/notes", create, methods=["POST"]))
    async with async_bus_client as bus:
        path = "/stops/{code}/notes"
        bus_stub.faults.add(None, status=429)
        answer = await bus.request("POST", path, segments={"code": 54009}, query={"tag": ["a", "b"]})
    assert (answer.status, answer.value) == (201, {"stop": "54009", "tags": ["a", "b"]})
    assert [(request.method, request.path) for request in bus_stub.requests] == [("POST", "/stops/54009/notes")] * 2


async def test_chat_client_requests_as_another_user_within_the_block(async_chat_client, chat_stub):
    async with async_chat_client as chat:
        user_id = next(user.id for user in await chat.admin.users.list().all() if not user.is_app_admin)
        async with chat.acting_as(user_id) as user:
            created = await user.request("POST", "/conversations", json={"title": "By hand"})
            assert created.status == 201
            with pytest.raises(APIStatusError):
                await user.request("GET", "/admin/users")
        assert created.value["user_id"] == user_id
        with pytest.raises(TrivetError, match="the block that this client belongs to is over"):
            await user.request("GET", "/conversations")


async def test_token_is_fetched_again_after_a_401(script):
    tokens = iter(["old-token", "new-token"])

    async def token() -> str:
        return next(tokens)

    transport = script(httpx.Response(401), ok)
    async with AsyncChatClient(token=token, base_url="http://chat.test", transport=transport) as chat:
        await chat.request("GET", "/x")
    assert [request.headers["authorization"] for request in transport.requests] == [
        "Bearer old-token",
        "Bearer new-token",
    ]


async def test_closed_client_sends_nothing(options, script):
    transport = script()
    bus = AsyncBusClient(**options, transport=transport)
    await bus.aclose()
    with pytest.raises(TrivetError, match=r"^GET /x: the client is closed$"):
        await bus.request("GET", "/x")
    assert transport.requests == []


async def test_with_response_refuses_request_because_it_returns_an_answer(options, script):
    transport = script()
    async with AsyncBusClient(**options, transport=transport) as bus:
        with pytest.raises(TypeError, match="request returns an Answer already"):
            await bus.with_response(bus.request, "GET", "/x")
    assert transport.requests == []
