"""The errors that stop a bulk job before its last row, and their notes."""

from __future__ import annotations

from ..._core.public import exported_from
from ...errors import TrivetError


@exported_from("trivet.chat.bulk")
class JobStoppedError(TrivetError):
    """A bulk job stopped before its last row: the service does not answer, or too many rows failed.

    The rows in flight were completed first. The same call with the same journal goes on from there:

        try:
            bulk.update_users(users, is_active=False)
        except JobStoppedError as error:
            print(error, bulk.report)

    Attributes:
        reason: Which rule stopped the job, and the failure of the last row.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"the job was stopped: {self.reason}"


@exported_from("trivet.chat.bulk")
class StopNote(str):
    """A note on the error that stopped a bulk job: how far the job got, and how to resume it.

    A program that reports this in words of its own removes the note:

        error.__notes__ = [note for note in error.__notes__ if not isinstance(note, StopNote)]
    """

    __slots__ = ()
