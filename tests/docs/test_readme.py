"""The README has two commands on at most 120 lines, and the page of operations has a row for each operation."""

import inspect
import re
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import trivet
import trivet_stubs
from tests.docs.readme_programs import PROGRAM, rewritten
from tests.laws.specs import document
from tests.laws.tree import SERVICES

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")


def test_first_two_sh_blocks_have_one_line_each() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", README, re.M | re.S)
    assert len(blocks) >= 2
    assert [block.count("\n") for block in blocks[:2]] == [1, 1]
    assert "-m examples" in blocks[0]
    assert "'.[stubs,cli,pictures]'" in blocks[0]
    assert "-m pytest" in blocks[1]


def test_readme_has_at_most_120_lines_and_shows_a_small_picture() -> None:
    assert len(README.splitlines()) <= 120
    [picture] = re.findall(r"!\[.+\]\((\S+\.svg)\)", README)
    assert (ROOT / picture).stat().st_size < 40_000


def test_four_programs_print_the_outputs_of_the_readme() -> None:
    assert len(PROGRAM.findall(README)) == 4
    assert rewritten(README) == README  # else: python -m tests.docs.readme_programs


def test_output_that_differs_from_the_readme_is_replaced() -> None:
    options = "`.venv/bin/trivet-stub all --clock-stopped`"
    program = "from trivet import BusClient\n\nwith BusClient() as bus:\n    print(len(bus.stops.list().all()))\n"
    readme = f"{options}\n\n```python\n{program}```\n\n```text\n17\n```\n"
    assert rewritten(readme) == readme.replace("17", "18")


def test_table_has_exactly_one_row_for_each_operation() -> None:
    rows = set(re.findall(r"^\| `(GET|POST|PUT|PATCH|DELETE) (\S+)` \| `([\w.]+)\(", OPERATIONS, re.M))
    operations = {
        (method.upper(), path, operation["operationId"])
        for service in SERVICES
        for path, methods in document(service)["paths"].items()
        for method, operation in methods.items()
    }
    assert not operations - rows, f"operations without a row: {sorted(operations - rows)}"
    assert not rows - operations, f"rows without an operation: {sorted(rows - operations)}"


def client_of(service: str) -> Any:
    title = service.capitalize()
    with getattr(trivet_stubs, f"{title}Stub")() as stub:
        return getattr(trivet, f"{title}Client")(base_url="http://service.test", **stub.client_credentials())


def test_table_row_names_the_arguments_of_the_method() -> None:
    clients = [client_of(service) for service in SERVICES]
    rows = re.findall(r"^\| `[A-Z]+ \S+` \| `([\w.]+)\((.*?)\)` \|", OPERATIONS, re.M)
    assert rows
    for method, arguments in rows:
        [client] = [candidate for candidate in clients if hasattr(candidate, method.partition(".")[0])]
        named = [argument.partition("=")[0] for argument in filter(None, arguments.split(", "))]
        accepted = set(inspect.signature(attrgetter(method)(client)).parameters)
        assert set(named) <= accepted
        assert accepted - set(named) <= {"accept", "prefetch"}
