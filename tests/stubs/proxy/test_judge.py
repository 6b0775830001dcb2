"""The judge of what passes."""

from tests.stubs.proxy.judging import found, judge_of, judged, passed
from trivet_stubs.proxy.capture import Capture

ID = "00000000-0000-4000-8000-000000000001"
TOKEN = "eyJ-very-secret-token"


def test_path_that_is_not_of_the_contract_is_listed_and_no_fault():
    result = judged("bus", passed("GET", "/health"), passed("GET", "/health"), passed("GET", "/x", status=404))
    assert (result.outside, found(result)) == ({"GET /health": 2, "GET /x": 1}, [])


def test_method_that_a_path_does_not_have_is_the_clients_fault_if_it_is_refused():
    [finding] = judged("bus", passed("POST", "/BusStops", status=405)).findings
    assert (finding.side, finding.verdict.id) == ("client", "bus.requests.every-operation-is-a-get")
    assert found(judged("bus", passed("HEAD", "/BusStops", status=200))) == []


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
    assert any("a request: " in each for each in judged("chat", request).operations["conversations.create"].unjudged)
    assert judged("bus", deep).findings[0].verdict.reason


def test_answer_that_is_missing_or_cut_is_the_servers_fault_and_one_that_is_left_is_not():
    missing = passed("GET", "/BusStops", status=None, ending="no answer")
    missing.reason = "ReadError"
    left = passed("GET", "/BusRoutes", answer=b"{", ending="client left")
    result = judged("bus", missing, left)
    assert found(result) == [("server", "stops.list", "stated", "stops.list")]
    assert result.operations["routes.list"].left == 1


def test_same_fault_is_one_finding_with_a_count():
    result = judged("chat", *(passed("GET", "/conversations?limit=500", status=422, answer={}) for _ in range(3)))
    assert [each.count for each in result.of("client")] == [3]


def test_events_of_no_operation_are_not_counted():
    judge, result = judge_of("agent")
    judge.add_event(passed("GET", "/elsewhere"), b"{}")
    judge.add_unjudged(passed("GET", "/elsewhere"), "why")
    assert result.operations == {}
