"""Mutants that accept other inputs than the spec allows: the stub is built from a spec with one changed place."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

from tests.mutants.derived.derived_mutant import DerivedMutant, Seen
from tests.mutants.derived.document import Document
from tests.mutants.derived.rewriting import add_header, add_parameter, add_property
from trivet_checks.checks.forbidden_requests import Pointer, Use
from trivet_checks.mutants.trial import tokens_of
from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.rule_catalogue import rule_of
from trivet_stubs.stub import Stub

Node = dict[str, Any]

_LOOSENED = {
    "minimum": -1,
    "exclusiveMinimum": -1,
    "minLength": -1,
    "minItems": -1,
    "maximum": 1,
    "exclusiveMaximum": 1,
    "maxLength": 1,
    "maxItems": 1,
}
_NO_LONGER_ALLOWED = "no longer allowed"
_DROPPED = ("pattern", "format", "uniqueItems")
_NOT_CHECKED = ("int32", "int64", "float", "double")
"""Formats that describe the storage of a number, and forbid no value."""


def input_mutants(service: str, document: Document) -> Iterator[DerivedMutant]:
    """Yield a mutant for each fact about an input that binds a caller.

    Bounds are loosened by one, forms and lists of values dropped, each value of a list and each required input left out
    in turn; a default is another one, and an operation that needs credentials is open.
    """
    for pointer, uses in document.inputs().items():
        node: Node = document.at(pointer)
        in_path = all(use.place[:1] == ("path",) for use in uses)
        for what, keyword, name, change in _changes(node):
            if in_path and what == "minLength: 0":  # an empty text asks for another path
                continue
            changed = partial(_answer_by, document, pointer, change)
            if what.endswith(_NO_LONGER_ALLOWED):
                yield _refusing(document, pointer, uses, what, changed)
            else:
                yield _allowing(document, pointer, uses, what, changed, _rules(service, uses, keyword, name))
        if "default" in node:
            yield from _with_other_default(document, pointer, uses)
    yield from _open_operations(document)


def _changes(node: Node) -> Iterator[tuple[str, str, str, Callable[[Node], Node]]]:
    """The changes of a schema, a parameter or a body: in words, the keyword, the input it means, and the function."""
    for keyword, by in _LOOSENED.items():
        if keyword in node:
            loosened = node[keyword] + by
            yield f"{keyword}: {loosened}", keyword, "", partial(_with, keyword, loosened)
    for keyword in _DROPPED:
        if keyword in node and node[keyword] not in _NOT_CHECKED:
            yield f"{keyword}: dropped", keyword, "", partial(_without, keyword)
    if "enum" in node:
        yield "enum: dropped", "enum", "", partial(_without, "enum")
        for value in node["enum"] if len(node["enum"]) > 1 else ():
            rest = [other for other in node["enum"] if other != value]
            yield f"enum: {value!r} {_NO_LONGER_ALLOWED}", "enum", "", partial(_with, "enum", rest)
    if node.get("additionalProperties") is False:
        keyword = "additionalProperties"
        yield f"{keyword}: dropped", keyword, "", partial(_without, keyword)
    required = node.get("required")
    if isinstance(required, list):
        names = cast(list[str], required)
        for name in names:
            others = [other for other in names if other != name]
            yield f"required: {name} dropped", "required", name, partial(_with, "required", others)
    elif required and node.get("in") != "path":
        yield "required: dropped", "required", "", partial(_with, "required", False)


def _allowing(
    document: Document,
    pointer: Pointer,
    uses: frozenset[Use],
    what: str,
    change: Callable[[Stub], None],
    rules: tuple[str, ...],
) -> DerivedMutant:
    """Return a mutant that accepts a forbidden input; a check that these operations refuse may find it."""
    operations = frozenset(use.operation for use in uses)
    return DerivedMutant(
        id=f"{document.label(pointer)} {what}",
        named=rules,
        operations=operations,
        concerns=lambda seen: seen.operation in operations and 400 <= seen.status < 500,
        change=change,
    )


def _refusing(
    document: Document, pointer: Pointer, uses: frozenset[Use], what: str, change: Callable[[Stub], None]
) -> DerivedMutant:
    """Return a mutant that refuses or misreads an allowed input; a check that these operations accept may find it."""
    operations = frozenset(use.operation for use in uses)
    return DerivedMutant(
        id=f"{document.label(pointer)} {what}",
        named=(),
        operations=operations,
        concerns=lambda seen: seen.operation in operations and seen.status < 300,
        change=change,
    )


def _rules(service: str, uses: frozenset[Use], keyword: str, name: str) -> tuple[str, ...]:
    """The rules by which the stub refuses inputs that break a keyword."""
    refusing: dict[str | None, None] = {}
    for use in sorted(uses, key=lambda use: (use.operation, use.place)):
        place = (*use.place, name) if name else use.place
        refusing[rule_of(service, Refusal.argument(place[-1], "", place=place, keyword=keyword), use.operation)] = None
    return tuple(rule for rule in refusing if rule is not None)


def _answer_by(document: Document, pointer: Pointer, change: Callable[[Node], Node], stub: Stub) -> None:
    stub.replace_contract(Contract(document.changed(pointer, change)))


def _with_other_default(document: Document, pointer: Pointer, uses: frozenset[Use]) -> Iterator[DerivedMutant]:
    node: Node = document.at(pointer)
    other = _other(node)
    if other is None:
        return

    def change(stub: Stub) -> None:
        for use in uses:
            if use.place[0] == "query":
                text = str(other).lower() if isinstance(other, bool) else str(other)
                add_parameter(stub, use.operation, use.place[1], text)
            elif use.place[0] == "body":
                add_property(stub, use.operation, use.place[1:], other)

    yield _refusing(document, pointer, uses, f"default: {other!r}", change)


def _other(node: Node) -> Any:
    """Return a value that a schema allows and that is not its default, or None."""
    default = node["default"]
    if isinstance(default, bool):
        return not default
    if isinstance(default, int):
        return default - 1 if default - 1 >= node.get("minimum", 0) else default + 1
    return next((value for value in node.get("enum", ()) if value not in (default, None)), None)


def _open_operations(document: Document) -> Iterator[DerivedMutant]:
    """Yield a mutant for each operation with credentials, which takes callers without them for the check's caller."""
    shared: list[dict[str, Any]] = document.document.get("security", [])
    for operation, pointer in document.operations.items():
        needed: list[dict[str, Any]] = document.at(pointer).get("security", shared)
        if not needed or {} in needed:
            continue
        scheme: Node = document.at(("components", "securitySchemes", next(iter(needed[0]))))

        def change(stub: Stub, operation: str = operation, scheme: Node = scheme) -> None:
            tokens = tokens_of(stub)
            token = tokens["admin" if operation.startswith("admin.") else "user"]
            if scheme["type"] == "http":
                add_header(stub, operation, "authorization", f"Bearer {token}")
            else:
                add_header(stub, operation, scheme["name"], token)

        yield DerivedMutant(
            id=f"{operation} security: dropped",
            named=(),
            operations=frozenset({operation}),
            concerns=partial(_was_refused, operation),
            change=change,
        )


def _was_refused(operation: str, seen: Seen) -> bool:
    return seen.operation == operation and seen.status in (401, 403)


def _with(keyword: str, value: object, node: Node) -> Node:
    return {**node, keyword: value}


def _without(keyword: str, node: Node) -> Node:
    return {key: value for key, value in node.items() if key != keyword}
