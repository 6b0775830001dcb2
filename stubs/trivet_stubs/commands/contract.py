"""The command `trivet contract`: a contract with its rules as one document, and what differs between two versions."""

from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, NoReturn

import orjson
import typer

from trivet_stubs._generated.names import SERVICES
from trivet_stubs.kernel.contract_diff import check_contract, contract_changes, contract_document
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.printable_text import printable

_EXIT = "Exit status: 0 there is no difference, 1 there is one, 2 a file cannot be read."
ENTRY_POINTS = "trivet_stubs.contract_commands"
"""The group of entry points by which commands of other packages join, such as `effects`."""
_VERSION = f"A file that `trivet contract show` has written, or {', '.join(SERVICES)} for the installed version."


def add(app: typer.Typer) -> None:
    """Add the group of commands; `trivet` calls it by the entry point `contract`.

    >>> add(app)
    """
    group = typer.Typer(help="A contract with its rules as a document, and the changes between two versions.")
    group.command("show")(show)
    group.command("diff", epilog=_EXIT)(diff)
    for entry in entry_points(group=ENTRY_POINTS):
        if find_spec(entry.module.partition(".")[0]) is not None:  # as `joined_commands` says
            entry.load()(group)
    app.add_typer(group, name="contract", no_args_is_help=True)


def show(service: Annotated[str, typer.Argument(metavar="SERVICE", help=f"One of {', '.join(SERVICES)}.")]) -> None:
    """Print the contract of a service as JSON: its rules, its freedoms, and the spec.

    Keep it, to compare a later version with it.
    """
    if service not in SERVICES:
        _fail(f"{service!r} is not one of {', '.join(SERVICES)}")
    typer.echo(orjson.dumps(contract_document(service), option=orjson.OPT_INDENT_2).decode())


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help=_VERSION)],
    new: Annotated[str, typer.Argument(metavar="NEW", help=_VERSION)],
) -> None:
    """List the rules and operations that differ between two versions of a contract.

    A changed operation is listed with the parts of the spec that differ, and with the rules that concern it.
    """
    try:
        changes = contract_changes(_version(old), _version(new))
    except ValueError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}")
    for change in changes:
        typer.echo("\n".join(printable(line, 1000) for line in str(change).split("\n")))
    raise typer.Exit(1 if changes else 0)


def _version(text: str) -> Any:
    if text in SERVICES:
        return contract_document(text)
    try:
        return check_contract(loads(Path(text).read_bytes()))
    except ValueError as error:
        raise ValueError(f"{text}: not a contract of `trivet contract show`: {error}") from None


def _fail(message: str) -> NoReturn:
    typer.echo(f"trivet contract: {printable(message, 1000)}", err=True)
    raise typer.Exit(2)
