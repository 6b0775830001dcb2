"""Bulk work for scripts of administrators: one update or delete for many users or conversations.

    from trivet import ChatClient
    from trivet.chat.bulk import Bulk

    with ChatClient() as chat:
        job = Bulk(chat, journal="leavers.jsonl")
        leavers = chat.admin.users.list(search="@old.example")
        print(job.delete_users(leavers, dry_run=True))  # 12 rows: 1 skipped, 11 planned
        report = job.delete_users(leavers, confirm=11)

All rows are read before the first one is changed, so that changes move nothing out of sight. Each row is a request of
its own, and one that fails stops none of the others. A job with a journal that was killed, stopped or cancelled goes on
when the same line is run again.
"""

from ._bulk._async.bulk import AsyncBulk
from ._bulk._sync.bulk import Bulk
from ._bulk.report import Outcome, Report, Row
from ._bulk.work_queue import Progress

__all__ = ["AsyncBulk", "Bulk", "Outcome", "Progress", "Report", "Row"]
