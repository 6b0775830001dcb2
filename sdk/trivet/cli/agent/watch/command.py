"""The command `trivet agent watch`."""

from __future__ import annotations

import contextlib
import time
import warnings
from collections.abc import Generator, Iterator, Sequence
from typing import Annotated, Any

import typer
from attrs import evolve

from trivet.cli.agent.asker import Keyboard
from trivet.cli.agent.directory_check import absolute
from trivet.cli.agent.watch.board import DirectoryState, Follower, changes
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import FAILED, UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format
from trivet.cli.output.fields import Column
from trivet.cli.text import short_time

EVERY = 0.25
"""Seconds between two checks of the directories' states, which are in memory."""

MOST = 100
"""The most directories that one command follows, each with a stream of its own."""

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
    Column("waiting", "Waits for", lambda session: "; ".join(request["what"] for request in session["waiting"])),
    Column("updated", "Updated", lambda session: short_time(session["updated"])),
)


def watch(
    invocation: Invocation,
    directories: Annotated[
        list[str] | None, typer.Argument(metavar="[DIR]...", help="The directories; default: the server's own.")
    ] = None,
    *,
    answer: Annotated[bool, typer.Option("--answer", help="Answer the requests here, one after the other.")] = False,
    once: Annotated[bool, typer.Option("--once", help="Show the current state, and end.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Archived sessions too.")] = False,
) -> int:
    """Watch sessions, and requests that wait for an answer; in a pipe, changes as NDJSON."""
    if answer:
        invocation.check_may_change("agent watch --answer")
    output = invocation.options.output
    paths = [None] if not directories else list(dict.fromkeys(map(absolute, directories)))
    if len(paths) > MOST:
        raise UsageError(f"DIR: {len(paths)} directories are more than {MOST}")
    table = output in (None, Format.TABLE) and invocation.options.query is None
    board = not once and table and invocation.on_terminal
    if not once and output not in (None, Format.TABLE, Format.NDJSON):
        raise UsageError(f"-o {output.value}: changes are NDJSON; with --once, the state has any format")
    keyboard = Keyboard.detect() if answer else None
    if answer and (keyboard is None or not board):
        raise UsageError("--answer: there is no terminal to ask at; without it, the command that answers is shown")
    with _following(invocation, paths, archived=archived) as followers:
        if once:
            _show_once(invocation, followers)
        elif board:
            from trivet.cli.agent.watch.live_board import show_board  # noqa: PLC0415  # only a terminal needs it

            show_board(followers, keyboard, EVERY)
        else:
            invocation.options = evolve(invocation.options, output=Format.NDJSON)
            invocation.show(_changes(followers), live=True)
        return FAILED if all(follower.failure is not None for follower in followers) else 0


def add(app: typer.Typer) -> None:
    """Add the command `watch`."""
    add_recipe(app, "watch", "agent", watch, epilog=EXAMPLES)


@contextlib.contextmanager
def _following(invocation: Invocation, paths: Sequence[str | None], *, archived: bool) -> Generator[list[Follower]]:
    """Follow directories while the block runs.

    Raises:
        TrivetError: None of them can be followed.
    """
    from trivet.agent import IgnoredContextWarning, Store  # noqa: PLC0415  # the command's help needs no client

    client = invocation.agent
    store = Store(client)
    warnings.simplefilter("error", IgnoredContextWarning)  # in the threads that follow, too
    options = invocation.server_options
    followers = [Follower(client, store, path, archived=archived, server_options=options) for path in paths]
    try:
        for follower in followers:
            follower.start()
        for follower in followers:
            while not follower.tried.wait(EVERY):  # in slices, so that Ctrl-C is noticed
                pass
        failures = [follower.failure for follower in followers if follower.failure is not None]
        if len(failures) == len(followers):
            raise failures[0]
        yield followers
    finally:
        for follower in followers:
            follower.close()
        store.close()


def _show_once(invocation: Invocation, followers: Sequence[Follower]) -> None:
    states = [follower.state() for follower in followers]
    rows = [row.record(state.directory, state.server_options) for state in states for row in state.rows.values()]
    invocation.show(rows, COLUMNS)
    for state in states:
        if state.error:
            invocation.note(f"trivet: {state.directory}: {state.error}")


def _changes(followers: Sequence[Follower]) -> Iterator[dict[str, Any]]:
    before: list[DirectoryState] = []
    while True:
        now = [follower.state() for follower in followers]
        yield from changes(before, now)
        before = now
        time.sleep(EVERY)
