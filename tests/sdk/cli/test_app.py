"""The application, its help and its completion."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tests.sdk.cli.console import environment, run_here
from trivet._generated.names import SERVICES
from trivet.cli.app import make_app, run
from trivet.cli.signals import SignalInterrupt


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


def test_commands_stand_in_their_sections(probe: Path) -> None:
    lines = run_here("--help", env={"COLUMNS": "80"}).out.splitlines()
    heads = [line for line in lines if line and not line.startswith(" ") and " " not in line]
    assert heads == ["Usage", "Examples", "Services", "Testing", "More", "Options"]
    first = lines[lines.index("Services") + 1]  # the longest name of a service decides on the columns
    assert " ".join(first.split()) == "agent A coding-agent server: sessions, prompts, events."
    assert lines[lines.index("Options") - 3] == "  probe-chat   Added by probe. Tries the base."


@pytest.mark.parametrize(
    ("words", "position", "expected"),
    [
        ("trivet chat us", 2, ["users"]),
        ("trivet c", 1, ["chat", "check", "completion", "config", "contract"]),
        ("trivet config se", 2, ["set-token"]),
        ("trivet bus arrivals g", 3, ["get"]),
        ("trivet bus arrivals --w", 3, ["--watch"]),
        ("trivet bus arrivals 54009 --se", 4, ["--service"]),
        ("trivet bus arrivals get --fi", 4, ["--fields"]),
        ("trivet bus arrivals 54009 -o n", 5, ["ndjson"]),
        ("trivet chat conversations ex", 3, ["export"]),
        ("trivet chat conversations export --fo", 4, ["--force"]),
        ("trivet chat conversations messages ra", 4, ["rate"]),
        ("trivet chat users deactivate --dr", 4, ["--dry-run"]),
        ("trivet help chat us", 3, ["users"]),
        ("trivet ver", 1, ["version"]),
        ("trivet stub ", 2, sorted([*SERVICES, "all", "proxy", "replay", "spec"])),
        ("trivet stub bus --port 8000 --clock", 5, ["--clock", "--clock-stopped"]),
        ("trivet stub spec c", 3, ["chat"]),
        ("trivet check ", 2, sorted([*SERVICES, "diff", "page"])),
        ("trivet check chat --allow-w", 3, ["--allow-writes"]),
    ],
)
def test_names_of_commands_are_completed(words: str, position: int, expected: list[str]) -> None:
    env = {"_TRIVET_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(position)}
    result = run_here(env=env)
    assert (result.status, sorted(result.out.split())) == (0, expected)


@pytest.mark.parametrize("columns", ["40", "200"])
def test_completion_has_its_help_on_one_line(columns: str) -> None:
    env = {"_TRIVET_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args", "COLUMNS": columns}
    result = run_here(env={**env, "_TYPER_COMPLETE_ARGS": "trivet stub pro"})
    assert (result.status, result.out.count("\n")) == (0, 1)
    assert result.out == "proxy\tPass on requests and answers between a client and a server, and …\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "pwsh"])
def test_script_of_a_shell_is_printed(shell: str) -> None:
    result = run_here("completion", shell)
    assert result.status == 0
    assert "_TRIVET_COMPLETE" in result.out


def test_unknown_shell_is_refused_with_the_known_ones() -> None:
    result = run_here("completion", "tcsh")
    assert (result.status, result.out) == (2, "")
    assert "'bash', 'zsh', 'fish', 'powershell', 'pwsh'" in result.err


COMPLETED = {
    "bash": """
        eval "$(trivet completion bash)"
        for words in "trivet chat us" "trivet stub cha" "trivet-stub cha"; do
            COMP_WORDS=($words); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _trivet_completion; echo "${COMPREPLY[@]}"
        done""",
    "fish": """
        trivet completion fish | source
        for line in "trivet chat us" "trivet stub cha" "trivet-stub cha"
            complete -C $line | cut -f1
        end""",
    # `_arguments` prints what it is asked to offer, because zsh completes at a terminal alone.
    "zsh": """
        eval "$(trivet completion zsh)"
        [[ $_comps[trivet] == _trivet_completion && $_comps[trivet-stub] == _trivet_completion ]] || exit 3
        function _arguments { print -- ${${1#*\\"}%%\\"*} }
        for line in "trivet chat us" "trivet stub cha" "trivet-stub cha"; do
            words=(${=line}) CURRENT=$#words; _trivet_completion
        done
        print -- functions
        mkdir functions; trivet completion zsh > functions/_trivet; fpath=($PWD/functions $fpath)
        unfunction _trivet_completion; compdef -d trivet trivet-stub; compinit -u -D; print -- $_comps[trivet-stub]
        words=(trivet chat us) CURRENT=3; _trivet""",
}


@pytest.mark.parametrize("shell", COMPLETED)
def test_shell_completes_lines(shell: str, tmp_path: Path) -> None:
    if (program := shutil.which(shell)) is None:
        pytest.skip(f"there is no {shell}")
    trivet = tmp_path / "trivet"
    trivet.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m trivet "$@"\n')
    trivet.chmod(0o755)
    env = {**environment({}), "PATH": f"{tmp_path}:/usr/bin:/bin", "HOME": str(tmp_path)}
    command = [program, *(["-f"] if shell == "zsh" else []), "-c", COMPLETED[shell]]
    result = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    lines = result.stdout.split()
    assert (lines[:3], result.stderr) == (["users", "chat", "chat"], "")
    assert lines[3:] == (["functions", "_trivet", "users"] if shell == "zsh" else [])


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted_command_of_another_distribution_has_the_status_of_the_signal(
    monkeypatch: pytest.MonkeyPatch, number: int, status: int
) -> None:
    app = make_app(["--version"])

    @app.command()
    def wait() -> None:
        raise SignalInterrupt(number)

    monkeypatch.setattr("trivet.cli.app.make_app", lambda _: app)
    monkeypatch.setattr(sys, "argv", ["trivet", "wait"])
    assert run(sys.argv[1:]) == status
