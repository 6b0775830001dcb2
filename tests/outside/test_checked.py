"""Bodies with secrets, as they were reported: no report of a check holds the secret."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from urllib.parse import parse_qsl

import httpx
import pytest
from rich.console import Console

from tests.outside.cases import CASES, TARGETS, Case, finder, stream
from trivet_checks import Credentials, Judgement, Suite, Target, check, judge, run
from trivet_checks.checks.departures import departures
from trivet_checks.checks.event_stream import Listener
from trivet_checks.checks.suite import in_order
from trivet_checks.reports.ci import annotations, junit, summary
from trivet_checks.reports.json import json
from trivet_checks.reports.page import page
from trivet_checks.reports.writer import table
from trivet_stubs.serving.bounded_http_client import HttpClient

RULE = "agent.sessions.list-filters"


def reported(case: Case) -> Judgement:
    """The findings of a run in which a check has a body of a case in its evidence."""

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/":
            return httpx.Response(200)
        if case.part == "event":
            return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=stream(case.body))
        if case.part == "answer":
            return httpx.Response(200, headers=case.headers, stream=httpx.ByteStream(case.body))
        return httpx.Response(200, json={})

    @check(RULE)
    def broken(target: Target) -> None:
        method, path = TARGETS[case.part]
        user = target.caller("user")
        if case.part == "event":
            with user.stream("event.subscribe") as events:
                listener = Listener(events, target.last_reply)
                listener.broken("it is wrong", listener.until(lambda event: True))
        sent = case.part == "request"
        query = dict(parse_qsl(case.body.decode(), keep_blank_values=True)) if case.part == "query" else None
        reply = user.request(
            method, path, query=query, body=case.body if sent else None, headers=case.headers if sent else None
        )
        reply.broken("it is wrong")

    with HttpClient("http://agent.test", transport=httpx.MockTransport(answer)) as client:
        token = case.secrets[0] if case.row.fields.get("known") else "token-of-the-user"
        callers = {"user": Credentials("authorization", f"Bearer {token}", "Bearer $TOKEN")}
        target = Target("agent", client, callers, allow_writes=True)
        checks = Suite(
            service="agent",
            facade=lambda target: target,
            scheme=lambda token: ("authorization", f"Bearer {token}"),
            checks=in_order("agent", [broken]),
        )
        return judge(run(checks, target))


def printed(judgement: Judgement) -> Iterator[str]:
    """All that a run prints and writes."""
    console = Console(file=StringIO(), width=1_000_000)
    for part in table(judgement, verbose=True):
        console.print(part, soft_wrap=True)
    assert isinstance(console.file, StringIO)
    yield console.file.getvalue()
    for render in (json, junit, page, departures):
        yield render(judgement).decode()
    yield summary(judgement)
    yield from annotations(judgement)
    yield repr(judgement)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_secret_is_in_no_report_of_a_check(case: Case) -> None:
    judgement = reported(case)
    assert [finding.verdict.outcome for finding in judgement.findings if finding.verdict.id == RULE] != ["holds"]
    find = finder(case)
    assert [text for text in printed(judgement) if find.shown_in(text)] == []
