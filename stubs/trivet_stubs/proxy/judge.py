"""The judge of the proxy: each exchange is compared with the contract, and what is wrong is counted by its side."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, cast
from urllib.parse import urlencode

import orjson
from jsonschema_rs import Draft202012Validator as Validator

from trivet_stubs.checks.excerpt import excerpt
from trivet_stubs.checks.outcome import Evidence
from trivet_stubs.checks.reply import Reply, Request
from trivet_stubs.checks.shapes import Shapes, WrongShape
from trivet_stubs.kernel.operation import Operation, Place, preferred, query_pairs, read_all
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.routing import RouteMatch
from trivet_stubs.kernel.rules import Basis, Rule, load, rule_of
from trivet_stubs.kernel.spec import JsonObject, resolve, target_of
from trivet_stubs.kernel.validation import body_refusals
from trivet_stubs.proxy.exchange import EVENT_STREAM, BrokenCoding, Passed, Unjudged, unpack
from trivet_stubs.proxy.result import Side, Tally, Violation
from trivet_stubs.proxy.secrets import Secrets

_SHOWN_HEADERS = ("accept", "content-type")
_MAX_SHOWN = 2000
_MAX_MESSAGE = 400

WrongInput = tuple[str | None, Basis, str]
"""The id of a rule, the basis, and the fault in words."""

_UNKNOWN = ("unevaluatedProperties", "additionalProperties")
_PLACES: tuple[Place, ...] = ("path", "query", "header")

WrongEvent = tuple[Basis, str]
"""The basis, and the fault in words."""


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
                fault = Violation(side="client", basis=rule.basis, message=message, evidence=evidence, rule=rule.id)
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
        fault = Violation(side=side, basis=basis, message=shown, evidence=evidence, rule=rule)
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


class RequestJudge:
    """Compares requests with the contract of a service."""

    def __init__(self, shapes: Shapes, service: str) -> None:
        self._shapes = shapes
        self._service = service

    @cached_property
    def _rules(self) -> list[tuple[Rule, list[tuple[str, ...]]]]:
        """The rules about single inputs."""
        return [
            (rule, [tuple(each.split(".")) for each in rule.inputs])
            for rule in load(self._service).values()
            if rule.inputs and "*" not in rule.inputs
        ]

    def wrong(self, found: RouteMatch, passed: Passed, body: bytes | None) -> Iterator[WrongInput]:
        """What is wrong with a request: at most one fault of each place.

        Args:
            found: The operation of the request.
            passed: The request.
            body: Its body; None if it is not known as a whole.
        """
        operation = found.operation
        assert operation is not None, "the request means an operation"
        for read in self._readings(operation, found, passed):
            try:
                read()
            except Refusal as refusal:
                yield self._judged(operation, refusal)
        if body is None:
            return
        try:
            operation.read_body(body, passed.request_headers.get("content-type", "") if body else "")
        except Refusal as refusal:
            stated = self._stated_fault(operation, refusal, body)
            yield self._judged(operation, refusal) if stated is None else stated

    def tried(self, operation: Operation, found: RouteMatch, passed: Passed, body: bytes | None) -> list[str]:
        """The rules about single inputs that a request gave."""
        given: dict[str, Any] = {
            "path": found.arguments,
            "query": dict(passed.pairs()),
            "header": passed.request_headers,
        }
        if body:
            given["body"] = _json(body)
        return [
            rule.id
            for rule, inputs in self._rules
            if operation.id in rule.operations and any(_has(given, each) for each in inputs)
        ]

    def _readings(self, operation: Operation, found: RouteMatch, passed: Passed) -> Iterator[Callable[[], object]]:
        given = passed.request_headers
        yield lambda: read_all(
            operation.path_parameters, list(found.arguments.items()), owner=operation.id, place="path"
        )
        yield lambda: read_all(operation.query, query_pairs(passed.query), owner=operation.id, place="query")
        headers = [(name, given[name.lower()]) for name in operation.headers if name.lower() in given]
        yield lambda: read_all(operation.headers, headers, owner=operation.id, place="header")
        yield lambda: preferred(given.get("accept", ""), operation.media_types)

    def _judged(self, operation: Operation, refusal: Refusal) -> WrongInput:
        rule = load(self._service).get(rule_of(self._service, refusal, operation.id) or "")
        if rule is None:
            return None, self._basis(operation, refusal), refusal.message
        # A rule about any input says how it is refused; whether the input itself is wrong, the spec says.
        generic = "*" in rule.inputs and not set(rule.keywords) & set(_UNKNOWN)
        return rule.id, self._basis(operation, refusal) if generic else rule.basis, refusal.message

    def _basis(self, operation: Operation, refusal: Refusal) -> Basis:
        place = refusal.input.place if refusal.input is not None else ()
        if "x-assumed" in operation.raw or place[:1] == ("body",):
            return "assumed"  # what is stated of a body was looked at before
        for each in self._parameters(operation):
            if (each["in"], each["name"]) == place[:2]:
                marked = "x-assumed" in each or "x-assumed" in each.get("schema", {})
                return "assumed" if marked else "stated"
        return "assumed"

    def _parameters(self, operation: Operation) -> Iterator[JsonObject]:
        document = self._shapes.contract.document
        for raw in [*document["paths"][operation.path].get("parameters", []), *operation.raw.get("parameters", [])]:
            yield resolve(document, raw)

    def _stated_fault(self, operation: Operation, refusal: Refusal, body: bytes) -> WrongInput | None:
        """The first fault of a body that breaks what the contract states."""
        if "x-assumed" in operation.raw or operation.body is None:
            return None
        if not body or refusal.input is None or refusal.input.place == ("header", "content-type"):
            return None
        value = _json(body)
        validator = self._shapes.stated.operations[operation.id].body
        if value is None or validator is None:
            return None
        for each in body_refusals(validator, value):
            if each.input is not None and each.input.keyword not in _UNKNOWN:
                rule = load(self._service).get(rule_of(self._service, each, operation.id) or "")
                if rule is None or "*" in rule.inputs:
                    return None if rule is None else rule.id, "stated", each.message
                return rule.id, rule.basis, each.message
        return None


class AnswerJudge:
    """Compares answers with the contract of a service."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes

    def wrong(
        self, operation: Operation, request: Request, status: int, headers: Mapping[str, str], body: bytes
    ) -> WrongShape | None:
        """What is wrong with the shape of an answer, if anything is."""
        return self._shapes.judge(operation, Reply(request=request, status=status, headers=headers, body=body))

    @cached_property
    def _events(self) -> dict[str, str]:
        """From the type of each event to the name of its record."""
        document = self._shapes.contract.document
        schemas: JsonObject = document["components"]["schemas"]
        found: dict[str, str] = {}
        for branch in schemas.get(self.event_record, {}).get("oneOf", []):
            name = target_of(branch)[-1]
            for part in [schemas[name], *schemas[name].get("allOf", [])]:
                kind = part.get("properties", {}).get("type", {}).get("const")
                if kind is not None:
                    found[kind] = name
        return found

    @cached_property
    def event_record(self) -> str:
        """The name of the record that is in the events of a stream; empty if the service has no streams."""
        schemas: JsonObject = self._shapes.contract.document["components"]["schemas"]
        for schema in schemas.values():
            content: JsonObject = schema.get("properties", {}).get("data", {}).get("contentSchema", {})
            if "$ref" in content:
                return target_of(content)[-1]
        return ""

    def wrong_event(self, data: bytes) -> WrongEvent | None:
        """What is wrong with one event, if anything is; an event of a type that the contract does not name is not."""
        try:
            value: Any = orjson.loads(data)
        except orjson.JSONDecodeError as error:
            return "assumed", f"the data of an event is not JSON: {error}"
        kind: Any = cast(JsonObject, value).get("type") if isinstance(value, dict) else None
        if not isinstance(kind, str):
            return "assumed", "an event has no type"
        name = self._events.get(kind)
        if name is None:
            return None
        message = _first(self._shapes.contract.record(name), value)
        if message is None:
            return None
        stated = _first(self._shapes.stated.record(name), value)
        return ("assumed" if stated is None else "stated"), f"the event {kind}: {stated or message}"


def _plain(text: str, length: int) -> str:
    text = "".join(each if each.isprintable() else " " for each in text)
    return text if len(text) <= length else text[: length - 1] + "…"


def _json(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return None


def _has(given: JsonObject, keys: tuple[str, ...]) -> bool:
    value: Any = given
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            return False
        value = cast(JsonObject, value)[key]
    return True


def _first(validator: Validator, value: Any) -> str | None:
    for error in validator.iter_errors(value):
        where = ".".join(map(str, error.instance_path))
        return f"{where}: {error.message[:300]}" if where else error.message[:300]
    return None
