# Derived from tests/sdk/client/_async/test_mocks.py by `python -m codegen`; do not edit.
"""Libraries that mock httpx's transports catch the calls of a client without a transport of the user."""

import json

import httpx
import pytest
import pytest_httpx
import respx
import vcr
from vcr.errors import CannotOverwriteExistingCassetteException

from trivet import AgentClient, APITimeoutError, BusClient, ChatClient

URL = "http://bus.test/api/v3/BusArrival"
EVENTS = {"content-type": "text/event-stream"}
PIECES = [b'data: {"id":"evt_1","type":"server.conn', b'ected","properties":{}}\n\nda', b"ta: {"]
PIECES += [b'"id":"evt_2","type":"server.connected","properties":{}}\n\n']


class Pieces(httpx.SyncByteStream):
    """A body that arrives in chunks and then breaks off."""

    def __iter__(self):
        for piece in PIECES:
            yield piece
        raise httpx.ReadError("cut")


def test_pytest_httpx_catches_a_call(options, httpx_mock, arrivals):
    httpx_mock.add_response(url=httpx.URL(URL, params={"BusStopCode": "83139"}), json=arrivals)
    with BusClient(**options) as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert [request.headers["accountkey"] for request in httpx_mock.get_requests()] == [options["account_key"]]


def test_pytest_httpx_catches_each_retry(options, httpx_mock, arrivals, clock):
    httpx_mock.add_response(status_code=503)
    httpx_mock.add_exception(httpx.ConnectError("refused"))
    httpx_mock.add_response(json=arrivals)
    with BusClient(**options, clock=clock) as bus:
        bus.arrivals.get("83139")
    assert len(httpx_mock.get_requests()) == 3
    assert len(clock.slept) == 2


@pytest.mark.httpx_mock(assert_all_requests_were_expected=False)
def test_request_that_pytest_httpx_does_not_know_fails(options, httpx_mock, clock):
    with BusClient(**options, clock=clock) as bus:
        with pytest.raises(APITimeoutError, match="No response can be found"):
            bus.arrivals.get("83139")
    assert len(httpx_mock.get_requests()) == 3


def test_pytest_httpx_streams_events(httpx_mock):
    stream = pytest_httpx.IteratorStream(PIECES)
    httpx_mock.add_response(url="http://agent.test/api/event", stream=stream, headers=EVENTS)
    with AgentClient(base_url="http://agent.test") as agent:
        with agent.event.subscribe() as events:
            assert [(next(events)).id for _ in range(2)] == ["evt_1", "evt_2"]
    assert len(httpx_mock.get_requests()) == 1


def test_respx_catches_a_call(options, arrivals):
    with respx.mock() as mock:
        route = mock.get(URL, params={"BusStopCode": "83139"}).respond(json=arrivals)
        with BusClient(**options) as bus:
            assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
        assert route.call_count == 1


def test_respx_catches_each_retry(options, arrivals, clock):
    answers = [httpx.Response(503), httpx.ConnectError("refused"), httpx.Response(200, json=arrivals)]
    with respx.mock() as mock:
        route = mock.get(URL).mock(side_effect=answers)
        with BusClient(**options, clock=clock) as bus:
            assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
        assert (route.call_count, len(clock.slept)) == (3, 2)


def test_request_that_respx_does_not_know_fails_at_once(options, arrivals, clock):
    with respx.mock() as mock:
        with BusClient(**options, clock=clock, max_connections=1) as bus:
            for _ in range(2):
                with pytest.raises(AssertionError, match="not mocked"):
                    bus.arrivals.get("83139")
            mock.get(URL).respond(json=arrivals)
            assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert clock.slept == []


def test_respx_streams_events_and_the_client_connects_again(clock):
    with respx.mock() as mock:
        route = mock.get("http://agent.test/api/event")
        route.mock(side_effect=[httpx.Response(200, headers=EVENTS, stream=Pieces()) for _ in range(2)])
        with AgentClient(base_url="http://agent.test", clock=clock) as agent:
            with agent.event.subscribe() as events:
                received = [next(events) for _ in range(4)]
    assert [getattr(event, "id", type(event).__name__) for event in received] == [
        "evt_1",
        "evt_2",
        "Reconnected",
        "evt_1",
    ]
    assert route.call_count == 2


def test_vcr_records_a_call_and_plays_it_back(options, origin, response, arrivals_bytes, tmp_path):
    service = origin(lambda _: response(arrivals_bytes))
    for _ in range(2):
        with vcr.use_cassette(tmp_path / "bus.yaml", filter_headers=["AccountKey"]):
            with BusClient(**options | {"base_url": service.url}) as bus:
                assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert service.connections == 1
    assert json.dumps(options["account_key"])[1:-1] not in (tmp_path / "bus.yaml").read_text("utf-8")


def test_vcr_plays_a_retry_back(options, origin, response, arrivals_bytes, tmp_path, clock):
    answers = [response(b"", status="503 Service Unavailable"), response(arrivals_bytes)]
    service = origin(lambda _: answers.pop(0))
    for waits in (1, 2):
        with vcr.use_cassette(tmp_path / "bus.yaml", filter_headers=["AccountKey"]):
            with BusClient(**options | {"base_url": service.url}, clock=clock) as bus:
                assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
        assert len(clock.slept) == waits
    assert answers == []


def test_request_that_a_cassette_does_not_know_fails_at_once(options, tmp_path, clock):
    with vcr.use_cassette(tmp_path / "bus.yaml", record_mode="none"):
        with BusClient(**options, clock=clock) as bus:
            with pytest.raises(CannotOverwriteExistingCassetteException, match="BusArrival"):
                bus.arrivals.get("83139")
    assert clock.slept == []


def test_vcr_plays_an_export_back(origin, response, tmp_path):
    records = [{"id": str(number), "title": "Trip", "message_count": 0, "messages": []} for number in range(3)]
    service = origin(lambda _: response(json.dumps({"conversations": records, "total": 3}).encode()))
    for _ in range(2):
        with vcr.use_cassette(tmp_path / "chat.yaml", filter_headers=["Authorization"]):
            with ChatClient(base_url=service.url, token="s3cret") as chat:
                assert [conversation.id for conversation in chat.admin.conversations.export()] == ["0", "1", "2"]
    assert service.connections == 1
    assert "s3cret" not in (tmp_path / "chat.yaml").read_text("utf-8")
