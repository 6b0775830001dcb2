"""Law 2: hand-written, generated and derived code never share a file, and the first line of a file names its kind."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from codegen.unasync import ASYNC_ONLY
from tests.laws.tree import CODEGEN, ROOT, SDK, SERVICES, STUBS, first_line, opening, python_files, relative, tree_of

GENERATED, DERIVED = "# Generated from ", "# Derived from "
PUBLIC = [SDK / "__init__.py", *(SDK / service / "__init__.py" for service in SERVICES), STUBS / "__init__.py"]
TESTS = ROOT / "tests"
LINES_OF_AN_OPERATION = 20_000 / 99
"""Lines of generated Python per operation, including its records: the budget was 20,000 for the first 99 operations."""


def test_sync_file_names_the_async_file_it_is_derived_from() -> None:
    derived = [path for path in python_files(SDK, TESTS) if "_sync" in path.parts and "_generated" not in path.parts]
    sources = {path: Path(*("_async" if part == "_sync" else part for part in path.parts)) for path in derived}
    wrong = [
        f"{relative(path)}: {first_line(path)}"
        for path, source in sources.items()
        if not first_line(path).startswith(f"{DERIVED}{relative(source)} by `python -m codegen`")
        or not first_line(path).endswith("do not edit.")
    ]
    assert wrong == []
    assert [relative(source) for source in sources.values() if not source.is_file()] == []
    assert len(sources) > 100


def test_file_in_a_generated_folder_names_a_source_that_exists() -> None:
    first_lines = {path: first_line(path) for path in python_files() if "_generated" in path.parts}
    source = re.compile(rf"(?:{GENERATED}|{DERIVED})(\S+) .*`python -m codegen`.*do not edit\.")
    matches = {path: source.fullmatch(line) for path, line in first_lines.items()}
    assert [first_lines[path] for path, match in matches.items() if not match or not any(ROOT.glob(match[1]))] == []
    assert len(matches) > 50


def test_async_only_file_has_the_reason_in_its_first_line() -> None:
    async_only = [path for path in python_files(SDK, TESTS) if first_line(path).startswith(ASYNC_ONLY)]
    assert async_only
    for path in async_only:
        twin = Path(*("_sync" if part == "_async" else part for part in path.parts))
        assert "_async" in path.parts
        assert not twin.exists()
        assert first_line(path).startswith(f"{ASYNC_ONLY}: ")


def test_generated_and_derived_files_are_only_in_their_folders() -> None:
    strays = [
        relative(path)
        for path in python_files(SDK, STUBS, CODEGEN, TESTS)
        if (first_line(path).startswith(GENERATED) and "_generated" not in path.parts)
        or (first_line(path).startswith(DERIVED) and "_sync" not in path.parts)
    ]
    assert strays == []


@pytest.mark.parametrize("path", PUBLIC, ids=relative)
def test_public_package_is_by_hand_and_short(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not first_line(path).startswith((GENERATED, DERIVED))
    assert text.count("\n") <= 100
    tree = tree_of(path)
    assert ast.get_docstring(tree)
    assert not [node.name for node in tree.body if isinstance(node, ast.ClassDef)]


def test_module_opens_with_one_sentence() -> None:
    openings = {relative(path): opening(path) for path in python_files()}
    assert {path: text for path, text in openings.items() if not text.endswith((".", ".)", ":"))} == {}


def test_generated_code_of_the_sdk_is_short_for_its_operations() -> None:
    lines = [
        len(path.read_text("utf-8").splitlines())
        for path in python_files(SDK)
        if first_line(path).startswith(GENERATED)
    ]
    operations = sum(path.read_text("utf-8").count(" operationId: ") for path in (ROOT / "spec").glob("*.yaml"))
    assert operations >= 99
    assert 0 < sum(lines) / operations <= LINES_OF_AN_OPERATION
