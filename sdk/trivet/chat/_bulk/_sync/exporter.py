# Derived from sdk/trivet/chat/_bulk/_async/exporter.py by `python -m codegen`; do not edit.
"""The sender of a deletion that saves each conversation before it deletes it."""

from __future__ import annotations

from pathlib import Path

from ...._sync.connection import Connection
from ..._generated import calls
from ..export_folder import ExportFolder
from ..job import Job
from ..row_change import RowChange
from .sender import Sender

__all__ = ["Exporter"]


class Exporter(Sender):
    """Saves a conversation as the service sends it, with all its messages; then it is deleted."""

    def __init__(self, connection: Connection, job: Job, path: Path) -> None:
        super().__init__(connection, job)
        self._folder = ExportFolder(path)

    def prepare(self, change: RowChange) -> None:
        """Save the conversation; the disk has the file before the deletion is sent.

        Raises:
            APIError: The conversation could not be read, so it must not be deleted.
            OSError: The file cannot be written; no further row is deleted.
        """
        answer = self._connection.exchange(calls.conversations_get(change.row.id))
        self._folder.save(change.row.id, answer.body)
