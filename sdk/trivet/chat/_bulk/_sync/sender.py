# Derived from sdk/trivet/chat/_bulk/_async/sender.py by `python -m codegen`; do not edit.
"""The senders of bulk jobs: how a row is changed, and the outcome of a step that fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ...._core.traceback_locals import forget_frames
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ....errors import APIError
from .. import outcomes
from ..kinds import Job
from ..row import Row
from ..state import RowState

T = TypeVar("T")


def row_or(step: Callable[[], T], failed: Callable[[APIError], Row]) -> T | Row:
    """Return the result of a step, or the row of its error.

    Args:
        step: A step on the way of a row.
        failed: Returns the row of an error.

    Raises:
        APIError: It concerns all rows.
    """
    try:
        return step()
    except APIError as error:
        if outcomes.stops_job(error):
            raise
        forget_frames(error)
        return failed(error)


class Sender(Resource):
    """Changes each row with the one call of its job; subclasses do more before it, or in its place."""

    def __init__(self, connection: Connection, job: Job) -> None:
        super().__init__(connection)
        self._job = job

    def begin(self, states: Sequence[RowState]) -> None:
        """Do all that is needed before the first row; here, nothing.

        Args:
            states: The rows of this run.

        Raises:
            APIError: No row must be changed.
        """

    def prepare(self, row: Row) -> None:
        """Do all that is needed before the change of a row is journaled; here, nothing.

        Raises:
            APIError: The row must not be changed.
        """

    def send(self, state: RowState) -> Any:
        """Change a row; return the record of the answer, or the row with its outcome.

        Raises:
            TrivetError: The change failed.
        """
        return (self._connection.exchange(self._job.change_call(state.row))).value
