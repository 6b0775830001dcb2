"""Groups of operations: made when they are used, and shared with recipes."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType
from typing import Annotated, Any

import pytest
import typer

from tests.sdk.cli.console import environment, run_here
from tests.sdk.cli.operations.calls import env_of
from trivet.cli import command_registry
from trivet.cli.command_function import add_recipe
from trivet.cli.invocation import Invocation
from trivet.cli.lazy_group import LazyCommand


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recipe of the test in place of `trivet bus arrivals`."""
    module = ModuleType("recipe_of_a_test")

    def board(
        invocation: Invocation,
        stops: Annotated[list[str], typer.Argument(metavar="STOP…")],
        *,
        watch: Annotated[bool, typer.Option("--watch", help="Keep it up to date.")] = False,
    ) -> int:
        """Show a board of the test."""
        invocation.show([{"stop": stop, "watch": watch} for stop in stops])
        return 7

    module.__dict__["add"] = lambda app: add_recipe(app, "arrivals", "bus", board)
    monkeypatch.setitem(sys.modules, "recipe_of_a_test", module)
    recipes = {"bus": {"arrivals": LazyCommand("recipe_of_a_test:add", "Show a board.")}}
    monkeypatch.setattr(command_registry, "RECIPES", recipes)


@pytest.mark.parametrize(
    "words",
    [("54009", "--watch"), ("--watch", "54009"), ("-o", "json", "54009", "--watch"), ("--watch", "--", "54009")],
)
def test_argument_that_is_not_an_operation_goes_to_the_recipe(recipe: None, words: tuple[str, ...]) -> None:
    result = run_here("bus", "arrivals", *words)
    assert (result.status, result.err) == (7, "")
    assert '"54009"' in result.out
    assert "true" in result.out


def test_name_of_an_operation_goes_to_the_operation(recipe: None, bus_server: Any) -> None:
    result = run_here("bus", "arrivals", "get", "54009", "--fields", "bus_stop_code", env=env_of("bus", bus_server))
    assert (result.status, result.err) == (0, "")
    assert '"54009"' in result.out


def test_help_shows_the_operations_and_the_recipe(recipe: None) -> None:
    result = run_here("bus", "arrivals", "--help")
    assert result.status == 0
    assert result.out.startswith(
        "Show a board of the test.\n\nUsage\n  trivet bus arrivals [OPTIONS] STOP…\n  trivet bus arrivals COMMAND …\n"
    )
    assert "\n  get  Get the real-time arrivals at one bus stop.\n" in result.out
    assert "\n  --watch " in result.out
    assert "completion" not in result.out
    assert "  arrivals          Show a board. Also: get.\n" in run_here("bus", "--help").out


def test_recipe_that_cannot_be_imported_leaves_the_help_of_the_operations(monkeypatch: pytest.MonkeyPatch) -> None:
    recipes = {"bus": {"arrivals": LazyCommand("no_module_of_a_test:add", "Show a board.")}}
    monkeypatch.setattr(command_registry, "RECIPES", recipes)
    result = run_here("bus", "arrivals", "--help")
    assert result.status == 0
    assert "get" in result.out


def test_unknown_command_in_a_group_exits_with_2() -> None:
    for words in (("chat", "converations"), ("chat", "admin", "users", "lst"), ("agent", "mcp", "server", "x", "y")):
        result = run_here(*words)
        assert result.status == 2
        assert "No such command" in result.err


def test_help_of_a_service_imports_no_models_and_no_other_table() -> None:
    code = """
import sys, trivet.cli.operations.table as table
loaded, real = [], table.load
table.load = lambda service: loaded.append(service) or real(service)
sys.argv = ["trivet", *sys.argv[1:]]
from trivet.cli.main import main
try:
    main()
except SystemExit:
    pass
heavy = ("cattrs", "httpx", "trivet_stubs", "trivet.cli.operations.run", "trivet.chat._generated")
names = [module for module in sys.modules if module.startswith(heavy)]
print(loaded, names, file=sys.stderr)
"""
    result = subprocess.run(
        [sys.executable, "-c", code, "chat", "--help"],
        env=environment({}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 0
    assert result.stderr == "['chat'] []\n"
