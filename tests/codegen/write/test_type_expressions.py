"""Generated code passes the type checker and the linter."""

from pathlib import Path

import pytest

from ..conftest import Run


@pytest.mark.long
def test_mypy_accepts_the_generated_code(tree: Path, mypy: Run):
    done = mypy(tree, "sdk/trivet/orchard")
    assert done.returncode == 0, done.stdout


def test_ruff_accepts_the_generated_code(orchard_folder: Path, run: Run):
    done = run(orchard_folder, "-m", "ruff", "check", "--no-cache", "--quiet", "sdk/trivet/orchard")
    assert done.returncode == 0, done.stdout
