"""The request of an attempt: URL, headers, content."""

from typing import Any

import pytest

from trivet import InvalidArgumentError
from trivet._core.auth import ApiKey
from trivet._core.call import Call, whole_record
from trivet._core.call_deadline import CallEnd
from trivet._core.clock import SystemClock
from trivet._core.request import USER_AGENT, Request, encode_headers
from trivet._core.settings import ApiInfo, Settings
from trivet._core.timeouts import Timeouts

WAITS = Timeouts(3.0, 4.0, 5.0, 6.0)


def settings(headers: dict[str, str] | None = None) -> Settings:
    return Settings(
        ApiInfo("bus", "https://bus.test/api", {}, ()),
        ApiKey("AccountKey", "k3y", argument="account_key"),
        base_url=None,
        timeout=30.0,
        deadline=None,
        max_retries=2,
        max_body=64_000_000,
        headers=headers,
        clock=None,
        strict=False,
    )


def call(**options: Any) -> Call[Any]:
    return Call("stops.list", "GET", "/BusStops", record=None, decode=None, extract=whole_record, **options)


def test_request_has_url_headers_and_no_credentials():
    request = Request(call(query=(("$skip", 5),)), settings({"X-A": "1"}), 7.0, whole=True)
    assert (request.url, request.content) == ("https://bus.test/api/BusStops?%24skip=5", None)
    assert request.headers == {
        "accept-encoding": "gzip, deflate",
        "user-agent": USER_AGENT,
        "x-a": "1",
        "accept": "application/json",
    }
    assert (request.read_timeout, request.whole) == (7.0, True)


def test_body_is_encoded_as_json():
    request = Request(call(body={"title": "ü"}), settings(), None, whole=True)
    assert (request.content, request.headers["content-type"]) == ('{"title":"ü"}'.encode(), "application/json")


def test_body_that_is_not_json_raises_with_the_argument():
    with pytest.raises(InvalidArgumentError, match=r"^title must be a value that JSON can hold, got 'object'"):
        Request(call(body={"title": object()}), settings(), None, whole=True)


def test_streamed_answer_is_requested_uncompressed():
    request = Request(call(), settings({"Accept-Encoding": "gzip"}), None, whole=False)
    assert request.headers["accept-encoding"] == "identity"


def test_public_call_is_sent_without_the_clients_credential_headers():
    with_credentials = settings({"Authorization": "Bearer s3cret", "Cookie": "a=b", "X-A": "1"})
    assert "authorization" in Request(call(), with_credentials, None, whole=True).headers
    headers = Request(call(public=True), with_credentials, None, whole=True).headers
    assert ("authorization" in headers, "cookie" in headers, headers["x-a"]) == (False, False, "1")


def test_outgoing_request_has_the_credentials_and_its_repr_has_not():
    request = Request(call(), settings(), 7.0, whole=True)
    outgoing = request.outgoing({"accountkey": "k3y"}, CallEnd("stops.list", None, SystemClock()), WAITS, None)
    assert (b"accountkey", b"k3y") in outgoing.headers
    assert (outgoing.method, outgoing.url, outgoing.content) == ("GET", request.url, None)
    assert (outgoing.timeouts, outgoing.read_timeout, outgoing.auth) == (WAITS, 7.0, None)
    assert repr(outgoing) == "Outgoing('stops.list')"


def test_headers_are_encoded_as_latin_1():
    assert encode_headers({"x-a": "é"}) == [(b"x-a", b"\xe9")]


@pytest.mark.parametrize("long_lived", [False, True])
def test_each_attempt_says_whether_it_may_hold_its_connection_for_long(long_lived):
    request = Request(call(), settings(), None, whole=True, long_lived=long_lived)
    assert request.outgoing({}, CallEnd("stops.list", None, SystemClock()), WAITS, None).long_lived == long_lived
    assert not Request(call(), settings(), None, whole=True).long_lived
