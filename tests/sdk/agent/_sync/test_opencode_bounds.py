# Derived from tests/sdk/agent/_async/test_opencode_bounds.py by `python -m codegen`; do not edit.
"""The bounds of every transport apply through the adapter too: deadlines, sizes, secrets, retries, closing."""

import gzip
import json
import pickle
import socket
from functools import partial
from itertools import count
from operator import attrgetter

import httpx
import pytest

from tests.sdk.agent.opencode.chunks import Chunks
from tests.sdk.exposure import exposed
from tests.sdk.network.raw_server import Good, RawServer, head
from trivet import (
    AgentClient,
    APIConnectionError,
    APIError,
    APITimeoutError,
    BadRequestError,
    Basic,
    DecodeError,
    InternalServerError,
    InvalidArgumentError,
    StreamError,
)
from trivet.agent import Prompt, opencode
from trivet_stubs import Clock

HERE = {"directory": "/home/dev/orchard"}
GOOD = Good(200, "application/json", b"[]")
PASSWORD = "correct-horse-battery"


def client(handler, *, max_body=64_000_000, **options):
    transport = opencode.Transport(httpx.MockTransport(handler), max_body=max_body)
    return AgentClient(transport=transport, base_url="http://opencode.test", **options)


def streamed(body, *, media_type="application/json", **headers):
    return httpx.Response(200, headers={"content-type": media_type, **headers}, stream=body)


def test_body_that_is_too_long_to_be_translated_is_a_decode_error():
    body = Chunks([b"[" + b" " * 999] * 1000)
    with client(lambda request: streamed(body), max_body=5000) as agent:
        with pytest.raises(DecodeError, match="the body is longer than max_body, 5000 bytes"):
            agent.project.list()
    assert body.read < 10
    assert body.closed


def test_max_body_bounds_the_translated_answer():
    def many(request):
        return httpx.Response(200, json=[{"id": f"project-{at}"} for at in range(1000)])

    with client(many, max_body=2000) as agent:
        with pytest.raises(DecodeError, match="longer than max_body, 2000 bytes"):
            agent.project.list()
    with client(many) as agent:
        assert len(agent.project.list()) == 1000


def test_body_with_too_many_values_is_not_translated():
    body = b"[" + b"[]," * 600_000 + b"[]]"
    with client(lambda request: streamed(Chunks([body]))) as agent:
        with pytest.raises(DecodeError, match="the body has more than max_values, 500000 values"):
            agent.project.list()


@pytest.mark.long
def test_packed_body_is_unpacked_within_its_bound():
    packed = gzip.compress(json.dumps([{"id": "a"}]).encode())
    with client(lambda request: streamed(Chunks([packed]), **{"content-encoding": "gzip"})) as agent:
        assert [project.id for project in agent.project.list()] == ["a"]
    bomb = gzip.compress(b" " * 50_000_000)
    bombing = partial(streamed, Chunks([bomb]), **{"content-encoding": "gzip"})
    with client(lambda request: bombing(), max_body=100_000) as agent:
        with pytest.raises(DecodeError, match="longer than max_body, 100000 bytes"):
            agent.project.list()
    with client(lambda request: streamed(Chunks([b"x"]), **{"content-encoding": "br"})) as agent:
        with pytest.raises(DecodeError, match="compressed as br"):
            agent.project.list()


def test_body_of_an_error_is_cut_and_its_head_is_kept():
    def failing(request):
        body = Chunks([b'{"name": "UnknownError", "data": {"message": "no"}}' + b" " * 1_000_000, b" " * 1_000_000])
        return httpx.Response(500, headers={"x-request-id": "r7", "content-type": "application/json"}, stream=body)

    with client(failing) as agent:
        with pytest.raises(InternalServerError, match=r"project\.list: 500 UnknownError no \(request r7\)") as caught:
            agent.project.list()
    assert len(caught.value.body) <= 1_000_000


def test_retry_after_of_the_server_is_obeyed_through_the_adapter():
    answers = [httpx.Response(503, headers={"retry-after": "7.5"}, json={}), httpx.Response(200, json=[{"id": "a"}])]
    clock = Clock()
    start = clock.monotonic()
    with client(lambda request: answers.pop(0), clock=clock) as agent:
        assert [project.id for project in agent.project.list()] == ["a"]
    assert answers == []
    assert clock.monotonic() - start == 7.5


def test_web_page_is_an_error_with_a_hint():
    page = httpx.Response(200, headers={"content-type": "text/html"}, text="<!doctype html>")
    with client(lambda request: page) as agent:
        for call in (agent.project.list, agent.session.list().page):
            with pytest.raises(DecodeError, match="check base_url"):
                call()


def test_dripping_server_meets_the_deadline():
    def drip(talk):
        talk.read_request()
        talk.send(head("200 OK", "content-type: application/json", "content-length: 90000"))
        talk.drip_without_end(b" ")

    with RawServer(drip, GOOD) as server:
        transport = opencode.Transport()
        with AgentClient(transport=transport, base_url=server.url, deadline=0.2, max_retries=0) as agent:
            for call in (
                agent.project.list,
                agent.session.list().page,
                partial(agent.permission.reply, "per_1", response="once"),
            ):
                with pytest.raises(APITimeoutError, match="within the deadline"):
                    call()


def test_wait_for_a_session_that_never_ends_meets_its_deadline():
    def busy(request):
        record = {"id": "ses_1", "directory": "/a"}
        return httpx.Response(
            200, json={"ses_1": {"type": "busy"}} if request.url.path == "/session/status" else record
        )

    with client(busy, max_retries=0) as agent:
        with pytest.raises(APITimeoutError, match="within the deadline"):
            agent.session.wait("ses_1", deadline=0.3)


def test_prompt_is_sent_once_although_the_look_for_its_message_fails():
    prompts = []

    def answer(request):
        if request.method == "POST":
            prompts.append(json.loads(request.content))
            return httpx.Response(204)
        if "/message/" in request.url.path:
            raise httpx.ConnectError("refused", request=request)
        record = {"id": "ses_1", "directory": "/a", "time": {"created": 1}}
        return httpx.Response(200, json=[] if request.url.path.endswith("/message") else record)

    with client(answer) as agent:
        admitted = agent.session.prompt("ses_1", prompt=Prompt(text="T"))
    assert [prompt["messageID"] for prompt in prompts] == [admitted.id]


def test_refused_connection_has_sent_nothing():
    with socket.socket() as sock:  # bound, and it does not listen
        sock.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{sock.getsockname()[1]}"
        with AgentClient(transport=opencode.Transport(), base_url=url, max_retries=0) as agent:
            for call in (agent.project.list, partial(agent.session.create, title="T"), agent.session.list().page):
                with pytest.raises(APIConnectionError) as caught:
                    call()
                assert not caught.value.sent


@pytest.mark.parametrize("operation", ["project.list", "auth.list", "permission.reply"])
def test_no_error_shows_a_secret(operation):
    def echo(request):
        secret = request.headers["authorization"]
        return httpx.Response(500, json={"name": PASSWORD, "data": {"message": f"{secret} {PASSWORD}"}})

    def broken(request):
        raise httpx.ReadError("broken", request=request)

    for handler in (echo, broken):
        with client(handler, auth=Basic("opencode", PASSWORD), max_retries=0) as agent:
            arguments = {"permission_id": "per_1", "response": "once"} if operation == "permission.reply" else {}
            with pytest.raises(APIError) as caught:
                attrgetter(operation)(agent)(**arguments)
        assert not exposed(caught.value, PASSWORD)


def test_credentials_go_with_every_request_of_a_flow():
    seen = []

    def answer(request):
        seen.append((request.url.path, request.headers.get("authorization"), request.headers["accept"]))
        if request.url.path == "/api/location":
            return httpx.Response(200, json=HERE)
        return httpx.Response(200, json={"data": []})

    with client(answer, auth=Basic("opencode", PASSWORD), headers={"x-team": "pears"}) as agent:
        agent.session.list().page()
    assert [path for path, _, _ in seen] == ["/api/location", "/api/session"]
    assert len({(auth, accept) for _, auth, accept in seen}) == 1
    assert seen[0][1].startswith("Basic ")


def test_stream_that_breaks_opens_again_and_one_that_is_packed_is_refused(agent_stub):
    connections = []

    def events(request):
        if request.url.path == "/api/location":
            return httpx.Response(200, json=HERE)
        body = Chunks([b'data: {"id":"evt_%d","type":"server.connected","properties":{}}\n\n' % len(connections)])
        connections.append(body)
        return streamed(
            body, media_type="text/event-stream", **({} if len(connections) < 3 else {"content-encoding": "gzip"})
        )

    with client(events, clock=agent_stub.clock) as agent, agent.event.subscribe() as stream:
        assert (next(stream)).type == "server.connected"
        assert (next(stream)).type == "reconnected"
        assert (next(stream)).context.directory == "/home/dev/orchard"
        with pytest.raises(DecodeError, match="the body is compressed"):
            next(stream)
    assert all(connection.closed for connection in connections)


def test_event_without_an_end_is_a_stream_error(agent_stub):
    numbers = count()

    def events(request):
        if request.url.path == "/api/location":
            return httpx.Response(200, json=HERE)
        connected = b'data: {"id":"evt_%d","type":"server.connected","properties":{}}\n\n' % next(numbers)
        return streamed(Chunks([connected, b"data: " + b"x" * 17_000_000]), media_type="text/event-stream")

    with client(events, clock=agent_stub.clock) as agent, agent.event.subscribe() as stream:
        assert (next(stream)).type == "server.connected"
        gap = next(stream)
        assert isinstance(gap.cause, StreamError)
        assert "an event of more than 16000000 bytes" in gap.cause.reason


def test_failure_that_is_packed_in_an_unknown_way_keeps_its_status():
    packed = partial(httpx.Response, 503, headers={"content-encoding": "br", "content-type": "application/json"})
    with client(lambda request: packed(stream=Chunks([b"x"])), max_retries=0) as agent:
        with pytest.raises(InternalServerError, match=r"project\.list: 503"):
            agent.project.list()


def test_body_for_a_route_of_the_server_keeps_its_media_type():
    sent = []

    def keep(request):
        sent.append((request.headers.get("content-type"), request.content))
        return httpx.Response(200, json={})

    with client(keep) as agent:
        agent.request("PUT", "/session/ses_1/icon", content=b"\x89PNG", media_type="image/png")
        agent.request("POST", "/session/ses_1/abort", json={"now": True})
        agent.request("DELETE", "/session/ses_1/icon")
    assert sent == [("image/png", b"\x89PNG"), ("application/json", b'{"now":true}'), (None, b"")]


@pytest.mark.parametrize("json", [{"size": {"columns": "wide", "rows": 1}}, {"size": {"columns": [], "rows": 1}}])
def test_body_of_another_form_is_left_to_the_server(json):
    def refuse(request):
        return httpx.Response(400, json={"message": request.content.decode()})

    with client(refuse) as agent:
        with pytest.raises(BadRequestError, match="columns"):
            agent.request("PATCH", "/api/pty/pty_1", json=json)


def test_deeply_nested_body_is_passed_on_unchanged(agent_stub):
    nested = b"[" * 400 + b"]" * 400
    events = [
        b'data: {"id":"evt_1","type":"new","properties":{"a":%b}}\n\n' % nested,
        b'data: {"id":"evt_2","type":"server.connected","properties":{}}\n\n',
    ]
    page = b'{"data":[{"id":"ses_1","location":{"directory":"/d"},"new":%b}]}' % nested
    sent = []

    def answer(request):
        sent.append(request.content)
        if request.url.path == "/api/location":
            return httpx.Response(200, json=HERE)
        if request.url.path == "/event":
            return streamed(Chunks(events), media_type="text/event-stream")
        return httpx.Response(200, headers={"content-type": "application/json"}, content=page)

    with client(answer, clock=agent_stub.clock) as agent:
        assert [session.id for session in agent.session.list().page()] == ["ses_1"]
        agent.request("PATCH", "/api/config", json={"config": json.loads(nested)})
        assert sum(nested in content for content in sent) == 1
        with agent.event.subscribe() as stream:
            seen = [(next(stream)).type, (next(stream)).type]
    assert seen[1] == "server.connected"


@pytest.mark.parametrize("media_type", ["Text/Event-Stream; charset=utf-8", None])
def test_events_are_translated_under_any_spelling_of_their_type(agent_stub, media_type):
    events = b'data: {"id":"evt_1","type":"server.connected","properties":{}}\n\n'

    def answer(request):
        if request.url.path == "/api/location":
            return httpx.Response(200, json=HERE)
        headers = {} if media_type is None else {"content-type": media_type}
        return httpx.Response(200, headers=headers, stream=Chunks([events]))

    with client(answer, clock=agent_stub.clock) as agent, agent.event.subscribe() as stream:
        first = next(stream)
    assert (first.type, first.context.directory) == ("server.connected", "/home/dev/orchard")


def test_transport_is_pickled_with_its_settings():
    transport = pickle.loads(pickle.dumps(opencode.Transport(max_body=5)))
    assert repr(transport) == "Transport()"
    with AgentClient(transport=transport, max_retries=0) as agent:
        with pytest.raises(opencode.UnsupportedOperationError):
            agent.auth.list()


def test_wrong_arguments_are_refused():
    with pytest.raises(InvalidArgumentError, match="transport must be a transport with the method"):
        opencode.Transport("http://127.0.0.1")
    with pytest.raises(InvalidArgumentError, match="max_body must be"):
        opencode.Transport(max_body=0)
