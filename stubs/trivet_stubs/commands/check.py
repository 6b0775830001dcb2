"""The command `trivet check`: tries the rules of a contract on a server."""

from typing import Annotated

import typer

from trivet_stubs.checks.run import run  # without the extra `stubs` this fails, and the command says so


def add(app: typer.Typer) -> None:
    """Add the command; `trivet` calls it by the entry point `check`."""
    app.command("check")(check)


def check(service: Annotated[str, typer.Argument(help="bus, chat or agent")]) -> None:
    """Try the rules of a contract on a server."""
    typer.echo(f"{service}: {run.__name__} is not there yet", err=True)
    raise typer.Exit(2)
