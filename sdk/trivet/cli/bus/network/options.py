"""The options of every command that needs the network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

__all__ = ["MaxAge", "NetworkFile", "Refresh"]

_PANEL = "The network: services, routes and stops"

NetworkFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--network",
        metavar="FILE",
        help="Keep the network in this file; without it, in the user's cache folder.",
        rich_help_panel=_PANEL,
    ),
]
MaxAge: TypeAlias = Annotated[
    str,
    typer.Option(
        "--max-age", metavar="AGE", help="Fetch the network again if it is older, as 7d or 12h.", rich_help_panel=_PANEL
    ),
]
Refresh: TypeAlias = Annotated[
    bool, typer.Option("--refresh", help="Fetch the network again, however old it is.", rich_help_panel=_PANEL)
]
