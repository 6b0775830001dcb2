"""The bulk job that saves users with their conversations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen

from ..._generated import calls
from ..._generated import models as m
from ..rows.change import RowChange
from ..rows.row import Row
from .job import Job

__all__ = ["ExportJob", "export_users"]


@frozen(kw_only=True)
class ExportJob(Job):
    """A job that saves what a row holds; an uncertain row is saved again."""

    def needs_lookup(self, change: RowChange) -> bool:
        """Return whether a row has not been looked up yet."""
        return not change.sent and change.row.old is None

    def doubt(self, change: RowChange) -> None:
        """Leave the row as it is: the saved files are not on the service."""
        change.doubtful = False

    def outcome_from_record(self, change: RowChange, record: Any) -> Row | None:
        """Return None: every user can be saved, administrators too."""
        change.describe(record, label=self.label, fields=self.shown)
        return None

    def verified(self, change: RowChange, record: Any) -> Row:
        """Return the row as it is: the service does not show what was saved."""
        return change.row


def export_users(folder: Path) -> ExportJob:
    """Return the job that saves users in a folder."""
    return ExportJob(
        name="export_users",
        argument="users",
        records=(m.AdminUser, m.User),
        read_call=lambda row: calls.admin_users_get(row.id),
        change_call=lambda row: calls.admin_users_get(row.id),
        arguments={"export": str(folder)},
        label="email",
        shown=("full_name", "role", "is_active"),
        new_values={},
    )
