"""An operation added to a copy of the tree by the command of CONTRIBUTING.md, and removed; and more in each service."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from .conftest import ROOT, Run
from .fourth_service import copy_of_the_tree, path_of

pytestmark = pytest.mark.long

PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Add an operation\n")[2]
COMMAND = shlex.split(re.findall(r"^```sh\n(.*?)\n```$", PAGE, re.M | re.S)[0])[1:]
"""The arguments of the command on the page."""
OTHERS = (
    ("agent", "session.pin", "PUT /api/session/{sessionID}/pin/{place}"),
    ("agent", "tool.list", "GET /api/tool"),
    ("bus", "depots.get", "GET /Depots/{depot}"),
)
"""An operation with an input in its path, one in a runtime context, and one of a new group with an input of its own."""
CHECKED_BY_TYPES = ["checks", "type_completeness", "wheel"]
"""The laws that run a type checker, and the one that installs the wheel."""
KNOWING = [
    "tests/checks/checks/test_one_cause.py",
    "tests/checks/proxy/test_proxy.py",
    "tests/codegen/write/test_commands.py",
    "tests/codegen/write/test_generated_methods.py",
    "tests/contract",
    "tests/laws",
    "tests/sdk/chat/_async/test_access.py",
    "tests/sdk/cli/operations",
    "tests/other_make/test_planted_engine.py",
    *(f"tests/stubs/{service}/test_refused_rules.py" for service in ("agent", "bus", "chat")),
    "tests/stubs/chat/test_refusals.py",
    "tests/stubs/chat/test_stub.py",
    "tests/stubs/kernel/test_optional_dependencies.py",
    *(f"tests/checks/checks/test_{service}.py" for service in ("agent", "bus", "chat")),
]
"""The tests that know every operation."""
FAILS_UNTIL_IT_ANSWERS = "tests/checks/proxy/test_proxy.py::test_every_bus_operation_is_the_same_through_the_proxy"
"""The bus promises JSON of every operation, so the first answer, 204, is a fault there until the answer is written."""


def git(folder: Path, *words: str) -> str:
    names = ["-c", "user.name=trivet", "-c", "user.email=trivet@example.com"]
    return subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_the_tree(tmp_path_factory.mktemp("operation") / "trivet")


def add(run: Run, folder: Path, *words: str) -> list[str]:
    """Run the generator with arguments; return the places that it lists."""
    done = run(folder, *words, PYTHONPATH=path_of(folder))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.count("by hand: ") == 5
    return re.findall(r"^new: (.+):\d+$", done.stdout, re.M)


def test_operation_is_added_passes_the_laws_and_is_removed(folder: Path, run: Run) -> None:
    written = add(run, folder, *COMMAND)
    for other in OTHERS:
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", "An operation")
        written += add(run, folder, "-m", "codegen", "--new-operation", *other)
    assert len(written) == 6 * (1 + len(OTHERS))
    tests = [path for path in written if path.startswith("tests/sdk/")]
    derived = [path.replace("_async", "_sync") for path in tests]
    left_out = [f"--ignore=tests/laws/test_{law}.py" for law in CHECKED_BY_TYPES]
    # In one process: each of several workers would compile the modules of the new tree.
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "--deselect", FAILS_UNTIL_IT_ANSWERS, *left_out]
    done = run(folder, "-m", "pytest", *options, *KNOWING, *tests, *derived, PYTHONPATH=path_of(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    for words in (["-m", "ruff", "check", "--no-cache"], ["-m", "ruff", "format", "--check", "--no-cache"]):
        done = run(folder, *words, *(path for path in written if path.endswith(".py")))
        assert done.returncode == 0, done.stdout
    assert run(folder, "-m", "codegen", "--check").returncode == 0

    start = git(folder, "rev-list", "--max-parents=0", "HEAD").strip()
    for path in written:
        if git(folder, "ls-tree", start, path):
            git(folder, "checkout", start, "--", path)
        else:
            (folder / path).unlink(missing_ok=True)
    done = run(folder, "-m", "codegen", PYTHONPATH=path_of(folder))
    assert done.returncode == 0, done.stderr
    git(folder, "add", "--all")
    assert git(folder, "diff", "--cached", "--stat", start) == ""


def test_second_run_is_refused_and_changes_nothing(folder: Path, run: Run) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "The tree as the other test leaves it")
    with (folder / "tests" / "mutants" / "bus" / "arrivals.py").open("a", encoding="utf-8") as file:
        file.write("# More.\n")
    before = git(folder, "diff", "HEAD")
    more = ("bus", "arrivals.all", "GET /v3/Arrivals")
    done = run(folder, "-m", "codegen", "--new-operation", *more, PYTHONPATH=path_of(folder))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "tests/mutants/bus/arrivals.py has changes that are not committed\n"
    assert git(folder, "diff", "HEAD") == before
