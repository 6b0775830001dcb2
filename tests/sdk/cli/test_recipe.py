"""What turns a function into a command."""

from __future__ import annotations

from pathlib import Path

from tests.sdk.cli.console import run_here

KEY = {"TRIVET_BUS_ACCOUNT_KEY": "k"}


def test_command_has_its_own_and_the_shared_options(probe: Path) -> None:
    done = run_here("probe-bus", "--help")
    assert done.status == 0
    for each in ("--prefetch", "--profile", "--base-url", "--token-file", "--timeout", "--output", "--fields", "--raw"):
        assert each in done.out
    assert "Show something of the bus service." in done.out
    assert "Example: trivet probe-bus stops" in done.out.replace("`", "")


def test_function_returns_the_exit_status(probe: Path) -> None:
    assert run_here("probe-bus", "exit", env=KEY) == (7, "", "")


def test_fields_are_separated_by_commas(probe: Path) -> None:
    done = run_here("probe-bus", "hostile", "--fields", " id, nested.text ,", "-o", "ndjson", env=KEY)
    assert done.out.startswith('{"id":1,"nested.text":')
