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


def test_committed_files_are_up_to_date(tmp_path: Path, copy: Callable[[Path], Path], run: Run):
    done = run(copy(tmp_path / "trivet"), "-m", "codegen", "--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_second_run_changes_nothing(clean: Path, run: Run):
    before = state(clean)
    done = run(clean, "-m", "codegen")
    assert done.returncode == 0
    assert ", 0 written, 0 removed" in done.stdout
    assert state(clean) == before


def test_edited_file_is_stale(clean: Path, run: Run):
    for name in (MODELS, DERIVED, CONTRACT):
        with (clean / name).open("a", encoding="utf-8") as file:
            file.write("\n# by hand\n")
    before = state(clean)
    done = run(clean, "-m", "codegen", "--check")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [f"stale: {name}" for name in (DERIVED, MODELS, CONTRACT)]
    assert state(clean) == before


def test_async_file_has_no_sync_form_as_long_as_it_says_so(clean: Path, run: Run):
    source = clean / "sdk/trivet/_async/http/aiohttp/failures.py"
    first, _, rest = source.read_text("utf-8").partition("\n")
    assert first.startswith("# Async only: ")
    source.write_text(rest, "utf-8")
    done = run(clean, "-m", "codegen", "--check")
    assert (done.returncode, done.stdout) == (1, "stale: sdk/trivet/_sync/http/aiohttp/failures.py\n")


def test_missing_file_is_stale_and_made(clean: Path, run: Run):
    before = state(clean)
    (clean / MODELS).unlink()
    done = run(clean, "-m", "codegen", "--check")
    assert (done.returncode, done.stdout) == (1, f"stale: {MODELS}\n")
    assert not (clean / MODELS).exists()
    assert run(clean, "-m", "codegen").returncode == 0
    assert state(clean) == before


def test_files_of_a_removed_service_are_strays_and_removed(clean: Path, run: Run):
    (clean / "sdk" / "trivet" / "orchard" / "_picking" / "_async" / "picking.py").unlink()
    before = state(clean)
    (clean / "spec" / "orchard.yaml").unlink()
    registry = clean / "codegen" / "customizations.py"
    registry.write_text(registry.read_text("utf-8").partition('CUSTOMIZATIONS["orchard"]')[0], "utf-8")
    done = run(clean, "-m", "codegen", "--check")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    names = {line.removeprefix("stray: ") for line in lines if line.startswith("stray: ")}
    assert [line for line in lines if line.startswith("stale: ")] == [
        "stale: sdk/trivet/_generated/names.py",
        "stale: stubs/trivet_stubs/_generated/names.py",
    ]
    # The orchard's own files but for those by hand, and nothing of the bus.
    by_hand = {"sdk/trivet/orchard/__init__.py"}
    expected = {name for name in before if "sdk/trivet/orchard/" in name and name not in by_hand} | {
        "stubs/trivet_stubs/contracts/orchard.json"
    }
    assert names == expected
    assert run(clean, "-m", "codegen").returncode == 0
    left = {name for name in state(clean) if "orchard" in name and "tests/" not in name}
    assert left == by_hand


def test_windows_line_ends_are_not_stale(clean: Path, run: Run):
    for path in [*(clean / "sdk").rglob("*.py"), *(clean / "stubs").rglob("*.json"), *(clean / "spec").glob("*.yaml")]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    done = run(clean, "-m", "codegen", "--check")
    assert (done.returncode, done.stdout) == (0, "")


def test_refused_spec_leaves_every_file_unchanged(clean: Path, run: Run):
    spec = clean / "spec" / "orchard.yaml"
    spec.write_text(spec.read_text("utf-8").replace("operationId: weather.now", "operationId: weather.import"), "utf-8")
    with (clean / MODELS).open("a", encoding="utf-8") as file:
        file.write("\n# by hand\n")
    before = state(clean)
    done = run(clean, "-m", "codegen")
    assert done.returncode == 1
    assert done.stderr == "spec/orchard.yaml: weather.import: 'import' is not a name that Python can use\n"
    assert state(clean) == before


def test_hash_seed_does_not_change_the_output(tree: Path, tmp_path: Path, run: Run):
    build = "import sys; from pathlib import Path; from codegen.__main__ import build; build(Path(), Path(sys.argv[1]))"
    states = []
    for seed in ("1", "2"):
        (tmp_path / seed).mkdir()
        done = run(tree, "-c", build, str(tmp_path / seed), PYTHONHASHSEED=seed)
        assert done.returncode == 0, done.stderr
        states.append(state(tmp_path / seed))
    assert states[0] == states[1]
    assert {"sdk/trivet/orchard/_generated/models/trees.py", CONTRACT, DERIVED} <= states[0].keys()


def test_generated_and_derived_files_name_their_source(tree: Path):
    def head(name: str) -> str:
        return (tree / name).read_text("utf-8").partition("\n")[0]

    assert head(MODELS) == "# Generated from spec/bus.yaml by `python -m codegen`; do not edit."
    assert (
        head(DERIVED)
        == "# Derived from sdk/trivet/bus/_generated/_async/resources.py by `python -m codegen`; do not edit."
    )
    assert head("sdk/trivet/bus/__init__.py").startswith('"""')


def test_check_from_another_directory_finds_nothing_stale(clean: Path, tmp_path: Path, run: Run):
    (tmp_path / "elsewhere").mkdir()
    by_path = run(tmp_path / "elsewhere", str(clean / "codegen"), "--check")
    assert (by_path.returncode, by_path.stdout, by_path.stderr) == (0, "", "")
    as_module = run(tmp_path / "elsewhere", "-m", "codegen", "--check", PYTHONPATH=str(clean))
    assert (as_module.returncode, as_module.stdout, as_module.stderr) == (0, "", "")


def test_strays_in_sync_folders_and_stubs_are_all_listed(clean: Path, run: Run):
    by_hand = ["sdk/trivet/_sync/extra.py", "tests/sdk/bus/_sync/test_extra.py"]
    marked = ["stubs/trivet_stubs/contracts/nix.json", "stubs/trivet_stubs/gone.py"]
    for name in by_hand:
        (clean / name).write_text('"""By hand."""\n', "utf-8")
    for name in marked:
        (clean / name).write_text("# Generated from spec/nix.yaml by `python -m codegen`; do not edit.\n", "utf-8")
    before = state(clean)
    done = run(clean, "-m", "codegen", "--check")
    assert (done.returncode, done.stdout.splitlines()) == (1, [f"stray: {name}" for name in sorted(by_hand + marked)])
    assert state(clean) == before
    done = run(clean, "-m", "codegen")
    assert done.returncode == 1
    assert done.stdout.splitlines()[1:] == [
        f"stray: {name} stands among derived files without their first line: move or delete it" for name in by_hand
    ]
    assert before.keys() - state(clean).keys() == set(marked)


def test_faults_of_several_specs_are_listed_at_once(clean: Path, run: Run):
    for service, old, new in (
        ("orchard", "operationId: weather.now", "operationId: weather.import"),
        ("bus", "3.1.0", "3.2.0"),
    ):
        spec = clean / "spec" / f"{service}.yaml"
        spec.write_text(spec.read_text("utf-8").replace(old, new, 1), "utf-8")
    (clean / "spec" / "nix.yaml").write_text("openapi: 3.1.0\n", "utf-8")
    done = run(clean, "-m", "codegen", "--check")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "3 faults:",
        "  codegen/customizations.py has no entry for spec/nix.yaml",
        "  spec/bus.yaml: #/openapi: must be a version of OpenAPI 3.1",
        "  spec/orchard.yaml: weather.import: 'import' is not a name that Python can use",
    ]
