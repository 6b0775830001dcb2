"""The default hooks of a service."""

import json

from starlette.requests import Request

from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.refusal import Refusal


def test_refusal_is_answered_with_its_status_and_headers():
    answer = Hooks().refusal_response(Refusal(405, "method", "not allowed", headers={"allow": "GET"}))

    assert (answer.status_code, json.loads(answer.body)) == (405, {"message": "not allowed"})
    assert (answer.headers["allow"], answer.headers["content-type"]) == ("GET", "application/json;charset=UTF-8")


def test_refused_argument_has_the_status_of_the_service():
    class Unprocessable(Hooks):
        invalid_status = 422

    assert Unprocessable().refusal_response(Refusal.argument("skip", "is odd")).status_code == 422


def test_every_caller_is_let_in_and_no_other_path_is_answered(contract):
    logged = LoggedRequest(operation="talks.get", method="GET", path="/talks/1", query=[], headers={}, body=b"")
    hooks = Hooks()

    assert hooks.authorize(contract.operations["talks.get"], logged) is None
    assert hooks.fallback(Request({"type": "http", "headers": []})) is None
    assert hooks.extra_headers(logged) == {}
    assert hooks.render("application/json", contract.operations["talks.get"], {"a": 1}) == b'{"a":1}'
