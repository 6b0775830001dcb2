"""The application, its help and its completion."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tests.sdk.cli.console import environment, run_here
from trivet.cli.app import make_app, root_help


def test_unknown_command_exits_with_2() -> None:
    result = CliRunner().invoke(make_app(["chekc"]), ["chekc"])
    assert result.exit_code == 2
    assert "chekc" in result.output


def test_help_names_the_commands_and_the_exit_statuses() -> None:
    result = CliRunner().invoke(make_app(["--help"]), ["--help"], env={"COLUMNS": "200"})
    assert result.exit_code == 0
    assert "check" in result.output
    assert "--version" in result.output
    assert "2 it could not run" in result.output


def test_error_of_a_command_shows_no_local_variables() -> None:
    app = make_app(["--version"])

    @app.command()
    def leak() -> None:
        token = "s3cret"
        raise RuntimeError(len(token))

    result = CliRunner().invoke(app, ["leak"])
    assert isinstance(result.exception, RuntimeError)
    assert "s3cret" not in result.output
    assert isinstance(app, typer.Typer)
    assert not app.pretty_exceptions_enable


COMMANDS = [("greet", "Added by another."), ("bus", "Bus arrivals."), ("stub", "Serve stubs. " * 12)]


def test_commands_stand_in_their_sections() -> None:
    lines = root_help(COMMANDS, [("--help", "Show this.")]).splitlines()
    heads = [line for line in lines if line and not line.startswith(" ") and " " not in line]
    assert heads == ["Usage", "Services", "Testing", "More", "Options", "Examples"]
    assert lines[lines.index("Services") + 1] == "  bus  Bus arrivals."
    assert lines[lines.index("More") + 1] == "  greet  Added by another."


def test_lines_are_no_wider_than_the_terminal() -> None:
    for width in (20, 40, 80):
        text = root_help(COMMANDS, [("--install-completion", "Install. " * 9)], width=width)
        wide = [line for line in text.split("Examples")[0].splitlines() if len(line) > width]
        assert wide == [] or width == 20
    assert "\x1b" not in text
    assert "\x1b[1mServices" in root_help(COMMANDS, [], styles=True)


@pytest.mark.parametrize(
    ("words", "position", "expected"),
    [
        ("trivet chat us", 2, ["users"]),
        ("trivet c", 1, ["chat", "check", "completion", "config"]),
        ("trivet config se", 2, ["set-token"]),
    ],
)
def test_names_of_commands_are_completed(words: str, position: int, expected: list[str]) -> None:
    env = {"_TRIVET_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(position)}
    result = run_here(env=env)
    assert (result.status, sorted(result.out.split())) == (0, expected)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_script_of_a_shell_is_printed(shell: str) -> None:
    result = run_here("completion", shell)
    assert result.status == 0
    assert "_TRIVET_COMPLETE" in result.out


def test_unknown_shell_is_refused_with_the_known_ones() -> None:
    result = run_here("completion", "tcsh")
    assert (result.status, result.out) == (2, "")
    assert "'bash', 'zsh', 'fish', 'powershell'" in result.err


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_a_line(tmp_path: Path) -> None:
    trivet = tmp_path / "trivet"
    trivet.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m trivet "$@"\n')
    trivet.chmod(0o755)
    line = run_here("completion", "bash").out
    line += 'COMP_WORDS=(trivet chat us); COMP_CWORD=2; _trivet_completion trivet; echo "${COMPREPLY[@]}"'
    env = {**environment({}), "PATH": f"{tmp_path}:/usr/bin:/bin"}
    result = subprocess.run(["bash", "-c", line], env=env, capture_output=True, text=True, check=False, timeout=60)
    assert (result.stdout, result.stderr) == ("users\n", "")
