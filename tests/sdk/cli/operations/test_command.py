"""An operation as a command: parameters, help and examples."""

from __future__ import annotations

from typing import Any

import pytest
import typer

from tests.sdk.cli.console import run_here
from trivet.cli.help_page import with_pages
from trivet.cli.operations.command import add_operation
from trivet.cli.operations.table import Operation, load


def command_of(operation: Operation) -> Any:
    app = typer.Typer()
    app.callback()(lambda: None)
    add_operation(app, "it", "chat", operation)
    group: Any = typer.main.get_command(app)
    return group.commands["it"]


def options(operation: Operation) -> dict[str, Any]:
    return {parameter.opts[0]: parameter for parameter in command_of(operation).params}


def test_kinds_of_inputs_become_kinds_of_options() -> None:
    inputs = [
        {"name": name, "wire": name, "place": "query", "option": name, "kind": kind, "help": "It.", **more}
        for name, kind, more in (
            ("text", "text", {}),
            ("count", "integer", {}),
            ("part", "number", {}),
            ("on", "boolean", {}),
            ("at", "datetime", {}),
            ("tags", "text", {"many": True}),
            ("mode", "text", {"values": ["a", "b"]}),
            ("size", "json", {"shape": {"kind": "any"}}),
        )
    ]
    parameters = options(
        Operation("x.list", "GET", "/x", "X.", "value", "trivet chat x list", "client.x.list()", inputs)
    )
    assert [parameters[name].type.convert("1", None, None) for name in ("--count", "--part")] == [1, 1.0]
    assert [parameters[name].multiple for name in ("--tags", "--text")] == [True, False]
    assert parameters["--on"].secondary_opts == ["--no-on"]
    assert parameters["--mode"].metavar == "a|b"
    assert parameters["--size"].metavar == "JSON|@FILE|-"


def test_secret_has_only_options_for_a_file_and_a_variable() -> None:
    parameters = options(load("agent").operations["mcp", "server", "oauth", "callback"])
    assert {"--code-file", "--code-env"} <= parameters.keys()
    assert "--code" not in parameters


def test_text_of_a_contract_is_not_rendered_as_markup() -> None:
    summary = "List [bold]all[/bold] things [x]."
    operation = Operation("x.list", "GET", "/x", summary, "value", "trivet chat x list", "client.x.list()", [])
    app = typer.Typer()
    app.callback()(lambda: None)
    add_operation(app, "it", "chat", operation)
    command = with_pages(typer.main.get_command(app)).commands["it"]
    assert command.make_context("it", [], resilient_parsing=True).get_help().startswith(f"{summary}\n")


@pytest.mark.parametrize(
    ("words", "example"),
    [
        (("chat", "conversations", "get"), "trivet chat conversations get 0190c1f6-"),
        (("bus", "stops", "list"), "trivet bus stops list --all -o ndjson"),
        (("chat", "conversations", "open-shared"), "open-shared --shared-token-file FILE"),
        (("agent", "mcp", "server", "oauth", "start"), 'client.mcp.server.oauth.start("tracker")'),
    ],
)
def test_help_has_examples(words: tuple[str, ...], example: str) -> None:
    result = run_here(*words, "--help")
    assert result.status == 0
    assert example in " ".join(result.out.split())
