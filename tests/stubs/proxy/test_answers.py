"""Answers and events against the contract."""

import gzip
import json

import pytest

from tests.stubs.proxy.judging import found, judge_of, judged, passed

STOP = {"BusStopCode": "00001", "RoadName": "", "Description": "", "Latitude": 1.0, "Longitude": 2.0}


@pytest.mark.parametrize(
    ("exchange", "basis", "words"),
    [
        ({"answer": {"value": [{**STOP, "BusStopCode": 5}]}}, "stated", "BusStopCode: 5 is not of type"),
        ({"answer": b"{"}, "stated", "the body is not JSON"),
        ({"answer": {"value": []}, "status": 201}, "stated", "the status is 201; the spec describes 200"),
        ({"answer": b"hi", "headers": {"content-type": "text/html"}}, "stated", "the media type is text/html"),
        ({"answer": {"oops": 1}, "status": 401}, "assumed", "fault"),
    ],
)
def test_wrong_shape_is_stated_or_assumed(exchange, basis, words):
    result = judged("bus", passed("GET", "/BusStops", **exchange))
    assert found(result) == [("server", "stops.list", basis, "stops.list")]
    assert words in result.findings[0].verdict.reason


@pytest.mark.parametrize("status", [302, 304, 403, 429, 502])
def test_status_that_no_contract_describes_has_no_shape(status):
    assert found(judged("bus", passed("GET", "/BusStops", status=status, answer=b"<html>", headers={}))) == []


def test_page_without_a_fault_holds():
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    answer = gzip.compress(json.dumps({"odata.metadata": "", "value": [STOP]}).encode())
    result = judged("bus", passed("GET", "/BusStops", answer=answer, headers=headers))
    assert (found(result), result.operations["stops.list"].judged) == ([], 1)


@pytest.mark.parametrize(
    ("event", "basis"),
    [
        ({"id": "e", "type": "message.part.delta", "payload": {}}, "stated"),
        ({"id": "e", "type": "session.created", "payload": {"info": 5}}, "assumed"),
        ([], "assumed"),
        ({"type": 5}, "assumed"),
    ],
)
def test_wrong_event_is_stated_or_assumed(event, basis):
    judge, result = judge_of("agent")
    judge.add_event(passed("GET", "/api/event"), json.dumps(event).encode())
    assert found(result) == [("server", "event.subscribe", basis, "event.subscribe")]
    assert result.operations["event.subscribe"].events == 1


def test_event_of_an_unknown_type_is_no_fault_and_text_is_one():
    judge, result = judge_of("agent")
    judge.add_event(passed("GET", "/api/event"), b'{"type": "later.invented"}')
    assert found(result) == []
    judge.add_event(passed("GET", "/api/event"), b"{")
    assert "is not JSON" in result.findings[0].verdict.reason
