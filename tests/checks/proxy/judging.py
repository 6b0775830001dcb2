"""Exchanges for the judge of the proxy, and its findings."""

import json

from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.shapes import Shapes
from trivet_checks.proxy.judge import Judge
from trivet_checks.proxy.passed import Passed
from trivet_checks.proxy.result import Tally

SIGNED_IN = {"accountkey": "key", "authorization": "Bearer token", "accept": "*/*"}


def passed(method, target, *, body=None, status=200, answer=None, headers=None, sent=None, ending="complete"):
    """Return an exchange with JSON bodies."""
    path, _, query = target.partition("?")
    exchange = Passed(
        method=method, path=path, query=query.encode(), request_headers=SIGNED_IN if sent is None else sent
    )
    if body is not None:
        exchange.request_headers = {"content-type": "application/json", **exchange.request_headers}
        exchange.request_body.add(body if isinstance(body, bytes) else json.dumps(body).encode())
    exchange.request_complete = True
    exchange.status, exchange.ending = status, ending
    exchange.headers = {"content-type": "application/json"} if headers is None else headers
    if answer is not None:
        exchange.body.add(answer if isinstance(answer, bytes) else json.dumps(answer).encode())
    return exchange


def judge_of(service):
    """Return a judge, and the result that it fills."""
    tally = Tally(service, "http://up.test")
    shapes = Shapes(service)
    return Judge(shapes, tally, Gate(shapes.contract)), tally.result


def judged(service, *exchanges):
    """Return the result of some exchanges."""
    judge, result = judge_of(service)
    for exchange in exchanges:
        judge.add(exchange)
    return result


def findings(result):
    """Return side, id, basis and operation of each finding."""
    return [(finding.side, finding.verdict.id, finding.verdict.basis, finding.operation) for finding in result.findings]
