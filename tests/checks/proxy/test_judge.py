"""The judge of exchanges and events."""

import gzip
import json

import pytest

from tests.checks.proxy.judging import findings, judge_of, judged, passed
from trivet_checks.proxy.passed import Capture

ID = "00000000-0000-4000-8000-000000000001"
FAULT = {"fault": {"faultstring": "", "detail": {"errorcode": "messaging.runtime.RaiseFault"}}}
TOKEN = "eyJ-very-secret-token"


def test_path_that_is_not_of_the_contract_is_listed_and_no_fault():
    result = judged(
        "bus", passed("GET", "/health"), passed("GET", "/health"), passed("GET", "/x", status=404, answer=FAULT)
    )
    assert (result.outside, findings(result)) == ({"GET /health": 2, "GET /x": 1}, [])


def test_method_that_a_path_does_not_have_is_the_clients_fault_if_it_is_refused():
    [finding] = judged("bus", passed("POST", "/BusStops", status=405)).findings
    assert (finding.side, finding.verdict.id) == ("client", "bus.requests.every-operation-is-a-get")
    assert findings(judged("bus", passed("HEAD", "/BusStops", status=200))) == []


def test_evidence_shows_the_exchange_without_secrets():
    exchange = passed(
        "GET",
        f"/conversations/shared/{TOKEN}?access_token={TOKEN}",
        sent={"authorization": f"Bearer {TOKEN}", "accept": "*/*"},
        answer={"conversation": {"id": 5, "title": TOKEN}, "share_token": TOKEN},
    )
    result = judged("chat", exchange)
    assert result.findings
    assert TOKEN not in repr(result)
    evidence = result.findings[-1].verdict.evidence
    assert evidence.request.startswith("curl -i -H 'accept: */*' -H \"authorization: Bearer $TRIVET_CHAT_TOKEN\" ")
    assert "/conversations/shared/removed-1" in evidence.request
    assert evidence.answer.startswith('200 {"conversation":{"id":5,')


@pytest.mark.parametrize("sent", [TOKEN, f"{TOKEN} x"])
def test_token_without_a_scheme_is_not_shown_as_one(sent):
    result = judged("chat", passed("GET", "/conversations", sent={"authorization": sent}, answer={"items": 5}))
    assert result.findings
    assert TOKEN[:8] not in repr(result)
    evidence = result.findings[0].verdict.evidence
    assert evidence.request.startswith('curl -i -H "authorization: $TRIVET_CHAT_TOKEN" ')


def test_event_is_cleaned_of_the_credentials_of_its_request():
    judge, result = judge_of("agent")
    exchange = passed("GET", "/api/event", sent={"authorization": f"Bearer {TOKEN}"})
    judge.add_event(exchange, f"{{no {TOKEN}".encode())
    assert "no removed-1" in result.findings[0].verdict.evidence.answer
    assert TOKEN not in repr(result)


def test_secret_at_the_place_of_the_cut_is_removed_from_a_message():
    body = {"serviceID": {"note": "x" * 260, "token": TOKEN}}
    for length in range(230, 300):
        body["serviceID"]["note"] = "x" * length
        result = judged("agent", passed("POST", "/api/auth", body=body, answer={}))
        assert TOKEN[:6] not in repr(result)


def test_hostile_text_of_an_answer_is_cut_and_holds_no_control_characters():
    evil = "\x1b[2J\r\n" + "x" * 5000
    result = judged("chat", passed("GET", "/conversations", answer={"items": evil, "total": 0}))
    verdict = result.findings[0].verdict
    for text in (verdict.reason, verdict.evidence.request, verdict.evidence.answer):
        assert text.isprintable()
        assert len(text) <= 400


def test_bodies_that_cannot_be_read_are_counted_as_not_judged():
    large = passed("GET", "/BusStops")
    large.body = Capture(limit=1)
    large.body.add(b"{}")
    request = passed("POST", "/conversations", body=b"x", status=201, answer=b"{}")
    request.request_headers = {**request.request_headers, "content-encoding": "br"}
    deep = passed("GET", "/BusRoutes", answer=b"[" * 5000 + b"]" * 5000)
    assert list(judged("bus", large).operations["stops.list"].unjudged) == ["the body has more than 1 bytes"]
    traffic = judged("chat", request).operations["conversations.create"]
    assert any("a request: " in reason for reason in traffic.unjudged)
    assert judged("bus", deep).findings[0].verdict.reason


def test_answer_that_is_missing_or_cut_is_the_servers_fault_and_one_that_is_left_is_not():
    missing = passed("GET", "/BusStops", status=None, ending="no answer")
    missing.reason = "ReadError"
    left = passed("GET", "/BusRoutes", answer=b"{", ending="client left")
    result = judged("bus", missing, left)
    assert findings(result) == [("server", "stops.list: answer", "stated", "stops.list")]
    assert result.operations["routes.list"].left == 1


def test_same_fault_is_one_finding_with_a_count():
    result = judged("chat", *(passed("GET", "/conversations?limit=500", status=422, answer={}) for _ in range(3)))
    assert [finding.count for finding in result.of("client")] == [3]


@pytest.mark.parametrize("change", [lambda body: b"\xef\xbb\xbf" + body, lambda body: body.replace(b"null", b"NaN")])
def test_json_that_is_not_strict_is_read_and_is_one_assumed_fault_of_its_operation(change):
    body = change(b'{"odata.metadata": "", "value": [], "more": null}')
    result = judged("bus", *(passed("GET", "/BusStops", answer=body) for _ in range(2)))
    assert findings(result) == [("server", "stops.list: not strict JSON", "assumed", "stops.list")]
    assert [finding.count for finding in result.findings] == [2]


def test_value_that_is_not_a_number_breaks_no_rule():
    stop = b'{"BusStopCode": "01012", "RoadName": "", "Description": "", "Latitude": NaN, "Longitude": 103.8}'
    result = judged("bus", passed("GET", "/BusStops", answer=b'{"odata.metadata": "", "value": [%b]}' % stop))
    assert findings(result) == [("server", "stops.list: not strict JSON", "assumed", "stops.list")]
    assert result.exit_status() == 0


@pytest.mark.long
def test_unpacked_answer_that_is_larger_than_a_check_reads_is_judged_all_the_same():
    stop = b'{"BusStopCode": "01012", "RoadName": "", "Description": "", "Latitude": NaN, "Longitude": 103.8}'
    body = b'{"odata.metadata": "", "value": [%b]}%b' % (stop, b" " * (9 << 20))
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    result = judged("bus", passed("GET", "/BusStops", answer=gzip.compress(body), headers=headers))
    assert ("server", "stops.list: not strict JSON", "assumed", "stops.list") in findings(result)


def test_json_that_breaks_off_is_a_fault_of_its_operation_alone():
    unlabelled = {"accountkey": "key"}
    result = judged("bus", passed("GET", "/BusStops", sent=unlabelled, answer=b'{"odata.metadata": "", "value": ['))
    assert findings(result) == [("server", "stops.list: answer", "stated", "stops.list")]


def test_events_of_no_operation_are_not_counted():
    judge, result = judge_of("agent")
    judge.add_event(passed("GET", "/elsewhere"), b"{}")
    judge.add_unjudged(passed("GET", "/elsewhere"), "why")
    assert result.operations == {}


def clients(result):
    return [finding for finding in findings(result) if finding[0] == "client"]


MESSAGES = f"/conversations/{ID}/messages"


@pytest.mark.parametrize(
    ("service", "exchange", "expected"),
    [
        (
            "chat",
            ("GET", "/conversations?limit=500"),
            ("chat.paging.limit-is-1-to-100", "stated", "conversations.list"),
        ),
        ("chat", ("GET", "/conversations/5"), ("chat.requests.ids-are-uuids", "stated", "conversations.get")),
        (
            "chat",
            ("GET", "/conversations?x=1"),
            ("chat.requests.unknown-inputs-are-422", "assumed", "conversations.list"),
        ),
        ("bus", ("GET", "/BusStops?$skip=a"), ("bus.paging.skip-is-at-least-0", "stated", "stops.list")),
        ("bus", ("GET", "/v3/BusArrival"), ("bus.requests.required-inputs-are-needed", "stated", "arrivals.get")),
    ],
)
def test_wrong_input_outside_of_the_body_names_its_rule(service, exchange, expected):
    [finding] = clients(judged(service, passed(*exchange, status=422, answer={})))
    if "required" in expected[0]:
        assert finding[2:] == expected[1:]
    else:
        assert finding == ("client", *expected)


@pytest.mark.parametrize(
    ("body", "rule", "basis"),
    [
        ({"rating": 2}, "chat.ratings.value-is-1-or-minus-1", "stated"),
        ({"comment": "Good."}, "chat.requests.required-inputs-are-needed", "stated"),
        ({"rating": 1, "more": 1}, "chat.requests.unknown-inputs-are-422", "assumed"),
        (b"{", "chat.requests.bodies-are-json", "stated"),
        (b"", "chat.requests.required-inputs-are-needed", "assumed"),
    ],
)
def test_wrong_body_names_its_rule(body, rule, basis):
    exchange = passed("POST", f"{MESSAGES}/{ID}/rate", body=body, status=422, answer={})
    [finding] = clients(judged("chat", exchange))
    assert finding == ("client", rule, basis, "conversations.messages.rate")


def test_what_is_stated_of_a_body_comes_before_what_is_assumed():
    exchange = passed("POST", f"{MESSAGES}/{ID}/rate", body={"more": 1, "rating": 7}, status=422, answer={})
    assert clients(judged("chat", exchange))[0][1:3] == ("chat.ratings.value-is-1-or-minus-1", "stated")


def test_faults_of_several_places_are_found_at_once():
    exchange = passed("PATCH", "/conversations/5?x=1", body={"y": 1}, status=422, answer={})
    assert sum(finding.count for finding in judged("chat", exchange).of("client")) == 3


def test_accepted_request_that_a_stated_rule_forbids_is_a_fault_of_both():
    page = {"items": [], "total": 0}
    result = judged("chat", passed("GET", "/conversations?limit=101", answer=page))
    assert [finding[0] for finding in findings(result)] == ["client", "server"]
    assert "the server accepted it" in result.findings[1].verdict.reason
    assert findings(judged("chat", passed("GET", "/conversations?x=1", answer=page)))[0][0] == "client"


def test_rules_about_inputs_are_counted_where_the_input_is_given():
    page = {"items": [], "total": 0}
    result = judged(
        "chat",
        passed("GET", "/conversations?limit=5&skip=0", answer=page),
        passed("GET", "/conversations", answer=page),
    )
    tried = {name: traffic.tried for name, traffic in result.rules.items()}
    assert (tried["chat.paging.skip-is-at-least-0"], tried["chat.paging.limit-is-50-by-default"]) == (1, 1)
    assert tried["chat.paging.limit-is-1-to-100"] == 2  # the second page shows how long it is
    assert result.findings == []


def test_right_requests_of_every_kind_are_no_finding():
    result = judged(
        "chat",
        passed("POST", f"{MESSAGES}/{ID}/rate", body={"rating": -1, "comment": None}, status=404, answer={}),
        passed(
            "GET", "/admin/users?search=a%20b&limit=500", sent={"accept": "application/json"}, status=403, answer={}
        ),
        passed("GET", "/conversations?include_archived=true", status=500, answer=b"down", headers={}),
    )
    assert clients(result) == []


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
    assert findings(result)[:1] == [("server", "stops.list: answer", basis, "stops.list")]
    assert words in result.findings[0].verdict.reason


@pytest.mark.parametrize("status", [302, 304, 403, 429, 502])
def test_status_that_no_contract_describes_has_no_shape(status):
    assert findings(judged("bus", passed("GET", "/BusStops", status=status, answer=b"<html>", headers={}))) == []


def test_page_without_a_fault_holds():
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    answer = gzip.compress(json.dumps({"odata.metadata": "", "value": [STOP]}).encode())
    result = judged("bus", passed("GET", "/BusStops", answer=answer, headers=headers))
    assert (findings(result), result.operations["stops.list"].judged) == ([], 1)


@pytest.mark.parametrize(
    ("event", "basis"),
    [
        ({"id": "e", "type": "message.part.delta", "payload": {}}, "stated"),
        ({"id": "e", "type": "session.created", "payload": {"info": 5}}, "assumed"),
        ({"type": 5}, "assumed"),
    ],
)
def test_wrong_event_is_stated_or_assumed(event, basis):
    judge, result = judge_of("agent")
    judge.add_event(passed("GET", "/api/event"), json.dumps(event).encode())
    assert findings(result)[:1] == [("server", "event.subscribe: answer", basis, "event.subscribe")]
    assert result.operations["event.subscribe"].events == 1


@pytest.mark.parametrize("data", [b"null", b"[]", b"[DONE]", b"ping"])
def test_data_that_is_not_an_event_is_no_fault(data):
    judge, result = judge_of("agent")
    judge.add_event(passed("GET", "/api/event"), data)
    assert findings(result) == []


def test_event_with_half_an_emoji_is_no_fault():
    judge, result = judge_of("agent")
    payload = {"sessionID": "s", "messageID": "m", "partID": "p", "field": "text", "delta": "A \ud83d"}
    event = {"id": "e", "type": "message.part.delta", "time": 1, "context": {"directory": "/work"}, "payload": payload}
    judge.add_event(passed("GET", "/api/event"), json.dumps(event).encode())
    assert "is not JSON" not in repr(result.findings)


def test_event_of_an_unknown_type_is_no_fault_and_text_is_one():
    judge, result = judge_of("agent")
    stream = passed("GET", "/api/event")
    for kind in ("server.connected", "later.invented"):
        context = {"directory": "/work"}
        event = {"id": "e", "type": kind, "time": 1_750_032_000_000, "context": context, "payload": {}}
        judge.add_event(stream, json.dumps(event).encode())
    assert findings(result) == []
    judge.add_event(stream, b"{")
    assert "is not JSON" in result.findings[0].verdict.reason


def test_answer_that_is_too_large_for_a_check_is_accused_of_no_limit_of_ours():
    row = {"id": "c1", "title": "x" * 9_000_000}
    body = gzip.compress(json.dumps({"items": [row], "total": 1, "limit": 50, "skip": 0}).encode(), 1, mtime=0)
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    result = judged("chat", passed("GET", "/conversations", answer=body, headers=headers))
    assert [finding.verdict.reason for finding in result.findings if "check" in finding.verdict.reason] == []
    assert result.judged == 1
