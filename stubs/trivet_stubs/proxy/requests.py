"""Requests that pass, against the contract: which inputs are wrong, by which rule, and on what basis."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, cast

import orjson

from trivet_stubs.checks.shapes import Shapes
from trivet_stubs.kernel.operation import Operation, Place, preferred, query_pairs, read_all
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.routing import RouteMatch
from trivet_stubs.kernel.rules import Basis, Rule, load, rule_of
from trivet_stubs.kernel.spec import JsonObject, resolve
from trivet_stubs.kernel.validation import body_refusals
from trivet_stubs.proxy.passed import Passed

WrongInput = tuple[str | None, Basis, str]
"""The id of a rule, the basis, and the fault in words."""

_UNKNOWN = ("unevaluatedProperties", "additionalProperties")
_PLACES: tuple[Place, ...] = ("path", "query", "header")


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
