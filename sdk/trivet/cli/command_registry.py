"""The commands of `trivet`: a group for each service with its recipes, and commands that join by entry points.

An entry point of the group `trivet.commands` is a function that adds its command: `def add(app: typer.Typer) -> None`.
It is loaded when its command runs; the list of commands shows a line about it that needs no import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from trivet._core.extras import how_to_install
from trivet._generated.names import SERVICES
from trivet.cli.lazy_group import LazyCommand

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

RECIPES: Mapping[str, Mapping[str, LazyCommand]] = {
    "bus": {
        "arrivals": LazyCommand(
            "trivet.cli.bus.arrivals:add", "Show the next buses of stops, and keep them up to date."
        ),
        "near": LazyCommand("trivet.cli.bus.near:add", "List the stops near a position."),
        "ride": LazyCommand("trivet.cli.bus.ride:add", "Find direct rides between two stops, and their next buses."),
        "route": LazyCommand("trivet.cli.bus.route:add", "Show a service stop by stop, with first and last buses."),
        "map": LazyCommand("trivet.cli.bus.map.command:add", "Draw the map of a service."),
        "snapshot": LazyCommand("trivet.cli.bus.snapshot.command:add", "Save all lists to a folder."),
        "gtfs": LazyCommand("trivet.cli.bus.gtfs.command:add", "Write the timetable as a GTFS feed."),
        "volume": LazyCommand("trivet.cli.bus.volume:add", "Write a month's passenger volume to CSV or Parquet."),
    },
    "chat": {
        "users": LazyCommand("trivet.cli.chat.users:add", "Deactivate, activate, delete or export accounts."),
        "leavers": LazyCommand("trivet.cli.chat.leavers:add", "Offboard leavers: save, hand over, deactivate."),
        "ratings": LazyCommand("trivet.cli.chat.ratings:add", "Report on the ratings of answers."),
        "conversations": LazyCommand("trivet.cli.chat.exports:add", "Export all conversations; share your own."),
        "as": LazyCommand("trivet.cli.chat.as_user:add", "Run a command as another user, with an audit log."),
    },
    "agent": {
        "run": LazyCommand(
            "trivet.cli.agent.run.command:add", "Send a prompt, and show the agent's work until it ends."
        ),
        "watch": LazyCommand(
            "trivet.cli.agent.watch.command:add", "Watch sessions, and requests that wait for an answer."
        ),
        "sessions": LazyCommand("trivet.cli.agent.sessions:add", "List the sessions of directories."),
    },
}
"""The recipes by service and name."""

GROUP_HELP: Mapping[str, str] = {
    "agent": "A coding-agent server: sessions, prompts, events.",
    "bus": "Bus arrivals, routes, stops and passenger volume.",
    "chat": "Conversations, ratings, shares and their administration.",
}
"""A line for the group of each service; a service without one gets its name."""

ENTRY_POINTS = "trivet.commands"
COMMAND_HELP = {
    "contract": "A contract with its rules as a document, and the changes between two versions.",
    "check": "Try the rules of a contract on a server: which it keeps, which it breaks.",
    "stub": "Serve stubs, or the proxy that checks the traffic of a server.",
}
"""A line for each command of ours that joins by an entry point."""

_OWN = "trivet"
_ANYTHING: dict[str, Any] = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def help_of(service: str) -> str:
    """Return the line of help for the group of a service."""
    return GROUP_HELP.get(service, f"The {service} service.")


def groups() -> dict[str, LazyCommand]:
    """Return the group of each service, as a command that is imported when it is used.

    >>> groups()["chat"].help
    'Conversations, ratings, shares and their administration.'
    """
    return {service: LazyCommand(f"{__name__}:add_{service}", help_of(service)) for service in SERVICES}


def __getattr__(name: str) -> Callable[[typer.Typer], None]:
    service = name.removeprefix("add_")
    if service == name or service not in SERVICES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def add(app: typer.Typer) -> None:
        app.add_typer(_application(service), name=service)

    return add


def _application(service: str) -> typer.Typer:
    from trivet.cli.operations.groups import service_application  # noqa: PLC0415  # the list of groups needs no table
    from trivet.cli.operations.table import load  # noqa: PLC0415

    return service_application(load(service), help_of(service), RECIPES.get(service, {}))


def add_commands(app: typer.Typer, arguments: Sequence[str], entries: Iterable[EntryPoint] | None = None) -> None:
    """Add the command that the arguments name, and a placeholder with a line of help for every other one.

    >>> add_commands(app, ["check", "chat"])

    A command that cannot be imported is replaced by one that prints the reason and exits with 2.

    Args:
        app: The application.
        arguments: The arguments of the process, without its name.
        entries: The entry points; None for all installed distributions.
    """
    if entries is None:
        from importlib.metadata import entry_points  # noqa: PLC0415  # commands of the services do without it

        entries = entry_points(group=ENTRY_POINTS)
    named = next((word for word in arguments if not word.startswith("-")), None)
    for entry in {entry.name: entry for entry in sorted(entries, key=lambda entry: entry.name)}.values():
        if entry.name != named:
            app.command(entry.name, help=_help(entry), context_settings=_ANYTHING)(_nothing)
            continue
        try:
            entry.load()(app)
        except Exception as error:  # a broken command of another distribution must not break ours
            _add_missing(app, entry.name, _reason(entry, error))


def _help(entry: EntryPoint) -> str:
    """Return a line of help without an import: ours, or the summary of the distribution."""
    if entry.dist is None:
        return f"Added by {entry.module}."
    if entry.dist.name == _OWN:
        return COMMAND_HELP.get(entry.name, "")
    metadata: Any = entry.dist.metadata
    summary = metadata.get("Summary", "")
    return f"Added by {entry.dist.name}. {summary}".strip()


def _reason(entry: EntryPoint, error: Exception) -> str:
    owner = "" if entry.dist is None else entry.dist.name
    if owner == _OWN and isinstance(error, ModuleNotFoundError):
        return f"needs more packages: {how_to_install('stubs')}"
    return f"cannot be loaded from {owner or entry.value}: {type(error).__name__}: {error}"


def _add_missing(app: typer.Typer, name: str, reason: str) -> None:
    def missing() -> None:
        typer.echo(f"trivet {name}: {reason}", err=True)
        raise typer.Exit(2)

    app.command(name, help="Not available; run it to see why.", context_settings=_ANYTHING)(missing)


def _nothing() -> None:
    """Do nothing: the command appears in the list only, and another one runs."""
