# Derived from sdk/trivet/chat/_bulk/_async/sender.py by `python -m codegen`; do not edit.
"""The sender of a bulk job: what is done before a row is changed, and the change itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...._sync.client import Resource
from ...._sync.connection import Connection
from ..jobs.job import Job
from ..rows.change import RowChange

__all__ = ["Sender"]


class Sender(Resource):
    """Changes each row with the one call of its job."""

    def __init__(self, connection: Connection, job: Job) -> None:
        super().__init__(connection)
        self._job = job

    def begin(self, changes: Sequence[RowChange]) -> None:
        """Do what has to be done before the first row; here, nothing.

        Args:
            changes: The rows of this run.

        Raises:
            APIError: No row must be changed.
        """

    def prepare(self, change: RowChange) -> None:
        """Do what has to be done before the change of a row is journaled; here, nothing.

        Raises:
            APIError: The row must not be changed.
        """

    def send(self, change: RowChange) -> Any:
        """Change a row; return the record of the answer, or the row with its outcome.

        Raises:
            TrivetError: The change failed.
        """
        return (self._connection.exchange(self._job.change_call(change.row))).value
