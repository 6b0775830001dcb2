"""`trivet chat conversations export`, and exports to a file in general: with progress, whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivet import TrivetError
from trivet.cli.chat import sharing
from trivet.cli.command_function import add_recipe, with_groups
from trivet.cli.invocation import Invocation
from trivet.cli.lazy_group import LazyGroup
from trivet.cli.options import Force, check_output, is_stdout, there_already
from trivet.cli.terminal import progress

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.chat import Export

EXAMPLES = ("trivet chat conversations export --out conversations.json",)


def add(app: typer.Typer) -> None:
    """Add the command to the group `conversations`, next to the operations of the contract."""
    conversations = typer.Typer(cls=LazyGroup, help="Export all conversations; share your own.", no_args_is_help=True)
    add_recipe(conversations, "export", "chat", export, epilog="\n\n".join(EXAMPLES))
    for function, examples in sharing.EXAMPLES.items():
        add_recipe(conversations, function.__name__, "chat", with_groups(function), epilog="\n\n".join(examples))
    app.add_typer(conversations, name="conversations")


def export(
    invocation: Invocation,
    *,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file, - for stdout; default: the service's name for it, here."),
    ] = None,
    force: Force = False,
) -> None:
    """Save every conversation of every user, with messages and ratings, to a file, which is there once it is whole."""
    save(invocation, invocation.chat.admin.conversations.export(), out, "conversations", force=force)


def save(invocation: Invocation, document: Export[Any], out: Path | None, nouns: str, *, force: bool) -> None:
    """Save an export, and write its path and size to stdout.

    >>> save(invocation, invocation.chat.admin.conversations.export(), Path("all.json"), "conversations", force=False)

    Args:
        invocation: The run of the command.
        document: The export.
        out: The file; by default the service's name for it, in the current folder. `-` is stdout, which gets the
            document alone.
        nouns: The name of its records, in the plural.
        force: Whether an existing file is replaced.

    Raises:
        UsageError: The file exists, or cannot be written; nothing was sent.
        TrivetError: A file with the service's name for it exists.
        APIError, OSError: The document did not arrive, or was not written whole; an existing file is unchanged.
    """
    invocation.check_fields(records=[saved_file(nouns)])
    to_stdout = is_stdout(out)
    if out is not None and not to_stdout:
        check_output("--out", out, force=force)
    with progress(f"Saving {nouns}", unit="B") as advance:
        if to_stdout:
            from trivet.cli.operations.results import write_whole_to_stdout  # noqa: PLC0415  # the help needs no client

            write_whole_to_stdout(lambda path: document.save(path, progress=advance))
            return
        try:
            saved = document.save(out, overwrite=force, progress=advance)
        except FileExistsError as error:  # the service chose the name
            raise TrivetError(there_already("--out", Path(error.filename))) from None
    invocation.show_one(saved_file(nouns, saved.path, saved.count))


def saved_file(nouns: str, path: Path | None = None, count: int = 0) -> dict[str, Any]:
    """Return the result of an export; without a path, only its fields count."""
    return {"path": str(path), nouns: count, "bytes": 0 if path is None else path.stat().st_size}
