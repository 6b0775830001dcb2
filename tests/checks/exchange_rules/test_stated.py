"""The facts that rules of exchanges read from the specs of the services."""

import pytest

from trivet_checks.exchange_rules import bus, chat
from trivet_checks.exchange_rules.answer_rule import showing
from trivet_checks.exchange_rules.stated import (
    fields,
    named_statuses,
    paged,
    parameter,
    plain_reads,
    record_parameters,
    values,
    with_parameter,
)
from trivet_checks.exchanges.exchange import Exchange
from trivet_stubs.kernel.contract import load


def test_paged_operations_are_those_with_paging() -> None:
    assert set(paged("bus")) == {"planned_routes.list", "routes.list", "services.list", "stops.list"}


@pytest.mark.parametrize(("reason", "faults"), [(None, 1), ("The contract does not have it.", 0)])
def test_operation_beside_the_contract_may_be_missing_without_credentials(
    monkeypatch: pytest.MonkeyPatch, reason: str | None, faults: int
) -> None:
    if reason is not None:
        monkeypatch.setitem(load("chat").operations["conversations.archive"].raw, "x-assumed", reason)
    looks = chat.missing_token_is_401(Exchange(operation="conversations.archive", status=404, fault=""))
    assert len([fault for fault in looks if fault]) == faults


def test_plain_reads_need_no_input_and_end() -> None:
    assert plain_reads("chat", "conversations.") == ("conversations.list", "conversations.shared_with_me")
    assert {"session.list", "workspace.status"} < set(plain_reads("agent"))
    assert not {"event.subscribe", "fs.file", "session.get", "session.create"} & set(plain_reads("agent"))


def test_operations_are_found_by_a_parameter_of_query_or_path() -> None:
    assert with_parameter("bus", "Date") == ("passenger_volume.by_stop", "passenger_volume.by_trip")
    assert {"conversations.get", "conversations.shares.delete"} < set(with_parameter("chat", "conversation_id"))


def test_record_of_an_operation_is_named_by_the_last_parameter_of_its_path() -> None:
    assert record_parameters("chat", "delete") == {
        "conversations.delete": "conversation_id",
        "conversations.shares.delete": "share_id",
        "admin.users.delete": "user_id",
    }


def test_parameter_has_its_bounds_and_its_default() -> None:
    limit = parameter("chat", "conversations.messages.list", "limit")
    assert (limit["minimum"], limit["maximum"], limit["default"]) == (1, 500, 100)


@pytest.mark.parametrize(
    ("operation", "statuses"),
    [
        ("conversations.create", (201,)),
        ("conversations.messages.rate", (200, 201)),
        ("conversations.list", ()),
        ("admin.conversations.export", (200,)),
    ],
)
def test_only_statuses_that_the_contract_names_count(operation: str, statuses: tuple[int, ...]) -> None:
    assert named_statuses("chat", operation) == statuses


def test_fields_are_those_of_a_kind_and_values_those_that_are_listed() -> None:
    assert fields("bus", "BusStop", "number") == ("Latitude", "Longitude")
    assert fields("chat", "ConversationUpdate") == ("title", "is_archived")
    assert values("bus", "ArrivalBus", "Feature") == ("WAB", "")
    assert values("chat", "Permission") == ("view", "edit")


def test_paths_of_another_version_are_those_that_the_contract_does_not_have() -> None:
    assert {"/BusArrival", "/v3/BusStops"} < set(bus.OTHER_PATHS)
    assert not {"/v3/BusArrival", "/BusStops"} & set(bus.OTHER_PATHS)


def test_rule_of_exchanges_has_the_operations_of_its_rule_and_an_unknown_one_is_refused() -> None:
    of_rule = frozenset({"conversations.shares.list"})
    assert showing("chat.shares.list-has-items-and-total", (), everywhere=False) == of_rule
    assert showing("chat.shares.list-has-items-and-total", ("conversations.list",), everywhere=False) == {
        "conversations.list"
    }
    assert showing("chat.shares.list-has-items-and-total", (), everywhere=True) == frozenset()
    with pytest.raises(KeyError):
        showing("chat.shares.list-has-items", ("conversations.list",), everywhere=False)
