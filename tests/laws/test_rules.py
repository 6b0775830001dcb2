"""The rules by name: complete against the contracts, tied to the specs, used by the stubs, shown by tests."""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from attrs import evolve

from codegen.read.rules import NamedRule, RuleFile, read_rules, rule_uses
from tests.laws.statements.coverage import collapsed, uncovered
from tests.laws.tree import ROOT, STUBS, python_files, relative, tree_of
from tests.mutants.derived.escaped import read_escaped
from tests.mutants.derived.hunt import derived_mutants
from trivet_stubs.checks import suite

SERVICES = ("agent", "bus", "chat")
METHODS = ("get", "put", "post", "delete", "patch")
REFUSING = {"Refusal", "argument", "TaggedRefusal"}
"""What makes a refusal: the classes, and the functions of the services' `refusals.py`."""


@cache
def spec(service: str) -> Any:
    return yaml.load((ROOT / "spec" / f"{service}.yaml").read_text("utf-8"), yaml.CSafeLoader)


@cache
def uses(service: str) -> dict[str, list[str]]:
    return rule_uses(STUBS, service)


@cache
def contract(service: str) -> str:
    return (ROOT / "spec" / "contract" / f"{service}.md").read_text("utf-8")


@cache
def operations(service: str) -> dict[str, dict[str, Any]]:
    """Return the operations of a spec by their routes, with the parameters of their paths."""
    return {
        f"{method.upper()} {path}": {**item[method], "shared": item.get("parameters", [])}
        for path, item in spec(service)["paths"].items()
        for method in METHODS
        if method in item
    }


def routes(service: str) -> dict[str, str]:
    return {route: each["operationId"] for route, each in operations(service).items()}


@cache
def rules(service: str) -> RuleFile:
    return read_rules(ROOT / "spec" / "rules" / f"{service}.yaml", list(routes(service).values()))


def every_rule() -> list[NamedRule]:
    return [each for service in SERVICES for each in rules(service).rules]


def service_of(rule: NamedRule) -> str:
    return rule.id.partition(".")[0]


def resolved(service: str, node: Any) -> Any:
    while "$ref" in node:
        node = at(spec(service), node["$ref"].removeprefix("#"))
    return node


def at(node: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        node = node[int(name) if isinstance(node, list) else name]
    return node


def inputs(service: str, operation: dict[str, Any]) -> set[str]:
    """Return the inputs of an operation, as `inputs` of a rule name them."""
    found = [resolved(service, each) for each in [*operation["shared"], *operation.get("parameters", [])]]
    named = {f"{each['in']}.{each['name']}" for each in found}
    if "requestBody" in operation:
        body = resolved(service, operation["requestBody"])
        named |= {"body", "header.content-type"}
        named |= {f"body.{each}" for each in properties(service, body["content"]["application/json"]["schema"])}
    return named


def properties(service: str, schema: Any) -> set[str]:
    node = resolved(service, schema)
    parts = [*node.get("allOf", []), *node.get("oneOf", []), *node.get("anyOf", [])]
    return {*node.get("properties", {}), *(name for part in parts for name in properties(service, part))}


@pytest.mark.parametrize("service", SERVICES)
def test_every_word_of_the_contract_is_covered(service: str) -> None:
    assert uncovered(contract(service), rules(service), routes(service)) == []


@pytest.mark.parametrize(
    ("rule_id", "words"),
    [
        ("chat.paging.messages-limit-is-1-to-500", "limit (int, 1 to 500"),
        ("chat.conversations.list-is-latest-update-first", "most recently updated first"),
        ("chat.ratings.new-is-201-and-update-is-200", "rated (updated)"),
        ("chat.access.admin-operations-need-role-admin", "admin"),
        ("chat.shares.only-the-owner-lists-them", "owner"),
        ("bus.volume.link-expires", "typically within 5 minutes"),
        ("agent.sessions.wait-returns-when-idle", "wait until the session is idle"),
        ("agent.contexts.session-operations-use-the-pinned", "session"),
    ],
)
def test_words_of_a_rule_that_is_left_out_are_found(rule_id: str, words: str) -> None:
    service = rule_id.partition(".")[0]
    whole = rules(service)
    less = evolve(whole, rules=tuple(each for each in whole.rules if each.id != rule_id))
    assert [each for each in uncovered(contract(service), less, routes(service)) if words in each]


def test_row_that_a_contract_adds_is_found() -> None:
    row = "| GET /conversations/export |"
    added = "| GET /conversations/{conversation_id} | admin | sort (int) | oldest |"
    more = contract("chat").replace(row, f"{added}\n{row}")
    found = uncovered(more, rules("chat"), routes("chat"))
    assert [each.partition(" in ")[0] for each in found] == [
        "Conversations: 'admin'",
        "Conversations: 'sort (int)'",
        "Conversations: 'oldest'",
    ]


@pytest.mark.parametrize("service", SERVICES)
def test_quotes_are_word_for_word_and_one_is_in_its_section(service: str) -> None:
    text = contract(service)
    sections = {part.partition("\n")[0].lstrip("# "): part for part in text.split("\n#")}
    stated = [each for each in rules(service).rules if each.basis == "stated"]
    quotes = [(each.id, quote) for each in stated for quote in each.quotes]
    quotes += [(f"shapes/{at}", quote) for at, each in enumerate(rules(service).shapes) for quote in each.quotes]
    assert [(where, quote) for where, quote in quotes if collapsed(quote) not in collapsed(text)] == []
    assert [each.id for each in rules(service).rules if each.section not in sections] == []
    bodies = {heading: collapsed(part) for heading, part in sections.items()}
    assert [each.id for each in stated if not any(collapsed(one) in bodies[each.section] for one in each.quotes)] == []


def test_marks_are_assumptions_of_the_spec() -> None:
    marks = [(each, mark) for each in every_rule() for mark in each.marks]
    assert len(marks) > 20
    unmarked = [
        (rule.id, mark)
        for rule, mark in marks
        if not any(key.startswith("x-assumed") for key in at(spec(service_of(rule)), mark))
    ]
    assert unmarked == []


@pytest.mark.parametrize("service", SERVICES)
def test_every_assumed_answer_of_a_spec_has_a_rule(service: str) -> None:
    assumed = {
        f"/components/{kind}/{name}"
        for kind in ("responses", "securitySchemes")
        for name, node in spec(service)["components"][kind].items()
        if "x-assumed" in node
    }
    known = {mark for each in rules(service).rules for mark in each.marks}
    # A fault of the server, and an empty answer, are no rules of what is asked for.
    assert assumed - known - {"/components/responses/Failed", "/components/responses/Done"} == set()


def test_inputs_are_those_of_the_operations() -> None:
    wrong: list[str] = []
    for rule in every_rule():
        service = service_of(rule)
        concerned = [each for each in operations(service).values() if each["operationId"] in rule.operations]
        taken = {name for each in concerned for name in inputs(service, each)}
        for name in rule.inputs:
            unknown = rule.keywords == ("unevaluatedProperties",)
            if "." in name and name != "header.accept" and (name in taken) == unknown:
                wrong.append(f"{rule.id}: {name}")
    assert wrong == []


@pytest.mark.parametrize("service", SERVICES)
def test_refusals_of_the_stub_use_each_id_and_no_other(service: str) -> None:
    used = set(uses(service))
    assert used == {each.id for each in rules(service).rules if each.refused}


def refusals_without_a_rule(path: Path) -> list[str]:
    """Return the calls of a file that make a refusal and name no rule."""
    service = path.relative_to(STUBS).parts[0]
    own = STUBS / service / "refusals.py"
    making = {*REFUSING}
    if own.is_file():
        naming = {name.partition("::")[2] for names in uses(service).values() for name in names}
        functions = [each for each in tree_of(own).body if isinstance(each, ast.FunctionDef)]
        making |= {each.name for each in functions if each.name != "body" and each.name not in naming}
    found: list[str] = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in making and not {"rule", "by"} & {each.arg for each in node.keywords}:
                found.append(f"{relative(path)}:{node.lineno}: {name} names no rule")
    return found


@pytest.mark.parametrize("service", SERVICES)
def test_every_refusal_of_a_service_names_its_rule(service: str) -> None:
    files = [path for path in python_files(STUBS) if path.is_relative_to(STUBS / service)]
    assert len(files) > 5
    assert [each for path in files for each in refusals_without_a_rule(path)] == []


def test_tests_and_functions_that_rules_name_exist() -> None:
    missing = [
        f"{rule.id}: {top}/{name}"
        for rule in every_rule()
        for top, names in (("tests", rule.tests), ("stubs/trivet_stubs", rule.applied))
        for name in names
        if not exists(ROOT / top, name)
    ]
    assert missing == []


@cache
def definitions(path: Path) -> frozenset[str]:
    return frozenset(_definitions(tree_of(path), "")) if path.is_file() else frozenset()


def _definitions(node: ast.AST, where: str) -> set[str]:
    found = set[str]()
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{where}{child.name}"
            found |= {name} | _definitions(child, f"{name}.")
    return found


def exists(top: Path, name: str) -> bool:
    file, _, inner = name.partition("::")
    return inner in definitions(top / file)


@pytest.mark.parametrize("service", SERVICES)
def test_every_rule_has_one_check_or_says_why_it_is_unseen(service: str) -> None:
    checked = set(suite(service).checks)  # a suite refuses a second check of a rule
    unseen = {each.id for each in rules(service).rules if each.unseen}
    every = {each.id for each in rules(service).rules}
    assert {"without a check": every - checked - unseen, "unseen, and checked": checked & unseen} == {
        "without a check": set(),
        "unseen, and checked": set(),
    }


@pytest.mark.parametrize("service", SERVICES)
def test_every_check_has_a_mutant_that_proves_it(service: str) -> None:
    by_hand = {each.rule for each in import_module(f"tests.mutants.{service}").MUTANTS}
    escaped = read_escaped(ROOT / "tests" / "mutants" / "escaped" / f"{service}.txt")
    derived = {rule for each in derived_mutants(service) if each.id not in escaped for rule in each.named}
    assert set(suite(service).checks) - by_hand - derived == set()


def test_rules_have_ids_of_three_parts_and_a_fitting_number() -> None:
    counts = {service: len(rules(service).rules) for service in SERVICES}
    assert all(each.id.count(".") == 2 for each in every_rule())
    assert all(counts[service] > least for service, least in (("agent", 80), ("bus", 50), ("chat", 100)))
