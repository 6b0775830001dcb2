"""Commands that are imported when they are used."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
import typer
from typer.testing import CliRunner

from trivet.cli.lazy_group import LazyCommand, LazyGroup

IMPORTED: list[str] = []


class Lazy(LazyGroup):
    lazy = {each: LazyCommand(f"lazy_of_a_test:add_{each}", f"The {each}.") for each in ("first", "second")}  # noqa: RUF012


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    module = ModuleType("lazy_of_a_test")

    def add(app: typer.Typer, name: str) -> None:
        IMPORTED.append(name)

        @app.command(name)
        def command() -> None:
            """Say its name."""
            typer.echo(name)

    module.__dict__.update({f"add_{each}": lambda app, each=each: add(app, each) for each in ("first", "second")})
    monkeypatch.setitem(sys.modules, "lazy_of_a_test", module)
    IMPORTED.clear()
    app = typer.Typer(cls=Lazy, no_args_is_help=True)
    app.callback()(lambda: None)
    app.command("third")(lambda: typer.echo("third"))
    return app


def test_list_of_commands_imports_none(app: typer.Typer) -> None:
    shown = CliRunner().invoke(app, ["--help"]).output
    assert shown.index("The first.") < shown.index("The second.") < shown.index("third")
    assert IMPORTED == []


@pytest.mark.parametrize(("name", "imported"), [("second", ["second"]), ("third", [])])
def test_only_the_command_that_runs_is_imported(app: typer.Typer, name: str, imported: list[str]) -> None:
    found = CliRunner().invoke(app, [name])
    assert (found.exit_code, found.output) == (0, f"{name}\n")
    assert imported == IMPORTED


def test_unknown_command_is_refused_with_the_near_one_that_is_not_imported(app: typer.Typer) -> None:
    found = CliRunner().invoke(app, ["secnd"], env={"COLUMNS": "200"})
    assert found.exit_code == 2
    assert "No such command 'secnd'. Did you mean 'second'?" in found.output
    assert IMPORTED == []


def test_help_that_was_not_asked_for_goes_to_stderr(app: typer.Typer) -> None:
    found = CliRunner().invoke(app, [])
    assert (found.exit_code, found.stdout) == (2, "")
    assert "The first." in found.stderr
