# Derived from sdk/trivet/chat/_bulk/_async/rows.py by `python -m codegen`; do not edit.
"""The rows of a bulk job, read from the caller's items: ids, email addresses, records, a pager, a report."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from ...._concurrency.prefetch import Prefetcher
from ...._core import check
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ...._sync.pager import Pager
from ....errors import InvalidArgumentError
from ..._generated._sync.resources import AdminUsers
from ..addresses import Addresses
from ..items import from_item, with_email
from ..kinds import Job
from ..options import JobOptions
from ..report import Report
from ..row import RowChange, lower_email
from ..tables import DiskMapping, RowTable, StoredRows
from .lookups import LIMIT, UserPages

if TYPE_CHECKING:
    from ..._generated import models as m

FEW_SEARCHES = 100
"""So many addresses that are on no page of an incomplete list are searched for in any case."""

SEARCHED_SHARE = 10
"""Of more addresses, a tenth is: a job sends at most 1.1 requests a row. A larger share means a wrong file."""


def items_of(source: Any, *, whole: bool) -> Generator[Any, None, None]:
    """Yield the items of a source; with `whole`, none of a pager's may be missing."""
    if whole and isinstance(source, Pager):
        with closing(cast("Pager[Any]", source).iter_complete()) as items:
            for item in items:
                yield item
    elif hasattr(source, "__iter__"):
        for item in source:
            yield item
    else:
        for item in source:
            yield item


class RowReader(Resource):
    """Reads the rows of a job, each id once.

    Attributes:
        repeated: How many times a row was given again.
    """

    def __init__(self, connection: Connection, job: Job, emails: EmailAddresses) -> None:
        super().__init__(connection)
        self._job = job
        self._emails = emails
        self._clock = connection.settings.clock
        self.repeated = 0

    def read(self, source: Any, where: Callable[[Any], bool] | None) -> RowTable:
        """Return the rows in their order.

        Args:
            source: The ids, the records, the pager or the report that the caller gave.
            where: Selects records; None selects all.

        Raises:
            InvalidArgumentError: An item is not a row of the job.
            IncompleteListError: A pager's list does not show all of its total.
            APIError: The rows could not be read.
        """
        changes, addresses = RowTable(), Addresses()
        waiting: DiskMapping[RowChange | str] = DiskMapping()  # all rows from the first address on
        index = -1
        with closing(self._items(source, whole=True)) as items:
            for item in items:
                index += 1
                row: RowChange | str | None
                if self._job.subject.takes_email(item):
                    check.text(f"users[{index}]", item)
                    row = item.strip()
                    addresses.add(row)
                else:
                    row = from_item(self._job, index, item, where, self._clock.now())
                if isinstance(row, RowChange) and not addresses:
                    self.repeated += not changes.add(row)
                elif row is not None:
                    waiting.add(str(index), row)
        self._emails.resolve(addresses)
        for _, position, item in waiting.entries():
            change: RowChange | str | None = item
            if isinstance(item, str):
                user, read_at = addresses.user_of(item)
                change = from_item(self._job, int(position), user, where, read_at)
            if isinstance(change, RowChange):
                self.repeated += not changes.add(change)
        return changes

    def check_same(self, source: Any, where: Callable[[Any], bool] | None, changes: RowTable) -> None:
        """Refuse an item that is not among the rows of a job that is resumed.

        The records of a pager may have changed since the job began, so an unfinished job does not compare them. After
        a finished one, a row that is not in the journal means another job.

        Raises:
            InvalidArgumentError: An item is not among the rows, or cannot be one.
        """
        unfinished = any(change.is_pending(retry_failed=False) for change in changes)
        if unfinished and isinstance(source, Pager):
            return
        emails: DiskMapping[None] | None = None
        index = -1
        with closing(self._items(source, whole=False)) as items:
            for item in items:
                index += 1
                if unfinished and not isinstance(item, str):
                    return
                if self._job.subject.takes_email(item):
                    if emails is None:
                        emails = DiskMapping()
                        for row in changes:
                            emails.add(lower_email(row.row.label or ""), None)
                    row_id, is_known = item, lower_email(item.strip()) in emails
                elif (change := from_item(self._job, index, item, where)) is not None:
                    row_id, is_known = change.row.id, changes.find(change.row.id) is not None
                else:
                    continue
                if not is_known:
                    rule = "among the rows that the journal was begun with (another job needs another journal)"
                    raise InvalidArgumentError(f"{self._job.subject.argument}[{index}]", rule, row_id)

    def _items(self, source: Any, *, whole: bool) -> Generator[Any, None, None]:
        self._job.subject.check_rows(source)
        return items_of(self._report_rows(source) if isinstance(source, Report) else source, whole=whole)

    def _report_rows(self, report: Report) -> Iterable[str | RowChange]:
        """Return the rows of a dry run; a planned one as its id, unless the dry run of such a job has just read it."""
        now, job = self._clock.now(), self._job
        read = report.rows.table if isinstance(report.rows, StoredRows) else map(RowChange, report.rows)
        for change in read:
            row = change.row
            if row.outcome != "planned":
                yield RowChange(row)
            elif (
                not change.is_fresh(now)
                or change.is_admin is not False
                or not job.trusts_records
                or row.cause == "own_not_known"
                or (row.new, set(row.old or ())) != (job.new_values, set(row.new or job.shown))
            ):
                yield row.id
            else:
                yield RowChange(row, is_admin=False, read_at=change.read_at)


class EmailAddresses(Resource):
    """Finds users by their exact email addresses: on the pages of the list, where they are fewer, and by searches."""

    def __init__(self, connection: Connection, options: JobOptions, pages: UserPages) -> None:
        super().__init__(connection)
        self._users = AdminUsers(connection)
        self._options = options
        self._clock = connection.settings.clock
        self._pages = pages

    def resolve(self, addresses: Addresses) -> None:
        """Find the users with these addresses.

        Raises:
            APIError: A page or a search failed.
        """
        few = max(FEW_SEARCHES, addresses.left // SEARCHED_SHARE)
        for limit in (LIMIT, LIMIT - 1):  # with equal sort keys, another page size shows other users
            if addresses.left < 2:
                break
            with closing(self._pages.walk(lambda: addresses.left, limit)) as walk:
                for page, read_at in walk:
                    for user in page:
                        addresses.match(user, read_at)
            if not self._pages.hidden or addresses.missing <= few:
                break
        addresses.hidden = hidden = self._pages.hidden or 0
        if self._pages.hidden is None or (hidden and addresses.left <= few):
            self._search(addresses, list(addresses.unmatched()))
        elif hidden and addresses.missing <= few:
            # An address in another case may have a second user on no page, which only its own search can rule out.
            self._search(addresses, list(addresses.unmatched(missing=True)))

    def _search(self, addresses: Addresses, emails: list[str]) -> None:
        prefetcher: Prefetcher[Any] = Prefetcher(self._options.concurrency)
        following = iter(emails)
        try:
            for number, email in enumerate(emails, 1):
                while prefetcher.room and (other := next(following, None)) is not None:
                    prefetcher.add(partial(self.find, other))
                addresses.settle(email, prefetcher.next())
                self._options.read("searches", number, len(emails))
        finally:
            prefetcher.close()

    def find(self, email: str) -> tuple[m.AdminUser | RowChange, datetime]:
        """Search for the user with an address; return them, or a skipped row, and the time at which they were read.

        Raises:
            APIError: The search failed.
        """
        read_at = self._clock.now()
        return with_email(email, self._users.list(search=email, limit=LIMIT).complete()), read_at
