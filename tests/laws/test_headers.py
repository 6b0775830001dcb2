"""Law 2: hand-written, generated and derived code never share a file, and the first line of a file names its kind."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from codegen.unasync import ASYNC_ONLY, DERIVED, async_tests, sync_path
from tests.laws.tree import (
    CHECKS,
    CODEGEN,
    ROOT,
    SDK,
    SERVICES,
    STUBS,
    first_line,
    opening,
    python_files,
    relative,
    tree_of,
)

GENERATED = "# Generated from "
PUBLIC = [
    SDK / "__init__.py",
    *(SDK / service / "__init__.py" for service in SERVICES),
    STUBS / "__init__.py",
    CHECKS / "__init__.py",
]
TESTS = ROOT / "tests"
LINES_OF_AN_OPERATION = 16_712 / 99
"""Lines of generated Python per operation, including its records and without docstrings: 16,384 for 99 operations, and
two in a hundred more."""


def test_sync_file_names_the_async_file_it_is_derived_from() -> None:
    sources = {path for path in python_files(SDK) if "_async" in path.parts and "_generated" not in path.parts}
    sources = {path for path in sources if not first_line(path).startswith(ASYNC_ONLY)}
    heads = {sync_path(path): f"{DERIVED}{relative(path)} by `python -m codegen`; do not edit." for path in sources}
    derived = [path for path in python_files(SDK) if "_sync" in path.parts and "_generated" not in path.parts]
    assert {path: first_line(path) for path in derived} == heads
    assert len(heads) > 30


def test_derived_tests_are_written_before_the_run_and_not_committed() -> None:
    sources = async_tests(ROOT)
    assert [path.as_posix() for path in sources if not (ROOT / sync_path(path)).is_file()] == []
    assert len(sources) > 100
    command = ["git", "ls-files", ":(glob)tests/**/_sync/**"]
    committed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert committed == "", "git rm -r --cached -- ':(glob)tests/**/_sync/**'"


def test_second_line_of_an_async_test_is_empty() -> None:
    """There the head of the derived test is put, so that its lines have the numbers of the async ones."""
    second_lines = {path.as_posix(): text.splitlines()[1] for path, text in async_tests(ROOT).items()}
    assert {path: line for path, line in second_lines.items() if line} == {}


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
        assert "_async" in path.parts
        assert not sync_path(path).exists()
        assert first_line(path).startswith(f"{ASYNC_ONLY}: ")


def test_generated_and_derived_files_are_only_in_their_folders() -> None:
    strays = [
        relative(path)
        for path in python_files(SDK, STUBS, CHECKS, CODEGEN, TESTS)
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


def lines_of_code(path: Path) -> int:
    """Count the lines of a file without those of its docstrings."""
    described = [
        node.end_lineno - node.lineno + 1
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        if node.end_lineno
    ]
    return len(path.read_text("utf-8").splitlines()) - sum(described)


def test_docstrings_are_no_lines_of_code(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text('"""One\n\ntwo.\n"""\n\nNAME = """a\nb"""\n"""Three."""\n\n\ndef f():\n    """Four."""\n', "utf-8")
    assert lines_of_code(path) == 12 - 6


def test_generated_code_of_the_sdk_is_short_for_its_operations() -> None:
    lines = [lines_of_code(path) for path in python_files(SDK) if first_line(path).startswith(GENERATED)]
    operations = sum(path.read_text("utf-8").count(" operationId: ") for path in (ROOT / "spec").glob("*.yaml"))
    assert operations >= 99
    assert 0 < sum(lines) / operations <= LINES_OF_AN_OPERATION
