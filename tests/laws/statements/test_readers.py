"""The readers convert the tables of the contracts to statements."""

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
    """Return the statements about an operation and its inputs, or about a record and its fields."""
    lines = (
        str(statement)
        for statement in stated
        if statement.about == subject or statement.about.startswith((f"{subject} ", f"{subject}."))
    )
    return {line.removeprefix(subject).lstrip(":. ") for line in lines}


@pytest.mark.parametrize("service", SERVICES)
def test_every_operation_of_a_contract_is_read(service: str) -> None:
    read, count = SERVICES[service]
    assert sum(statement.aspect == "operation" for statement in read(text(service))) == count


@pytest.mark.parametrize("service", SERVICES)
def test_contract_with_changed_words_is_refused(service: str) -> None:
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


def test_same_rule_refers_to_the_row_above() -> None:
    expected = {"Date: input", "Date: in query", "Date: type string", "Date: pattern ^[0-9]{6}$"}
    assert {line for line in about(bus.read(text("bus")), "GET /PV/ODBus") if line.startswith("Date")} == expected


def test_bus_record_has_all_fields_of_its_table() -> None:
    expected = {"Link: field", "Link: required", "Link: type string", "Link: format uri"}
    assert about(bus.read(text("bus")), "PassengerVolumeLink") == expected


def test_chat_operation_has_its_bounds_defaults_and_statuses() -> None:
    stated = chat.read(text("chat"))
    assert about(stated, "GET /conversations/shared-with-me") == {
        "operation",
        "answer Conversations",
        *(f"{name}: {aspect}" for name in ("skip", "limit") for aspect in ("input", "in query", "type integer")),
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
    assert {line for line in stated if line.startswith(("rating", "comment"))} == {
        "rating: input",
        "rating: in body",
        "rating: required",
        "rating: type integer",
        "rating: value 1",
        "rating: value -1",
        "comment: input",
        "comment: in body",
    }


def test_404_is_only_stated_for_operations_on_a_conversation() -> None:
    subjects = {
        statement.about
        for statement in chat.read(text("chat"))
        if statement.aspect == "status" and statement.value == "404"
    }
    assert "POST /conversations/{conversation_id}/archive" in subjects
    assert chat.RATE.replace("POST", "DELETE") not in subjects
    assert "DELETE /conversations/{conversation_id}/shares/{share_id}" not in subjects


def test_as_above_refers_to_the_filter_of_the_list() -> None:
    lines = {line for line in about(chat.read(text("chat")), "GET /admin/ratings/export") if "rating_filter" in line}
    assert "rating_filter: minimum -1" in lines


def test_agent_operation_has_its_context_and_no_placement() -> None:
    assert about(agent.read(text("agent")), "POST /api/fs/search") == {
        "operation",
        "id fs.search",
        "context request",
        *(
            f"{name}: {aspect}"
            for name in ("directory", "workspace")
            for aspect in ("input", "in query", "type string")
        ),
        "query: input",
        "query: required",
        "query: type string",
        "type: input",
        "type: value file",
        "type: value directory",
        "limit: input",
        "limit: type number",
    }


def test_operation_open_to_discussion_is_marked() -> None:
    subjects = {statement.about for statement in agent.read(text("agent")) if statement.aspect == "open"}
    assert subjects == {"GET /api/workspace/status", "POST /api/workspace/sync", "POST /api/workspace/warp"}


def test_only_identifiers_are_stated_to_be_not_empty() -> None:
    stated = agent.read(text("agent"))
    assert Statement("POST /api/workspace/warp sessionID", "minLength", "1") in stated
    assert not [line for line in about(stated, "POST /api/session") if "minLength" in line]
    assert not [line for line in about(stated, "RuntimeContext") if "minLength" in line]


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
