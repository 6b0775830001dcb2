"""The judge of requests: it compares the inputs of each request that passes the proxy with the contract."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple, cast

from trivet_checks.exchanges.exchange import json_of
from trivet_checks.exchanges.shapes import Shapes
from trivet_checks.proxy.passed import Passed
from trivet_stubs.kernel.operation import Operation, preferred, query_pairs, read_all
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.routing import RouteMatch
from trivet_stubs.kernel.rule_catalogue import Basis, Rule, load, rule_of
from trivet_stubs.kernel.spec import JsonObject, resolve
from trivet_stubs.kernel.validation import body_refusals


class WrongInput(NamedTuple):
    """A fault of a request."""

    rule: str | None
    """The id of the broken rule."""
    basis: Basis
    message: str
    keyword: str = ""
    """The keyword of the spec that the request breaks."""


_UNKNOWN = ("unevaluatedProperties", "additionalProperties")


class RequestJudge:
    """Compares requests with the contract of a service."""

    def __init__(self, shapes: Shapes, service: str) -> None:
        self._shapes = shapes
        self._service = service

    @cached_property
    def _rules(self) -> list[tuple[Rule, list[tuple[str, ...]]]]:
        """The rules about single inputs, each with the places of these inputs."""
        return [
            (rule, [tuple(name.split(".")) for name in rule.inputs])
            for rule in load(self._service).values()
            if rule.inputs and "*" not in rule.inputs
        ]

    def wrong(self, match: RouteMatch, passed: Passed, body: bytes | None) -> Iterator[WrongInput]:
        """Yield the faults of a request, at most one for each place.

        Args:
            match: The operation of the request.
            passed: The request.
            body: Its body; None if it is not known completely.
        """
        operation = match.operation
        assert operation is not None, "the request has an operation"
        for read in self._readings(operation, match, passed):
            try:
                read()
            except Refusal as refusal:
                yield self._judged(operation, refusal)
        if body is None:
            return
        try:
            operation.read_body(body, passed.request_headers.get("content-type", ""))
        except Refusal as refusal:
            stated = self._stated_fault(operation, refusal, body)
            yield self._judged(operation, refusal) if stated is None else stated

    def tried(self, operation: Operation, match: RouteMatch, passed: Passed, body: bytes | None) -> list[str]:
        """Return the rules about single inputs of a request."""
        sent: dict[str, Any] = {
            "path": match.arguments,
            "query": dict(passed.pairs()),
            "header": passed.request_headers,
        }
        if body:
            sent["body"] = json_of(body)
        return [
            rule.id
            for rule, inputs in self._rules
            if operation.id in rule.operations and any(_has(sent, keys) for keys in inputs)
        ]

    def _readings(self, operation: Operation, match: RouteMatch, passed: Passed) -> Iterator[Callable[[], object]]:
        sent = passed.request_headers
        yield lambda: read_all(
            operation.path_parameters, list(match.arguments.items()), owner=operation.id, place="path"
        )
        yield lambda: read_all(operation.query, query_pairs(passed.query), owner=operation.id, place="query")
        headers = [(name, sent[name.lower()]) for name in operation.headers if name.lower() in sent]
        yield lambda: read_all(operation.headers, headers, owner=operation.id, place="header")
        yield lambda: preferred(sent.get("accept", ""), operation.media_types)

    def _judged(self, operation: Operation, refusal: Refusal) -> WrongInput:
        rule = load(self._service).get(rule_of(self._service, refusal, operation.id) or "")
        keyword = "" if refusal.input is None else refusal.input.keyword
        if rule is None:
            return WrongInput(None, self._basis(operation, refusal), refusal.message, keyword)
        # A rule about every input states how a wrong input is refused; the spec decides whether the input is wrong.
        generic = "*" in rule.inputs and not set(rule.keywords) & set(_UNKNOWN)
        basis = self._basis(operation, refusal) if generic else rule.basis
        return WrongInput(rule.id, basis, refusal.message, keyword)

    def _basis(self, operation: Operation, refusal: Refusal) -> Basis:
        place = refusal.input.place if refusal.input is not None else ()
        if "x-assumed" in operation.raw or place[:1] == ("body",):
            return "assumed"  # `_stated_fault` has judged the stated part of a body before
        for parameter in self._parameters(operation):
            if (parameter["in"], parameter["name"]) == place[:2]:
                marked = "x-assumed" in parameter or "x-assumed" in parameter.get("schema", {})
                return "assumed" if marked else "stated"
        return "assumed"

    def _parameters(self, operation: Operation) -> Iterator[JsonObject]:
        document = self._shapes.contract.document
        for raw in [*document["paths"][operation.path].get("parameters", []), *operation.raw.get("parameters", [])]:
            yield resolve(document, raw)

    def _stated_fault(self, operation: Operation, refusal: Refusal, body: bytes) -> WrongInput | None:
        """Return the first fault of a body against the stated part of the contract; None if there is none."""
        if "x-assumed" in operation.raw or operation.body is None:
            return None
        if not body or refusal.input is None or refusal.input.place == ("header", "content-type"):
            return None
        value = json_of(body)
        validator = self._shapes.stated.operations[operation.id].body
        if value is None or validator is None:
            return None
        for error in body_refusals(validator, value):
            if error.input is not None and error.input.keyword not in _UNKNOWN:
                rule = load(self._service).get(rule_of(self._service, error, operation.id) or "")
                if rule is None or "*" in rule.inputs:
                    name = None if rule is None else rule.id
                    return WrongInput(name, "stated", error.message, error.input.keyword)
                return WrongInput(rule.id, rule.basis, error.message, error.input.keyword)
        return None


def _has(inputs: JsonObject, keys: tuple[str, ...]) -> bool:
    value: Any = inputs
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            return False
        value = cast(JsonObject, value)[key]
    return True
