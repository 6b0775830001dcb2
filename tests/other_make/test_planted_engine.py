"""The engine of planted faults: names, draws, labels, and whether a fault is visible."""

from pathlib import Path

import pytest

from tests.laws.specs import operations
from tests.other_make.planted import draws
from tests.other_make.planted.__main__ import main, sizes
from tests.other_make.planted.catalogue import faults
from tests.other_make.planted.labels import (
    LABELS,
    NOT_STATED,
    NOT_VISIBLE,
    STATED,
    contract,
    corrections,
    first_labels,
    labels,
    second_judgement,
)
from tests.other_make.planted.measure import MARKS, PAGE, on_page
from tests.other_make.planted.operations import spec_of
from tests.other_make.planted.operators import PlantedFault
from tests.other_make.planted.planting import OPERATORS, planted
from tests.other_make.planted.servers import SERVICES
from tests.other_make.planted.visibility import difference

PLANTED = Path(draws.__file__).parent


def test_each_fault_of_the_bus_has_a_name_that_plants_it() -> None:
    names = [fault.name for fault in faults("bus")]
    assert len(names) == len({*names}) > 300
    for name in names:
        planting = planted("bus", name)
        assert planting.fault is not None
        assert planting.fault.name == name
    assert list(main(["bus"])) == names


def test_every_operation_of_the_bus_has_faults_without_a_list_of_operations() -> None:
    answering = {one["operationId"] for one in operations("bus") if "content" in one["responses"].get("200", {})}
    assert {fault.operation for fault in faults("bus")} == answering
    texts = [path.read_text("utf-8") for path in PLANTED.glob("*.py") if not path.name.startswith(("test_", "samples"))]
    names = [name for service in SERVICES for name in spec_of(service).operations]
    named = {name for name in names for text in texts if f'"{name}"' in text}
    assert not named


@pytest.mark.long
def test_page_shows_the_number_of_faults_of_each_operator() -> None:
    _, _, rest = PAGE.read_text("utf-8").partition("<!-- the sizes -->\n")
    assert rest.partition("<!-- the end")[0].splitlines() == [*sizes()]


def test_unknown_fault_is_refused() -> None:
    with pytest.raises(ValueError, match="not a fault of bus"):
        planted("bus", "chat:twice:conversations.create")


@pytest.mark.parametrize("number", draws.NUMBERS)
def test_draw_has_the_seed_of_its_text_and_faults_of_known_operators(number: int) -> None:
    drawn = draws.read(number)
    assert drawn.seed == draws.seed_of(number)
    assert len({*drawn.names}) == draws.COUNT <= drawn.size
    for fault in drawn.faults:
        assert fault.operator in OPERATORS
        assert fault.operation in spec_of(fault.service).operations
        assert planted(fault.service, fault.name).fault == fault


def test_draw_gives_each_operator_an_equal_share() -> None:
    listed = [PlantedFault("bus", operator, "stops.list", str(place)) for operator in "abc" for place in range(9)]
    drawn = draws.draw(1, listed, 6)
    assert [fault.operator for fault in drawn.faults] == ["a", "a", "b", "b", "c", "c"]
    assert drawn == draws.draw(1, listed[::-1], 6)
    assert drawn != draws.draw(2, listed, 6)


@pytest.mark.parametrize("number", draws.NUMBERS)
def test_labels_quote_the_contract_or_give_a_reason(number: int) -> None:
    labelled = labels(number)
    assert {*labelled} == {*draws.read(number).names}
    for name, label in labelled.items():
        assert label.label in LABELS
        if label.label == STATED:
            assert label.quote
            assert label.quote in contract(PlantedFault.of(name).service), name
        else:
            assert label.reason, name
        if label.label == NOT_STATED:
            assert "a fault all the same" in label.reason or label.reason.startswith("allowed"), name


def test_thirty_faults_of_two_draws_are_judged_a_second_time() -> None:
    judged = second_judgement()
    assert [*judged] == draws.judged_again()
    assert len(judged) == 30
    for name, label in judged.items():
        assert label.label in LABELS
        assert label.quote in contract(PlantedFault.of(name).service), name
        assert label.quote or label.reason or label.label == NOT_VISIBLE, name


def test_correction_keeps_the_first_label_and_says_why_it_was_wrong() -> None:
    first = {name: label for number in draws.NUMBERS for name, label in first_labels(number).items()}
    corrected = {name: label for number in draws.NUMBERS for name, label in labels(number).items()}
    changed = {name for name in first if first[name] != corrected[name]}
    assert changed == corrections().keys()
    for name, correction in corrections().items():
        assert correction.was == first[name].label, name
        assert correction.why, name


def test_disagreements_of_the_second_judgement_are_on_the_page() -> None:
    text, corrected = PAGE.read_text("utf-8"), {**labels(1), **labels(3)}
    first = {**first_labels(1), **first_labels(3)}
    for name, second in second_judgement().items():
        allowed = [label.reason.lower().startswith("allowed") for label in (first[name], second)]
        if (first[name].label, allowed[0]) != (second.label, allowed[1]):
            assert f"| `{name}` |" in text
        else:
            assert corrected[name].label == second.label


@pytest.mark.parametrize("kind", MARKS)
def test_table_of_planted_faults_follows_the_recorded_runs(kind: str) -> None:
    text = PAGE.read_text("utf-8")
    assert text == on_page(text, kind)


@pytest.mark.parametrize(
    ("name", "visible"),
    [
        ("bus:page-late:routes.list:value", True),
        ("bus:filter-ignored:stops.list:query/BusStopCode", True),
        ("bus:field-stale:stops.list:value/*/RoadName", False),
    ],
)
def test_visibility_is_a_comparison_with_the_right_server(name: str, visible: bool) -> None:
    assert (difference(PlantedFault.of(name)) is not None) is visible
