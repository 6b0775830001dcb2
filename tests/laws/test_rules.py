"""Law 11: the rules by name cover the contracts, agree with the specs, are used by the stubs, and have tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from codegen.read.rule_files import NamedRule, RuleFile, read_rules, rule_marks, rule_uses
from tests.laws import tree
from tests.laws.specs import at, document, inputs
from tests.laws.statements.coverage import collapsed, uncovered
from tests.laws.statements.law import IN_WORDS
from tests.laws.tree import ROOT, STUBS, python_files, relative, tree_of
from tests.mutants.derived.escaped import read_escaped
from tests.mutants.derived.hunt import derived_mutants
from trivet_checks import suite

SERVICES = [service for service in tree.SERVICES if (ROOT / "spec" / "rules" / f"{service}.yaml").is_file()]
METHODS = ("get", "put", "post", "delete", "patch")
REFUSING = {"Refusal", "argument", "TaggedRefusal"}
"""Names that create a refusal: the classes, and the functions of the services' `refusals.py`."""


@cache
def uses(service: str) -> dict[str, list[str]]:
    return rule_uses(STUBS, service)


@cache
def contract(service: str) -> str:
    """Return the contract in words."""
    return (ROOT / "spec" / "contract" / f"{service}.md").read_text("utf-8")


@cache
def sections(service: str) -> dict[str, str]:
    """Return the words of a contract by heading; a spec without a contract in words has its title and its tags."""
    if service in IN_WORDS:
        return {part.partition("\n")[0].lstrip("# "): part for part in contract(service).split("\n#")}
    spec = document(service)
    tagged = {tag for operation in operations(service).values() for tag in operation.get("tags", [])}
    return dict.fromkeys([spec["info"]["title"], *tagged], "\n".join(texts(spec)))


def texts(node: Any) -> Iterator[str]:
    """Yield the titles, summaries and descriptions of a spec."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from (
                [value] if key in ("title", "summary", "description") and isinstance(value, str) else texts(value)
            )
    elif isinstance(node, list):
        for value in node:
            yield from texts(value)


@cache
def operations(service: str) -> dict[str, dict[str, Any]]:
    """Return the operations of a spec by route, with the parameters of their paths."""
    return {
        f"{method.upper()} {path}": {**item[method], "shared": item.get("parameters", [])}
        for path, item in document(service)["paths"].items()
        for method in METHODS
        if method in item
    }


def routes(service: str) -> dict[str, str]:
    return {route: operation["operationId"] for route, operation in operations(service).items()}


@cache
def rules(service: str) -> RuleFile:
    return read_rules(ROOT / "spec" / "rules" / f"{service}.yaml", inputs(service))


def every_rule() -> list[NamedRule]:
    return [rule for service in SERVICES for rule in rules(service).rules]


def service_of(rule: NamedRule) -> str:
    return rule.id.partition(".")[0]


@pytest.mark.parametrize("service", IN_WORDS)
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
def test_words_of_a_missing_rule_are_uncovered(rule_id: str, words: str) -> None:
    service = rule_id.partition(".")[0]
    whole = rules(service)
    less = evolve(whole, rules=tuple(rule for rule in whole.rules if rule.id != rule_id))
    assert [piece for piece in uncovered(contract(service), less, routes(service)) if words in piece]


def test_new_row_of_a_contract_is_uncovered() -> None:
    row = "| GET /conversations/export |"
    added = "| GET /conversations/{conversation_id} | admin | sort (int) | oldest |"
    more = contract("chat").replace(row, f"{added}\n{row}")
    rest = uncovered(more, rules("chat"), routes("chat"))
    assert [line.partition(" in ")[0] for line in rest] == [
        "Conversations: 'admin'",
        "Conversations: 'sort (int)'",
        "Conversations: 'oldest'",
    ]


@pytest.mark.parametrize("service", SERVICES)
def test_quotes_are_verbatim_and_one_is_in_the_section(service: str) -> None:
    bodies = {heading: collapsed(text) for heading, text in sections(service).items()}
    text = " ".join(bodies.values())
    stated = [rule for rule in rules(service).rules if rule.basis == "stated"]
    quotes = [(rule.id, quote) for rule in stated for quote in rule.quotes]
    quotes += [(f"shapes/{at}", quote) for at, shape in enumerate(rules(service).shapes) for quote in shape.quotes]
    assert [(where, quote) for where, quote in quotes if collapsed(quote) not in text] == []
    assert [rule.id for rule in rules(service).rules if rule.section not in bodies] == []
    assert [
        rule.id for rule in stated if not any(collapsed(quote) in bodies[rule.section] for quote in rule.quotes)
    ] == []


def test_marks_are_assumptions_of_the_spec() -> None:
    marks = [(rule, mark) for rule in every_rule() for mark in rule.marks]
    assert len(marks) > 20
    unmarked = [
        (rule.id, mark)
        for rule, mark in marks
        if not any(key.startswith("x-assumed") for key in at(document(service_of(rule)), mark))
    ]
    assert unmarked == []


@pytest.mark.parametrize("service", SERVICES)
def test_every_assumed_answer_of_a_spec_has_a_rule(service: str) -> None:
    assumed = {
        f"/components/{kind}/{name}"
        for kind in ("responses", "securitySchemes")
        for name, node in document(service)["components"].get(kind, {}).items()
        if "x-assumed" in node
    }
    known = {mark for rule in rules(service).rules for mark in rule.marks}
    # The answers for a failure of the server, and for an empty success, do not depend on the request.
    assert assumed - known - {"/components/responses/Failed", "/components/responses/Done"} == set()


def test_inputs_of_a_rule_are_inputs_of_its_operations() -> None:
    wrong: list[str] = []
    for rule in every_rule():
        service = service_of(rule)
        taken = {"header.content-type", *(name for id in rule.operations for name in inputs(service)[id])}
        for name in rule.inputs:
            unknown = rule.keywords == ("unevaluatedProperties",)
            if "." in name and name != "header.accept" and (name in taken) == unknown:
                wrong.append(f"{rule.id}: {name}")
    assert wrong == []


@pytest.mark.parametrize("service", SERVICES)
def test_stub_refuses_by_exactly_the_refusing_rules(service: str) -> None:
    used = set(uses(service))
    assert used == {rule.id for rule in rules(service).rules if rule.refused}


def refusals_without_a_rule(path: Path) -> list[str]:
    """Return the calls in a file that create a refusal without naming a rule."""
    service = path.relative_to(STUBS).parts[0]
    own = STUBS / service / "refusals.py"
    making = {*REFUSING}
    if own.is_file():
        naming = {name.partition("::")[2] for names in uses(service).values() for name in names}
        functions = [function for function in tree_of(own).body if isinstance(function, ast.FunctionDef)]
        making |= {function.name for function in functions if function.name != "body" and function.name not in naming}
    calls: list[str] = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in making and not {"rule", "by"} & {keyword.arg for keyword in node.keywords}:
                calls.append(f"{relative(path)}:{node.lineno}: {name} names no rule")
    return calls


@pytest.mark.parametrize("service", SERVICES)
def test_every_refusal_of_a_service_names_its_rule(service: str) -> None:
    files = [path for path in python_files(STUBS) if path.is_relative_to(STUBS / service)]
    assert files
    assert [call for path in files for call in refusals_without_a_rule(path)] == []


def wrong_marks(
    rules: list[NamedRule], applied: Mapping[str, Sequence[str]], tests: Mapping[str, Sequence[str]]
) -> list[str]:
    """Return the faults of the marks on code and tests: of rules that do not exist, missing ones and needless ones.

    Args:
        rules: All rules.
        applied: The marks of code that applies rules.
        tests: The marks of tests.
    """
    known = {rule.id: rule for rule in rules}
    faults = [
        f"{place}: {name} is no rule"
        for marks in (applied, tests)
        for name in marks.keys() - known
        for place in marks[name]
    ]
    faults += [f"{place}: is no test" for places in tests.values() for place in places if not _is_test(place)]
    for rule in rules:
        if bool(tests.get(rule.id)) == bool(rule.untested):
            faults.append(f"{rule.id}: needs either a test with its mark, or untested, with the reason")
        if rule.refused and applied.get(rule.id):
            faults.append(f"{rule.id}: the refusal names it, which makes @applies needless")
    return faults


def _is_test(place: str) -> bool:
    return place.rpartition("::")[2].startswith("test_")


def test_code_and_tests_are_marked_with_rules_that_exist_and_every_rule_has_a_test() -> None:
    assert wrong_marks(every_rule(), rule_marks(STUBS, "applies"), rule_marks(ROOT / "tests", "rule")) == []


MARKED = "stubs/toy/test_toys.py::test_toy"


@pytest.mark.parametrize(
    ("applied", "tests", "fault"),
    [
        ({}, {}, "chat.shares.permission-is-view-or-edit: needs either a test with its mark"),
        ({}, {"chat.shares.permission": [MARKED]}, f"{MARKED}: chat.shares.permission is no rule"),
        ({"f'{PREFIX}.rule'": ["toy.py::f"]}, {}, "toy.py::f: f'{PREFIX}.rule' is no rule"),
        (
            {"chat.shares.only-the-sharer-revokes": ["toy.py::f"]},
            {},
            "chat.shares.only-the-sharer-revokes: the refusal",
        ),
        ({}, {"chat.shares.permission-is-view-or-edit": ["toy.py::helper"]}, "toy.py::helper: is no test"),
    ],
)
def test_wrong_marks_are_found(applied: dict[str, list[str]], tests: dict[str, list[str]], fault: str) -> None:
    assert any(found.startswith(fault) for found in wrong_marks(every_rule(), applied, tests))


def test_needless_reason_is_found() -> None:
    rule = evolve(every_rule()[0], untested="There is no test.")
    assert wrong_marks([rule], {}, {rule.id: [MARKED]}) != []
    assert wrong_marks([rule], {}, {}) == []


@pytest.mark.parametrize("service", SERVICES)
def test_every_rule_has_one_check_or_a_reason_why_it_is_unseen(service: str) -> None:
    checked = set(suite(service).checks)  # a suite refuses a second check for a rule
    unseen = {rule.id for rule in rules(service).rules if rule.unseen}
    every = {rule.id for rule in rules(service).rules}
    assert {"without a check": every - checked - unseen, "unseen, and checked": checked & unseen} == {
        "without a check": set(),
        "unseen, and checked": set(),
    }


@pytest.mark.parametrize("service", SERVICES)
def test_every_check_has_a_mutant_that_proves_it(service: str) -> None:
    by_hand = {mutant.rule for mutant in import_module(f"tests.mutants.{service}").MUTANTS}
    escaped = read_escaped(ROOT / "tests" / "mutants" / "escaped" / f"{service}.txt")
    derived = {rule for mutant in derived_mutants(service) if mutant.id not in escaped for rule in mutant.named}
    assert set(suite(service).checks) - by_hand - derived == set()


def test_rules_have_ids_of_three_parts_and_a_plausible_number() -> None:
    counts = {service: len(rules(service).rules) for service in SERVICES}
    assert all(rule.id.count(".") == 2 for rule in every_rule())
    assert all(counts[service] > least for service, least in (("agent", 80), ("bus", 50), ("chat", 100)))
