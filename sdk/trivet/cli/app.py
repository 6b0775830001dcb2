"""The application: its own options, and the commands that other distributions and the stubs add."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

import typer

from trivet._version import __version__
from trivet.cli.commands import add_commands
from trivet.cli.lazy_group import LazyCommand, LazyGroup

__all__ = ["make_app"]


class _Commands(LazyGroup):
    lazy: ClassVar[Mapping[str, LazyCommand]] = {
        "bus": LazyCommand("trivet.cli.services:add_bus", "Bus arrivals, routes, stops and passenger volume."),
        "chat": LazyCommand("trivet.cli.services:add_chat", "Conversations, ratings, shares and their administration."),
        "agent": LazyCommand("trivet.cli.services:add_agent", "A coding-agent server: sessions, prompts, events."),
    }


def make_app(arguments: Sequence[str]) -> typer.Typer:
    """Make the application; of the commands that join it, only those that the arguments need are imported.

    >>> make_app(sys.argv[1:])(prog_name="trivet")
    """
    app = typer.Typer(
        name="trivet",
        cls=_Commands,
        add_completion=False,
        pretty_exceptions_enable=False,  # their tracebacks show local variables, which may be tokens
        epilog="Exit status: 0 success, 1 a command found something, 2 it could not run, 130 it was interrupted.",
    )
    app.callback(invoke_without_command=True)(_options)
    add_commands(app, arguments)
    return app


def _options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.", is_eager=True)] = False,
) -> None:
    """Tools around three services: clients, stub servers, and checks of a server."""
    if version:
        typer.echo(f"trivet {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        context.fail("Missing command; `trivet --help` lists them.")
