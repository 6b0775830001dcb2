"""The command `trivet contract effects`: the table of effects as text, and how it joins the group `contract`."""

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import typer
from typer.testing import CliRunner

from trivet_checks.commands.effects import add
from trivet_stubs.commands import contract

ROOT = Path(__file__).parents[3]


def run(*arguments):
    app = typer.Typer()
    app.callback()(lambda: None)
    add(app)
    return CliRunner().invoke(app, ["effects", *arguments])


def test_effects_of_each_write_are_printed_with_the_words_that_state_them():
    result = run("chat")

    assert result.exit_code == 0
    deleted = [line for line in result.stdout.splitlines() if line.startswith("conversations.delete ")]
    assert any(
        "conversations.list" in line and "not there  " in line and "its messages are" in line for line in deleted
    )
    assert any("conversations.open_shared" in line and "assumed" in line for line in deleted)


def test_service_without_a_table_of_effects_is_a_message():
    result = run("bus")

    assert (result.exit_code, result.stdout) == (2, "")
    assert "'bus' has no table of effects, as it has no writes; agent and chat have one" in result.stderr


def test_command_joins_the_group_by_the_entry_point_of_the_package(monkeypatch):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = project["entry-points"][contract.ENTRY_POINTS]
    entries = [EntryPoint(name, value, contract.ENTRY_POINTS) for name, value in named.items()]
    monkeypatch.setattr(contract, "entry_points", lambda group: entries)
    app = typer.Typer()
    app.callback()(lambda: None)
    contract.add(app)

    assert CliRunner().invoke(app, ["contract", "effects", "chat"]).stdout.startswith("WRITE")
