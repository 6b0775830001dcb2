"""The application of the command."""

from __future__ import annotations

import typer
from typer.testing import CliRunner

from trivet.cli.app import make_app


def test_unknown_command_exits_with_2() -> None:
    found = CliRunner().invoke(make_app(["chekc"]), ["chekc"])
    assert found.exit_code == 2
    assert "chekc" in found.output


def test_help_names_the_commands_and_the_exit_statuses() -> None:
    found = CliRunner().invoke(make_app(["--help"]), ["--help"], env={"COLUMNS": "200"})
    assert found.exit_code == 0
    assert "check" in found.output
    assert "--version" in found.output
    assert "2 it could not run" in found.output


def test_error_of_a_command_shows_no_local_variables() -> None:
    app = make_app(["--version"])

    @app.command()
    def leak() -> None:
        token = "s3cret"
        raise RuntimeError(len(token))

    found = CliRunner().invoke(app, ["leak"])
    assert isinstance(found.exception, RuntimeError)
    assert "s3cret" not in found.output
    assert isinstance(app, typer.Typer)
    assert not app.pretty_exceptions_enable
