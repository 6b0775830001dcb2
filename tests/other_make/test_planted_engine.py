"""The engine of planted faults: names, draws, labels, and whether a fault is visible."""

from pathlib import Path

import pytest

from tests.laws.specs import operations
from tests.other_make.planted import draws
from tests.other_make.planted.__main__ import main
from tests.other_make.planted.catalogue import faults
from tests.other_make.planted.labels import LABELS, NOT_STATED, STATED, contract, labels
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
