"""The history of a bulk job, as its journal tells it to a person."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from attrs import frozen

from ..._core.public import exported_from
from ...errors import InvalidArgumentError
from .files import CHUNK, path_argument
from .replay import Replay, Step
from .row import Row


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


def read_journal(path: str | os.PathLike[str]) -> JobHistory:
    """Return all that a journal says about its job; nothing is sent, and the file stays as it is.

    >>> history = read_journal("leavers.journal")
    >>> [(row.row.label, [step.name for step in row.steps]) for row in history.rows]
    [('bob@example.com', ['planned', 'sent', 'done'])]

    Raises:
        InvalidArgumentError: The file is not a journal, is of another version, or of a job that never began.
        OSError: The file cannot be read.
    """
    file = path_argument("journal", path, "file")
    steps: dict[str, list[Step]] = {}
    replay = Replay(file, lambda row_id, step: steps.setdefault(row_id, []).append(step))
    with file.open("rb") as content:
        replay.read(iter(lambda: content.read(CHUNK), b""))
    if not replay.has_begun:
        raise InvalidArgumentError("journal", "the journal of a job that has begun", str(file))
    for state in replay.doubtful:
        steps[state.row.id].append(Step("doubted"))
    rows = tuple(RowHistory(state.row, tuple(steps[row_id])) for row_id, state in replay.states.items())
    job = replay.job
    service = job.pop("base_url"), job.pop("acting_as", None)
    return JobHistory(job.pop("job"), *service, job, replay.runs, replay.is_closed, rows)
