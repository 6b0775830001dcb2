# Derived from sdk/trivet/chat/_bulk/_async/lookups.py by `python -m codegen`; do not edit.
"""The look-ups of a bulk job: the record of a row, from the service's answer for its id or from a list."""

from __future__ import annotations

from typing import Any

from ...._sync.client import Resource
from ...._sync.connection import Connection
from ...._sync.pager import Pager
from ....errors import APIStatusError
from ..jobs.job import Job
from ..rows.change import RowChange
from ..rows.evidence import is_gone
from .record import read_record

__all__ = ["Lookups"]

CRASHED = 500


class Lookups(Resource):
    """Reads the rows of a job; nothing is changed."""

    def __init__(self, connection: Connection, job: Job) -> None:
        super().__init__(connection)
        self._job = job

    def find(self, change: RowChange, answer: Any = None) -> Any:
        """Return the record of a row; None if the row was sent, and the service says that there is no such record.

        A list is searched for a row that was sent where the record does not show the new values, or where the service
        fails to say that there is none: as observed, a missing user is a 500.

        Args:
            change: The row.
            answer: A record of the row that is known already.

        Raises:
            APIError: The row cannot be looked up.
        """
        job, row = self._job, change.row
        record = answer
        if answer is None or job.is_shown(change, answer) is False:
            try:
                record = (read_record(self._connection, job.read_call(row), row.id)).value
            except APIStatusError as error:
                if not change.sent:
                    raise
                if is_gone(error):
                    return None
                if error.status != CRASHED or job.search_call is None:
                    raise
                return self._in_list(row.id, row.label)
        is_needed = change.sent or job.restores
        if is_needed and job.search_call is not None and job.hides_value(change, record):
            return self._in_list(row.id, getattr(record, "email", None)) or record
        return record

    def _in_list(self, row_id: str, search: str | None) -> Any:
        """Return the record with this id from the list that a text finds, the whole list without one; None if absent.

        Raises:
            APIError: The list cannot be read, or does not show all of its total.
        """
        assert self._job.search_call is not None
        call, pages = self._job.search_call(search)
        pager: Pager[Any] = Pager(self._connection, call, pages, start=None)
        for record in pager.complete():
            if record.id.lower() == row_id.lower():
                return record
        return None
