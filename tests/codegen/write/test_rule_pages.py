"""The pages of rules for users and for developers, and the copy of the rules for the wheel."""

import json
import re
from pathlib import Path

import pytest

from codegen.read.rule_files import breaches, rule_file
from codegen.write.rule_pages import RuleUses, developers_page, rule_copy, rule_page
from tests.codegen.conftest import ROOT
from tests.codegen.read.test_rule_files import ASSUMED, DOCUMENT, OPERATIONS, STATED

RULES = rule_file("toy", DOCUMENT, OPERATIONS)
SERVICES = [path.stem for path in sorted((ROOT / "spec" / "rules").glob("*.yaml"))]


def test_copy_of_the_rules_has_no_paths_of_the_repository():
    stated, assumed = json.loads(rule_copy(RULES))

    assert stated == {
        "id": STATED,
        "sentence": "A toy needs a name.",
        "basis": "stated",
        "section": "Toys",
        "operations": ["toys.create"],
        "refused": True,
        "quotes": ["name (string)"],
        "inputs": ["body.name"],
        "keywords": ["required"],
    }
    assert assumed["operations"] == ["toys.create", "toys.get"]
    assert (assumed["refused"], assumed["why"]) == (True, "The contract shows no errors.")
    assert "stubs/" not in rule_copy(RULES)


def test_page_for_users_shows_source_and_breaches_of_each_rule():
    page = rule_page(RULES, {STATED: ["A toy has no name."], ASSUMED: ["A <toy> is a 400.", "A missing toy is a 500."]})

    assert "2 rules: 1 stated, 1 assumed, 0 observed." in page
    assert page.index("## Toys") < page.index(f"### `{STATED}`") < page.index("## Errors")
    for line in (
        "- Source: the contract, under “Toys”: “name (string)”",
        "- Stubs refuse requests by it, for `body.name`",
        "- A server breaks it, for example: A toy has no name.",
        "- Source: assumed. The contract shows no errors.",
        "- Operations: `toys.*`",
        "- A server breaks it, for example:",
        r"  - A \<toy\> is a 400.",
        "  - A missing toy is a 500.",
        "- the column “Path” (below Toys): The spec has the paths.",
    ):
        assert line in page.splitlines()


def test_page_for_developers_names_code_and_proofs_of_each_rule():
    uses = RuleUses(
        refusals={ASSUMED: ["toy/stub.py::get"]},
        applied={STATED: ["toy/stub.py::create"]},
        checks={ASSUMED: ["checks/toy/gets.py::get"]},
        exchanges={ASSUMED: ["shown_rules/toy.py::get"]},
        mutants={STATED: ["mutants/toy/toys.py::toy_without_a_name"]},
        tests={STATED: ["stubs/toy/test_toys.py::test_toy_without_a_name_is_refused"]},
    )
    page = developers_page([(RULES, uses)])

    assert page.index("## The toy service") < page.index(f"- `{STATED}`") < page.index(f"- `{ASSUMED}`")
    for line in (
        "  - Tests: `stubs/toy/test_toys.py::test_toy_without_a_name_is_refused`",
        "  - Mutants: `mutants/toy/toys.py::toy_without_a_name`",
        "  - Marked in the spec: `/components/responses/NotFound`",
        "  - Refused in: `toy/stub.py::get`",
        "  - Applied in: `toy/stub.py::create`",
        "  - Check: `checks/toy/gets.py::get`",
        "  - Judged by the proxy in: `shown_rules/toy.py::get`",
        "  - No test: There is no stub yet.",
    ):
        assert line in page.splitlines()


def test_breaches_are_the_first_lines_of_the_mutants_of_a_rule(tmp_path: Path):
    source = f'''
@mutant("{STATED}")
def toy_without_a_name(stub):
    """A toy has no name.

    It is asked for {ASSUMED}.
    """
    refuse(stub, "{ASSUMED}")


@mutant("{STATED}")
def toy_with_two_names(stub):
    """A toy has two names."""


def helper(stub):
    """No mutant."""
'''
    (tmp_path / "toys.py").write_text(source, "utf-8")

    assert breaches(tmp_path) == {STATED: ["A toy has no name.", "A toy has two names."]}


@pytest.mark.parametrize("service", SERVICES)
def test_page_for_users_says_what_breaks_each_rule_and_names_no_code(service: str):
    page = (ROOT / "docs" / "rules" / f"{service}.md").read_text("utf-8")
    entries = page.partition("\n## Words of the contract without a rule")[0].split("\n### ")[1:]
    assert len(entries) > 50
    silent = [entry for entry in entries if not re.search(r"^- (A server breaks it|Not checked)", entry, re.M)]
    assert silent == []
    assert not re.search(r"\.py\b|::|\btests/|\bstubs/", page)


def test_text_of_a_contract_is_escaped_on_the_page():
    document = {**DOCUMENT, "shapes": [{"why": "So.", "quotes": ["<b> a_b `<c>_` [x](y) *"]}]}
    page = rule_page(rule_file("toy", document, OPERATIONS), {})

    assert r"“\<b\> a\_b `<c>_` \[x\](y) \*”: So." in page
