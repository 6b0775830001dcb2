"""The command `trivet completion`, which prints what a shell needs to complete the others."""

from __future__ import annotations

import os
from enum import Enum
from typing import Annotated

import typer

__all__ = ["Shell", "add_completion"]

_VARIABLE = "_TRIVET_COMPLETE"


class Shell(Enum):
    """The shells that can complete a line."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


def add_completion(app: typer.Typer) -> None:
    """Add the command.

    >>> add_completion(app)
    """
    app.command("completion", epilog='Example, in ~/.bashrc: `eval "$(trivet completion bash)"`')(completion)


def completion(
    context: typer.Context, shell: Annotated[Shell, typer.Argument(help="The shell.", metavar="SHELL")]
) -> None:
    """Print the completion script of a shell: bash, zsh, fish or powershell."""
    os.environ[_VARIABLE] = f"source_{shell.value}"  # the protocol that the scripts of typer use, too
    try:
        context.find_root().command.main(args=[], prog_name="trivet")
    finally:
        del os.environ[_VARIABLE]
