"""The judge of the proxy: each exchange is compared with the contract, and what is wrong is counted by its side."""

from urllib.parse import urlencode

import orjson

from trivet_stubs.checks.excerpt import excerpt
from trivet_stubs.checks.outcome import Evidence
from trivet_stubs.checks.reply import Request
from trivet_stubs.checks.shapes import Shapes
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.routing import RouteMatch
from trivet_stubs.kernel.rules import Basis, load
from trivet_stubs.proxy.answers import AnswerJudge
from trivet_stubs.proxy.capture import BrokenCoding, Unjudged, unpack
from trivet_stubs.proxy.passed import EVENT_STREAM, Passed
from trivet_stubs.proxy.requests import RequestJudge
from trivet_stubs.proxy.result import Fault, Side, Tally
from trivet_stubs.proxy.secrets import Secrets

_SHOWN_HEADERS = ("accept", "content-type")
_MAX_SHOWN = 2000
_MAX_MESSAGE = 400


class Judge:
    """Judges what passes; used by one thread.

    Args:
        shapes: The contract, and what of it is stated.
        tally: Counts what is found.
        secrets: Removes secrets from what is shown.
    """

    def __init__(self, shapes: Shapes, tally: Tally, secrets: Secrets) -> None:
        self._contract = shapes.contract
        self._tally = tally
        self._secrets = secrets
        self._requests = RequestJudge(shapes, tally.result.service)
        self.answers: AnswerJudge = AnswerJudge(shapes)
        self._service = tally.result.service

    def match(self, passed: Passed) -> RouteMatch:
        """The operation of a request."""
        return self._contract.routes.match(passed.method, passed.path)

    def add(self, passed: Passed) -> None:
        """Judge an exchange that has ended."""
        self._secrets.learn(passed.request_headers)
        self._secrets.learn(passed.headers)
        found = self.match(passed)
        operation = found.operation
        shown = _plain(self._secrets.path(operation, passed.path), 200)
        self._tally.add(None if operation is None else operation.id, passed, shown)
        if operation is None:
            self._add_outside(found, passed)
            return
        try:
            body = self._request_body(operation, passed)
            self._judge_request(operation, found, passed, body)
            self._judge_answer(operation, passed, body)
        except RecursionError:
            self._tally.operation(operation.id).unjudged["the JSON is nested too deeply"] += 1

    def add_event(self, passed: Passed, data: bytes) -> None:
        """Judge one event of a stream that passes."""
        operation = self.match(passed).operation
        if operation is None:
            return
        self._tally.operation(operation.id).events += 1
        wrong = self.answers.wrong_event(data)
        if wrong is not None:
            evidence = Evidence(self._request(operation, passed, None).curl(), self._shown_event(data))
            self._found(operation, "server", wrong[0], wrong[1], evidence)

    def add_unjudged(self, passed: Passed, reason: str) -> None:
        """Count something that is not judged."""
        operation = self.match(passed).operation
        if operation is not None:
            self._tally.operation(operation.id).unjudged[reason] += 1

    def _add_outside(self, found: RouteMatch, passed: Passed) -> None:
        """A path of the contract with a method of its own is the client's fault, if the server has no such method."""
        if passed.status not in (404, 405) or not found.allowed:
            return
        about = "method"
        for rule in load(self._service).values():
            if about in rule.inputs:
                message = found.refusal(passed.method).message
                shown = self._secrets.path(None, passed.path)
                url = self._tally.result.upstream + shown
                evidence = Evidence(Request(method=passed.method, url=url).curl(), str(passed.status))
                fault = Fault(side="client", basis=rule.basis, message=message, evidence=evidence, rule=rule.id)
                self._tally.found(rule.operations[0] if len(rule.operations) == 1 else "-", fault)
                return

    def _request_body(self, operation: Operation, passed: Passed) -> bytes | None:
        if not passed.request_complete:
            return None
        try:
            return passed.request_body.content(passed.request_headers.get("content-encoding", ""))
        except (Unjudged, BrokenCoding) as error:
            self._tally.operation(operation.id).unjudged[f"a request: {error}"] += 1
            return None

    def _judge_request(self, operation: Operation, found: RouteMatch, passed: Passed, body: bytes | None) -> None:
        self._tally.tried(self._requests.tried(operation, found, passed, body))
        wrong = list(self._requests.wrong(found, passed, body))
        if not wrong:
            return
        evidence = self._evidence(operation, passed, body, None)
        accepted = passed.status is not None and 200 <= passed.status < 300
        for rule, basis, message in wrong:
            text = f"{message}; the server accepted it" if accepted else message
            self._found(operation, "client", basis, text, evidence, rule)
            known = load(self._service).get(rule or "")
            if accepted and known is not None and "*" not in known.inputs and basis == "stated":
                self._found(operation, "server", basis, f"the server accepted it: {message}", evidence, rule)

    def _judge_answer(self, operation: Operation, passed: Passed, sent: bytes | None) -> None:
        traffic = self._tally.operation(operation.id)
        if passed.ending in ("no answer", "broken off"):
            evidence = Evidence(self._request(operation, passed, sent).curl(), str(passed.status or "none"))
            after = f" after {passed.body.size} bytes of its body" if passed.status is not None else ""
            what = "the answer breaks off" if passed.status is not None else "there is no answer"
            self._found(operation, "server", "stated", f"{what}{after}: {passed.reason}", evidence)
            return
        streams = passed.media_type == EVENT_STREAM
        if passed.status is None or (passed.ending != "complete" and not streams):
            return
        try:
            body = b"" if streams else passed.body.content()
            content = unpack(body, passed.coding)
        except Unjudged as error:
            traffic.unjudged[str(error)] += 1
            return
        except BrokenCoding as error:
            self._found(operation, "server", "stated", str(error), self._evidence(operation, passed, sent, None))
            return
        traffic.judged += 1
        request = self._request(operation, passed, sent)
        wrong = self.answers.wrong(operation, request, passed.status, passed.headers, content)
        if wrong is not None:
            self._found(
                operation, "server", wrong.basis, wrong.message, self._evidence(operation, passed, sent, content)
            )

    def _found(
        self, operation: Operation, side: Side, basis: Basis, message: str, evidence: Evidence, rule: str | None = None
    ) -> None:
        shown = _plain(self._secrets.text(message), _MAX_MESSAGE)
        fault = Fault(side=side, basis=basis, message=shown, evidence=evidence, rule=rule)
        self._tally.found(operation.id, fault)

    def _evidence(self, operation: Operation, passed: Passed, sent: bytes | None, received: bytes | None) -> Evidence:
        """The exchange as a report shows it; the answer is cleaned first, because it may hold what the request sent."""
        answer = "none" if passed.status is None else str(passed.status)
        if received is None and passed.ending == "complete":
            try:
                received = passed.body.content(passed.coding)
            except (Unjudged, BrokenCoding):
                received = b""
        cleaned = self._cleaned_answer(operation, passed, received or b"")
        return Evidence(self._request(operation, passed, sent).curl(), f"{answer} {excerpt(cleaned)}".rstrip())

    def _cleaned_answer(self, operation: Operation, passed: Passed, body: bytes) -> bytes:
        try:
            return orjson.dumps(self._secrets.answer(operation, passed.status or 0, orjson.loads(body)))
        except (orjson.JSONDecodeError, orjson.JSONEncodeError, RecursionError):
            return self._secrets.text(body[: 16 * _MAX_SHOWN].decode("utf-8", "replace")).encode()

    def _request(self, operation: Operation, passed: Passed, sent: bytes | None) -> Request:
        """The request as a report shows it, without secrets; a long body is left out."""
        query = self._secrets.query(operation, passed.pairs())
        path = self._secrets.path(operation, passed.path)
        body = None
        if sent:
            try:
                body = orjson.dumps(self._secrets.body(operation, orjson.loads(sent)))
            except (orjson.JSONDecodeError, orjson.JSONEncodeError, RecursionError):
                body = self._secrets.text(sent[: 16 * _MAX_SHOWN].decode("utf-8", "replace")).encode()
        return Request(
            method=passed.method,
            url=f"{self._tally.result.upstream}{path}{'?' if query else ''}{urlencode(query)}",
            headers={
                name: passed.request_headers[name]
                for name in _SHOWN_HEADERS
                if name in passed.request_headers and (body is not None or name == "accept")
            },
            credentials=self._credentials(passed),
            body=None if body is None else body if len(body) <= _MAX_SHOWN else b"\xe2\x80\xa6",
        )

    def _credentials(self, passed: Passed) -> tuple[str, str] | None:
        """The credentials of a request by name, as a shell reads them from the environment."""
        variable = f"$TRIVET_{self._service.upper()}"
        scheme, _, _ = passed.request_headers.get("authorization", "").partition(" ")
        if scheme:
            return "authorization", f"{_plain(scheme, 20)} {variable}_TOKEN"
        for each in self._contract.document["components"].get("securitySchemes", {}).values():
            if each.get("in") == "header" and each["name"].lower() in passed.request_headers:
                return each["name"], f"{variable}_ACCOUNT_KEY"
        return None

    def _shown_event(self, data: bytes) -> str:
        try:
            value = self._secrets.record(self.answers.event_record, orjson.loads(data))
            return excerpt(orjson.dumps(value))
        except (orjson.JSONDecodeError, orjson.JSONEncodeError, RecursionError):
            return excerpt(self._secrets.text(data[: 16 * _MAX_SHOWN].decode("utf-8", "replace")).encode())


def _plain(text: str, length: int) -> str:
    text = "".join(each if each.isprintable() else " " for each in text)
    return text if len(text) <= length else text[: length - 1] + "…"
