"""The command `trivet contract effects`: what each write of a service changes, in every place that shows it."""

from typing import Annotated

import typer

from trivet_stubs.kernel.printable_text import printable


def add(group: typer.Typer) -> None:
    """Add the command to the group `contract`, which calls this if the package is there.

    >>> add(group)
    """
    group.command("effects")(effects)


def effects(service: Annotated[str, typer.Argument(metavar="SERVICE", help="The service: chat.")]) -> None:
    """Print what each write changes: write, place, caller, field, and the words of the contract, or "assumed".

    The places are the operations that show a record, by the spec. `trivet check --allow-writes` judges each line.
    """
    from trivet_checks.checks.effects.table import table  # noqa: PLC0415  # a page of help reads no contract

    try:
        for line in table(service):
            typer.echo(printable(line, 1000).rstrip())
    except ValueError as error:
        typer.echo(f"trivet contract effects: {error}", err=True)
        raise typer.Exit(2) from None
