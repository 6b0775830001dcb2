"""A row of the adapter's table: inputs, requests, answers."""

import json

import pytest

from tests.sdk.agent.opencode.driving import answer, run
from trivet._core.contract_translation import Forward, WireAnswer, WireRequest
from trivet.agent._opencode.errors import NotListedError
from trivet.agent._opencode.rule import Inputs, Rule
from trivet.agent.opencode import UnsupportedOperationError

READ = Rule(
    "a.get", "GET /api/a/{id}", "GET /b/{id}", "location", query={"limit": "max"}, read=lambda d, _: {"data": d}
)


def test_context_and_inputs_go_where_the_server_takes_them():
    inputs = Inputs({"id": "x%2Fy"}, "limit=5.0&directory=%2Fa+b&workspace=wrk_1&other=1")
    target = "/b/x%2Fy?max=5.0&location%5Bdirectory%5D=%2Fa+b&location%5Bworkspace%5D=wrk_1"
    assert READ.request(inputs) == WireRequest("GET", target)
    assert READ._replace(context="none", query={}).request(inputs).target == "/b/x%2Fy"
    assert (
        READ._replace(context="directory").request(Inputs({"id": "1"}, "directory=/a")).target == "/b/1?directory=%2Fa"
    )


def test_inputs_of_a_body_become_query_text():
    inputs = Inputs({"id": "1"}, "", b'{"limit": 5.0, "flag": true}')
    rule = READ._replace(query={"limit": "limit", "flag": "flag"})
    assert rule.request(inputs).target == "/b/1?limit=5&flag=true"


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"null"])
def test_body_other_than_an_object_gives_no_inputs(content):
    assert Inputs({}, "", content).values == {}


def test_body_without_its_inputs_is_left_to_the_server():
    rule = READ._replace(body=lambda inputs: {"a": inputs.values["missing"]["deeper"]})
    for body in ({}, {"missing": 5}, {"missing": {}}):
        assert json.loads(rule.request(Inputs({"id": "1"}, "", json.dumps(body).encode())).content) == body


def test_answer_is_read_and_others_stay_as_they_are():
    def outcome(reply):
        return run(READ.begin(Inputs({"id": "1"})), reply)[1]

    assert json.loads(outcome(answer({"x": 1})).body) == {"data": {"x": 1}}
    for other in (
        answer({"_tag": "X"}, 404),
        WireAnswer(200, "text/html", b"<p>"),
        WireAnswer(200, "application/json", b"{"),
    ):
        assert outcome(other) == other


def test_answer_of_another_form_is_left_to_the_client():
    rule = READ._replace(read=lambda d, _: d["missing"]["deeper"])
    reply = answer({"x": 1})
    assert run(rule.begin(Inputs({"id": "1"})), reply)[1] == reply


def test_record_missing_from_the_list_is_a_404():
    def pick(records, inputs):
        raise NotListedError

    last = run(READ._replace(read=pick).begin(Inputs({"id": "1"})), answer([]))[1]
    assert (last.status, json.loads(last.body)["_tag"]) == (404, "NotFoundError")


def test_rule_that_reads_nothing_forwards_its_request():
    assert run(READ._replace(read=None).begin(Inputs({"id": "1"})))[1] == Forward(WireRequest("GET", "/b/1"))


def test_missing_operation_and_missing_inputs_are_refused():
    with pytest.raises(UnsupportedOperationError, match="there is no alternative"):
        Rule("a.get", "GET /api/a").begin(Inputs({}))
    lacking = READ._replace(lacks=("roots", "start"), instead="another list")
    with pytest.raises(UnsupportedOperationError) as caught:
        lacking.begin(Inputs({"id": "1"}, "start=5&limit=2"))
    assert (caught.value.lacks, caught.value.instead) == (("start",), "another list")
