"""Files of rules: the rules they contain, clear errors for wrong files, and the places that name a rule."""

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from codegen.read.faults import DocumentError
from codegen.read.rule_files import read_rules, rule_file, rule_marks, rule_uses

OPERATIONS = ("toys.create", "toys.get", "shops.get")
STATED = "toy.toys.name-is-required"
ASSUMED = "toy.toys.unknown-is-404"
DOCUMENT = {
    "rules": {
        STATED: {
            "sentence": "A toy needs a name.",
            "basis": "stated",
            "section": "Toys",
            "operations": ["toys.create"],
            "quotes": ["name (string)"],
            "inputs": ["body.name"],
            "keywords": ["required"],
        },
        ASSUMED: {
            "sentence": "A toy that does not exist is a 404.",
            "basis": "assumed",
            "section": "Errors",
            "operations": ["toys.*"],
            "why": "The contract shows no errors.",
            "marks": ["/components/responses/NotFound"],
            "refused": True,
            "untested": "There is no stub yet.",
        },
    },
    "shapes": [{"why": "The spec has the paths.", "columns": ["Path"], "sections": ["Toys"]}],
}


def changed(place: str, value: Any) -> dict[str, Any]:
    """Return the document with another value at a place; None deletes the place."""
    document = copy.deepcopy(DOCUMENT)
    *steps, last = place.split("/")
    node: Any = document
    for step in steps:
        node = node[int(step) if isinstance(node, list) else step]
    if value is None:
        del node[last]
    else:
        node[last] = value
    return document


def test_file_becomes_rules_in_its_order(tmp_path: Path):
    path = tmp_path / "toy.yaml"
    path.write_text(yaml.safe_dump(DOCUMENT, sort_keys=False), "utf-8")
    rules = read_rules(path, OPERATIONS)
    stated, assumed = rules.rules

    assert (rules.service, stated.id, assumed.id) == ("toy", STATED, ASSUMED)
    assert (stated.operations, assumed.patterns, assumed.operations) == (
        ("toys.create",),
        ("toys.*",),
        ("toys.create", "toys.get"),
    )
    assert (stated.inputs, stated.keywords, stated.refused) == (("body.name",), ("required",), False)
    assert (assumed.why, assumed.refused, assumed.quotes) == ("The contract shows no errors.", True, ())
    assert [(words.columns, words.quotes) for words in rules.shapes] == [(("Path",), ())]


@pytest.mark.parametrize(
    ("place", "value", "fault"),
    [
        ("rules/toy.toys", {}, "#/rules/toy.toys: is not an id, such as chat.shares.only-the-sharer-revokes"),
        (f"rules/{STATED}/sentence", "needs a name", "must be a sentence with a full stop"),
        (f"rules/{STATED}/sentence", None, "sentence is missing"),
        (f"rules/{STATED}/basis", "known", "must be stated, assumed or observed"),
        (f"rules/{STATED}/quotes", None, f"{STATED}: a stated rule must quote the contract: quotes is missing"),
        (f"rules/{STATED}/why", "It is so.", f"{STATED}: a stated rule must not have why or marks"),
        (f"rules/{STATED}/operations", ["toys.list"], f"{STATED}: toys.list is not an operation of the service"),
        (f"rules/{STATED}/inputs", ["form.name"], "must be route, method, body, *, or an input such as query.limit"),
        (f"rules/{STATED}/inputs", None, f"{STATED}: keywords without inputs: inputs is missing"),
        (f"rules/{STATED}/tests", ["test_toys"], "/tests: is not understood here"),
        (f"rules/{STATED}/status", 400, "/status: is not understood here"),
        (
            f"rules/{ASSUMED}/quotes",
            ["name"],
            f"{ASSUMED}: only stated rules have quotes, and this one is assumed",
        ),
        (f"rules/{ASSUMED}/why", None, f"{ASSUMED}: why is missing: a rule that is assumed needs a reason"),
        (f"rules/{ASSUMED}/sentence", "A toy needs a name.", f"{ASSUMED}: another rule has this sentence"),
        ("shapes/0/quotes", ["name"], "shapes/0: must have quotes, or columns or sections"),
        ("shapes/0/why", None, "#/shapes/0: why is missing"),
    ],
)
def test_wrong_file_is_refused_by_its_place(place: str, value: Any, fault: str):
    with pytest.raises(DocumentError) as caught:
        rule_file("toy", changed(place, value), OPERATIONS)
    assert fault in str(caught.value)


def test_pattern_with_an_exclamation_mark_leaves_operations_out():
    document = changed(f"rules/{ASSUMED}/operations", ["*", "!toys.*"])
    _, assumed = rule_file("toy", document, OPERATIONS).rules
    assert assumed.operations == ("shops.get",)
    with pytest.raises(DocumentError, match=r"shops[.]list is not an operation of the service"):
        rule_file("toy", changed(f"rules/{ASSUMED}/operations", ["*", "!shops.list"]), OPERATIONS)


def test_rule_of_another_service_is_refused():
    with pytest.raises(DocumentError, match=f"{STATED}: the id must begin with shop[.]"):
        rule_file("shop", DOCUMENT, OPERATIONS)


def test_all_faults_of_a_file_are_listed():
    document = changed(f"rules/{STATED}/quotes", None)
    document["rules"][ASSUMED]["operations"] = ["shops.list", "none.*"]
    with pytest.raises(DocumentError) as caught:
        rule_file("toy", document, OPERATIONS)
    assert len(caught.value.faults) == 3


SOURCE = '''"""Refuses by toy.toys.in-a-docstring alone."""

_MISSING = "toy.toys.unknown-is-404"


class Toys:
    def get(self):
        raise Refusal(404, rule=_MISSING)

    async def create(self):
        raise Refusal(400, rule="toy.toys.name-is-required" if True else "toy.toys.unknown-is-404")


@operation("toy.list")
@mutant(
    1,
    "toy.toys.list-is-sorted",
)
@applies("toy.toys.is-applied")
def other():
    with open("toy.toys"):
        for each in (
            "a",
            ["toy.toys.list-has-no-end"],
        ):
            pass
    return "shop.toys.of-another-service", "toy.toys.file.py", "toy.toys.Not-An-Id"
'''


def test_ids_are_found_with_the_functions_that_name_them(tmp_path: Path):
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "handlers.py").write_text(SOURCE, "utf-8")
    (tmp_path / "broken.py").write_text("no id, and not Python", "utf-8")

    assert rule_uses(tmp_path, "toy") == {
        "toy.toys.unknown-is-404": ["toy/handlers.py::<module>", "toy/handlers.py::Toys.create"],
        "toy.toys.name-is-required": ["toy/handlers.py::Toys.create"],
        "toy.toys.list-is-sorted": ["toy/handlers.py::other"],
        "toy.toys.list-has-no-end": ["toy/handlers.py::other"],
    }
    assert rule_uses(tmp_path, "none") == {}


MARKS = """
from pytest import mark

UNMARKED = "toy.toys.list-is-sorted"


class Toys:
    @operation("toys.list")
    @applies("toy.toys.list-is-sorted", "toy.toys.list-has-no-end")
    def list(self):
        return applies("toy.toys.list-is-short")


@applies("toy.toys.list-is-sorted")
@dataclass
class Toy:
    pass


@pytest.mark.rule(
    "toy.toys.list-is-sorted", UNMARKED
)
@pytest.mark.parametrize("rule", ["toy.toys.list-is-short"])
async def test_list(rule):
    def test_inner(): ...
"""


def test_marks_are_found_with_the_functions_and_classes_that_have_them(tmp_path: Path):
    (tmp_path / "toy" / "_sync").mkdir(parents=True)
    (tmp_path / "toy" / "toys.py").write_text(MARKS, "utf-8")
    (tmp_path / "toy" / "_sync" / "toys.py").write_text(MARKS, "utf-8")
    (tmp_path / "broken.py").write_text("no mark, and not Python", "utf-8")

    assert rule_marks(tmp_path, "applies") == {
        "toy.toys.list-is-sorted": ["toy/toys.py::Toys.list", "toy/toys.py::Toy"],
        "toy.toys.list-has-no-end": ["toy/toys.py::Toys.list"],
    }
    assert rule_marks(tmp_path, "rule") == {
        "toy.toys.list-is-sorted": ["toy/toys.py::test_list"],
        "UNMARKED": ["toy/toys.py::test_list"],
    }
