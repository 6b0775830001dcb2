"""Exchanges as the proxy sees them, and what is found in them."""

import json

from trivet_stubs.checks.shapes import Shapes
from trivet_stubs.proxy.exchange import Passed
from trivet_stubs.proxy.judge import Judge
from trivet_stubs.proxy.result import Tally
from trivet_stubs.proxy.secrets import Secrets


def passed(method, target, *, body=None, status=200, answer=None, headers=None, sent=None, ending="complete"):
    """An exchange with JSON bodies."""
    path, _, query = target.partition("?")
    found = Passed(method=method, path=path, query=query.encode(), request_headers=sent or {})
    if body is not None:
        found.request_headers = {"content-type": "application/json", **found.request_headers}
        found.request_body.add(body if isinstance(body, bytes) else json.dumps(body).encode())
    found.request_complete = True
    found.status, found.ending = status, ending
    found.headers = {"content-type": "application/json"} if headers is None else headers
    if answer is not None:
        found.body.add(answer if isinstance(answer, bytes) else json.dumps(answer).encode())
    return found


def judge_of(service):
    """A judge, and the result that it fills."""
    tally = Tally(service, "http://up.test")
    shapes = Shapes(service)
    return Judge(shapes, tally, Secrets(shapes.contract)), tally.result


def judged(service, *exchanges):
    """The result of some exchanges."""
    judge, result = judge_of(service)
    for each in exchanges:
        judge.add(each)
    return result


def found(result):
    """Side, id, basis and operation of each finding."""
    return [(each.side, each.verdict.id, each.verdict.basis, each.operation) for each in result.findings]
