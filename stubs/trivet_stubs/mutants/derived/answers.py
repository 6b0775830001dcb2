"""Mutants that answer otherwise than the spec says: a field is missing, a value or a status is another one."""

from collections.abc import Iterator
from functools import partial
from typing import Any, cast

from trivet_stubs.mutants.changes import change_status
from trivet_stubs.mutants.derived.answer_values import Change, change_value
from trivet_stubs.mutants.derived.derived_mutant import DerivedMutant, Seen
from trivet_stubs.mutants.derived.document import Document, Pointer
from trivet_stubs.mutants.derived.rewriting import rewrite_json
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
    """A mutant for each field that is always sent, each list of values, each form and bound of a value, each status."""
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
            concerns=lambda seen, ops=operations, status=status: seen.operation in ops and seen.status == status,
            change=partial(_change_statuses, operations, {status: other}),
        )


def _changes(node: Node) -> Iterator[tuple[str, Change]]:
    """The changes of a value that a schema describes, in words and as functions."""
    for name in dict.fromkeys([*node.get("required", ()), *node.get("x-assumed-required", ())]):
        yield f"answer: without {name}", lambda value, name=name: _without(value, name)
    if "enum" in node:
        yield "answer: a value that is not listed", lambda value: _unlisted(value)
    if "const" in node:
        yield "answer: another constant", lambda value: _unlisted(value)
    if "pattern" in node:
        yield "answer: a text of another form", lambda value: "§" if isinstance(value, str) else value
    if node.get("format") in _MALFORMED:
        malformed = _MALFORMED[node["format"]]
        yield f"answer: no {node['format']}", lambda value: malformed if isinstance(value, str) else value
    for keyword, by in (("minimum", -1), ("maximum", 1)):
        if keyword in node:
            wrong = node[keyword] + by
            yield f"answer: {wrong}", lambda value, wrong=wrong: wrong if _is_number(value) else value
    if node.get("minLength"):
        yield "answer: an empty text", lambda value: "" if isinstance(value, str) else value
    if "maxLength" in node:
        longer = "x" * (node["maxLength"] + 1)
        yield "answer: a text that is too long", lambda value: longer if isinstance(value, str) else value
    if node.get("minItems"):
        yield "answer: no items", lambda value: [] if isinstance(value, list) else value
    if "maxItems" in node:
        most: int = node["maxItems"]
        yield "answer: too many items", lambda value: _too_many(value, most)


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


def _without(value: Any, name: str) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: each for key, each in cast(Node, value).items() if key != name}


def _unlisted(value: Any) -> Any:
    if isinstance(value, str):
        return "no-such-value"
    return 7_000_000 if _is_number(value) else value


def _too_many(value: Any, most: int) -> Any:
    if not isinstance(value, list) or not value:
        return value
    return cast(list[Any], value)[:1] * (most + 1)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
