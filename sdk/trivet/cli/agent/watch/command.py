"""The command `trivet agent watch`."""

from __future__ import annotations

import contextlib
import time
import warnings
from collections.abc import Generator, Iterator, Sequence
from typing import Annotated, Any

import typer
from attrs import evolve

from trivet.agent import IgnoredContextWarning, Store
from trivet.cli.agent.directories import absolute
from trivet.cli.agent.keyboard import Keyboard
from trivet.cli.agent.watch.board import Place, changes
from trivet.cli.agent.watch.follower import Follower
from trivet.cli.failures import FAILED, UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format
from trivet.cli.output.fields import Column
from trivet.cli.recipe import add_recipe

__all__ = ["add", "watch"]

EVERY = 0.25
"""Seconds between two looks at the views, which are in memory."""

MOST = 100
"""The directories that one command follows, each with a stream of its own."""

EXAMPLES = """
Examples:

  trivet agent watch ~/orchard ~/lighthouse

  trivet agent watch ~/orchard --answer

  trivet agent watch ~/orchard | jq -r 'select(.waiting != []) | .waiting[]?.command'
"""

COLUMNS = (
    Column("directory", "Directory"),
    Column("id", "Session"),
    Column("title", "Title"),
    Column("status", "Status"),
    Column("todos", "Todos", right=True),
    Column("waiting", "Waits for", lambda each: "; ".join(one["what"] for one in each["waiting"])),
    Column("updated", "Updated", lambda each: (each["updated"] or "")[:16].replace("T", " ")),
)


def watch(
    invocation: Invocation,
    directories: Annotated[
        list[str] | None, typer.Argument(metavar="[DIR]...", help="Where; default: the server's own directory.")
    ] = None,
    *,
    answer: Annotated[bool, typer.Option("--answer", help="Answer here what waits, question by question.")] = False,
    once: Annotated[bool, typer.Option("--once", help="Show it as it is now, and end.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Archived sessions too.")] = False,
) -> int:
    """Watch directories: sessions, and what waits for an answer; in a pipe, changes as NDJSON."""
    output = invocation.options.output
    places = [None] if not directories else list(dict.fromkeys(map(absolute, directories)))
    if len(places) > MOST:
        raise UsageError(f"DIR: {len(places)} directories are more than {MOST}")
    board = not once and output in (None, Format.TABLE) and invocation.on_terminal
    if not once and output not in (None, Format.TABLE, Format.NDJSON):
        raise UsageError(f"-o {output.value}: changes are NDJSON; with --once, the state has any format")
    keyboard = Keyboard.found() if answer else None
    if answer and (keyboard is None or not board):
        raise UsageError("--answer: there is no terminal to ask at; without it, the command that answers is shown")
    with _following(invocation, places, archived=archived) as followers:
        if once:
            _show_once(invocation, followers)
        elif board:
            from trivet.cli.agent.watch.live_board import show_board  # noqa: PLC0415  # only a terminal needs it

            show_board(followers, keyboard, EVERY)
        else:
            invocation.options = evolve(invocation.options, output=Format.NDJSON)
            invocation.show(_changes(followers), live=True)
        return FAILED if all(each.failure is not None for each in followers) else 0


def add(app: typer.Typer) -> None:
    """Add the command."""
    add_recipe(app, "watch", "agent", watch, epilog=EXAMPLES)


@contextlib.contextmanager
def _following(invocation: Invocation, places: Sequence[str | None], *, archived: bool) -> Generator[list[Follower]]:
    """Follow directories as long as the block.

    Raises:
        TrivetError: None of them can be followed.
    """
    client = invocation.agent
    store = Store(client)
    warnings.simplefilter("error", IgnoredContextWarning)  # in the threads that follow, too
    followers = [Follower(client, store, each, archived=archived, again=invocation.server_options) for each in places]
    try:
        for each in followers:
            each.start()
        for each in followers:
            while not each.tried.wait(EVERY):  # in slices, so that Ctrl-C is noticed
                pass
        failures = [each.failure for each in followers if each.failure is not None]
        if len(failures) == len(followers):
            raise failures[0]
        yield followers
    finally:
        for each in followers:
            each.close()
        store.close()


def _show_once(invocation: Invocation, followers: Sequence[Follower]) -> None:
    places = [each.place() for each in followers]
    rows = [row.record(place.directory, place.again) for place in places for row in place.rows.values()]
    invocation.show(rows, COLUMNS)
    for place in places:
        if place.error:
            invocation.note(f"trivet: {place.directory}: {place.error}")


def _changes(followers: Sequence[Follower]) -> Iterator[dict[str, Any]]:
    before: list[Place] = []
    while True:
        now = [each.place() for each in followers]
        yield from changes(before, now)
        before = now
        time.sleep(EVERY)
