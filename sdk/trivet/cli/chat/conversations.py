"""`trivet chat conversations export`: saves all conversations of all users to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trivet.cli.chat.saving import save
from trivet.cli.invocation import Invocation
from trivet.cli.recipe import add_recipe

__all__ = ["add"]

EXAMPLES = ("trivet chat conversations export --out conversations.json",)


def add(app: typer.Typer) -> None:
    """Add the group `conversations`, whose operations are those of the contract."""
    conversations = typer.Typer(help="Export all conversations.", no_args_is_help=True)
    conversations.callback()(_nothing)  # so that one command stays a group of one
    add_recipe(conversations, "export", "chat", export, epilog="\n\n".join(EXAMPLES))
    app.add_typer(conversations, name="conversations")


def export(
    invocation: Invocation,
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file; default: the service's name for it, here.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Save every conversation of every user, with messages and ratings, to a file, which is there once it is whole."""
    save(invocation, invocation.chat.admin.conversations.export(), out, "conversations", force=force)


def _nothing() -> None:
    """Do nothing."""
