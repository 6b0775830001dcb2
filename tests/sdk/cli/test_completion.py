"""Completion by a shell."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sdk.cli.console import environment, run_here


@pytest.mark.parametrize(
    ("words", "position", "expected"),
    [
        ("trivet chat us", 2, ["users"]),
        ("trivet c", 1, ["chat", "check", "completion", "config"]),
        ("trivet config se", 2, ["set-token"]),
    ],
)
def test_names_of_commands_are_completed(words: str, position: int, expected: list[str]) -> None:
    given = {"_TRIVET_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(position)}
    done = run_here(env=given)
    assert (done.status, sorted(done.out.split())) == (0, expected)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_script_of_a_shell_is_printed(shell: str) -> None:
    done = run_here("completion", shell)
    assert done.status == 0
    assert "_TRIVET_COMPLETE" in done.out


def test_unknown_shell_is_refused_with_the_known_ones() -> None:
    done = run_here("completion", "tcsh")
    assert (done.status, done.out) == (2, "")
    assert "'bash', 'zsh', 'fish', 'powershell'" in done.err


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_a_line(tmp_path: Path) -> None:
    trivet = tmp_path / "trivet"
    trivet.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m trivet "$@"\n')
    trivet.chmod(0o755)
    line = run_here("completion", "bash").out
    line += 'COMP_WORDS=(trivet chat us); COMP_CWORD=2; _trivet_completion trivet; echo "${COMPREPLY[@]}"'
    env = {**environment({}), "PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(["bash", "-c", line], env=env, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == ("users\n", "")
