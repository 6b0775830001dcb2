"""Commands that join `trivet-stub` by the entry points `trivet_stubs.commands`, such as `proxy`."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec

ENTRY_POINTS = "trivet_stubs.commands"


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedCommand:
    """A command of another package; an entry point of the group names it.

    >>> COMMAND = JoinedCommand(help="a recording", description="Replay it.", add=add_replay, run=run_replay)
    """

    help: str
    """The line of the list of commands."""
    description: str
    """The opening of its page of help."""
    add: Callable[[argparse.ArgumentParser], None]
    """Adds its arguments."""
    run: Callable[[argparse.Namespace, Callable[[str], argparse.Namespace]], int]
    """Runs it with its arguments and a function that returns the options of a service's stub; returns the status."""


def joined_commands() -> Mapping[str, JoinedCommand]:
    """Return the commands that have joined, by their names.

    An entry point whose package is gone counts as absent, so that the stubs work without the packages that join.
    """
    entries = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
    return {name: entry.load() for name, entry in sorted(entries.items()) if find_spec(entry.module.partition(".")[0])}
