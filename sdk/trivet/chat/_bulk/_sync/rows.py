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
from ...._sync.connection import Connection
from ...._sync.pager import Pager
from ....errors import InvalidArgumentError
from ..._generated._sync.resources import AdminUsers
from ..items import from_item, with_email
from ..kinds import Job
from ..options import JobOptions
from ..report import Report, states_of
from ..row import lower_email
from ..state import RowState
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


class RowReader:
    """Reads the rows of a job, each id once.

    Attributes:
        repeated: How many times a row was given again.
    """

    def __init__(self, connection: Connection, job: Job, emails: EmailAddresses) -> None:
        self._job = job
        self._emails = emails
        self._clock = connection.settings.clock
        self.repeated = 0

    def read(self, source: Any, where: Callable[[Any], bool] | None) -> dict[str, RowState]:
        """Return the rows by their ids, in their order.

        Args:
            source: The ids, the records, the pager or the report that the caller gave.
            where: Selects records; None selects all.

        Raises:
            InvalidArgumentError: An item is not a row of the job.
            IncompleteListError: A pager's list does not show all of its total.
            APIError: The rows could not be read.
        """
        rows: list[RowState | str | None] = []
        with closing(self._items(source, whole=True)) as items:
            for item in items:
                if self._job.subject.takes_email(item):
                    check.text(f"users[{len(rows)}]", item)
                    rows.append(item.strip())
                else:
                    rows.append(from_item(self._job, len(rows), item, where, self._clock.now()))
        users = self._emails.resolve(row for row in rows if isinstance(row, str))
        states: dict[str, RowState] = {}
        given: set[str] = set()
        for index, row in enumerate(rows):
            state = row
            if isinstance(row, str):
                user, read_at = users[row]
                state = from_item(self._job, index, user, where, read_at)
            if not isinstance(state, RowState):
                continue
            if lower_email(state.row.id) in given:
                self.repeated += 1
            else:
                given.add(lower_email(state.row.id))
                states[state.row.id] = state
        return states

    def check_same(
        self,
        source: Any,
        where: Callable[[Any], bool] | None,
        states: Iterable[RowState],
        *,
        retry_failed: bool = False,
    ) -> None:
        """Refuse an item that is not among the rows of a job that is resumed.

        The records of a pager may have changed since the job began, so an unfinished job does not compare them. After
        a finished one, a row that is not in the journal means another job.

        Args:
            source: The ids, the records, the pager or the report that the caller gave.
            where: Selects records; None selects all.
            states: The rows of the journal.
            retry_failed: Whether refused rows are sent again, so that a job that has some is unfinished.

        Raises:
            InvalidArgumentError: An item is not among the rows, or cannot be one.
        """
        rows = list(states)
        unfinished = any(state.is_pending(retry_failed=retry_failed) for state in rows)
        if unfinished and isinstance(source, Pager):
            return
        known = {state.row.id.lower() for state in rows}
        emails = {lower_email(state.row.label) for state in rows if state.row.label is not None}
        index = -1
        with closing(self._items(source, whole=False)) as items:
            for item in items:
                index += 1
                if unfinished and not isinstance(item, str):
                    return
                if self._job.subject.takes_email(item):
                    row_id, is_known = item, lower_email(item.strip()) in emails
                elif (state := from_item(self._job, index, item, where)) is not None:
                    row_id, is_known = state.row.id, state.row.id.lower() in known
                else:
                    continue
                if not is_known:
                    rule = "among the rows that the journal was begun with (another job needs another journal)"
                    raise InvalidArgumentError(f"{self._job.subject.argument}[{index}]", rule, row_id)

    def _items(self, source: Any, *, whole: bool) -> Generator[Any, None, None]:
        self._job.subject.check_rows(source)
        return items_of(self._report_rows(source) if isinstance(source, Report) else source, whole=whole)

    def _report_rows(self, report: Report) -> Iterable[str | RowState]:
        """Return the rows of a dry run; a planned one as its id, unless the dry run of such a job has just read it."""
        now, job = self._clock.now(), self._job
        read = states_of(report)
        for row in report.rows:
            state = read.get(row.id)
            if row.outcome != "planned":
                yield RowState(row)
            elif (
                state is None
                or not state.is_fresh(now)
                or state.is_admin is not False
                or row.cause == "own_not_known"
                or (row.new, set(row.old or ())) != (job.new_values, set(job.old_fields))
            ):
                yield row.id
            else:
                yield RowState(row, is_admin=False, read_at=state.read_at)


class EmailAddresses:
    """Finds users by their exact email addresses: on the pages of the list, where they are fewer, and by searches."""

    def __init__(self, connection: Connection, options: JobOptions, pages: UserPages) -> None:
        self._users = AdminUsers(connection)
        self._options = options
        self._clock = connection.settings.clock
        self._pages = pages

    def resolve(self, emails: Iterable[str]) -> dict[str, tuple[m.AdminUser | RowState, datetime | None]]:
        """Return for each address its user and the time at which they were read, or a skipped row.

        Raises:
            APIError: A page or a search failed.
        """
        left = dict.fromkeys(emails)
        few = max(FEW_SEARCHES, len(left) // SEARCHED_SHARE)
        users: dict[str, tuple[m.AdminUser | RowState, datetime | None]] = {}
        candidates: dict[str, dict[str, tuple[m.AdminUser, datetime]]] = {lower_email(email): {} for email in left}
        missing: list[str] = []
        for limit in (LIMIT, LIMIT - 1):  # with equal sort keys, another page size shows other users
            if len(left) < 2:
                break
            with closing(self._pages.walk(lambda: len(left), limit)) as walk:
                for page, read_at in walk:
                    for user in page:
                        matches = candidates.get(lower_email(getattr(user, "email", "")))
                        if matches is not None:
                            matches.setdefault(user.id, (user, read_at))
                            if user.email in left:
                                del left[user.email]
                                users[user.email] = (user, read_at)
            missing = [email for email in left if not candidates[lower_email(email)]]
            if not self._pages.hidden or len(missing) <= few:
                break
        hidden = self._pages.hidden
        searched = list(left)
        if hidden == 0:
            searched.clear()
        elif hidden is not None and len(left) > few:
            # An address in another case may have a second user on no page, which only its own search can rule out.
            searched = missing if len(missing) <= few else []
        by_search = self._search(searched)
        for email in left:
            if email in by_search:
                users[email] = by_search[email]
            else:
                matches = candidates[lower_email(email)]
                row = with_email(email, [user for user, _ in matches.values()], hidden or 0)
                users[email] = (row, None if isinstance(row, RowState) else matches[row.id][1])
        return users

    def _search(self, emails: list[str]) -> dict[str, tuple[m.AdminUser | RowState, datetime | None]]:
        users: dict[str, tuple[m.AdminUser | RowState, datetime | None]] = {}
        prefetcher: Prefetcher[Any] = Prefetcher(self._options.concurrency)
        following = iter(emails)
        try:
            for email in emails:
                while prefetcher.room and (other := next(following, None)) is not None:
                    prefetcher.add(partial(self.find, other))
                users[email] = prefetcher.next()
                self._options.call_reading("searches", len(users), len(emails))
        finally:
            prefetcher.close()
        return users

    def find(self, email: str) -> tuple[m.AdminUser | RowState, datetime]:
        """Search for the user with an address; return them, or a skipped row, and the time at which they were read.

        Raises:
            APIError: The search failed.
        """
        read_at = self._clock.now()
        return with_email(email, self._users.list(search=email, limit=LIMIT).complete()), read_at
