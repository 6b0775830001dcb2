"""The commands that join `trivet` by the entry points of the group `trivet.commands`.

An entry point is a function that adds its command: `def add(app: typer.Typer) -> None`. It is loaded when its command
runs; the list of commands shows a line about it that needs no import.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import typer

from trivet._core.extras import how_to_install

__all__ = ["GROUP", "HELP", "add_commands"]

GROUP = "trivet.commands"
HELP = {
    "check": "Try the rules of a contract on a server: which it keeps, which it breaks.",
    "stub": "Serve stubs, or the proxy that checks the traffic of a server.",
}
"""What the list of commands shows of our own."""

_OWN = "trivet"
_ANYTHING: dict[str, Any] = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def add_commands(app: typer.Typer, arguments: Sequence[str], found: Iterable[EntryPoint] | None = None) -> None:
    """Add the command that the arguments name; of every other one, what the list of commands shows.

    A command that cannot be imported is replaced by one that says why and exits with 2.

    >>> add_commands(app, ["check", "chat"])

    Args:
        app: The application.
        arguments: The arguments of the process, without its name.
        found: The entry points; without them, those of the installed distributions.
    """
    given = entry_points(group=GROUP) if found is None else found
    named = next((each for each in arguments if not each.startswith("-")), None)
    for each in {each.name: each for each in sorted(given, key=lambda each: each.name)}.values():
        if each.name != named:
            app.command(each.name, help=_help(each), context_settings=_ANYTHING)(_nothing)
            continue
        try:
            each.load()(app)
        except Exception as error:  # a broken command of another distribution must not break ours
            _add_missing(app, each.name, _why(each, error))


def _help(entry_point: EntryPoint) -> str:
    """Return a line without an import: ours, or what the distribution says of itself."""
    if entry_point.dist is None:
        return f"Added by {entry_point.module}."
    if entry_point.dist.name == _OWN:
        return HELP.get(entry_point.name, "")
    metadata: Any = entry_point.dist.metadata
    summary = metadata.get("Summary", "")
    return f"Added by {entry_point.dist.name}. {summary}".strip()


def _why(entry_point: EntryPoint, error: Exception) -> str:
    owner = "" if entry_point.dist is None else entry_point.dist.name
    if owner == _OWN and isinstance(error, ModuleNotFoundError):
        return f"needs more packages: {how_to_install('stubs')}"
    return f"cannot be loaded from {owner or entry_point.value}: {type(error).__name__}: {error}"


def _add_missing(app: typer.Typer, name: str, why: str) -> None:
    def missing() -> None:
        typer.echo(f"trivet {name}: {why}", err=True)
        raise typer.Exit(2)

    app.command(name, help="Not available; run it to see why.", context_settings=_ANYTHING)(missing)


def _nothing() -> None:
    """Do nothing: the list shows this command, and the one that runs is loaded."""
