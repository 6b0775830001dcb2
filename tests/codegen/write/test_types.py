"""Generated code holds before a type checker and the linter."""

from pathlib import Path

from ..conftest import Run


def test_mypy_accepts_the_generated_code(tree: Path, tmp_path: Path, run: Run):
    done = run(tree, "-m", "mypy", "--cache-dir", str(tmp_path), "--follow-imports", "silent", "sdk/trivet/orchard")
    assert done.returncode == 0, done.stdout


def test_ruff_accepts_the_generated_code(tree: Path, run: Run):
    done = run(tree, "-m", "ruff", "check", "--no-cache", "--quiet", "sdk/trivet/orchard")
    assert done.returncode == 0, done.stdout
