"""The derived tests, which are not committed: pytest writes those that are missing or stale, and removes the others."""

import importlib.util
import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent

import pytest

from codegen.unasync import WrittenTests, write_tests

from .conftest import ROOT, Run

ASYNC, SYNC = Path("tests", "sdk", "toy", "_async"), Path("tests", "sdk", "toy", "_sync")
TEST = dedent(
    '''
    """A toy.

    It has an async client.
    """

    from collections.abc import AsyncIterator


    async def names() -> AsyncIterator[str]:
        yield "bear"


    async def test_first_name():
        async for name in names():
            assert name == "bear"


    async def test_last_name():
        async for name in names():
            assert name == "lion"
    '''
).lstrip()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with two async tests and the hooks of the tests, but without derived tests."""
    for name in ("pyproject.toml", "tests/conftest.py", "codegen/__init__.py", "codegen/unasync.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / ASYNC).mkdir(parents=True)
    (tmp_path / ASYNC / "test_toys.py").write_text(TEST, "utf-8")
    (tmp_path / ASYNC / "helpers.py").write_text('"""Helpers."""\n\nasync def wait(): ...\n', "utf-8")
    return tmp_path


def derived(project: Path) -> dict[str, str]:
    """Return the texts of the derived tests."""
    return {path.name: path.read_text("utf-8") for path in (project / SYNC).iterdir()}


def test_head_takes_the_place_of_the_empty_second_line(project: Path):
    assert write_tests(project) == WrittenTests(written=2)
    head, *lines = derived(project)["helpers.py"].split("\n")
    assert lines == ['"""Helpers."""', "def wait(): ...", ""]
    source = "tests/sdk/toy/_async/helpers.py"
    assert re.fullmatch(rf"# Derived from {source} by `pytest`; do not edit\. sha256: [0-9a-f]{{64}}", head)
    numbers = [
        derived(project)["test_toys.py"].split("\n").index(f"def test_{name}_name():") for name in ("first", "last")
    ]
    assert numbers == [TEST.split("\n").index(f"async def test_{name}_name():") for name in ("first", "last")]


def test_fresh_test_is_left_whatever_its_time(project: Path):
    write_tests(project)
    target = project / SYNC / "helpers.py"
    os.utime(target, (0, 0))
    assert write_tests(project) == WrittenTests()
    assert target.stat().st_mtime == 0


def test_changed_source_makes_a_test_stale_whatever_its_time(project: Path):
    write_tests(project)
    source = project / ASYNC / "helpers.py"
    source.write_text(source.read_text("utf-8").replace("wait", "stop"), "utf-8")
    os.utime(source, (0, 0))
    assert write_tests(project) == WrittenTests(written=1)
    assert "def stop(): ..." in derived(project)["helpers.py"]


def test_changed_rules_make_all_tests_stale(project: Path):
    write_tests(project)
    rules = project / "codegen" / "unasync.py"
    rules.write_text(rules.read_text("utf-8").replace('(r"\\bawait ", "")', r'(r"\bwait\b", "pause")'), "utf-8")
    spec = importlib.util.spec_from_file_location("other_rules", rules)
    assert spec
    assert spec.loader
    other = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(other)
    assert other.write_tests(project) == (2, 0)
    assert "def pause(): ..." in derived(project)["helpers.py"]


def test_file_without_a_source_is_removed_unless_by_hand(project: Path):
    write_tests(project)
    (project / ASYNC / "test_toys.py").unlink()
    helpers = project / ASYNC / "helpers.py"
    helpers.write_text(f"# Async only: tasks\n{helpers.read_text('utf-8')}", "utf-8")
    (project / SYNC / "by_hand.py").write_text('"""By hand."""\n', "utf-8")
    assert write_tests(project) == WrittenTests(removed=2)
    assert [*derived(project)] == ["by_hand.py"]


def test_windows_line_ends_are_not_derived(project: Path):
    source = project / ASYNC / "helpers.py"
    source.write_bytes(source.read_bytes().replace(b"\n", b"\r\n"))
    write_tests(project)
    assert b"\r" not in (project / SYNC / "helpers.py").read_bytes()


def test_of_runs_at_once_one_writes_the_tests(project: Path):
    for number in range(50):
        shutil.copy(project / ASYNC / "helpers.py", project / ASYNC / f"helpers_{number}.py")
    with ThreadPoolExecutor(8) as threads:
        written = [*threads.map(write_tests, [project] * 8)]
    assert sorted(written) == [WrittenTests()] * 7 + [WrittenTests(written=52)]
    assert len(derived(project)) == 52


def test_system_without_locks_writes_the_tests(project: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert write_tests(project) == WrittenTests(written=2)


@pytest.mark.long
@pytest.mark.parametrize("workers", ["0", "2"])
def test_path_that_does_not_exist_yet_fails_on_its_source_line(project: Path, run: Run, workers: str):
    done = run(project, "-m", "pytest", "-q", "-n", workers, (SYNC / "test_toys.py").as_posix())
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    line = TEST.split("\n").index('        assert name == "lion"') + 1
    assert f"{(SYNC / 'test_toys.py').as_posix()}:{line}: AssertionError" in done.stdout


@pytest.mark.long
def test_tree_that_cannot_be_written_is_named_in_one_line(project: Path, run: Run):
    (project / SYNC).write_text("a file in place of the folder", "utf-8")
    done = run(project, "-m", "pytest", "-q", "-n", "0", "-k", "first")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
    assert done.stdout.splitlines()[0].startswith("Tests in `_sync` folders are missing or stale, because they cannot")
