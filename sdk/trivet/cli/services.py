"""The groups `trivet bus`, `trivet chat` and `trivet agent`: the operations of a contract, and recipes next to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import typer

from trivet.cli.lazy_group import LazyCommand

__all__ = ["HELP", "RECIPES", "groups", "help_of", "services"]

_TABLES = Path(__file__).parent / "_generated"

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
        "leavers": LazyCommand("trivet.cli.chat.leavers:add", "Take leavers off: export, transfer, deactivate."),
        "ratings": LazyCommand("trivet.cli.chat.ratings:add", "Report on the ratings of answers."),
        "conversations": LazyCommand("trivet.cli.chat.conversations:add", "Export all conversations."),
        "as": LazyCommand("trivet.cli.chat.as_user:add", "Run a command as another user, with an audit log."),
    },
    "agent": {
        "run": LazyCommand("trivet.cli.agent.run:add", "Send a prompt, and show the agent's work until it ends."),
        "watch": LazyCommand(
            "trivet.cli.agent.watch:add", "Watch directories: sessions, and what waits for an answer."
        ),
        "sessions": LazyCommand("trivet.cli.agent.sessions:add", "List the sessions of directories."),
    },
}
"""The recipes by service and name."""


HELP: Mapping[str, str] = {
    "agent": "A coding-agent server: sessions, prompts, events.",
    "bus": "Bus arrivals, routes, stops and passenger volume.",
    "chat": "Conversations, ratings, shares and their administration.",
}
"""A line for the group of each service; a service without one gets its name."""


def services() -> list[str]:
    """Return the names of the services that have a table of operations, sorted."""
    return sorted(each.stem for each in _TABLES.glob("*.json"))


def help_of(service: str) -> str:
    """Return the line of help for the group of a service."""
    return HELP.get(service, f"The {service} service.")


def groups() -> dict[str, LazyCommand]:
    """Return the group of each service that has a table of operations, as a command that is imported when it is used.

    >>> groups()["chat"].help
    'Conversations, ratings, shares and their administration.'
    """
    return {each: LazyCommand(f"{__name__}:add_{each}", help_of(each)) for each in services()}


def __getattr__(name: str) -> Callable[[typer.Typer], None]:
    service = name.removeprefix("add_")
    if service == name or service not in services():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def add(app: typer.Typer) -> None:
        app.add_typer(_application(service), name=service)

    return add


def _application(service: str) -> typer.Typer:
    from trivet.cli.operations.groups import service_application  # noqa: PLC0415  # the list of groups needs no table
    from trivet.cli.operations.table import load  # noqa: PLC0415

    return service_application(load(service), help_of(service), RECIPES.get(service, {}))
