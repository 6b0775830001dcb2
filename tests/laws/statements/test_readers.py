"""What the readers make of the contracts' own tables."""

from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from tests.laws.statements import agent, bus, chat
from tests.laws.statements.statement import Statement

CONTRACTS = Path(__file__).parents[3] / "spec" / "contract"
SERVICES: dict[str, tuple[Callable[[str], set[Statement]], int]] = {
    "agent": (agent.read, 67),
    "bus": (bus.read, 7),
    "chat": (chat.read, 25),
}


def text(service: str) -> str:
    return (CONTRACTS / f"{service}.md").read_text("utf-8")


def about(stated: Collection[Statement], subject: str) -> set[str]:
    """What is stated about an operation and its inputs, or about a record and its fields."""
    found = (
        str(each) for each in stated if each.about == subject or each.about.startswith((f"{subject} ", f"{subject}."))
    )
    return {each.removeprefix(subject).lstrip(":. ") for each in found}


@pytest.mark.parametrize("service", SERVICES)
def test_every_operation_of_a_contract_is_read(service: str) -> None:
    read, count = SERVICES[service]
    assert sum(each.what == "operation" for each in read(text(service))) == count


@pytest.mark.parametrize("service", SERVICES)
def test_contract_whose_words_change_is_refused(service: str) -> None:
    read, _ = SERVICES[service]
    with pytest.raises(ValueError, match="the contract has no"):
        read(text(service).replace("object with `", "object having `").replace("UUIDs", "text"))


def test_bus_operation_has_the_shared_inputs_and_formats() -> None:
    assert about(bus.read(text("bus")), "GET /BusStops") == {
        "operation",
        "status 200",
        "media application/atom+xml",
        "answer BusStops",
        "$skip: input",
        "$skip: in query",
        "$skip: type integer",
        "$skip: minimum 0",
        "BusStopCode: input",
        "BusStopCode: in query",
        "BusStopCode: type string",
    }


def test_same_rule_is_that_of_the_row_above() -> None:
    found = {"Date: input", "Date: in query", "Date: type string", "Date: pattern ^[0-9]{6}$"}
    assert {each for each in about(bus.read(text("bus")), "GET /PV/ODBus") if each.startswith("Date")} == found


def test_bus_record_has_all_fields_of_its_table() -> None:
    assert about(bus.read(text("bus")), "PassengerVolumeLink") == {"Link: field", "Link: required", "Link: type string"}


def test_chat_operation_has_its_bounds_defaults_and_statuses() -> None:
    stated = chat.read(text("chat"))
    assert about(stated, "GET /conversations/shared-with-me") == {
        "operation",
        "answer Conversations",
        *(f"{name}: {what}" for name in ("skip", "limit") for what in ("input", "in query", "type integer")),
        "skip: minimum 0",
        "skip: default 0",
        "limit: minimum 1",
        "limit: maximum 100",
        "limit: default 50",
    }
    assert about(stated, "DELETE /admin/users/{user_id}") == {
        "operation",
        "status 204",
        "status 404",
        "user_id: input",
        "user_id: in path",
        "user_id: required",
        "user_id: format uuid",
    }


def test_chat_form_is_the_body_of_its_operation() -> None:
    stated = about(chat.read(text("chat")), chat.RATE)
    assert {each for each in stated if each.startswith(("rating", "comment"))} == {
        "rating: input",
        "rating: in body",
        "rating: required",
        "rating: type integer",
        "rating: value 1",
        "rating: value -1",
        "comment: input",
        "comment: in body",
    }


def test_404_of_a_conversation_is_not_that_of_a_rating_or_a_share() -> None:
    found = {each.about for each in chat.read(text("chat")) if each.what == "status" and each.value == "404"}
    assert "POST /conversations/{conversation_id}/archive" in found
    assert chat.RATE.replace("POST", "DELETE") not in found
    assert "DELETE /conversations/{conversation_id}/shares/{share_id}" not in found


def test_as_above_is_the_filter_of_the_list() -> None:
    found = {each for each in about(chat.read(text("chat")), "GET /admin/ratings/export") if "rating_filter" in each}
    assert "rating_filter: minimum -1" in found


def test_agent_operation_has_its_context_and_no_placement() -> None:
    assert about(agent.read(text("agent")), "POST /api/fs/search") == {
        "operation",
        "id fs.search",
        "context request",
        *(f"{name}: {what}" for name in ("directory", "workspace") for what in ("input", "in query")),
        "query: input",
        "query: required",
        "query: type string",
        "type: input",
        "type: value file",
        "type: value directory",
        "limit: input",
        "limit: type number",
    }


def test_operation_that_is_open_to_discussion_is_read() -> None:
    found = {each.about for each in agent.read(text("agent")) if each.what == "open"}
    assert found == {"GET /api/workspace/status", "POST /api/workspace/sync", "POST /api/workspace/warp"}


def test_only_an_identifier_type_states_that_it_is_not_empty() -> None:
    stated = agent.read(text("agent"))
    assert Statement("POST /api/workspace/warp sessionID", "minLength", "1") in stated
    assert not [each for each in about(stated, "POST /api/session") if "minLength" in each]
    assert not [each for each in about(stated, "RuntimeContext") if "minLength" in each]


def test_variant_of_a_credential_has_its_fields() -> None:
    assert about(agent.read(text("agent")), "ApiCredential") == {
        "type: field",
        "type: required",
        "type: value api",
        "key: field",
        "key: required",
        "key: type string",
        "metadata: field",
        "metadata: type map of string",
    }
