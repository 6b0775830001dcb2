"""The groups of the services, and commands that join by entry points."""

from __future__ import annotations

import re
import sys
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tests.sdk.cli.console import run_here
from trivet._generated.names import SERVICES
from trivet.cli import command_registry
from trivet.cli.command_registry import ENTRY_POINTS, add_commands, groups, help_of


def test_every_service_has_a_group() -> None:
    assert {"agent", "bus", "chat"} <= {*SERVICES}
    assert {name: command.target for name, command in groups().items()} == {
        service: f"trivet.cli.command_registry:add_{service}" for service in SERVICES
    }


def test_group_of_a_service_holds_operations_recipes_and_request() -> None:
    app = typer.Typer()
    app.callback()(lambda: None)
    command_registry.add_bus(app)
    root: Any = typer.main.get_command(app)
    names = root.commands["bus"].list_commands(None)
    assert {"arrivals", "stops", "request", *command_registry.RECIPES["bus"]} <= set(names)


def test_service_without_a_line_of_help_gets_one() -> None:
    assert help_of("tram") == "The tram service."
    with pytest.raises(AttributeError, match="add_tram"):
        _ = command_registry.add_tram
    with pytest.raises(AttributeError, match="remove_bus"):
        _ = command_registry.remove_bus


LOADED: list[str] = []


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> str:
    """A module with functions that add a command, and one that fails."""
    module = ModuleType("plugin_of_a_test")

    def add(app: typer.Typer) -> None:
        LOADED.append("add")

        @app.command("greet")
        def greet(name: str) -> None:
            typer.echo(f"Hello, {name}")

    def broken(app: typer.Typer) -> None:
        raise ValueError("[red]bad[/red] table")

    module.__dict__.update(add=add, broken=broken)
    monkeypatch.setitem(sys.modules, "plugin_of_a_test", module)
    LOADED.clear()
    return "plugin_of_a_test"


def app_with(arguments: list[str], *entries: tuple[str, str]) -> typer.Typer:
    """An application with the commands of these entry points."""
    app = typer.Typer()
    app.callback()(lambda: None)
    add_commands(app, arguments, [EntryPoint(name, value, ENTRY_POINTS) for name, value in entries])
    return app


def test_entry_point_adds_its_command(plugin: str) -> None:
    result = CliRunner().invoke(app_with(["greet", "you"], ("greet", f"{plugin}:add")), ["greet", "you"])
    assert (result.exit_code, result.output) == (0, "Hello, you\n")


def test_only_the_named_command_is_imported(plugin: str) -> None:
    app_with(["greet"], ("greet", f"{plugin}:broken"), ("other", f"{plugin}:add"))
    app_with(["--help"], ("greet", f"{plugin}:broken"), ("other", f"{plugin}:add"))
    assert LOADED == []
    app_with(["--debug", "other", "--help"], ("greet", f"{plugin}:broken"), ("other", f"{plugin}:add"))
    assert LOADED == ["add"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("plugin_of_a_test:broken", "ValueError: [red]bad[/red] table"),
        ("plugin_of_a_test:absent", "has no attribute 'absent'"),
        ("no_such_module_of_a_test:add", "No module named 'no_such_module_of_a_test'"),
    ],
)
def test_command_that_cannot_be_loaded_prints_the_reason_and_exits_with_2(
    plugin: str, value: str, message: str
) -> None:
    arguments = ["lost", "--any", "thing", "--help"]
    result = CliRunner().invoke(app_with(arguments, ("lost", value)), arguments)
    assert result.exit_code == 2
    assert result.output.startswith(f"trivet lost: cannot be loaded from {value}: ")
    assert message in result.output


def test_broken_command_leaves_the_others_and_the_help_whole(plugin: str) -> None:
    entries = (("greet", f"{plugin}:add"), ("lost", f"{plugin}:broken"))
    result = CliRunner().invoke(app_with(["--help"], *entries), ["--help"], env={"COLUMNS": "200"})
    assert result.exit_code == 0
    assert "greet" in result.output
    assert f"Added by {plugin}." in result.output


def test_help_without_an_import_equals_the_help_of_the_command() -> None:
    left = dict(command_registry.COMMAND_HELP)
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.dist is not None and entry.dist.name == "trivet":
            app = typer.Typer()
            entry.load()(app)
            groups = [group.typer_instance.info.help for group in app.registered_groups if group.typer_instance]
            texts = [*(command.callback.__doc__ for command in app.registered_commands), *groups]
            first = (texts[0] or "").partition("\n")[0]
            summary = re.split("[:.,]", first)[0]
            assert left.pop(entry.name).startswith(summary)
    assert left == {}


def test_summary_of_a_distribution_describes_its_commands(probe: object) -> None:
    result = run_here("--help")
    assert re.search(r"probe-bus +Added by probe. Tries the base.", result.out)
    assert run_here("probe-bus", "exit", env={"TRIVET_BUS_ACCOUNT_KEY": "k"}).status == 7
