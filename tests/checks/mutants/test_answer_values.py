"""Parts of an answer that a place of the spec describes."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.checks.mutants.spec import BIKE, CAR, SPEC
from tests.mutants.derived.answer_values import change_value
from tests.mutants.derived.document import Document
from trivet_checks.checks.forbidden_requests import Pointer

TOY: Pointer = ("components", "schemas", "Toy")


def changed(value: Any, *target: str | int) -> Any:
    return change_value(Document(SPEC), TOY, value, ("components", "schemas", *target), lambda _: "changed")


@pytest.mark.parametrize(
    ("target", "place"),
    [
        (("Toy", "properties", "name"), ["name"]),
        (("Car", "properties", "kind"), ["inner", "wheels", "kind"]),
        (("Bike", "allOf", 0, "properties", "kind"), ["wheels", "kind"]),
        (("Bike", "allOf", 1, "properties", "sold"), ["wheels", "sold"]),
        (("Toy", "properties", "notes", "additionalProperties"), ["notes", "x"]),
        (("Car",), ["inner", "wheels"]),
    ],
)
def test_every_part_of_the_place_is_changed_and_no_other(target: tuple[str | int, ...], place: list[str]) -> None:
    expected: Any = copy.deepcopy(BIKE)
    holder = expected
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = "changed"
    if target == ("Toy", "properties", "name"):
        expected["inner"]["name"] = "changed"
    assert changed(BIKE, *target) == expected


def test_value_without_the_place_stays_the_same() -> None:
    assert changed(CAR, "Bike") == CAR
    assert changed({"name": 7, "wheels": None}, "Car") == {"name": 7, "wheels": None}
    assert changed([CAR], "Car") == [CAR]
