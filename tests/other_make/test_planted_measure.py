"""The runner of a draw, on a sample: today it finds the same as the first run did, and nothing on the right server."""

from functools import cache

import pytest

from tests.other_make.planted import draws
from tests.other_make.planted.labels import STATED, labels
from tests.other_make.planted.measure import RIGHT_RULE, Broken, broken_on, measured, recorded
from tests.other_make.planted.operators import PlantedFault

SAMPLE = {
    "bus:not-permitted:passenger_volume.by_stop:anonymous/answered": 1,
    "bus:order-ignored:stops.list:rows/value": 1,
    "bus:off-by-one:stops.list:query/$skip": 3,
    "bus:status-beside:services.list:200": 3,
}
"""Faults with the numbers of their draws."""


@cache
def right(through_proxy: bool = False) -> Broken:
    return broken_on("bus", None, through_proxy)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if at else []) for at, name in enumerate(SAMPLE)]
)
def test_drawn_fault_is_found_by_the_right_rule_as_in_the_first_run(name: str) -> None:
    number = SAMPLE[name]
    label = labels(number)[name]
    assert label.label == STATED
    assert name in draws.read(number).names
    first = next(row for row in recorded("checks")[f"{number}"] if row.name == name)
    today = measured(PlantedFault.of(name), label, right(), broken_on("bus", name))
    assert (first.result, today.result) == (RIGHT_RULE, RIGHT_RULE)
    assert not any(right().values())


@pytest.mark.long
def test_proxy_finds_a_drawn_fault_and_accuses_no_right_server() -> None:
    name = "bus:status-beside:services.list:200"
    faulty = measured(PlantedFault.of(name), labels(3)[name], right(True), broken_on("bus", name, through_proxy=True))
    assert faulty.result == RIGHT_RULE
    assert not any(right(True).values())


@pytest.mark.long
@pytest.mark.parametrize("service", ["agent", "chat"])
def test_proxy_accuses_the_right_server_of_nothing_that_is_stated(service: str) -> None:
    assert not any(broken_on(service, None, through_proxy=True).values())
