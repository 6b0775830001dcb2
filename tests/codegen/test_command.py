"""`python -m codegen`, in a copy of the tree."""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

MODELS = "sdk/trivet/bus/_generated/models.py"
DERIVED = "sdk/trivet/bus/_generated/_sync/resources.py"
CONTRACT = "stubs/trivet_stubs/contracts/bus.json"


@pytest.fixture
def clean(tmp_path: Path, tree: Path) -> Path:
    """A copy of the tree in which everything is up to date, to be changed."""
    return shutil.copytree(tree, tmp_path / "trivet", ignore=shutil.ignore_patterns("__pycache__"))


def state(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def test_what_is_committed_is_up_to_date(tmp_path: Path, copy: Callable[[Path], Path], run: Run):
    done = run(copy(tmp_path / "trivet"), "-m", "codegen", "--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_second_run_changes_nothing(clean: Path, run: Run):
    before = state(clean)
    done = run(clean, "-m", "codegen")
    assert done.returncode == 0
    assert ", 0 written, 0 removed" in done.stdout
    assert state(clean) == before


def test_an_edited_file_is_stale(clean: Path, run: Run):
    for name in (MODELS, DERIVED, CONTRACT):
        with (clean / name).open("a", encoding="utf-8") as file:
            file.write("\n# by hand\n")
    before = state(clean)
    done = run(clean, "-m", "codegen", "--check")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [f"stale: {name}" for name in (DERIVED, MODELS, CONTRACT)]
    assert state(clean) == before


def test_a_missing_file_is_stale_and_made(clean: Path, run: Run):
    before = state(clean)
    (clean / MODELS).unlink()
    done = run(clean, "-m", "codegen", "--check")
    assert (done.returncode, done.stdout) == (1, f"stale: {MODELS}\n")
    assert not (clean / MODELS).exists()
    assert run(clean, "-m", "codegen").returncode == 0
    assert state(clean) == before


def test_what_nothing_makes_any_more_is_stray_and_removed(clean: Path, run: Run):
    (clean / "sdk" / "trivet" / "orchard" / "_picking" / "_async" / "picking.py").unlink()
    before = state(clean)
    (clean / "spec" / "orchard.yaml").unlink()
    done = run(clean, "-m", "codegen", "--check")
    assert done.returncode == 1
    names = {line.removeprefix("stale: ") for line in done.stdout.splitlines()}
    # The orchard's own files but for those by hand, and nothing of the bus.
    by_hand = {"spec/orchard.yaml", "sdk/trivet/orchard/__init__.py"}
    expected = {name for name in before if "orchard" in name and name not in by_hand and "tests/" not in name}
    assert names == expected
    assert run(clean, "-m", "codegen").returncode == 0
    left = {name for name in state(clean) if "orchard" in name and "tests/" not in name}
    assert left == by_hand - {"spec/orchard.yaml"}


def test_windows_line_ends_are_no_change(clean: Path, run: Run):
    for path in [*(clean / "sdk").rglob("*.py"), *(clean / "stubs").rglob("*.json"), *(clean / "spec").glob("*.yaml")]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    done = run(clean, "-m", "codegen", "--check")
    assert (done.returncode, done.stdout) == (0, "")


def test_a_spec_that_is_refused_leaves_everything_as_it_was(clean: Path, run: Run):
    spec = clean / "spec" / "orchard.yaml"
    spec.write_text(spec.read_text("utf-8").replace("operationId: weather.now", "operationId: weather.import"), "utf-8")
    with (clean / MODELS).open("a", encoding="utf-8") as file:
        file.write("\n# by hand\n")
    before = state(clean)
    done = run(clean, "-m", "codegen")
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith(
        "DocumentError: weather.import: 'import' is not a name that Python can use\nin spec/orchard.yaml"
    )
    assert state(clean) == before


def test_the_hash_seed_changes_nothing(tree: Path, tmp_path: Path, run: Run):
    build = "import sys; from pathlib import Path; from codegen.__main__ import build; build(Path(), Path(sys.argv[1]))"
    states = []
    for seed in ("1", "2"):
        (tmp_path / seed).mkdir()
        done = run(tree, "-c", build, str(tmp_path / seed), PYTHONHASHSEED=seed)
        assert done.returncode == 0, done.stderr
        states.append(state(tmp_path / seed))
    assert states[0] == states[1]
    assert {"sdk/trivet/orchard/_generated/models/trees.py", CONTRACT, DERIVED} <= states[0].keys()


def test_generated_and_derived_files_say_what_they_are(tree: Path):
    def head(name: str) -> str:
        return (tree / name).read_text("utf-8").partition("\n")[0]

    assert head(MODELS) == "# Generated from spec/bus.yaml by `python -m codegen`; do not edit."
    assert (
        head(DERIVED)
        == "# Derived from sdk/trivet/bus/_generated/_async/resources.py by `python -m codegen`; do not edit."
    )
    assert head("sdk/trivet/bus/__init__.py").startswith('"""')
