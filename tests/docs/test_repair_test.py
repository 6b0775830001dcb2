"""The example for a CI job: an agent repairs a failing test, and every end but an honest repair is a failure.

The agent is the stub's, which writes to a real repository here; git and pytest are those of a job.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import trivet
from examples.repair_test import main
from tests.docs.workflows import workflows
from trivet import AgentClient
from trivet.agent._opencode.table import VERSION
from trivet_stubs import AgentStub
from trivet_stubs.agent import AgentObserved, Fail, Finish, Hold, Text, Tool
from trivet_stubs.agent.disk import Disk

pytestmark = pytest.mark.long

BROKEN, REPAIRED = "def count():\n    return 1\n", "def count():\n    return 2\n"
TEST = "from pears import count\n\n\ndef test_count():\n    assert count() == 2\n"
REPAIR = Tool("edit", asks="edit", resources=["pears.py"], edits={"pears.py": REPAIRED})
CHEATS = {
    "test_pears.py": "def test_count():\n    pass\n",
    "conftest.py": "def pytest_collection_modifyitems(items):\n    items.clear()\n",
    "pytest.ini": "[pytest]\naddopts = --co\n",
}
"""Changes of other files after which pytest reports no failure."""

PAGE = Path(__file__).parents[2] / "docs" / "drive_agents.md"
EXAMPLE = Path(__file__).parents[2] / "examples" / "repair_test.py"

Job = Callable[..., tuple[int, str]]


class RealDisk(Disk):
    """The stub's disk, whose files are also written to the disk of this machine."""

    def write(self, directory: str, path: str, content: bytes | None) -> None:
        super().write(directory, path, content)
        if content is not None:
            Path(directory, path).write_bytes(content)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a failing test, in which the job runs."""
    (tmp_path / "pears.py").write_text(BROKEN, "utf-8")
    (tmp_path / "test_pears.py").write_text(TEST, "utf-8")
    commit(tmp_path, "init", "-q")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return tmp_path


def commit(folder: Path, *first: str) -> None:
    identity = ("-c", "user.name=tests", "-c", "user.email=tests@example.invalid")
    for words in (first or ("status",), ("add", "-A"), (*identity, "commit", "-qm", "Pears")):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def stub(repository: Path) -> Iterator[AgentStub]:
    with AgentStub(observed=AgentObserved(interrupts=True)) as stub:
        stub.disk = RealDisk()
        stub.default = stub.context(str(repository))
        yield stub


@pytest.fixture
def job(stub: AgentStub, capsys: pytest.CaptureFixture[str]) -> Job:
    """Run the job, and return its exit status and its output."""

    def run(
        *allowed: str, seconds: float = 60, dollars: float = 1, test: str = "test_pears.py::test_count"
    ) -> tuple[int, str]:
        client = AgentClient(base_url="http://agent.test", transport=stub.transport(), clock=stub.clock)
        return main(seconds, dollars, test, *allowed or ["pears.py"], agent=client), capsys.readouterr().out

    return run


def test_repaired_test_is_a_success_with_its_cost_and_diff(stub: AgentStub, job: Job) -> None:
    stub.script(REPAIR, Text("Repaired."), Finish(cost=0.25))
    status, output = job()
    assert status == 0, output
    assert "-    return 1\n+    return 2\n" in output
    assert "1 passed" in output
    assert output.splitlines()[-1].startswith("finished, $0.25, ")
    [prompt] = [message["text"] for message in stub.sessions["ses_000001"].messages if message["type"] == "user"]
    assert "assert 1 == 2" in prompt
    assert "You may only edit pears.py." in prompt


def test_new_file_is_a_part_of_the_diff(stub: AgentStub, job: Job) -> None:
    stub.script(Tool("write", edits={"trees.py": "count = 2\n"}), REPAIR)
    status, output = job("pears.py", "trees.py")
    assert status == 0, output
    assert "+++ b/trees.py" in output


def test_test_that_still_fails_is_a_failure(stub: AgentStub, job: Job) -> None:
    stub.script(Text("Repaired, I promise."))
    status, output = job()
    assert status == 1
    assert "1 failed" in output
    assert output.splitlines()[-1].startswith("finished, $0.00, ")


def test_repair_over_budget_is_a_failure(stub: AgentStub, job: Job) -> None:
    stub.script(REPAIR, Finish("tool-calls", cost=1.5), Hold(), Text("Repaired."))
    status, output = job(dollars=1)
    assert status == 1
    assert "1 passed" in output
    assert output.splitlines()[-1].startswith("over_budget, $1.50, ")


def test_repair_after_the_deadline_is_a_failure(stub: AgentStub, job: Job) -> None:
    stub.script(REPAIR, Hold(), Text("Repaired."))
    status, output = job(seconds=0.2)
    assert status == 1
    assert "within the deadline of 0.2 s" in output
    assert output.splitlines()[-1].startswith("interrupted, $")
    assert "+    return 2" in output, "the report has what the agent has done"


def test_failure_of_the_model_is_a_failure(stub: AgentStub, job: Job) -> None:
    stub.script(REPAIR, Fail("The key is wrong.", "ProviderAuthError"))
    status, output = job()
    assert (status, output.splitlines()[-1][:6]) == (1, "failed")


@pytest.mark.parametrize("file", CHEATS)
def test_change_of_another_file_is_a_failure(stub: AgentStub, job: Job, file: str) -> None:
    stub.script(Tool("edit", edits={file: CHEATS[file]}), Text("Repaired."))
    status, output = job()
    assert status == 1
    assert f"not allowed to change: {file}\n" in output
    assert output.splitlines()[-1].startswith("finished")


def test_rules_of_the_session_deny_everything_else(stub: AgentStub, job: Job, repository: Path) -> None:
    cheat = Tool("edit", asks="edit", resources=["test_pears.py"], edits={"test_pears.py": CHEATS["test_pears.py"]})
    stub.script(cheat, Tool("bash", asks="bash", resources=["rm"], edits={"conftest.py": ""}), Text("Repaired."))
    status, output = job()
    assert status == 1
    assert (repository / "test_pears.py").read_text("utf-8") == TEST
    assert not (repository / "conftest.py").exists()
    assert "1 failed" in output


@pytest.mark.parametrize(
    ("allowed", "test", "content", "status"),
    [
        ("pears.py", "test_pears.py", {"pears.py": REPAIRED}, 0),  # it passes
        ("*.py", "test_pears.py", {}, 1),
        ("test_*", "test_pears.py", {}, 1),
        ("pears.py", "test_plums.py", {}, 4),
        ("pears.py", "pears.py", {}, 5),
    ],
)
def test_no_agent_is_called(
    stub: AgentStub,
    job: Job,
    repository: Path,
    allowed: str,
    test: str,
    content: dict[str, str],
    status: int,
) -> None:
    for name, text in content.items():
        (repository / name).write_text(text, "utf-8")
        commit(repository)
    assert job(allowed, test=test)[0] == status
    assert len(stub.requests) == 0


@pytest.mark.parametrize("name", ["pears.py", "notes.txt", "test_plums.py"])
def test_no_agent_is_called_with_changes_that_are_not_committed(
    stub: AgentStub, job: Job, repository: Path, name: str
) -> None:
    (repository / name).write_text(TEST, "utf-8")
    status, output = job(test="test_plums.py" if name == "test_plums.py" else "test_pears.py")
    assert status in (1, 2)
    assert name in output
    assert len(stub.requests) == 0


@pytest.mark.usefixtures("repository")
def test_server_that_is_not_installed_is_a_failure(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    git = shutil.which("git")
    assert git is not None
    programs = tmp_path_factory.mktemp("programs")
    (programs / "git").symlink_to(git)
    monkeypatch.setenv("PATH", str(programs))
    assert main(60, 1, "test_pears.py", "pears.py") == 1
    output = capsys.readouterr().out
    assert "the program opencode was not found" in output
    assert output.splitlines()[-1].startswith("failed, $0.00, ")


def steps_of_the_page() -> list[dict[str, Any]]:
    [workflow] = workflows(PAGE)
    steps: list[dict[str, Any]] = yaml.safe_load(workflow)["jobs"]["repair"]["steps"]
    return steps


def test_workflow_installs_the_server_of_the_adapter_and_this_version() -> None:
    lines = [step["run"] for step in steps_of_the_page() if "run" in step]
    assert f"npm install --global opencode-ai@{VERSION}" in lines
    assert f"pip install './vendor/trivet-{trivet.__version__}-py3-none-any.whl[cli]' pytest" in lines


@pytest.mark.parametrize(("content", "status"), [(BROKEN, 1), (REPAIRED, 0)])
def test_step_of_the_workflow_keeps_the_exit_status(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, content: str, status: int
) -> None:
    """There is no server here, so a test that fails stays as it is."""
    [step] = [step for step in steps_of_the_page() if step.get("name") == "Repairs the test"]
    assert step["shell"] == "bash"
    (repository / "ci").mkdir()
    shutil.copy(EXAMPLE, repository / "ci")
    (repository / "pears.py").write_text(content, "utf-8")
    commit(repository)
    summary = tmp_path_factory.mktemp("job") / "summary.md"
    environment = {**os.environ, "GITHUB_STEP_SUMMARY": str(summary), "TEST": "test_pears.py"}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), *system_path()])
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]  # what `shell: bash` stands for
    done = subprocess.run([*shell, step["run"]], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, "")
    assert done.stdout == summary.read_text("utf-8")
    assert ("1 passed" in done.stdout) == (status == 0)
    assert ("the program opencode was not found" in done.stdout) == (status == 1)


def system_path() -> list[str]:
    """Return the folders of the programs, without those that have the server."""
    folders = os.environ["PATH"].split(os.pathsep)
    return [folder for folder in folders if not Path(folder, "opencode").exists()]
