"""The CI job of the examples with the real server, which it starts, in a repository with a failing test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.real.server import SETTINGS, make_repository

EXAMPLE = Path(__file__).parents[2] / "examples" / "repair_test.py"
TEST = """
from pathlib import Path

def test_file_is_there():
    assert Path("ripe.txt").exists(), "{words} WRITE ripe.txt please"
"""
"""A test whose report tells the model, which acts by words, to write the file."""


@pytest.mark.parametrize(
    ("budget", "allowed", "words", "status", "end"),
    [
        (("60", "1"), "ripe.txt", "", 0, "finished, $0.02, "),
        (("60", "1"), "unripe.txt", "", 1, "finished, $0.02, "),
        (("60", "0.005"), "ripe.txt", "", 1, "over_budget, $0.01, "),
        (("30", "1"), "ripe.txt", "THENHANG", 1, "interrupted, $0.01, "),
    ],
)
def test_agent_repairs_only_what_the_job_allows(program, model, tmp_path, budget, allowed, words, status, end):
    make_repository(tmp_path / "orchard", model.url, {})
    (tmp_path / "orchard" / "test_pears.py").write_text(TEST.format(words=words), "utf-8")
    identity = ["-c", "user.name=tests", "-c", "user.email=tests@example.invalid"]
    for git in (["add", "-A"], [*identity, "commit", "-qm", "Test"]):
        subprocess.run(["git", *git], cwd=tmp_path / "orchard", check=True)
    environment = {**os.environ, **dict.fromkeys(SETTINGS, "1"), "HOME": str(tmp_path)}
    environment |= {"PATH": os.pathsep.join([str(program.parent), os.environ["PATH"]]), "LANG": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, EXAMPLE, *budget, "test_pears.py", allowed],
        cwd=tmp_path / "orchard",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (status, ""), done.stdout
    assert done.stdout.splitlines()[-1].startswith(end), done.stdout
    assert ("+written by the agent" in done.stdout) == (allowed == "ripe.txt")
    assert (tmp_path / "orchard" / "ripe.txt").exists() == (allowed == "ripe.txt")
