# Derived from tests/sdk/client/_async/test_request_answers.py by `python -m codegen`; do not edit.
"""Requests that the user writes: the values of their answers, and the errors for unusable answers."""

import gzip
import logging
from datetime import timedelta

import httpx
import pytest

from tests.sdk.exposure import SPELLINGS, exposed
from trivet import (
    AgentClient,
    APIConnectionError,
    APIStatusError,
    BadRequestError,
    BusClient,
    ChatClient,
    DecodeError,
    NotFoundError,
    TrivetError,
    extra,
)
from trivet.bus import BusStop, converter

SECRET = "s3cret/of+mine"


@pytest.mark.parametrize(
    ("reply", "accept", "value"),
    [
        (httpx.Response(200, json=[1, "ü"]), "application/json", [1, "ü"]),
        (
            httpx.Response(200, json={"type": "x"}, headers={"content-type": "application/problem+json"}),
            None,
            {"type": "x"},
        ),
        (httpx.Response(204), "application/json", None),
        (httpx.Response(200, text="a,b\n"), "text/*", "a,b\n"),
        (httpx.Response(200, html="<p>ü"), "*/*", "<p>ü"),
        (httpx.Response(200, content=b"\x89PNG", headers={"content-type": "image/png"}), "image/png", b"\x89PNG"),
        (httpx.Response(200, text="v: 1", headers={"content-type": "text/csv; charset=utf-8"}), "text/csv;q=1", "v: 1"),
    ],
)
def test_value_follows_the_media_type(options, script, reply, accept, value):
    arguments = {} if accept is None else {"accept": accept}
    transport = script(reply)
    with BusClient(**options, transport=transport, strict=True) as bus:
        answer = bus.request("GET", "/x", **arguments)
    assert answer.value == value
    assert transport.requests[0].headers["accept"] == arguments.get("accept", "application/json")


def test_answer_has_the_duration_of_the_call_and_the_request_id(options, script, clock):
    def reply(_):
        clock.seconds += 0.25
        return httpx.Response(200, json=1, headers={"x-request-id": "req-7"})

    with BusClient(**options, transport=script(reply), clock=clock) as bus:
        answer = bus.request("GET", "/x")
    assert (answer.elapsed, answer.request_id) == (timedelta(seconds=0.25), "req-7")


def test_record_and_its_unknown_fields_round_trip(options, script, stops):
    wire = stops("83139")["value"][0] | {"Shelter": True}
    transport = script(httpx.Response(200, json=wire), httpx.Response(204))
    with BusClient(**options, transport=transport) as bus:
        answer = bus.request("GET", "/BusStops/83139")
        stop = converter.structure(answer.value, BusStop)
        assert extra(stop) == {"Shelter": True}
        bus.request("PUT", "/BusStops/83139", json=stop)
    assert httpx.Response(200, content=transport.requests[1].content).json() == wire


def test_head_has_headers_and_no_value(options, origin):
    service = origin(lambda _: b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\ncontent-encoding: gzip\r\n\r\n")
    with BusClient(**options | {"base_url": service.url}) as bus:
        answer = bus.request("HEAD", "/x")
        assert (answer.value, answer.headers["content-length"]) == (None, "9")
        assert (bus.request("HEAD", "/x")).status == 200
    assert service.connections == 1


@pytest.mark.parametrize(
    ("head", "body", "error"),
    [
        ("content-length: 9", b"{}", APIConnectionError),
        ("transfer-encoding: chunked", b"2\r\n{}\r\n", APIConnectionError),
        ("content-length: 3", b"{]}", DecodeError),
        ("content-length: 1", b"\xff", DecodeError),
        ("content-length: 70", b"9" * 70, DecodeError),
        ("content-encoding: gzip\r\ncontent-length: 2", b"{}", APIConnectionError),
        ("content-encoding: gzip\r\ncontent-length: 15", gzip.compress(b"", mtime=0)[:15], APIConnectionError),
        ("content-encoding: br\r\ncontent-length: 2", b"{}", DecodeError),
        ("content-type: text/html\r\ncontent-length: 2", b"{}", DecodeError),
    ],
)
def test_answer_that_is_broken_or_too_long_raises(options, origin, head, body, error):
    media_type = "" if "content-type" in head else "content-type: application/json\r\n"
    service = origin(lambda _: (f"HTTP/1.1 200 OK\r\n{media_type}{head}\r\n\r\n".encode() + body,))
    with BusClient(**options | {"base_url": service.url}, max_body=64, max_retries=0) as bus:
        with pytest.raises(error) as caught:
            bus.request("GET", "/x")
    assert str(caught.value).startswith("GET /x: ")
    assert type(caught.value) is error


def test_web_page_in_place_of_json_has_a_hint_without_ids(options, script):
    transport = script(httpx.Response(200, html="<!doctype html>"), httpx.Response(404, text="Not Found"))
    with BusClient(**options, transport=transport) as bus:
        for kind in (DecodeError, NotFoundError):
            with pytest.raises(
                kind, match=r"GET http://bus\.test/api/users/\.\.\./notes does not seem to be"
            ) as caught:
                bus.request("GET", f"/users/0190c1f6-{kind.__name__}/notes")
            assert "0190c1f6" not in str(caught.value)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_error_shows_a_secret_of_the_request(script, caplog, spelling):
    caplog.set_level(logging.DEBUG, "trivet")
    spelled = SPELLINGS[spelling](SECRET)
    requests = [
        {"path": "/shared/{share_token}", "segments": {"share_token": SECRET}},
        {"path": "/x", "query": {"api_key": SECRET}},
        {"path": "/x", "headers": {"X-Tenant": SECRET}},
        {"path": "/x", "json": {"user": {"new_password": SECRET}}},
        {"path": "/x", "content": b"client_secret=s3cret%2Fof%2Bmine"}
        | {"media_type": "application/x-www-form-urlencoded"},
    ]
    for arguments in requests:
        replies = (
            httpx.Response(400, content=b'{"message": "bad %b"}' % spelled, headers=[("x-echo", spelled)]),
            httpx.Response(404, content=b"no " + spelled),
            httpx.Response(200, content=b"<p>" + spelled, headers={"content-type": "text/html"}),
            httpx.Response(200, content=b"{" + spelled, headers={"content-type": "application/json"}),
            httpx.ReadError(spelled.decode("latin-1")),
        )
        with ChatClient(
            token="a-token", base_url="http://chat.test", transport=script(*replies), max_retries=0
        ) as chat:
            for _ in replies:
                with pytest.raises((APIStatusError, DecodeError, APIConnectionError)) as caught:
                    chat.request("POST", **arguments)
                assert not exposed(caught.value, SECRET)
    assert SECRET not in caplog.text


def test_secret_deep_inside_a_body_is_hidden(options, script):
    body = {"password": SECRET}
    for _ in range(200):
        body = {"a": [body]}
    reply = httpx.Response(400, json={"message": f"bad {SECRET}"})
    with BusClient(**options, transport=script(reply)) as bus:
        with pytest.raises(BadRequestError, match=r"bad \*\*\*$") as caught:
            bus.request("POST", "/x", json=body)
    assert not exposed(caught.value, SECRET)


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": f"https://me:{SECRET}@evil.test/?sig={SECRET}"},
        {"path": "/x", "query": {"token": [SECRET, object()]}},
        {"path": "/{a}", "segments": {"a": SECRET, SECRET[:3]: ""}},
        {"path": "/x", "json": {"password": SECRET, "n": object()}},
        {"path": "/x", "content": SECRET},
        {"path": "/x", "headers": {"X-A": f"{SECRET}\r\n"}},
    ],
)
def test_refused_argument_shows_no_secret(script, arguments):
    with ChatClient(token="a-token", base_url="http://chat.test", transport=script()) as chat:
        with pytest.raises(TrivetError) as caught:
            chat.request("POST", **arguments)
    assert not exposed(caught.value, SECRET)


def test_attempts_are_logged_by_method_and_path(options, script, clock, caplog):
    caplog.set_level(logging.DEBUG, "trivet")
    transport = script(httpx.Response(503), httpx.Response(200, json={}))
    with BusClient(**options, transport=transport, clock=clock) as bus:
        bus.request("GET", "/users/42/notes?page=7")
    assert "GET /users/.../notes: attempt 1: 503; again in" in caplog.text
    assert "42" not in caplog.text


@pytest.mark.trivet(unknown_requests="ignore")
def test_path_that_a_stub_does_not_know_raises(agent_client):
    with agent_client as agent:
        assert isinstance(agent, AgentClient)
        with pytest.raises(NotFoundError, match=r"^GET /api/nothing: 404"):
            agent.request("GET", "/api/nothing")
