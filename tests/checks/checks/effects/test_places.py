"""The places of a service follow from its spec: which operations show a record, with which fields, to whom."""

from copy import deepcopy

from tests.checks.checks.effects.specs import with_a_list
from trivet_checks.checks.effects.places import kinds, places
from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.spec import spec


def by_name(contract):
    return {str(place): place for place in places(contract)}


def test_kinds_are_the_records_that_writes_answer():
    assert kinds(load("chat")) == {"conversation", "message", "rating", "share", "user"}


def test_kinds_of_wrapped_answers_are_named_by_ids_in_paths_and_by_lists():
    found = kinds(load("agent"))

    assert found >= {"session", "message", "workspace", "account", "pty", "server", "permission", "question", "project"}


def test_context_of_an_operation_says_from_where_it_is_called():
    found = by_name(load("agent"))

    assert found["session.list"].callers == ("directory", "workspace", "default runtime")
    assert (found["session.get"].callers, found["auth.list"].callers) == (("session",), ("server",))
    assert (found["mcp.server.list"].keys, found["workspace.status"].keys) == (
        {"server": "name"},
        {"workspace": "workspaceID"},
    )
    assert {"title", "model.providerID", "location.workspaceID"} <= {*found["session.list"].shows["session"]}
    assert (found["skill.list"].is_located, found["session.get"].is_located) == (True, False)


def test_each_operation_that_shows_a_record_is_a_place_with_each_value_of_its_flag():
    found = by_name(load("chat"))

    assert [name for name, place in found.items() if "conversation" in place.shows] == [
        "conversations.list",
        "conversations.list include_archived=true",
        "admin.conversations.export",
        "admin.conversations.list",
        "admin.conversations.list include_archived=false",
        "conversations.shared_with_me",
        "conversations.open_shared",
        "conversations.get",
    ]
    assert found["conversations.list"].flags == {"include_archived": False}
    assert found["admin.conversations.list"].callers == ("admin",)
    assert found["conversations.open_shared"].callers == ("anonymous",)
    assert set(found["conversations.get"].shows) == {"conversation", "message"}
    assert "title" in found["conversations.list"].shows["conversation"]


def test_new_operation_of_a_spec_is_a_place():
    [place] = {*by_name(Contract(with_a_list(deepcopy(spec("chat")))))} - {*by_name(load("chat"))}

    assert place == "conversations.recent"
