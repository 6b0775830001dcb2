"""The groups `trivet bus`, `trivet chat` and `trivet agent`: the operations of the contract, and recipes beside them."""

from __future__ import annotations

from collections.abc import Mapping

import typer

from trivet.cli.lazy_group import LazyCommand, LazyGroup

__all__ = ["RECIPES", "add_agent", "add_bus", "add_chat"]

RECIPES: Mapping[str, Mapping[str, LazyCommand]] = {
    "bus": {
        "arrivals": LazyCommand(
            "trivet.cli.bus.arrivals:add", "Show the next buses of stops, and keep them up to date."
        ),
        "near": LazyCommand("trivet.cli.bus.near:add", "List the stops near a position."),
        "ride": LazyCommand("trivet.cli.bus.ride:add", "Find direct rides between two stops, and their next buses."),
        "route": LazyCommand("trivet.cli.bus.route:add", "Show a service stop by stop, with first and last buses."),
        "map": LazyCommand("trivet.cli.bus.map:add", "Draw the map of a service."),
        "snapshot": LazyCommand("trivet.cli.bus.snapshot:add", "Save all lists to a folder."),
        "gtfs": LazyCommand("trivet.cli.bus.gtfs:add", "Write the timetable as a GTFS feed."),
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


def add_bus(app: typer.Typer) -> None:
    """Add the group of the bus service."""
    _add(app, "bus", "Bus arrivals, routes, stops and passenger volume.")


def add_chat(app: typer.Typer) -> None:
    """Add the group of the chat service."""
    _add(app, "chat", "Conversations, ratings, shares and their administration.")


def add_agent(app: typer.Typer) -> None:
    """Add the group of the agent service."""
    _add(app, "agent", "A coding-agent server: sessions, prompts, events.")


def _add(app: typer.Typer, service: str, help_text: str) -> None:
    class Recipes(LazyGroup):
        lazy = RECIPES[service]

    group = typer.Typer(cls=Recipes, help=help_text, no_args_is_help=True)
    group.callback()(_nothing)
    app.add_typer(group, name=service)


def _nothing() -> None:
    """Do nothing."""
