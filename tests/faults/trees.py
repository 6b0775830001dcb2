"""Copies of the project, in which faults are planted: the working tree itself is never changed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from codegen.unasync import write_tests
from tests.faults.operators import Fault

ROOT = Path(__file__).resolve().parents[2]


def copy_project(folder: Path) -> None:
    """Copy the files of the project that git knows or would add, and derive the tests that git does not know."""
    names = subprocess.check_output(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True
    )
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    write_tests(folder)


@contextlib.contextmanager
def with_fault(tree: Path, fault: Fault) -> Generator[Path]:
    """Copy a copy of the project by links, its compiled files included, and plant a fault there."""
    with TemporaryDirectory(prefix="fault-", dir=tree.parent, ignore_cleanup_errors=True) as name:
        folder = Path(name) / "tree"
        shutil.copytree(tree, folder, copy_function=os.link)
        file = folder / fault.path
        source = file.read_bytes()
        file.unlink()
        file.write_bytes(fault.apply(source))
        os.utime(file, (0, 0))  # a time that no compiled file has
        yield folder


def run_pytest(tree: Path, arguments: Sequence[str], *, timeout: float | None = None) -> int | None:
    """Run pytest on the code and the tests of a copy; return its exit status, or None if it did not end in time."""
    paths = [tree, tree / "sdk", tree / "stubs"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    options = ["-q", "-p", "no:cacheprovider", "-p", "tests.faults.plugin", "-m", ""]  # the long tests, too
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *arguments],
        cwd=tree,
        env={**environment, "PYTHONPATH": os.pathsep.join(map(str, paths))},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        return None
    finally:
        _end(process)


def judge(tree: Path, tests: Sequence[str], *, timeout: float) -> str | None:
    """Run tests by their names until one fails; return its name, or None if all pass."""
    listed, first_failure = tree.parent / "tests.json", tree.parent / "first_failure.txt"
    listed.write_text(json.dumps(tests), "utf-8")
    first_failure.unlink(missing_ok=True)
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    status = run_pytest(
        tree, ["-x", f"--tests-of={listed}", f"--first-failure={first_failure}", *files], timeout=timeout
    )
    if status is None:
        return "no end in time"
    if status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):  # the fault may change the names of tests
        return None
    return first_failure.read_text("utf-8") if first_failure.exists() else "import"


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a run that is still going on, with the processes that it started."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
