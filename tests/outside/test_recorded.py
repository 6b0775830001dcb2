"""Bodies with secrets, as they were reported: nothing that the proxy keeps or prints holds the secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.outside.cases import CASES, TARGETS, Case, finder, stream
from trivet_checks import Proxy, TrafficResult
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.shapes import Shapes
from trivet_checks.proxy.judge import Judge
from trivet_checks.proxy.passed import Passed
from trivet_checks.proxy.recorder import Recording
from trivet_checks.proxy.result import Tally
from trivet_checks.reports.traffic import as_json, as_junit, as_text
from trivet_stubs.kernel.event_splitter import EventCutter


def passed(case: Case) -> Passed:
    """The exchange with the body of a case, as it has passed."""
    method, path = TARGETS[case.part]
    exchange = Passed(method=method, path=path, query=b"", request_headers={"accept": "*/*", **case.credentials})
    exchange.request_complete, exchange.status, exchange.ending = True, 200, "complete"
    exchange.headers = {"content-type": "application/json"}
    if case.part == "request":
        exchange.request_headers = {**exchange.request_headers, **case.headers}
        exchange.request_body.add(case.body)
    elif case.part == "query":
        exchange.query = case.body
    elif case.part == "answer":
        exchange.headers = case.headers
        exchange.body.add(case.body)
    else:
        exchange.headers = {"content-type": "text/event-stream"}
        exchange.body.add(stream(case.body))
    return exchange


def run(case: Case, folder: Path) -> TrafficResult:
    """Judge and record an exchange as the observer of the proxy does."""
    shapes, tally = Shapes("agent"), Tally("agent", "http://agent.test")
    gate = Gate(shapes.contract)
    judge = Judge(shapes, tally, gate)
    recording = Recording(folder, "agent", gate)
    exchange = passed(case)
    if case.part == "event":
        for frame in EventCutter().feed(stream(case.body)):
            judge.add_event(exchange, frame.data or b"")
    judge.add(exchange)
    recording.add(judge.match(exchange), exchange)
    tally.result.problems += recording.finish()
    tally.result.recorded = dict(recording.counts)
    return tally.result


def printed(result: TrafficResult) -> Iterator[str]:
    """All that the proxy prints about a run."""
    yield as_text(result)
    yield json.dumps(as_json(result))
    yield as_junit(result)
    yield repr(result)


def texts(value: Any) -> Iterator[str]:
    """All texts in a value, and the value itself as JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from texts(member)
        yield json.dumps(value, ensure_ascii=False)
    elif isinstance(value, list):
        for element in value:
            yield from texts(element)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_secret_is_in_no_file_and_no_report_and_other_text_stays(case: Case, tmp_path: Path) -> None:
    result = run(case, tmp_path / "kept")
    find = finder(case)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path.name for path in files if find.shown_in(path.read_bytes()) or find.shown_in(path.name)] == []
    assert [text for text in printed(result) if find.shown_in(text)] == []
    [exchange] = [json.loads(path.read_bytes()) for path in files if path.parent.name == "exchanges"]
    kept = "\n".join(texts(exchange))
    assert [text for text in case.keeps if text not in kept] == [], kept


def test_no_secret_is_in_what_a_proxy_on_a_port_keeps_prints_or_logs(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        case = CASES[int(request.headers["x-case"])]
        if case.part == "event":
            return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=stream(case.body))
        if case.part == "answer":
            return httpx.Response(200, headers=case.headers, stream=httpx.ByteStream(case.body))
        return httpx.Response(200, json={})

    caplog.set_level("DEBUG", "trivet_stubs")
    caplog.set_level("DEBUG", "uvicorn")
    transport = httpx.MockTransport(answer)
    with Proxy("agent", "http://agent.test", record=tmp_path / "kept", transport=transport) as proxy:
        with httpx.Client(base_url=proxy.url, trust_env=False, timeout=60) as client:
            for number, case in enumerate(CASES):
                method, path = TARGETS[case.part]
                target = f"{path}?{case.body.decode()}" if case.part == "query" else path
                headers = {"x-case": str(number), **case.credentials}
                sent = case.part == "request"
                request = client.build_request(
                    method,
                    target,
                    headers={**headers, **case.headers} if sent else headers,
                    content=case.body if sent else None,
                )
                response = client.send(request, stream=True)
                assert b"".join(response.iter_raw())
                response.close()
    result, find = proxy.result, finder(*CASES)
    assert result.requests == len(CASES)
    assert result.recorded["exchanges"] == len(CASES)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path.name for path in files if find.shown_in(path.read_bytes())] == []
    assert [text for text in (*printed(result), *capfd.readouterr(), caplog.text) if find.shown_in(text)] == []
