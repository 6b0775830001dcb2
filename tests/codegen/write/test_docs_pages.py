"""The pages of operations, commands and rules."""

import json
import re

from codegen.customizations import CUSTOMIZATIONS
from codegen.read.rule_files import rule_file
from codegen.write.docs_pages import commands_page, operations_page, rule_copy, rule_page
from tests.codegen.conftest import service_of
from tests.codegen.read.test_rule_files import ASSUMED, DOCUMENT, OPERATIONS, STATED

SERVICES = {name: (service_of(name), CUSTOMIZATIONS[name]) for name in ("bus", "chat")}


def test_page_of_operations_has_a_row_for_each():
    page = operations_page(SERVICES)
    rows = re.findall(r"^\| `[A-Z]+ \S+` \| `[\w.]+\(.*?\)` \| `trivet [^`]+` \|$", page, re.M)
    assert len(rows) == sum(len(service.operations) for service, _ in SERVICES.values())
    assert (
        "| `PATCH /conversations/{conversation_id}` | `conversations.update(conversation_id, title=…, is_archived=…)` "
        "| `trivet chat conversations update CONVERSATION_ID` |" in rows
    )
    assert "`admin.ratings.export(format=…, rating_filter=…, with_comments_only=…, timeout=…)`" in page


def test_page_of_commands_has_a_section_for_each_with_its_inputs():
    page = commands_page(SERVICES)
    _, _, section = page.partition("#### `trivet chat conversations messages create CONVERSATION_ID`")
    section = section.partition("####")[0]
    for line in (
        "| `CONVERSATION_ID` | The id of the conversation. |",
        "| `--role user\\|assistant\\|system` | Required. The author of the message. |",
    ):
        assert line in section.splitlines()
    assert "`--null thinking` and `--null model-name` and `--null tokens-used`" in section
    assert "| `--shared-token-file FILE` | Required. " in page
    assert "Also: `--out FILE`, `--force`." in page
    assert page.count("\n#### ") == sum(len(service.operations) for service, _ in SERVICES.values())


RULES = rule_file("toy", DOCUMENT, OPERATIONS)


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


def test_page_shows_each_rule_with_its_source_and_its_tests():
    page = rule_page(
        RULES,
        {ASSUMED: ["toy/stub.py::get"]},
        checks={ASSUMED: ["checks/toy/gets.py::get"]},
        exchanges={ASSUMED: ["exchange_rules/toy.py::get"]},
        mutants={},
    )

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
        "- The proxy judges by `exchange_rules/toy.py::get`",
        "- the column “Path” (below Toys): The spec has the paths.",
    ):
        assert line in page.splitlines()


def test_text_of_a_contract_is_escaped_on_the_page():
    document = {**DOCUMENT, "shapes": [{"why": "So.", "quotes": ["<b> a_b `<c>_` [x](y) *"]}]}
    page = rule_page(rule_file("toy", document, OPERATIONS), {}, checks={}, exchanges={}, mutants={})

    assert r"“\<b\> a\_b `<c>_` \[x\](y) \*”: So." in page
