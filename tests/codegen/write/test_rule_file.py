"""The copy of the rules, and their page."""

import json

from codegen.read.rule_file import rule_file
from codegen.write.rule_file import rule_copy, rule_page
from tests.codegen.read.test_rule_file import ASSUMED, DOCUMENT, OPERATIONS, STATED

RULES = rule_file("toy", DOCUMENT, OPERATIONS)


def test_copy_has_what_users_need_and_no_paths_of_the_repository():
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


def test_page_shows_each_rule_with_its_source_and_its_tests():
    page = rule_page(RULES, {ASSUMED: ["toy/stub.py::get"]}, {ASSUMED: ["checks/toy/gets.py::get"]}, {})

    assert "2 rules: 1 stated, 1 assumed, 0 observed." in page
    assert page.index("## Toys") < page.index(f"### `{STATED}`") < page.index("## Errors")
    for line in (
        "- The contract states it: “name (string)”",
        "- The stub refuses by the spec: `body.name`, by `required`",
        "- Tests: `stubs/toy/test_toys.py::test_toy_without_a_name_is_refused`",
        "- This project assumes it: The contract shows no errors.",
        "- Marked in the spec: `/components/responses/NotFound`",
        "- Operations: `toys.*`",
        "- The stub refuses in `toy/stub.py::get`",
        "- No test: There is no stub yet.",
        "- Check: `checks/toy/gets.py::get`",
        "- the column “Path” (below Toys): The spec has the paths.",
    ):
        assert line in page.splitlines()


def test_text_of_a_contract_is_escaped_on_the_page():
    document = {**DOCUMENT, "shapes": [{"why": "So.", "quotes": ["<b> a_b `<c>_` [x](y) *"]}]}
    page = rule_page(rule_file("toy", document, OPERATIONS), {}, {}, {})

    assert r"“\<b\> a\_b `<c>_` \[x\](y) \*”: So." in page
