"""Every change has to pass the commands that check style, types, and that generated files are up to date."""

import ast
import gc
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from codegen.__main__ import main as codegen
from tests.docs.code_blocks import code_blocks

ROOT = Path(__file__).parents[2]


def check(*command: str) -> None:
    """Run a Python module in the root folder, and fail with its output unless it succeeds."""
    run = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["ruff", "check", "."], id="ruff check"),
        pytest.param(["ruff", "format", "--check", "."], id="ruff format"),
        pytest.param(["pyright", "--pythonpath", sys.executable], id="pyright strict", marks=pytest.mark.long),
    ],
)
def test_command_passes(command: list[str]) -> None:
    check(*command)


def test_generated_files_are_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    gc.disable()  # as the command does; the tests of the generator have imported it into this process
    try:
        status = codegen(["--check"])
    finally:
        gc.enable()
    assert (status, *capsys.readouterr()) == (0, "", "")


@pytest.mark.long
def test_mypy_strict_passes_with_the_programs_of_the_docs(tmp_path: Path) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    programs: list[str] = []
    for block in code_blocks():
        if not block.missing_library:
            program = tmp_path / f"{Path(block.page).stem.lower()}_line_{block.line}.py"
            program.write_text(block.source, "utf-8")
            programs.append(str(program))
    assert len(programs) > 100
    check("mypy", *settings["files"], *programs)


def test_sessions_of_nox_select_tests_that_exist() -> None:
    """nox is not in the group `check`, so only the constants of the file are evaluated."""
    statements = ast.parse((ROOT / "noxfile.py").read_text("utf-8")).body
    constants = [node for node in statements if isinstance(node, ast.Assign) and "nox" not in ast.unparse(node)]
    values: dict[str, Any] = {}
    exec(compile(ast.Module(constants, []), "noxfile.py", "exec"), values)
    selected = {*values["LOWEST"], *chain.from_iterable(values["SELECTION"].values())}
    assert sorted(path for path in selected if not path.startswith("--") and not (ROOT / path).exists()) == []
