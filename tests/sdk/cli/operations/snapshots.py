"""The help of some commands as text files; `python -m tests.sdk.cli.operations.snapshots` writes them."""

from __future__ import annotations

import re
from pathlib import Path

from tests.sdk.cli.console import run_here

__all__ = ["COMMANDS", "FOLDER", "help_of"]

FOLDER = Path(__file__).parent / "snapshots"

COMMANDS = (
    "chat admin",
    "bus stops list",
    "bus passenger-volume by-stop",
    "chat admin ratings export",
    "chat conversations messages create",
    "agent auth create",
    "agent event subscribe",
    "agent session create",
    "agent request",
)
"""A group, and a command of each kind."""


def help_of(command: str) -> str:
    """Return the help of a command, 100 columns wide, without the options that all commands share."""
    text = run_here(*command.split(), "--help", env={"COLUMNS": "100"}).out
    return re.sub(r"Shared options\n.*?\n\n", "", text, flags=re.S)


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for command in COMMANDS:
        (FOLDER / f"{command.replace(' ', '_')}.txt").write_text(help_of(command), "utf-8")


if __name__ == "__main__":
    main()
