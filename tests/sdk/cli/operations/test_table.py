"""The tables of operations as the command reads them."""

from __future__ import annotations

from trivet.cli.operations.table import Input, kebab, load


def test_operation_is_found_by_the_words_of_its_command() -> None:
    operation = load("chat").operations["admin", "users", "list"]
    assert (operation.id, operation.method, operation.path, operation.answer, operation.paging) == (
        *("admin.users.list", "GET", "/admin/users"),
        *("pages", "offset"),
    )
    assert [input_.shown for input_ in operation.inputs] == ["--skip", "--page-size", "--search"]


def test_below_lists_operations_with_summaries_and_groups_with_names() -> None:
    commands = load("agent").below(("mcp", "server"))
    assert list(commands) == ["create", "list", "oauth"]
    assert commands["oauth"] == "Callback, delete, start."
    assert commands["list"] == load("agent").operations["mcp", "server", "list"].summary
    assert load("agent").below(("mcp", "server", "list")) == {}


def test_input_is_shown_as_the_user_writes_it() -> None:
    common = {"name": "user_id", "wire": "userID", "option": "user-id", "kind": "text", "help": "An id."}
    assert Input(place="identity", **common).shown == "USER_ID"
    assert Input(place="body", **common).shown == "--user-id"
    assert Input(place="identity", secret=True, **common).shown == "--user-id-file"


def test_kebab_of_python_names() -> None:
    assert [kebab(name) for name in ("shared_with_me", "list", "from_")] == ["shared-with-me", "list", "from"]
