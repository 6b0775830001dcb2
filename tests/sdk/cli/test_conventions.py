"""Conventions of command lines: the test that shows each, by its name; docs/command_line.md names the differences."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.laws.tree import ROOT
from tests.sdk.cli.console import in_terminal, run_script
from tests.sdk.cli.operations.calls import env_of

HERE = Path(__file__).parent

SHOWN_BY = {
    "data on stdout, messages on stderr": "test_conventions.py::test_results_are_on_stdout_and_messages_on_stderr",
    "no colour without a terminal, or with NO_COLOR": "test_conventions.py::test_pipe_has_no_styles_and_no_progress",
    "the variables about colour": "test_terminal.py::test_environment_decides_about_styles",
    "no progress without a terminal": "test_terminal.py::test_no_progress_is_shown_if_stderr_is_not_a_terminal",
    "-h and help": "test_help_page.py::test_h_and_help_show_the_page_of_help",
    "--version": "test_main.py::test_version_is_printed_by_the_module",
    "--dry-run": "chat/test_users.py::test_dry_run_shows_each_account_and_the_refusals",
    "--yes": "operations/test_results.py::test_deletion_without_a_terminal_needs_yes",
    "a question on a terminal alone": "operations/test_results.py::test_deletion_asks_on_a_terminal",
    "- for stdin": "operations/test_process.py::test_body_from_stdin_and_secret_from_a_file",
    "- for stdout": "operations/test_process.py::test_file_goes_to_stdout_byte_by_byte",
    "flags before environment before files": (
        "settings/test_resolve.py::test_option_then_chosen_profile_then_environment_then_default"
    ),
    "suggestions": "test_help_page.py::test_wrong_word_is_one_line_with_the_nearest",
    "exit statuses": "test_failures.py::test_error_is_one_line_and_a_status",
    "wrong usage is status 2": "test_process.py::test_wrong_usage_is_one_line_and_names_the_help",
    "no secret in an argument": "../../laws/test_command_line.py::test_operation_is_a_command_with_every_input",
    "Ctrl-C": "test_process.py::test_interruption_has_a_status_and_no_traceback",
    "a closed pipe": "test_process.py::test_pipe_that_closes_early_is_not_an_error",
    "a pager": "test_terminal.py::test_table_longer_than_the_screen_goes_through_the_pager",
    "completion": "test_app.py::test_names_of_commands_are_completed",
}
DIFFERENT = ("--no-input", "--dry-run", "--json", "--quiet")


def test_every_convention_has_its_test_or_is_named_as_different() -> None:
    missing = []
    for convention, place in SHOWN_BY.items():
        file, _, name = place.partition("::")
        if f"def {name}(" not in (HERE / file).read_text("utf-8"):
            missing.append(convention)
    assert missing == []
    section = (ROOT / "docs" / "command_line.md").read_text("utf-8").partition("\n## Conventions\n")[2]
    assert [option for option in DIFFERENT if f"`{option}`" not in section] == []


@pytest.mark.long
def test_results_are_on_stdout_and_messages_on_stderr(chat_server: Any) -> None:
    words = ("chat", "admin", "users", "list", "--page-size", "2", "--fields", "role", "-o", "ndjson")
    result = run_script(*words, env=env_of("chat", chat_server))
    assert (result.status, result.out) == (0, '{"role":"user"}\n' * 2)
    assert result.err == "1 to 2 of 7 shown; --all shows all, --limit N so many\n"


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals need POSIX")
def test_pipe_has_no_styles_and_no_progress(chat_server: Any) -> None:
    env = env_of("chat", chat_server)
    words = ("chat", "admin", "users", "list", "--all", "-o", "table")
    piped = run_script(*words, env=env)
    assert (piped.status, "\x1b" in piped.out, piped.err) == (0, False, "")
    for line in (words, ("--help",)):
        with in_terminal(*line, env={**env, "NO_COLOR": "1"}) as terminal:
            assert terminal.wait() == 0
        assert "\x1b" not in terminal.output
        with in_terminal(*line, env=env) as terminal:
            assert terminal.wait() == 0
        assert "\x1b[1m" in terminal.output
