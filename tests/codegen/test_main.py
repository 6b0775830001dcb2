"""`python -m codegen`, in a copy of the tree."""

import hashlib
import re
import shutil
from pathlib import Path

import pytest
from attrs import frozen

from codegen import customizations

from .conftest import CUSTOMIZATIONS, ROOT, Result, Run, run_generator

pytestmark = pytest.mark.long

MODELS = "sdk/trivet/bus/_generated/models.py"
DERIVED = "sdk/trivet/bus/_generated/_sync/resources.py"
CONTRACT = "stubs/trivet_stubs/contracts/bus.json"
MODELS_OF_ORCHARD = "sdk/trivet/orchard/_generated/models/trees.py"
RULES, RULES_PAGE = "stubs/trivet_stubs/contracts/rules/bus.json", "docs/rules/bus.md"
TABLES = ["sdk/trivet/cli/_generated", "stubs/trivet_stubs/contracts"]
EDITED = [MODELS, DERIVED, CONTRACT, RULES, RULES_PAGE]
MISSING = "sdk/trivet/bus/_generated/calls.py"
NO_LONGER_ASYNC_ONLY = "sdk/trivet/_async/http/aiohttp/session.py"
DERIVED_FROM_ASYNC_ONLY = "sdk/trivet/_sync/http/aiohttp/session.py"
STRAYS_BY_HAND = [
    "sdk/trivet/_sync/extra.py",
    "sdk/trivet/bus/_generated/extra.py",
    "sdk/trivet/bus/_generated/extra.json",
    "tests/sdk/bus/_sync/extra.bin",
    "tests/sdk/bus/_sync/test_extra.py",
]
DERIVED_TEST, DERIVED_TEST_WITHOUT_SOURCE = "tests/sdk/bus/_sync/test_lists.py", "tests/sdk/bus/_sync/test_gone.py"
STRAYS_MARKED = ["docs/rules/nix.md", "stubs/trivet_stubs/contracts/nix.json", "stubs/trivet_stubs/gone.py"]


def copy_of(tree: Path, target: Path) -> Path:
    return shutil.copytree(tree, target, ignore=shutil.ignore_patterns("__pycache__"))


@pytest.fixture
def clean(tmp_path: Path, tree: Path) -> Path:
    """A copy of the tree in which every file is up to date; a test may change it."""
    return copy_of(tree, tmp_path / "trivet")


def state(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".lock", ".pyc")
    }


BUS = {"bus": customizations.CUSTOMIZATIONS["bus"]}
BOTH = {**BUS, "orchard": CUSTOMIZATIONS}


@frozen
class Runs:
    """A copy of the tree with stale and stray files, before and after a run with `--check` and one without."""

    folder: Path
    before: dict[str, str]
    checked: Result
    after_check: dict[str, str]
    written: Result
    after: dict[str, str]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory, tree: Path) -> Runs:
    folder = copy_of(tree, tmp_path_factory.mktemp("different") / "trivet")
    for name in EDITED:
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write("\n# by hand\n")
    (folder / MISSING).unlink()
    source = folder / NO_LONGER_ASYNC_ONLY
    first, _, rest = source.read_text("utf-8").partition("\n")
    assert first.startswith("# Async only: ")
    source.write_text(rest, "utf-8")
    for name in STRAYS_BY_HAND:
        (folder / name).write_text('"""By hand."""\n', "utf-16" if name.endswith("bin") else "utf-8")
    for name in STRAYS_MARKED:
        (folder / name).write_text("# Generated from spec/nix.yaml by `python -m codegen`; do not edit.\n", "utf-8")
    shutil.copy(folder / DERIVED_TEST, folder / DERIVED_TEST_WITHOUT_SOURCE)
    (folder / DERIVED_TEST).write_text("# Derived from an older text\n", "utf-8")
    before = state(folder)
    checked = run_generator(folder, "--check", registry=BOTH)
    after_check = state(folder)
    written = run_generator(folder, registry=BOTH)
    return Runs(folder, before, checked, after_check, written, state(folder))


def test_check_lists_every_stale_and_stray_file(runs: Runs):
    lines = [f"stale: {name}" for name in sorted([*EDITED, MISSING, DERIVED_FROM_ASYNC_ONLY])]
    lines += [f"stray: {name}" for name in sorted(STRAYS_BY_HAND + STRAYS_MARKED, key=Path)]
    assert (runs.checked.returncode, runs.checked.stdout.splitlines()) == (1, lines)


def test_check_changes_no_file(runs: Runs):
    assert runs.after_check == runs.before


def test_edited_and_missing_files_are_made_as_before(runs: Runs, tree: Path):
    for name in [*EDITED, MISSING]:
        assert (runs.folder / name).read_bytes() == (tree / name).read_bytes()
    assert (runs.folder / DERIVED_FROM_ASYNC_ONLY).is_file()


def test_derived_tests_are_written_and_removed_but_not_checked(runs: Runs, tree: Path):
    assert (runs.folder / DERIVED_TEST).read_bytes() == (tree / DERIVED_TEST).read_bytes()
    assert "tests/" not in "".join(line for line in runs.checked.stdout.splitlines() if "extra" not in line)
    assert runs.written.stdout.splitlines()[0].endswith("; derived tests: 1 written, 1 removed")


def test_strays_without_a_first_line_are_reported_and_left(runs: Runs):
    assert runs.written.returncode == 1
    assert runs.written.stdout.splitlines()[1:] == [
        f"stray: {name} is among generated files without their first line: move or delete it"
        for name in sorted(STRAYS_BY_HAND, key=Path)
    ]
    assert runs.before.keys() - runs.after.keys() == {*STRAYS_MARKED, DERIVED_TEST_WITHOUT_SOURCE}


def test_second_run_changes_nothing(clean: Path):
    before = state(clean)
    done = run_generator(clean, registry=BOTH)
    assert done.returncode == 0
    assert done.stdout.endswith(" files, 0 written, 0 removed; derived tests: 0 written, 0 removed\n")
    assert state(clean) == before


def test_tree_without_generated_files_is_made_in_one_run(clean: Path):
    before = state(clean)
    marked = [clean / name for name in before if (clean / name).read_bytes().startswith((b"# Generated", b"# Derived"))]
    tables = [path for folder in TABLES for path in (clean / folder).rglob("*.json")]
    pages = [*(clean / "docs").rglob("*.md")]
    for path in (*marked, *tables, *pages):
        path.unlink()
    done = run_generator(clean, registry=BOTH)
    assert done.returncode == 0
    tests = [path for path in marked if path.is_relative_to(clean / "tests")]
    counts = len([*marked, *tables, *pages]) - len(tests), len(tests)
    assert done.stdout.endswith(", {} written, 0 removed; derived tests: {} written, 0 removed\n".format(*counts))
    assert state(clean) == before
    assert {"_sync", "_generated"} <= {part for path in marked for part in path.parts}


def test_another_version_of_the_parser_is_an_error_of_one_line(tree: Path, tmp_path: Path, run: Run):
    pinned = re.search(r'"openapi-python-client==([\d.]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))[1]
    other = tmp_path / "openapi_python_client-0.1.0.dist-info" / "METADATA"
    other.parent.mkdir()
    other.write_text("Metadata-Version: 2.1\nName: openapi-python-client\nVersion: 0.1.0\n", "utf-8")
    done = run(tree, "-m", "codegen", "--check", PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"the generator needs openapi-python-client {pinned}, and 0.1.0 is installed:"
        " python -m pip install --group codegen\n"
    )


def test_one_module_imports_the_parser():
    importing = [
        path for path in (ROOT / "codegen").rglob("*.py") if "openapi_python_client" in path.read_text("utf-8")
    ]
    assert [path.name for path in importing] == ["parser_adapter.py"]


def test_files_of_a_removed_service_are_strays_and_removed(clean: Path):
    (clean / "sdk" / "trivet" / "orchard" / "_picking" / "_async" / "picking.py").unlink()
    before = state(clean)
    (clean / "spec" / "orchard.yaml").unlink()
    done = run_generator(clean, "--check", registry=BUS)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    names = {line.removeprefix("stray: ") for line in lines if line.startswith("stray: ")}
    assert [line for line in lines if line.startswith("stale: ")] == [
        "stale: docs/commands.md",
        "stale: docs/operations.md",
        "stale: sdk/trivet/_generated/names.py",
        "stale: stubs/trivet_stubs/_generated/names.py",
    ]
    # All generated files of the orchard, and no file of the bus service.
    by_hand = {"sdk/trivet/orchard/__init__.py"}
    expected = {name for name in before if "sdk/trivet/orchard/" in name and name not in by_hand} | {
        "sdk/trivet/cli/_generated/orchard.json",
        "stubs/trivet_stubs/contracts/orchard.json",
    }
    assert names == expected
    assert run_generator(clean, registry=BUS).returncode == 0
    left = {name for name in state(clean) if "orchard" in name and "tests/" not in name}
    assert left == by_hand


def test_windows_line_ends_are_not_stale_from_another_directory(
    clean: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for path in [*(clean / "sdk").rglob("*.py"), *(clean / "stubs").rglob("*.json"), *(clean / "spec").glob("*.yaml")]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    done = run_generator(clean, "--check", registry=BOTH)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_generated_and_derived_files_name_their_source(tree: Path):
    def head(name: str) -> str:
        return (tree / name).read_text("utf-8").partition("\n")[0]

    assert head(MODELS) == "# Generated from spec/bus.yaml by `python -m codegen`; do not edit."
    assert (
        head(DERIVED)
        == "# Derived from sdk/trivet/bus/_generated/_async/resources.py by `python -m codegen`; do not edit."
    )
    assert head("sdk/trivet/bus/__init__.py").startswith('"""')


def test_command_given_as_a_path_finds_nothing_stale_with_another_hash_seed(tree: Path, tmp_path: Path, run: Run):
    assert all((tree / name).is_file() for name in (MODELS_OF_ORCHARD, CONTRACT, DERIVED))
    done = run(tmp_path, str(tree / "codegen"), "--check", PYTHONHASHSEED="2")  # the seed of the tree is 1
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_faults_of_rules_are_listed_by_their_file(clean: Path):
    source = clean / "spec" / "rules" / "bus.yaml"
    text = source.read_text("utf-8")
    source.write_text(text.replace("    basis: stated\n", "    basis: known\n", 1), "utf-8")
    (clean / "spec" / "rules" / "tram.yaml").write_text(text, "utf-8")
    done = run_generator(clean, "--check", registry=BOTH)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "2 faults:",
        "  spec/rules/bus.yaml: #/rules/bus.access.account-key-is-needed/basis: must be stated, assumed or observed",
        "  spec/rules/tram.yaml: there is no spec/tram.yaml",
    ]


def test_faults_of_several_specs_are_listed_and_leave_every_file_unchanged(clean: Path):
    for service, old, new in (
        ("orchard", "operationId: weather.now", "operationId: weather.import"),
        ("bus", "3.1.0", "3.2.0"),
    ):
        spec = clean / "spec" / f"{service}.yaml"
        spec.write_text(spec.read_text("utf-8").replace(old, new, 1), "utf-8")
    (clean / "spec" / "nix.yaml").write_text("openapi: 3.1.0\n", "utf-8")
    with (clean / MODELS).open("a", encoding="utf-8") as file:
        file.write("\n# by hand\n")
    before = state(clean)
    done = run_generator(clean, registry=BOTH)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "4 faults:",
        "  spec/bus.yaml: #/openapi: must be a version of OpenAPI 3.1",
        "  spec/nix.yaml: #: info is missing",
        "  spec/nix.yaml: #: paths is missing",
        "  spec/orchard.yaml: weather.import: 'import' is not a name that Python can use",
    ]
    assert state(clean) == before
