"""The history of a bulk job, as its journal tells it to a person."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from attrs import frozen

from ..._core.public import exported_from
from .row import Row


@exported_from("trivet.chat.bulk")
@frozen
class Step:
    """A line of a journal about a row.

    Attributes:
        name: `planned`, `sent`, an outcome of a row, or `doubted`, if the next run looks the row up again because the
            service or the job ended soon after its change.
        at: The time of an outcome; None for another step.
        by_hand: Whether the user has recorded the outcome.
    """

    name: str
    at: datetime | None = None
    by_hand: bool = False

    def __str__(self) -> str:
        time = "" if self.at is None else f" {self.at:%H:%M:%S}"
        return f"{self.name}{' by hand' if self.by_hand else ''}{time}"


@exported_from("trivet.chat.bulk")
@frozen
class RowHistory:
    """A row of a journal: its latest outcome, and the steps that led to it.

    >>> [str(step) for step in read_journal("leavers.journal").rows[0].steps]
    ['planned', 'sent', 'done 08:00:01']

    Attributes:
        row: The row as the journal's last line about it leaves it.
        steps: The steps, in the order of the journal.
    """

    row: Row
    steps: tuple[Step, ...]


@exported_from("trivet.chat.bulk")
@frozen
class JobHistory:
    """A job as its journal has it.

    >>> history = read_journal("leavers.journal")
    >>> history.job, history.runs, history.is_closed
    ('update_users', 1, True)

    Attributes:
        job: The method of the bulk client.
        base_url: The service.
        acting_as: The id of the user whom the job acts as; None for the account of the token.
        arguments: The arguments of the job; of an undo, `undone` holds the job that it undoes.
        runs: How many runs have written to the journal.
        is_closed: Whether the latest run has ended in order; False while it runs, and after it was killed.
        rows: The rows, in the order in which they were given.
    """

    job: str
    base_url: str
    acting_as: str | None
    arguments: Mapping[str, Any]
    runs: int
    is_closed: bool
    rows: tuple[RowHistory, ...]

    def __str__(self) -> str:
        undone = self.arguments.get("undone")
        job = f"{self.job} of {undone['job']}" if isinstance(undone, dict) and "job" in undone else self.job
        runs = "1 run" if self.runs == 1 else f"{self.runs} runs"
        return f"{job}, {self.base_url}, {runs}{'' if self.is_closed else ', the latest has not ended in order'}"
