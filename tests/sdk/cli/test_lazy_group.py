"""Commands that are imported when they are used."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
import typer
from typer.testing import CliRunner

from tests.sdk.cli.console import run_here
from trivet.cli.lazy_group import LazyCommand, LazyGroup

IMPORTED: list[str] = []


class Lazy(LazyGroup):
    lazy = {name: LazyCommand(f"lazy_of_a_test:add_{name}", f"The {name}.") for name in ("first", "second")}  # noqa: RUF012


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    module = ModuleType("lazy_of_a_test")

    def add(app: typer.Typer, name: str) -> None:
        IMPORTED.append(name)

        @app.command(name)
        def command() -> None:
            """Say its name."""
            typer.echo(name)

    module.__dict__.update({f"add_{name}": lambda app, name=name: add(app, name) for name in ("first", "second")})
    monkeypatch.setitem(sys.modules, "lazy_of_a_test", module)
    IMPORTED.clear()
    app = typer.Typer(cls=Lazy, no_args_is_help=True)
    app.callback()(lambda: None)
    app.command("third")(lambda: typer.echo("third"))
    return app


def test_list_of_commands_imports_none(app: typer.Typer) -> None:
    output = CliRunner().invoke(app, ["--help"]).output
    assert output.index("The first.") < output.index("The second.") < output.index("third")
    assert IMPORTED == []


@pytest.mark.parametrize(("name", "imported"), [("second", ["second"]), ("third", [])])
def test_only_the_command_that_runs_is_imported(app: typer.Typer, name: str, imported: list[str]) -> None:
    result = CliRunner().invoke(app, [name])
    assert (result.exit_code, result.output) == (0, f"{name}\n")
    assert imported == IMPORTED


def test_unknown_command_is_refused_with_a_near_one_that_is_not_imported(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["secnd"], standalone_mode=False)
    assert str(result.exception) == "No such command 'secnd'. Did you mean 'second'?"
    assert IMPORTED == []


def test_help_after_missing_arguments_goes_to_stderr(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, [], standalone_mode=False)
    assert (result.stdout, "The first." in str(result.exception)) == ("", True)
    missing = run_here("config")
    assert (missing.status, missing.out, missing.err[:9]) == (2, "", "Settings,")
