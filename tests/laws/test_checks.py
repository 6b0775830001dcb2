"""Style, types, and generated files that are up to date: a change has to pass these commands."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["ruff", "check", "."], id="ruff check"),
        pytest.param(["ruff", "format", "--check", "."], id="ruff format"),
        pytest.param(["mypy"], id="mypy --strict"),
        pytest.param(["pyright", "--pythonpath", sys.executable], id="pyright strict"),
        pytest.param(["codegen", "--check"], id="generated files are fresh"),
    ],
)
def test_command_passes(command: list[str]) -> None:
    run = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
