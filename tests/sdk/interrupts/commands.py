"""The commands that wait for a server, and the words with which each of them does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from tests.contract.examples import prepared
from tests.sdk.cli.operations.calls import words
from trivet.cli.app import make_app
from trivet.cli.command_registry import SERVICES
from trivet.cli.operations.table import load

__all__ = ["RECIPE_WORDS", "SILENT", "leaves", "operation_words", "operations"]

RECIPE_WORDS: dict[str, tuple[str, ...]] = {
    "bus arrivals": ("54009", "28009"),
    "bus near": ("1.3334,103.8224",),
    "bus ride": ("54009", "28301"),
    "bus route": ("302",),
    "bus map": ("302", "--out", "FOLDER/map.svg"),
    "bus snapshot": ("FOLDER/lists",),
    "bus gtfs": ("FOLDER/feed.zip",),
    "bus volume": ("by-stop", "--out", "FOLDER/volume.csv"),
    "chat users deactivate": ("bob@example.com", "--yes"),
    "chat users activate": ("carol@example.com", "--yes"),
    "chat users delete": ("bob@example.com", "--export", "FOLDER/deleted", "--yes"),
    "chat users export": ("bob@example.com", "--out", "FOLDER/exported"),
    "chat users undo": ("FOLDER/job.journal",),
    "chat conversations share": ("538453d7-0000-4000-8000-000000000007", "--all", "--yes"),
    "chat conversations undo": ("FOLDER/job.journal",),
    "chat leavers": ("bob@example.com", "--hand-over-to", "alice@example.com", "--folder", "FOLDER/leavers", "--yes"),
    "chat ratings report": ("--days", "7"),
    "chat ratings export": ("--out", "FOLDER/ratings.json"),
    "chat conversations export": ("--out", "FOLDER/conversations.json"),
    "chat as": ("alice@example.com", "--", "conversations", "list"),
    "agent run": ("Which fruit is here?", "-d", "/home/dev/orchard"),
    "agent watch": ("/home/dev/orchard", "--once", "-o", "ndjson"),
    "agent sessions": ("/home/dev/orchard",),
    "check": ("bus", "--base-url", "URL"),
    "config check": (),
    "bus request": ("GET", "/BusStops"),
    "chat request": ("GET", "/me"),
    "agent request": ("GET", "/api/session"),
}
"""The words after the command; FOLDER is a new folder, and URL the server's. `bus arrivals` is a group, too."""

SILENT = {
    "completion": "prints text",
    "config path": "prints a path",
    "chat users journal": "reads a file of this machine",
    "config show": "reads files of this machine",
    "config set-token": "writes files of this machine",
    "config forget-token": "writes files of this machine",
    "contract": "reads files of this machine",
    "stub": "serves, and waits for no server; tests/stubs/test_main.py ends it by signals",
}
"""Commands, and groups of them, that wait for no server, with the reason."""


def leaves() -> Iterator[str]:
    """Yield the words of every command."""
    for name in (*SERVICES, "check", "completion", "config", "contract", "stub"):
        root: Any = typer.main.get_command(make_app([name]))
        context = root.make_context("trivet", [name], resilient_parsing=True)
        yield from _below(root.resolve_command(context, [name])[1], name)


def _below(entry: Any, path: str) -> Iterator[str]:
    if not hasattr(entry, "commands"):
        yield path
        return
    context = entry.context_class(entry)
    for name in entry.list_commands(context):
        yield from _below(entry.resolve_command(context, [name])[1], f"{path} {name}")


def operations() -> dict[str, tuple[str, str]]:
    """Return the service and the operation of each command of an operation."""
    return {
        " ".join((service, *path)): (service, entry.id)
        for service in SERVICES
        for path, entry in load(service).operations.items()
    }


def operation_words(service: str, operation: str, client: Any, stub: Any, folder: Path) -> list[str]:
    """Return the command line of an operation, for records that are created first."""
    arguments, options = prepared(service, operation, client, stub)
    return words(service, operation, arguments, options, folder)
