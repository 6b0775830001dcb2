"""The options that every command has, and their values in one run."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from attrs import field, frozen


class Format(Enum):
    """The formats of records."""

    TABLE = "table"
    JSON = "json"
    NDJSON = "ndjson"
    CSV = "csv"
    YAML = "yaml"


class Adapter(Enum):
    """The servers of the agent service that need an adapter."""

    NONE = "none"
    OPENCODE = "opencode"


@frozen
class Options:
    """The values of the shared options in one run.

    Attributes:
        profile: The name of a profile in the settings file, or None for the one that the environment or the file names.
        base_url: The URL of the service, or None for the one of the profile or the environment.
        token_file: The file with the credential, `-` for standard input, or None.
        timeout: Seconds, as the clients' `timeout`; None for the one of the profile, or the clients' default.
        output: The format, or None: a table on a terminal, JSON elsewhere.
        fields: The fields to show, in this order; empty for all.
        raw: Whether text is written as it came, without escapes of control characters and of formulas in CSV.
        debug: Whether errors show more than one line.
        adapter: The adapter of the agent service's server, or None for the one of the profile or the environment.
    """

    profile: str | None = None
    base_url: str | None = None
    token_file: Path | None = None
    timeout: float | None = None
    output: Format | None = None
    fields: tuple[str, ...] = field(default=(), converter=tuple[str, ...])
    raw: bool = False
    debug: bool = False
    adapter: Adapter | None = None


_PANEL = "Shared options"

SHARED: dict[str, object] = {
    "profile": Annotated[
        str | None, typer.Option(metavar="NAME", help="A profile of the settings file.", rich_help_panel=_PANEL)
    ],
    "base_url": Annotated[
        str | None, typer.Option(metavar="URL", help="The URL of the service.", rich_help_panel=_PANEL)
    ],
    "token_file": Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file with the key or token; - is stdin.", rich_help_panel=_PANEL),
    ],
    "timeout": Annotated[
        float | None, typer.Option(metavar="S", help="Wait at most S seconds for data.", rich_help_panel=_PANEL)
    ],
    "output": Annotated[
        Format | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FORMAT",
            help="table, json, ndjson, csv or yaml. Default: table on a terminal, else json.",
            rich_help_panel=_PANEL,
        ),
    ],
    "fields": Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Show only these fields; a.b is field b within a.", rich_help_panel=_PANEL),
    ],
    "raw": Annotated[bool, typer.Option("--raw", help="Write text without escapes.", rich_help_panel=_PANEL)],
    "debug": Annotated[bool, typer.Option("--debug", help="Show more of an error.", rich_help_panel=_PANEL)],
}
"""The shared options as parameters of a function that typer reads; all are optional."""

SHARED_BY_SERVICE: Mapping[str, Mapping[str, object]] = {
    "agent": {
        "adapter": Annotated[
            Adapter | None,
            typer.Option(help="opencode: the server is `opencode serve`.", rich_help_panel=_PANEL),
        ]
    }
}
"""More shared options, for the commands of one service."""
