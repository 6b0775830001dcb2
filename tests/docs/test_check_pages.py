"""The jobs and files on the pages about checking a server work against a stub on a port, with only their own files."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

import trivet
from trivet.cli.app import make_app
from trivet_checks import read_departures
from trivet_checks.checks import budget
from trivet_checks.checks.verdict import ids_of_operations
from trivet_checks.commands import check_run
from trivet_stubs import ChatStub, rules
from trivet_stubs.kernel.contract import load as spec

pytestmark = pytest.mark.long

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "check_your_server.md", DOCS / "ci.md"]


def blocks(language: str) -> list[str]:
    """Return the code blocks of the pages in a language."""
    pattern = rf"^```{language}\n(.*?)^```$"
    return [block for page in PAGES for block in re.findall(pattern, page.read_text("utf-8"), re.M | re.S)]


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    with ChatStub() as stub, stub.serve() as served:
        # The clock of the stub passes the seconds between two writes whose times a rule compares.
        monkeypatch.setattr(check_run, "Budget", partial(budget.Budget, pause=stub.clock.advance))
        monkeypatch.setenv("TRIVET_CHAT_BASE_URL", served.url)
        monkeypatch.setenv("TRIVET_CHAT_ADMIN_TOKEN", stub.admin_token)
        monkeypatch.setenv("TRIVET_CHAT_USER_TOKEN", stub.token("alice"))
        monkeypatch.setenv("TRIVET_CHAT_OTHER_TOKEN", stub.token("bob"))
        yield


@pytest.fixture(autouse=True)
def second_looks_are_due_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the second looks of rules at once; the tests of the checks let a clock pass the seconds between them."""
    monkeypatch.setattr(budget, "LEAST", 0.0)


def run(line: str) -> None:
    """Run a line of shell without a pipe in this process; a backslash at its end goes on with the next one."""
    words = [os.path.expandvars(word) for word in shlex.split(line.replace("\\\n", " "))]
    assert words[:2] == ["trivet", "check"], line
    result = CliRunner().invoke(make_app(words[1:]), words[1:])
    assert result.exit_code == 0, result.output


def lines_of_jobs() -> dict[str, list[str]]:
    """Return the lines that the jobs of the page run, by the CI system."""
    github, gitlab = map(yaml.safe_load, blocks("yaml"))
    steps = github["jobs"]["contract"]["steps"]
    return {
        "GitHub": [step["run"] for step in steps if "run" in step],
        "GitLab": gitlab["contract"]["script"],
    }


@pytest.mark.parametrize("system", ["GitHub", "GitLab"])
def test_job_installs_both_extras_and_its_command_passes(tmp_path: Path, system: str) -> None:
    installation, *lines = lines_of_jobs()[system]
    assert installation == f"pip install './vendor/trivet-{trivet.__version__}-py3-none-any.whl[cli,stubs]'"
    assert lines
    for line in lines:
        run(line)
    assert "<testsuites " in (tmp_path / "junit.xml").read_text("utf-8")


def test_file_of_departures_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "departures.toml"
    path.write_text("\n".join(blocks("toml")), "utf-8")
    known = {*rules("chat"), *ids_of_operations(spec("chat").operations)}
    assert list(read_departures(path, known)) == [
        "chat.shares.only-the-sharer-revokes",
        "conversations.shared_with_me: missing",
    ]


def test_contract_tests_of_the_page_pass(tmp_path: Path) -> None:
    [block] = [block for block in blocks("python") if "contract_tests" in block]
    (tmp_path / "test_contract.py").write_text(block, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_every_option_on_the_pages_exists() -> None:
    help_text = CliRunner().invoke(make_app(["check"]), ["check", "--help"], env={"COLUMNS": "200"}).output
    named = {option for page in PAGES for option in re.findall(r"`(--[a-z-]+)", page.read_text("utf-8"))}
    assert named
    assert {option for option in named if not re.search(rf"{option}\b", help_text)} == set()
