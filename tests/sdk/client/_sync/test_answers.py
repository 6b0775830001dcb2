# Derived from tests/sdk/client/_async/test_answers.py by `python -m codegen`; do not edit.
import gzip
import json

import httpx
import pytest

from trivet import APIStatusError, BusClient, DecodeError, extra


def test_request_has_key_accept_and_user_agent(options, script, arrivals, key):
    transport = script(httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, headers={"X-Trace": "t-1"}) as bus:
        bus.arrivals.get("83139", service_no="10e")
    [request] = transport.requests
    assert request.method == "GET"
    assert str(request.url) == "http://bus.test/api/v3/BusArrival?BusStopCode=83139&ServiceNo=10e"
    assert request.headers["accountkey"] == key
    assert request.headers["x-trace"] == "t-1"
    assert request.headers["host"] == "bus.test"
    assert request.headers["user-agent"].startswith("trivet/")
    assert request.headers.get_list("accept") == ["application/json"]
    assert "content-type" not in request.headers


def test_headers_of_the_client_do_not_replace_the_key(options, script, arrivals, key):
    transport = script(httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, headers={"accountkey": "other"}) as bus:
        bus.arrivals.get("83139")
    assert transport.requests[0].headers.get_list("accountkey") == [key]


def test_user_agent_of_the_client_headers_is_sent(options, script, arrivals):
    transport = script(httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, headers={"User-Agent": "depot/2"}) as bus:
        bus.arrivals.get("83139")
    assert transport.requests[0].headers.get_list("user-agent") == ["depot/2"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirect_is_not_followed_with_the_key(options, script, status):
    transport = script(httpx.Response(status, headers={"location": "http://elsewhere.test/"}))
    with BusClient(**options, transport=transport) as bus:
        with pytest.raises(APIStatusError) as caught:
            bus.arrivals.get("83139")
    assert type(caught.value) is APIStatusError
    assert (caught.value.status, caught.value.headers["Location"]) == (status, "http://elsewhere.test/")
    assert [request.url.host for request in transport.requests] == ["bus.test"]


def test_html_with_status_200_raises_decode_error(options, script):
    page = "<html>\n<body>The page cannot be displayed</body></html>"
    with BusClient(**options, transport=script(httpx.Response(200, html=page))) as bus:
        with pytest.raises(DecodeError) as caught:
            bus.arrivals.get("83139")
    assert "the body is text/html; charset=utf-8, not application/json" in str(caught.value)
    assert "The page cannot be displayed" in str(caught.value)
    assert caught.value.body == page.encode()
    assert caught.value.headers["content-type"] == "text/html; charset=utf-8"


def test_html_error_page_is_quoted_in_the_error(options, script):
    with BusClient(**options, transport=script(httpx.Response(404, html="<h1>Not\nhere</h1>"))) as bus:
        with pytest.raises(APIStatusError, match=r"^arrivals\.get: 404 <h1>Not here</h1>; GET http://bus\.test/"):
            bus.arrivals.get("83139")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the body is empty"),
        (b'{"value": [{"BusStopCode": "01', "the body is not JSON"),
        (b"\x80", "the body is not JSON"),
        (b"[]", "the body does not fit"),
        (b"{}", "the body does not fit"),
        (b"null", "the body does not fit"),
        (b'{"value": {}}', "the body does not fit"),
        (b'{"value": null}', "the body does not fit"),
        (b'{"value": [1]}', "the body does not fit"),
        (b'{"value": [{}]}', "the body does not fit"),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_decode_error_holds_the_body(options, script, content, reason, strict):
    answer = httpx.Response(200, content=content, headers={"content-type": "application/json", "x-trace": "t-1"})
    with BusClient(**options, transport=script(answer), strict=strict) as bus:
        with pytest.raises(DecodeError, match=rf"^stops\.list: 200, but {reason}") as caught:
            bus.stops.list().all()
    assert (caught.value.body, caught.value.status, caught.value.headers["X-Trace"]) == (content, 200, "t-1")


def test_only_a_strict_client_checks_every_type(options, script, stops):
    page = stops("1")
    page["value"][0]["RoadName"] = 7
    transport = script(httpx.Response(200, json=page), httpx.Response(200, json=page))
    with BusClient(**options, transport=transport) as bus:
        assert (bus.stops.list().page())[0].road_name == 7
    with BusClient(**options, transport=transport, strict=True) as bus:
        with pytest.raises(DecodeError, match=r"expected str, got int @ \$\.value\[0\]\.road_name"):
            bus.stops.list().page()


def test_unknown_fields_are_reachable(options, script, arrivals):
    answer = httpx.Response(200, json=arrivals | {"Weather": "fine"})
    with BusClient(**options, transport=script(answer)) as bus:
        assert extra(bus.arrivals.get("83139")) == {"Weather": "fine"}


def test_compressed_body_is_decompressed(options, origin, response, arrivals):
    compressed = gzip.compress(json.dumps(arrivals).encode())
    service = origin(lambda _: response(compressed, headers="content-encoding: gzip\r\n"))
    with BusClient(**options | {"base_url": service.url}) as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert b"\r\naccept-encoding: gzip, deflate\r\n" in service.arrived.get_nowait().lower()


@pytest.mark.parametrize("failure", [RuntimeError("broken"), KeyError("broken")])
def test_other_exception_of_a_custom_transport_propagates(options, script, failure):
    with BusClient(**options, transport=script(failure)) as bus:
        with pytest.raises(type(failure), match="broken"):
            bus.arrivals.get("83139")
