"""The command `trivet contract`: a contract as a document, and the changes between two versions."""

import copy
import json

import pytest
import typer
from typer.testing import CliRunner

from trivet_stubs.commands.contract import add
from trivet_stubs.kernel.contract_diff import contract_changes, contract_document

APP = typer.Typer()
APP.callback()(lambda: None)
add(APP)


def run(*arguments):
    return CliRunner().invoke(APP, ["contract", *map(str, arguments)])


def test_contract_that_is_shown_does_not_differ_from_the_installed_one(tmp_path):
    shown = run("show", "bus")
    path = tmp_path / "bus.json"
    path.write_text(shown.stdout, "utf-8")

    assert json.loads(shown.stdout)["rules"][0]["id"].startswith("bus.")
    result = run("diff", path, "bus")
    assert (result.exit_code, result.stdout) == (0, "")


def test_changes_are_listed_by_rule_and_by_operation(tmp_path):
    new = contract_document("chat")
    old = copy.deepcopy(new)
    [gone] = [rule for rule in old["rules"] if rule["id"] == "chat.shares.missing-is-404"]
    old["rules"].remove(gone)
    old["rules"].append({**gone, "id": "chat.shares.was-there"})
    rule = old["rules"][0]
    rule["sentence"], rule["basis"] = "Another sentence.", "assumed"
    rule["operations"].remove("conversations.list")
    old["openapi"]["components"]["schemas"]["AdminUser"]["required"].remove("id")
    path = tmp_path / "old.json"
    path.write_text(json.dumps(old), "utf-8")
    result = run("diff", path, "chat")

    assert result.exit_code == 1
    sentence = new["rules"][0]["sentence"]
    assert (
        f"changed rule: {rule['id']}\n  sentence: Another sentence. -> {sentence}\n"
        "  basis: assumed -> stated\n  operations: also conversations.list\n"
    ) in result.stdout
    assert f"added rule: chat.shares.missing-is-404\n  {gone['sentence']} ({gone['basis']})\n" in result.stdout
    assert "removed rule: chat.shares.was-there\n" in result.stdout
    changed = [change for change in contract_changes(old, new) if change.kind == "operation"]
    assert "admin.users.list" in [change.id for change in changed]
    assert {change.details[0] for change in changed} == {"differs: AdminUser"}
    assert "rule: chat.access.a-signed-in-user-is-needed" in changed[0].details
    assert "conversations.messages.list" not in [change.id for change in changed]


def test_operation_that_is_new_or_gone_is_listed():
    old, new = contract_document("bus"), copy.deepcopy(contract_document("bus"))
    path, item = next(iter(new["openapi"]["paths"].items()))
    del new["openapi"]["paths"][path]
    name = item["get"]["operationId"]

    assert [(change.id, change.change) for change in contract_changes(old, new)] == [(name, "removed")]
    assert [(change.id, change.change) for change in contract_changes(new, old)] == [(name, "added")]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"{", "not a contract of"), (b"{}", "service: is required"), (b"[]", "not a contract of")],
)
def test_file_without_a_contract_is_a_message(tmp_path, content, sentence):
    path = tmp_path / "old.json"
    path.write_bytes(content)
    result = run("diff", path, "chat")

    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert run("diff", tmp_path / "missing", "chat").exit_code == 2
    assert run("diff", "bus", "chat").stderr.endswith("different services: bus and chat\n")
    assert run("show", "tram").exit_code == 2
