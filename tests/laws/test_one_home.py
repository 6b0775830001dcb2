"""Law 16: one fact has one home, a rule `spec/rules/`; an operation has rules, a handler, checks, mutants and tests."""

from __future__ import annotations

import ast
import re
from importlib import import_module

import pytest

from codegen.read.rule_files import rule_marks
from tests.laws.specs import operation_ids
from tests.laws.test_rules import SERVICES, rules
from tests.laws.tree import CHECKS, ROOT, SDK, STUBS, is_hand_written, python_files, relative, tree_of
from tests.mutants.derived.hunt import derived_mutants
from trivet_checks import suite


def handled(service: str) -> set[str]:
    """Return the operations that have a handler in the stub of a service."""
    return {
        decorator.args[0].value
        for path in python_files(STUBS)
        if path.is_relative_to(STUBS / service)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "operation"
        if isinstance(decorator.args[0], ast.Constant) and isinstance(decorator.args[0].value, str)
    }


@pytest.mark.parametrize("service", SERVICES)
def test_every_operation_has_rules_with_a_check_a_mutant_and_a_test_and_a_handler(service: str) -> None:
    mutants = {mutant.rule for mutant in import_module(f"tests.mutants.{service}").MUTANTS}
    mutants |= {rule for mutant in derived_mutants(service) for rule in mutant.named}
    having = {
        "a rule": {rule.id for rule in rules(service).rules},
        "a check": set(suite(service).checks),
        "a mutant": mutants,
        "a test": {*rule_marks(ROOT / "tests", "rule")},
    }
    lacking = {
        what: [
            name
            for name in operation_ids(service)
            if not any(name in rule.operations and rule.id in ids for rule in rules(service).rules)
        ]
        for what, ids in having.items()
    }
    assert [f"{name} without {what}" for what, names in lacking.items() for name in names] == []
    assert set(operation_ids(service)) == handled(service)


def test_no_page_or_code_by_hand_repeats_the_sentence_of_a_rule() -> None:
    pages = [*(ROOT / "docs").glob("*.md")]
    code = [path for path in python_files(SDK, STUBS, CHECKS) if is_hand_written(path)]
    # A block of a page shows the output of a command, which a test compares.
    texts = {
        relative(path): re.sub(r"\s+", " ", re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.M | re.S))
        for path in (*pages, *code)
    }
    repeated = [
        f"{file}: {rule.id}"
        for service in SERVICES
        for rule in rules(service).rules
        for file, text in texts.items()
        if rule.sentence in text
    ]
    assert repeated == []
