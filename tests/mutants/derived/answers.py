"""Mutants whose answers differ from the spec: without a field, with another value, or with another status."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, cast

from tests.mutants.derived.answer_values import Change, change_value
from tests.mutants.derived.derived_mutant import DerivedMutant, Seen
from tests.mutants.derived.document import Document
from tests.mutants.derived.rewriting import rewrite_json
from trivet_checks.checks.forbidden_requests import Pointer
from trivet_checks.mutants.changes import change_status
from trivet_stubs.stub import Stub

Node = dict[str, Any]

_MALFORMED = {
    "date-time": "yesterday",
    "date": "yesterday",
    "uuid": "no-uuid",
    "uri": "no uri",
    "email": "no-email",
}
_TEAPOT = 418


def answer_mutants(document: Document) -> Iterator[DerivedMutant]:
    """Yield a mutant for each required field, each list of values, each form and bound of a value, and each status."""
    for pointer, uses in document.answers().items():
        operations = frozenset(use.operation for use in uses)
        for what, change in _changes(document.at(pointer)):
            changed = partial(_changed, document, pointer, change)
            yield DerivedMutant(
                id=f"{document.label(pointer)} {what}",
                named=(),
                operations=operations,
                concerns=partial(_is_changed, operations, changed),
                change=partial(_rewrite, operations, changed),
            )
    for pointer, status, operations in document.responses():
        other = _other_status(status)
        where = document.label(pointer)
        yield DerivedMutant(
            id=f"{where} status: {other} in place of {status}",
            named=(),
            operations=operations,
            concerns=partial(_had_status, operations, status),
            change=partial(_change_statuses, operations, {status: other}),
        )


def _changes(node: Node) -> Iterator[tuple[str, Change]]:
    """The changes of a value that a schema describes, in words and as functions."""
    for name in dict.fromkeys([*node.get("required", ()), *node.get("x-assumed-required", ())]):
        yield f"answer: without {name}", partial(_without, name)
    if "enum" in node:
        yield "answer: a value that is not listed", _unlisted
    if "const" in node:
        yield "answer: another constant", _unlisted
    if "pattern" in node:
        yield "answer: a text of another form", partial(_in_place_of, str, "§")
    if node.get("format") in _MALFORMED:
        yield f"answer: no {node['format']}", partial(_in_place_of, str, _MALFORMED[node["format"]])
    for keyword, by in (("minimum", -1), ("maximum", 1)):
        if keyword in node:
            yield f"answer: {node[keyword] + by}", partial(_in_place_of, (int, float), node[keyword] + by)
    if node.get("minLength"):
        yield "answer: an empty text", partial(_in_place_of, str, "")
    if "maxLength" in node:
        yield "answer: a text that is too long", partial(_in_place_of, str, "x" * (node["maxLength"] + 1))
    if node.get("minItems"):
        yield "answer: no items", partial(_in_place_of, list, list[Any]())
    if "maxItems" in node:
        yield "answer: too many items", partial(_too_many, node["maxItems"])


def _changed(document: Document, target: Pointer, change: Change, operation: str, status: int, value: Any) -> Any:
    schema = document.answer_schemas(operation).get(status)
    return value if schema is None else change_value(document, schema, value, target, change)


def _is_changed(operations: frozenset[str], changed: Any, seen: Seen) -> bool:
    if seen.operation not in operations or seen.value is None or not 200 <= seen.status < 300:
        return False
    return bool(changed(seen.operation, seen.status, seen.value) != seen.value)


def _rewrite(operations: frozenset[str], changed: Any, stub: Stub) -> None:
    for operation in operations:
        rewrite_json(stub, operation, partial(changed, operation))


def _change_statuses(operations: frozenset[str], statuses: dict[int, int], stub: Stub) -> None:
    for operation in operations:
        change_status(stub, operation, statuses)


def _other_status(status: int) -> int:
    if status < 300:
        return 202 if status == 200 else 200
    if status < 500:
        return _TEAPOT
    return 503 if status != 503 else 500


def _without(name: str, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: field for key, field in cast(Node, value).items() if key != name}


def _in_place_of(kind: type | tuple[type, ...], wrong: object, value: Any) -> Any:
    return wrong if isinstance(value, kind) and not isinstance(value, bool) else value


def _unlisted(value: Any) -> Any:
    return _in_place_of((int, float), 7_000_000, _in_place_of(str, "no-such-value", value))


def _too_many(most: int, value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [*cast(Sequence[Any], value)[:1]] * (most + 1)


def _had_status(operations: frozenset[str], status: int, seen: Seen) -> bool:
    return seen.operation in operations and seen.status == status
