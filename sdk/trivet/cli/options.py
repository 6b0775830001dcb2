"""The options that commands share, and their values in one run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer
from attrs import field, frozen

from trivet.cli.failures import UsageError

if TYPE_CHECKING:
    from trivet.cli.output.query import Query


class Format(Enum):
    """The formats of records."""

    TABLE = "table"
    JSON = "json"
    NDJSON = "ndjson"
    CSV = "csv"
    YAML = "yaml"


class ErrorFormat(Enum):
    """The formats of an error on stderr."""

    TEXT = "text"
    JSON = "json"


class Adapter(Enum):
    """The servers of the agent service that need an adapter."""

    NONE = "none"
    OPENCODE = "opencode"


def _query(expression: str | Query | None) -> Query | None:
    if not isinstance(expression, str):
        return expression
    from trivet.cli.output.query import Query  # noqa: PLC0415  # most commands run without JMESPath

    return Query(expression)


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
        query: The JMESPath expression whose result is shown in place of the data, or None.
        raw: Whether text is written as it came, without escapes of control characters and of formulas in CSV.
        no_pager: Whether a table that is longer than the screen is shown without the user's pager.
        debug: Whether errors show more than one line.
        error_format: The format of an error, or None for the one of the profile or the environment, or else text.
        adapter: The adapter of the agent service's server, or None for the one of the profile or the environment.
    """

    profile: str | None = None
    base_url: str | None = None
    token_file: Path | None = None
    timeout: float | None = None
    output: Format | None = None
    fields: tuple[str, ...] = field(default=(), converter=tuple[str, ...])
    query: Query | None = field(default=None, converter=_query)
    raw: bool = False
    no_pager: bool = False
    debug: bool = False
    error_format: ErrorFormat | None = None
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
    "query": Annotated[
        str | None,
        typer.Option(
            metavar="EXPRESSION", help="Show the result of a JMESPath expression over the data.", rich_help_panel=_PANEL
        ),
    ],
    "raw": Annotated[bool, typer.Option("--raw", help="Write text without escapes.", rich_help_panel=_PANEL)],
    "no_pager": Annotated[
        bool, typer.Option("--no-pager", help="Show a long table without $PAGER.", rich_help_panel=_PANEL)
    ],
    "debug": Annotated[bool, typer.Option("--debug", help="Show more of an error.", rich_help_panel=_PANEL)],
    "error_format": Annotated[
        ErrorFormat | None,
        typer.Option(metavar="text|json", help="How an error is written to stderr.", rich_help_panel=_PANEL),
    ],
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

Force: TypeAlias = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
"""The option of every command that writes a file that the user names."""


def check_output(option: str, path: Path, *, force: bool) -> None:
    """Refuse a file that cannot be written, or that exists and may not be replaced, before any data is fetched for it.

    >>> check_output("--out", Path("maps/route.svg"), force=False)

    Args:
        option: The option that names it.
        path: The file.
        force: Whether an existing file is replaced.

    Raises:
        UsageError: As for `check_file`; or the path is taken by something else than a regular file, or by any file
            without `force`.
    """
    check_file(option, path)
    if path.exists() and not path.is_file():
        raise UsageError(f"{option}: {path} is not a file")
    if os.path.lexists(path) and not force:
        raise UsageError(there_already(option, path))


def check_file(option: str, path: Path) -> None:
    """Refuse a file that cannot be written.

    >>> check_file("--audit", Path("audit.ndjson"))

    Args:
        option: The option that names it.
        path: The file.

    Raises:
        UsageError: It is `-` or a folder, its folder is missing, or it cannot be written.
    """
    if is_stdout(path):
        raise UsageError(f"{option}: - would be stdout, which this option does not take; name a file")
    if path.is_dir():
        raise UsageError(f"{option}: {path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise UsageError(f"{option}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"{option}: {path} cannot be written")


def is_stdout(path: Path | None) -> bool:
    """Return whether the value of an option means stdout.

    >>> is_stdout(Path("-"))
    True
    """
    return path is not None and str(path) == "-"


def there_already(option: str, path: Path) -> str:
    """Return the message about a file that exists and may not be replaced.

    >>> there_already("--out", Path("ratings.json"))
    '--out: ratings.json is there already; --force replaces it'
    """
    return f"{option}: {path} is there already; --force replaces it"
