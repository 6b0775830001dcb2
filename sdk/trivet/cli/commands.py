"""The commands that join `trivet` by the entry points of the group `trivet.commands`.

An entry point is a function that adds its command: `def add(app: typer.Typer) -> None`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import typer

__all__ = ["GROUP", "add_commands"]

GROUP = "trivet.commands"
_OWN = "trivet"
_ANYTHING: dict[str, Any] = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def add_commands(app: typer.Typer, arguments: Sequence[str], found: Iterable[EntryPoint] | None = None) -> None:
    """Add the command that the first argument names; every command if it names none, as for `--help`.

    A command that cannot be imported is replaced by one that says why and exits with 2.

    Args:
        app: The application.
        arguments: The arguments of the process, without its name.
        found: The entry points; without them, those of the installed distributions.
    """
    given = entry_points(group=GROUP) if found is None else found
    by_name = {each.name: each for each in sorted(given, key=lambda each: each.name)}
    named = by_name.get(arguments[0]) if arguments else None
    for each in by_name.values() if named is None else (named,):
        try:
            each.load()(app)
        except Exception as error:  # a broken command of another distribution must not break ours
            _add_missing(app, each.name, _why(each, error))


def _why(entry_point: EntryPoint, error: Exception) -> str:
    owner = "" if entry_point.dist is None else entry_point.dist.name
    if owner == _OWN and isinstance(error, ModuleNotFoundError):
        return "needs more packages: pip install 'trivet[stubs]'"
    return f"cannot be loaded from {owner or entry_point.value}: {type(error).__name__}: {error}"


def _add_missing(app: typer.Typer, name: str, why: str) -> None:
    def missing() -> None:
        typer.echo(f"trivet {name}: {why}", err=True)
        raise typer.Exit(2)

    app.command(name, help="Not available; run it to see why.", context_settings=_ANYTHING)(missing)
