"""Mutants whose answers differ from a spec."""

from __future__ import annotations

from tests.checks.mutants.spec import BIKE, CAR, SPEC
from tests.mutants.derived.answers import answer_mutants
from tests.mutants.derived.derived_mutant import Seen
from tests.mutants.derived.document import Document


def test_every_fact_about_an_answer_is_changed_once() -> None:
    assert sorted(mutant.id for mutant in answer_mutants(Document(SPEC))) == [
        "responses.No status: 418 in place of 401",
        "schemas.Bike.allOf.0 answer: without kind",
        "schemas.Bike.allOf.0.kind answer: another constant",
        "schemas.Bike.allOf.1.sold answer: no date-time",
        "schemas.Car answer: without kind",
        "schemas.Car.kind answer: a value that is not listed",
        "schemas.Toy answer: without name",
        "schemas.Toy answer: without wheels",
        "schemas.Toy.notes.additionalProperties answer: an empty text",
        "toys.create 201 status: 200 in place of 201",
        "toys.list 200 status: 202 in place of 200",
    ]


def test_check_may_find_a_mutant_that_changes_what_it_got() -> None:
    mutants = {mutant.id: mutant for mutant in answer_mutants(Document(SPEC))}
    car, bike = Seen("toys.list", 200, [CAR]), Seen("toys.list", 200, [BIKE])
    sold = mutants["schemas.Bike.allOf.1.sold answer: no date-time"]
    assert [sold.concerns(car), sold.concerns(bike), sold.concerns(Seen("toys.create", 201, BIKE))] == [
        False,
        True,
        True,
    ]
    assert not sold.concerns(Seen("toys.list", 200, None))
    status = mutants["responses.No status: 418 in place of 401"]
    assert [status.concerns(Seen("toys.list", code, None)) for code in (401, 400)] == [True, False]
