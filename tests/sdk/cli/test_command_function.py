"""Functions as commands, and groups of options."""

from __future__ import annotations

import inspect
from pathlib import Path

from attrs import frozen

from tests.sdk.cli.console import run_here
from trivet.cli.command_function import with_groups

KEY = {"TRIVET_BUS_ACCOUNT_KEY": "k"}


def test_command_has_its_own_and_the_shared_options(probe: Path) -> None:
    result = run_here("probe-bus", "--help")
    assert result.status == 0
    for option in (
        "--prefetch",
        "--profile",
        "--base-url",
        "--token-file",
        "--timeout",
        "--output",
        "--fields",
        "--raw",
    ):
        assert option in result.out
    assert "Show records of the bus service." in result.out
    assert "Examples\n  trivet probe-bus stops" in result.out.replace("`", "")


def test_function_returns_the_exit_status(probe: Path) -> None:
    assert run_here("probe-bus", "exit", env=KEY) == (7, "", "")


def test_fields_are_separated_by_commas(probe: Path) -> None:
    result = run_here("probe-bus", "hostile", "--fields", " id, nested.text ,", "-o", "ndjson", env=KEY)
    assert result.out.startswith('{"id":1,"nested.text":')


@frozen
class Speed:
    """The speed of a journey."""

    rate: float | None = None
    workers: int = 8


def travel(first: str, to: str = "sea", *, speed: Speed, back: bool = False) -> int:
    """Travel."""
    assert (first, to, back) == ("now", "sea", True)
    return int((speed.rate or 0) * speed.workers)


def test_fields_of_a_group_are_parameters_and_reach_the_function_as_one() -> None:
    function = with_groups(travel)
    parameters = inspect.signature(function).parameters
    assert list(parameters) == ["first", "to", "rate", "workers", "back"]
    assert (parameters["rate"].annotation, parameters["workers"].default) == (float | None, 8)
    assert function.__doc__ == "Travel."
    assert function("now", to="sea", rate=2.0, workers=3, back=True) == 6
