"""What a command does to accounts, as far as it differs from other commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from attrs import field, frozen

from trivet.chat.bulk import Bulk, Report, Row
from trivet.cli.chat.accounts.plan import change_of

__all__ = ["Job", "Task"]


class Job(Protocol):
    """Runs a job of the library."""

    def __call__(self, bulk: Bulk, rows: object, *, dry_run: bool, confirm: int | None) -> Report:
        """Run it over rows: what was selected, the report of its dry run, or nothing for a journal that has them."""
        ...


@frozen
class Task:
    """A job over accounts.

    Attributes:
        name: The name of its command below `users`, and in the name of its journal.
        title: What progress shows: `Deactivating`.
        what: What is confirmed, after a number: `accounts will be deactivated`.
        job: Runs it.
        change: Says what happens to a row.
        undoable: Whether its journal can be undone.
        words: The arguments that the same command needs to go on.
        flags: The options that the same command needs to go on.
    """

    name: str
    title: str
    what: str
    job: Job
    change: Callable[[Row], str] = change_of
    undoable: bool = False
    words: tuple[object, ...] = ()
    flags: tuple[tuple[str, object], ...] = field(default=(), converter=tuple[tuple[str, object], ...])
