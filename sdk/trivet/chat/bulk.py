"""Bulk jobs for scripts of administrators: one update or delete for many users or conversations.

    from trivet import ChatClient
    from trivet.chat.bulk import Bulk

    with ChatClient() as chat:
        bulk = Bulk(chat, journal="leavers.jsonl")
        leavers = chat.admin.users.list(search="@old.example")
        print(bulk.delete_users(leavers, dry_run=True))  # 12 rows: 1 skipped, 11 planned
        report = bulk.delete_users(leavers, confirm=11)

All rows are read before the first one is changed, because a change can move rows between the pages of a list; a list
with fewer rows than its total is refused. Each row is a request of its own, and a failed row does not stop the others.
To resume a job that was killed, stopped or cancelled, repeat the call with the same journal.
"""

from ._bulk._async.bulk import AsyncBulk
from ._bulk._sync.bulk import Bulk
from ._bulk.history import JobHistory, RowHistory, read_journal
from ._bulk.options import Reading
from ._bulk.replay import Step
from ._bulk.report import Report
from ._bulk.row import Cause, Outcome, Progress, Row
from ._bulk.stop_errors import JobStoppedError, StopNote

__all__ = [
    "AsyncBulk",
    "Bulk",
    "Cause",
    "JobHistory",
    "JobStoppedError",
    "Outcome",
    "Progress",
    "Reading",
    "Report",
    "Row",
    "RowHistory",
    "Step",
    "StopNote",
    "read_journal",
]
