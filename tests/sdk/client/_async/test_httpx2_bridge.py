"""Transports and auths of httpx2 in a client: the same calls, errors and secrets as with those of httpx."""

import gzip
import json
import logging
import subprocess
import sys

import httpcore2
import httpx
import httpx2
import pytest

from tests.sdk.exposure import exposed
from trivet import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncAgentClient,
    AsyncBusClient,
    DecodeError,
)
from trivet.agent import opencode
from trivet_stubs import Clock

SECRET = "s3cret-of-a-flow"


def agents(request):
    return httpx2.Response(200, json={"data": []}, headers={"x-sent": request.headers.get("authorization", "nothing")})


async def sent(auth, answer=agents, library=httpx2):
    """Return the Authorization header that a client with these credentials sends."""
    async with AsyncAgentClient(auth=auth, transport=library.MockTransport(answer), clock=Clock()) as agent:
        return (await agent.with_response(agent.agent.list)).headers["x-sent"]


def test_client_does_not_import_httpx2():
    code = "import sys, trivet; trivet.AgentClient(auth=trivet.Bearer('t')); print('httpx2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


async def test_request_over_httpx2_is_the_same_on_the_wire(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    heads = []
    for transport in (httpx.AsyncHTTPTransport(), httpx2.AsyncHTTPTransport()):
        async with AsyncBusClient(**options | {"base_url": service.url}, transport=transport) as bus:
            assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"
            await bus.request("GET", "/a%2fb/{name}", segments={"name": "ü /"}, query={"q": "a b&c+d%"})
        heads.append([service.arrived.get_nowait() for _ in range(2)])
    assert heads[0] == heads[1]
    assert service.connections == 2


async def test_body_over_httpx2_arrives(script):
    seen = []

    def answer(request):
        seen.append((request.method, request.read(), request.headers["content-length"]))
        return agents(request)

    async with AsyncAgentClient(transport=httpx2.MockTransport(answer)) as agent:
        await agent.request("POST", "/anything", json={"a": 1})
        await agent.request("POST", "/anything")
    assert seen == [("POST", b'{"a":1}', "7"), ("POST", b"", "0")]


@pytest.mark.parametrize("read", [False, True])
async def test_compressed_body_of_httpx2_is_decompressed(options, arrivals_bytes, read):
    def answer(_):
        body = gzip.compress(arrivals_bytes)
        headers = {"content-encoding": "gzip", "content-type": "application/json"}
        if read:
            return httpx2.Response(200, content=body, headers=headers)
        return httpx2.Response(200, stream=httpx2.ByteStream(body), headers=headers)

    async with AsyncBusClient(**options, transport=httpx2.MockTransport(answer)) as bus:
        assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"


class Refused(httpx2.ConnectError):
    """An exception of a user's transport."""


@pytest.mark.parametrize(
    ("error", "kind", "request_sent", "reason"),
    [
        (httpx2.ConnectError("refused"), APIConnectionError, False, "ConnectError: refused"),
        (Refused("refused"), APIConnectionError, False, ": refused"),
        (httpx2.ReadError("reset"), APIConnectionError, True, "ReadError: reset"),
        (httpx2.ReadTimeout("late"), APITimeoutError, True, "ReadTimeout: late"),
        (httpx2.RemoteProtocolError("odd"), APIConnectionError, True, "RemoteProtocolError: odd"),
        (httpx2.DecodingError("odd"), APIConnectionError, True, "DecodingError: odd"),
        (httpx2.HTTPError("odd"), APIConnectionError, True, "HTTPError: odd"),
        (httpcore2.ReadError("reset"), APIConnectionError, True, "ReadError: reset"),  # by a transport of a user
    ],
)
async def test_exception_of_httpx2_becomes_a_typed_error(options, clock, error, kind, request_sent, reason):
    def answer(request):
        error.request = request
        raise error

    async with AsyncBusClient(**options, transport=httpx2.MockTransport(answer), clock=clock, max_retries=0) as bus:
        with pytest.raises(kind) as caught:
            await bus.arrivals.get("83139")
    assert type(caught.value) is kind
    assert caught.value.sent is request_sent
    assert caught.value.reason.endswith(reason)
    assert caught.value.__context__ is None
    assert not exposed(caught.value, options["account_key"])


async def test_retry_over_httpx2_succeeds(options, clock, arrivals):
    replies = [httpx2.ConnectError("refused"), httpx2.Response(503), httpx2.Response(200, json=arrivals)]

    def answer(_):
        reply = replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    async with AsyncBusClient(**options, transport=httpx2.MockTransport(answer), clock=clock) as bus:
        assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"


class OwnTransport(httpx2.AsyncBaseTransport):
    """A transport with a body that arrives in parts, and may break off."""

    def __init__(self, parts):
        self.parts = parts
        self.closed = 0

    async def handle_async_request(self, request):
        self.timeouts = request.extensions["timeout"]

        async def body():
            for part in self.parts:
                if isinstance(part, Exception):
                    raise part
                yield part

        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=body())

    async def aclose(self):
        self.closed += 1


async def test_stream_over_httpx2_is_read_and_breaks_off_typed():
    event = {"id": "evt_1", "type": "server.connected", "properties": {}, "data": {}}
    transport = OwnTransport([b"data: %b\n\n" % json.dumps(event).encode(), httpx2.ReadError("reset")])
    async with AsyncAgentClient(transport=transport, max_retries=0) as agent:
        with pytest.raises(APIConnectionError, match="ReadError: reset"):
            await agent.request("GET", "/anything", accept="text/*")
        async with agent.event.subscribe(idle_timeout=7.0) as events:
            assert (await anext(events)).type == "server.connected"
            assert transport.timeouts["read"] == 7.0
    assert transport.closed == 1


async def test_each_auth_of_httpx2_is_sent():
    def token(request):
        request.headers["authorization"] = "Bearer t0ken"
        return request

    assert await sent(httpx2.BasicAuth("me", "p")) == "Basic bWU6cA=="
    assert await sent(httpx2.FunctionAuth(token)) == "Bearer t0ken"


@pytest.mark.parametrize("library", [httpx, httpx2])
async def test_digest_authentication_of_httpx2_succeeds(library):
    def answer(request):
        if request.headers.get("authorization", "").startswith("Digest "):
            return library.Response(200, json={"data": []}, headers={"x-sent": request.headers["authorization"]})
        challenge = {"www-authenticate": 'Digest realm="r", nonce="n", qop="auth"', "set-cookie": "a=b"}
        return library.Response(401, headers=challenge)

    assert (await sent(httpx2.DigestAuth("me", "p"), answer, library)).startswith('Digest username="me"')


class Challenged(httpx2.Auth):
    """An auth flow that reads the response with a challenge, and answers it."""

    requires_response_body = True

    def auth_flow(self, request):
        response = yield request
        while response.status_code == 401:
            request.headers["authorization"] = f"Answer {response.text}"
            response = yield request


@pytest.mark.parametrize("library", [httpx, httpx2])
async def test_auth_flow_of_httpx2_reads_bodies(library):
    numbers = iter("12")

    def answer(request):
        if request.headers.get("authorization") == "Answer 2":
            return library.Response(200, json={"data": []}, headers={"x-sent": "Answer 2"})
        body = gzip.compress(next(numbers).encode())
        return library.Response(401, stream=library.ByteStream(body), headers={"content-encoding": "gzip"})

    assert await sent(Challenged(), answer, library) == "Answer 2"


async def test_body_that_an_auth_flow_of_httpx2_reads_is_bounded():
    async with AsyncAgentClient(
        auth=Challenged(), transport=httpx2.MockTransport(lambda _: httpx2.Response(200, text="x" * 100)), max_body=99
    ) as agent:
        with pytest.raises(DecodeError, match="longer than max_body"):
            await agent.agent.list()


@pytest.mark.parametrize("error", [httpx2.ProtocolError("odd challenge"), LookupError("no ticket")])
async def test_exception_of_an_auth_flow_of_httpx2_is_typed_or_propagates(error):
    class Broken(httpx2.Auth):
        def auth_flow(self, request):
            yield request
            raise error

    kind = LookupError if isinstance(error, LookupError) else APIConnectionError
    with pytest.raises(kind, match=str(error)):
        await sent(Broken())


@pytest.mark.parametrize("library", [httpx, httpx2])
async def test_no_error_shows_credentials_of_an_auth_of_httpx2(library, caplog):
    caplog.set_level(logging.DEBUG, "trivet")

    class Flow(httpx2.Auth):
        def auth_flow(self, request):
            request.headers["x-api-key"] = SECRET
            request.url = request.url.copy_merge_params({"key": SECRET})
            yield request

    def answer(_):
        return library.Response(400, json={"message": f"bad {SECRET}"}, headers={"x-echo": SECRET})

    for auth in (Flow(), httpx2.BasicAuth("me", SECRET)):
        async with AsyncAgentClient(auth=auth, transport=library.MockTransport(answer)) as agent:
            with pytest.raises(APIStatusError) as caught:
                await agent.agent.list()
            assert not exposed(caught.value, SECRET, also=caplog.text + repr(agent))


async def test_adapter_for_opencode_sends_over_httpx2(clock):
    def refuse(_):
        raise httpx2.ConnectError("refused")

    transport = opencode.AsyncTransport(httpx2.MockTransport(refuse))
    async with AsyncAgentClient(transport=transport, clock=clock) as agent:
        with pytest.raises(APIConnectionError, match="ConnectError: refused"):
            await agent.project.list()
