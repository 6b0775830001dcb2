"""Law 9: each hand-written module has a test file with its name at the mirrored place."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.laws.tree import CODEGEN, ROOT, SDK, SERVICES, STUBS, is_hand_written, python_files, relative, tree_of

EXEMPT: dict[str, str] = {}
"""Modules that are tested elsewhere, with the reasons."""
TRIED_TOGETHER = ("checks", "mutants")
"""Folders of the stubs in which one file, `test_<service>.py`, tests all modules of a service."""


def has_a_body(node: ast.AST) -> bool:
    """Whether a function has statements of its own, unlike a protocol's method or an overload."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    nothing = (ast.Pass, ast.Constant)
    return not all(
        isinstance(statement.value if isinstance(statement, ast.Expr) else statement, nothing)
        for statement in node.body
    )


def is_pure(path: Path) -> bool:
    """Whether a module needs a test file of its own; modules with I/O are tested through the public client."""
    folders = path.relative_to(ROOT).parts
    if path.name == "__init__.py" or "_async" in folders or "_sync" in folders or "_generated" in folders:
        return False
    if path.is_relative_to(SDK):
        return folders[2] in ("_core", "_concurrency", "cli", "data") or (folders[2] in SERVICES and len(folders) > 4)
    return True


def test_file_of(path: Path) -> str:
    """Return the path of a module's test file."""
    if path.is_relative_to(CODEGEN):
        parts = path.relative_to(ROOT).parts
    elif path.is_relative_to(SDK):
        parts = ("sdk", *path.relative_to(SDK).parts)
    else:
        parts = ("stubs", *path.relative_to(STUBS).parts)
        if parts[1] in TRIED_TOGETHER and parts[2] in SERVICES:
            parts = (*parts[:2], f"{parts[2]}.py")
    *folders, name = parts
    return "/".join(
        ["tests", *(folder.strip("_") for folder in folders), f"test_{name.removesuffix('.py').strip('_')}.py"]
    )


test_file_of.__test__ = False  # type: ignore[attr-defined]


def modules_with_behaviour() -> list[Path]:
    """Return the hand-written modules that define a function or class with a body."""
    pure = [path for path in python_files() if is_hand_written(path) and is_pure(path)]
    return [path for path in pure if any(has_a_body(node) for node in ast.walk(tree_of(path)))]


def test_module_has_a_test_file_at_the_mirrored_place() -> None:
    expected = {relative(path): test_file_of(path) for path in modules_with_behaviour()}
    missing = {name: test for name, test in expected.items() if name not in EXEMPT and not (ROOT / test).is_file()}
    assert not missing, f"{len(missing)} of {len(expected)}\n" + "\n".join(f"{k} -> {v}" for k, v in missing.items())


def test_every_exemption_is_needed() -> None:
    assert [
        name for name in EXEMPT if not (ROOT / name).is_file() or (ROOT / test_file_of(ROOT / name)).is_file()
    ] == []


@pytest.mark.parametrize(
    ("module", "test"),
    [
        ("sdk/trivet/agent/_store/transcript.py", "tests/sdk/agent/store/test_transcript.py"),
        ("sdk/trivet/_core/retry.py", "tests/sdk/core/test_retry.py"),
        ("stubs/trivet_stubs/kernel/faults.py", "tests/stubs/kernel/test_faults.py"),
        ("stubs/trivet_stubs/checks/reply.py", "tests/stubs/checks/test_reply.py"),
        ("stubs/trivet_stubs/checks/bus/stops.py", "tests/stubs/checks/test_bus.py"),
        ("stubs/trivet_stubs/mutants/bus/stops.py", "tests/stubs/mutants/test_bus.py"),
        ("codegen/read/ir.py", "tests/codegen/read/test_ir.py"),
        ("codegen/__main__.py", "tests/codegen/test_main.py"),
    ],
)
def test_mirrored_place(module: str, test: str) -> None:
    assert test_file_of(ROOT / module) == test


def test_test_file_mirrors_a_folder_that_exists() -> None:
    rooms = {Path(test_file_of(path)).parent for path in python_files() if "_generated" not in path.parts}
    without_modules = ("docs", "docs/reference_pages", "contract", "other_make", "typing", "sdk/client", "sdk/network")
    rooms |= {Path("tests") / folder for folder in without_modules}
    folders = {path.relative_to(ROOT).parent for path in (ROOT / "tests").rglob("test_*.py")}
    folders = {folder.parent if folder.name in ("_async", "_sync") else folder for folder in folders}
    assert sorted(str(folder) for folder in folders - rooms if folder.parts[1] != "laws") == []
