import json

import pytest

from trivet._core.base_url_hint import base_url_hint, is_foreign
from trivet._core.call import Call, no_value


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"Not Found",
        b"404 page not found\n",
        b"<html><h1>404 Not Found</h1><hr>nginx</html>",
        b"[]",
        b'"Not Found"',
        b"null",
        b"[" * 100_000,
        b"\xff\xfe",
        b"{}",
        b'{"detail": "Not Found"}',
        b'{"message": "Not Found"}',
        b'{"error": "Not found."}',
        b'{"detail": "Method Not Allowed"}',
        b'{"timestamp": "2026-03-01", "status": 404, "error": "Not Found", "path": "/wrong"}',
        b'{"statusCode": 404}',
    ],
)
@pytest.mark.parametrize("status", [404, 405])
def test_answer_of_a_framework_or_a_gateway_is_foreign(status: int, body: bytes):
    assert is_foreign(status, body)


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"code": "NOT_FOUND", "message": "Not found", "details": None}},
        {"error": {"code": "NOT_FOUND", "message": ""}},
        {"detail": "Conversation not found"},
        {"detail": [{"loc": ["path", "id"], "msg": "no such record"}]},
        {"_tag": "SessionNotFoundError", "message": "Session not found: ses_1"},
        {"name": "NotFoundError", "data": {"message": "Not found"}},
        {"fault": {"faultstring": "Not Found", "detail": {"errorcode": "policies.resource.NotFound"}}},
        {"fault": {"faultstring": "The requested data is not available"}},
        {"message": "There is no stop 99999"},
    ],
)
def test_answer_of_the_service_is_not_foreign(body: object):
    assert not is_foreign(404, json.dumps(body).encode())


@pytest.mark.parametrize("status", [400, 401, 403, 409, 500, 301])
def test_other_statuses_are_not_looked_at(status: int):
    assert not is_foreign(status, b"Not Found")


def test_hint_shows_the_url_without_its_query():
    call = Call("stops.list", "GET", "/BusStops", record=None, decode=None, extract=no_value, query=[("$skip", 5)])
    hint = "does not seem to be a URL of the service: check base_url, which includes the prefix"
    assert base_url_hint("http://bus.test/wrong", call) == f"GET http://bus.test/wrong/BusStops {hint}"


def test_hint_shows_no_path_that_holds_a_secret():
    call = Call("shared.get", "GET", "/shared/t0ken", record=None, decode=None, extract=no_value, secrets=("t0ken",))
    assert base_url_hint("http://chat.test", call).startswith("GET http://chat.test/... does not seem")


def test_long_url_is_cut():
    call = Call("stops.list", "GET", "/" + "a" * 10_000, record=None, decode=None, extract=no_value)
    assert len(base_url_hint("http://bus.test", call)) < 420
