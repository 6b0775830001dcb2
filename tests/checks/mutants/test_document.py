"""Places of a spec, and the operations that use them."""

from __future__ import annotations

import copy

from tests.checks.mutants.spec import SPEC
from tests.mutants.derived.document import Document
from trivet_checks.checks.forbidden_requests import Use


def test_inputs_are_found_through_references_with_their_operations() -> None:
    document = Document(SPEC)
    uses = document.inputs()
    users = {
        document.label(pointer): {(use.operation, use.place) for use in place_uses}
        for pointer, place_uses in uses.items()
    }
    assert users["schemas.Zone"] == {("toys.list", ("query", "zone")), ("toys.create", ("query", "zone"))}
    assert users["toys.list query.limit"] == {("toys.list", ("query", "limit"))}
    assert users["schemas.NewToy.name"] == {("toys.create", ("body", "name"))}
    assert users["toys.create body"] == {("toys.create", ("body",))}
    assert "schemas.Toy" not in users


def test_answers_are_found_once_where_a_record_holds_its_own_kind() -> None:
    document = Document(SPEC)
    uses = document.answers()
    both = frozenset({Use("toys.list"), Use("toys.create")})
    labels = {document.label(pointer): users for pointer, users in uses.items()}
    assert labels["schemas.Toy"] == both
    assert labels["toys.list 200"] == {Use("toys.list")}
    assert {"schemas.Car.kind", "schemas.Bike.allOf.1.sold", "schemas.Toy.notes.additionalProperties"} <= labels.keys()


def test_responses_are_one_where_operations_share_them() -> None:
    document = Document(SPEC)
    users = {(document.label(pointer), status): operations for pointer, status, operations in document.responses()}
    assert users["responses.No", 401] == {"toys.list", "toys.create"}
    assert users["toys.create 201", 201] == {"toys.create"}


def test_change_leaves_the_document_alone() -> None:
    before = copy.deepcopy(SPEC)
    changed = Document(SPEC).changed(("components", "schemas", "Zone"), lambda zone: {**zone, "enum": []})
    assert changed["components"]["schemas"]["Zone"]["enum"] == []
    assert before == SPEC
