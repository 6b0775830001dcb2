"""Replies: what a check demands of them, and the exchanges that they are."""

import math

import pytest

from trivet_checks import Broken, NotTried
from trivet_checks.exchange_rules.answer_rule import shown_by_one, unless
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.reply import MAX_JSON, Reply
from trivet_checks.exchanges.request import Request
from trivet_stubs.kernel.contract import load

GATE = Gate(load("chat"), same="<hidden>")


def reply(status=200, body=b"{}", headers=None, gate=GATE):
    request = Request(method="GET", url="http://x.test/a")
    return Reply(request=request, status=status, headers=headers or {}, body=body, gate=gate)


@pytest.mark.parametrize(
    "body", [b"", b"[1,", b"NaN,", b"\xff\xfe{\x00}\x00", b"<html>", b"[" * 100_000, b'{"a": "\xff"}']
)
def test_body_that_is_not_json_says_nothing_of_a_rule(body):
    with pytest.raises(NotTried, match="needs the body of an answer, which is not JSON"):
        _ = reply(body=body).json


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"\xef\xbb\xbf[]", []),
        (rb'{"title": "A \ud83d..."}', {"title": "A \ufffd..."}),
        (b"[1e400, 123456789012345678901234]", [math.inf, 123456789012345678901234]),
    ],
)
def test_body_that_json_reads_is_no_fault_by_itself(body, value):
    assert reply(body=body).json == value


def test_huge_body_is_not_taken_apart():
    with pytest.raises(NotTried, match="at most"):
        _ = reply(body=b"[" + b"0," * (MAX_JSON // 2) + b"0]").json
    assert reply(body=b"[" + b"0," * 1000 + b"0]").json == [0] * 1001


def test_success_and_refusal_are_distinguished_by_status():
    assert reply(201).succeeds().succeeds(200, 201).ok
    assert reply(404).is_refused().is_refused(404, 410).status == 404
    for wrong, message in (
        (lambda: reply(500).succeeds(), "500 and not a success"),
        (lambda: reply(201).succeeds(200), "201 and not 200"),
        (lambda: reply(200).is_refused(), "200 and not a refusal"),
        (lambda: reply(501).is_refused(), "501: the operation is not implemented"),
        (lambda: reply(404).is_refused(401, 403), "404 and not 401 or 403"),
        (lambda: reply().expect(False, "too few"), "too few"),
    ):
        with pytest.raises(Broken, match=message) as caught:
            wrong()
        assert caught.value.evidence.request == "curl -i http://x.test/a"
    assert reply().expect(True, "") is not None


def test_evidence_hides_secrets_and_media_type_ignores_parameters():
    gate = Gate(load("chat"), same="<hidden>")
    gate.add("s3cret-value", "<x>")
    answer = reply(body=b'{"x": "s3cret-value", "token": "t"}', gate=gate)
    assert answer.evidence().answer == '200 {"x": "<x>", "token": "\u2026"}'
    assert reply(headers={"content-type": "Application/JSON; charset=utf-8"}).media_type == "application/json"
    assert reply().media_type == ""


@shown_by_one("chat.shares.missing-is-404", "a")
def short(exchange):
    """Look whether the answer has at most as many rows as were asked for."""
    if "limit" in exchange.query and exchange.fault == "":
        yield unless(len(exchange.rows("items")) <= int(exchange.query["limit"]), "too many")


def asking(url, answer=b'{"items": [{}, {}]}', **more):
    return Reply(request=Request(method="GET", url=url, **more), status=200, headers={}, body=answer, gate=GATE)


def test_rule_that_an_answer_shows_is_kept_or_broken_and_one_that_it_does_not_show_is_not_tried():
    assert asking("http://x.test/a?limit=2").shows(short)
    asking("http://x.test/a?limit=2").keeps(short)
    assert not asking("http://x.test/a").shows(short)
    assert not asking("http://x.test/a?limit=1").shows(short, fault="maximum")
    with pytest.raises(Broken, match="too many"):
        asking("http://x.test/a?limit=1").shows(short)
    with pytest.raises(NotTried, match="nothing that shows it"):
        asking("http://x.test/a").keeps(short)


def test_exchange_has_the_request_as_it_was_sent_and_no_credentials():
    headers = {"content-type": "application/json"}
    answer = asking(
        "http://x.test/a?b=&c=d%20e", b"null", headers=headers, credentials=("AccountKey", "$KEY"), body=b'{"x": [1]}'
    )
    exchange = answer.exchange()
    assert (exchange.query, exchange.sent) == ({"b": "", "c": "d e"}, {"x": [1]})
    assert exchange.request_headers == {"content-type": "application/json", "accountkey": "$KEY"}
    assert (exchange.answer, exchange.has_body) == (None, True)
    assert not asking("http://x.test/a", b"").exchange().has_body
