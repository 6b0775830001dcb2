"""Bodies with secrets, as they were reported: nothing that the proxy keeps or prints holds the secret."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs
import httpx
import pytest

from tests.outside.table import Row, rows
from tests.sdk.exposure import SecretFinder
from trivet_checks import Proxy, TrafficResult
from trivet_checks.exchanges.shapes import Shapes
from trivet_checks.proxy.judge import Judge
from trivet_checks.proxy.passed import Passed
from trivet_checks.proxy.result import Tally
from trivet_checks.recordings.recorder import Recording
from trivet_checks.reports.traffic import as_json, as_junit, as_text
from trivet_stubs.kernel.event_splitter import EventCutter
from trivet_stubs.recordings.secrets import TrafficSecrets

PLACEHOLDER = re.compile("SECRET[0-9]*|NUMBER")
TARGETS = {
    "answer": ("GET", "/api/session"),
    "request": ("POST", "/api/auth"),
    "query": ("GET", "/api/session"),
    "event": ("GET", "/api/event"),
}


@attrs.frozen(kw_only=True)
class Case:
    """A row in one part of an exchange."""

    row: Row
    part: str

    def secret(self, placeholder: str) -> str:
        """The secret in the place of a placeholder: no two cases have the same one."""
        digest = sha256(f"{self}{placeholder}".encode()).hexdigest()
        return str(int(digest[:12], 16)) if placeholder == "NUMBER" else f"s{digest[:24]}"

    @property
    def template(self) -> str:
        return str(self.row.fields.get("hex") or self.row.fields["body"])

    @property
    def secrets(self) -> list[str]:
        return [self.secret(placeholder) for placeholder in PLACEHOLDER.findall(self.template)]

    @property
    def body(self) -> bytes:
        """The bytes of the body, or of the data of an event."""
        fields = self.row.fields
        if "hex" in fields:
            return bytes.fromhex(PLACEHOLDER.sub(lambda match: self.secret(match[0]).encode().hex(), self.template))
        text = PLACEHOLDER.sub(lambda match: self.secret(match[0]), self.template)
        content = bytes.fromhex(fields.get("before", "")) + text.encode(fields.get("encoding", "utf-8"))
        return gzip.compress(content, mtime=0) if fields.get("coding") == "gzip" else content

    @property
    def headers(self) -> dict[str, str]:
        fields = self.row.fields
        coding = {"content-encoding": fields["coding"]} if "coding" in fields else {}
        return {"content-type": fields["media_type"], **coding} if "media_type" in fields else coding

    @property
    def credentials(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.secrets[0]}"} if self.row.fields.get("known") else {}

    @property
    def keeps(self) -> list[str]:
        is_omitted = self.part == "event" and self.row.fields.get("encoding", "utf-8") != "utf-8"
        return ["sha256"] if is_omitted else list(self.row.fields.get("keeps", ()))

    def __str__(self) -> str:
        return f"{self.row.name}-{self.part}"


def is_event(row: Row) -> bool:
    """Whether the bytes of a row can be the data of an event: a stream is in an extension of ASCII."""
    return row.fields.get("encoding", "utf-8") in ("utf-8", "latin-1") and "before" not in row.fields


CASES = [
    Case(row=row, part=part)
    for row in rows("recorded")
    for part in row.fields["parts"]
    if part != "event" or is_event(row)
]


def stream(body: bytes) -> bytes:
    """A stream with the data in one event, and a word in the next."""
    lines = b"".join(b"data: %s\n" % line for line in re.split(b"\r\n|\r|\n", body))
    return lines + b"\ndata: done\n\n"


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
    secrets = TrafficSecrets(shapes.contract)
    judge = Judge(shapes, tally, secrets)
    recording = Recording(folder, "agent", secrets, judge.answers.event_record)
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


def finder(*cases: Case) -> SecretFinder:
    """Finds the beginning and the end of the secrets."""
    secrets = [secret for case in cases for secret in case.secrets]
    return SecretFinder([*secrets, *(secret[-10:] for secret in secrets)])


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
