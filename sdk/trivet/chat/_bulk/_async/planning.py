"""The rows of a bulk job before its first change: read or resumed, and settled where they must not be changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from attrs import evolve

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._core.pagination.page import IncompleteListError
from ....errors import InvalidArgumentError
from ..._generated._async.resources import AsyncAdminUsers, AsyncConversations
from .. import outcomes
from ..journal import Journal
from ..kinds import Deletion, Job, Restoration
from ..options import JobOptions
from ..report import Report
from ..row import RowChange
from .lookups import LIMIT, AsyncUserPages
from .own_account import OWN, AsyncOwnAccount
from .rows import AsyncEmailAddresses, AsyncRowReader

if TYPE_CHECKING:
    from ..._impersonation.acting_as import ActingAs


class AsyncPlan(AsyncResource):
    """Reads the rows of a job, and settles those that the service will refuse, and administrators still needed.

    Attributes:
        changes: The rows; empty until all of them are read.
        repeated: How many times a row was given again.
    """

    def __init__(
        self,
        connection: AsyncConnection,
        job: Job,
        options: JobOptions,
        pages: AsyncUserPages,
        acting: ActingAs | None,
        look_up: Callable[[Sequence[RowChange]], Awaitable[None]],
    ) -> None:
        """Prepare to read rows; nothing is sent.

        Args:
            connection: The connection of the job.
            job: The job.
            options: How to run it.
            pages: The pages of the list of users.
            acting: The administrator and the user, if the job runs as another user.
            look_up: Looks up the planned ones of some rows.
        """
        super().__init__(connection)
        self._job = job
        emails = AsyncEmailAddresses(connection, options, pages)
        self._reader = AsyncRowReader(connection, job, emails)
        self._own = AsyncOwnAccount(connection, options.own, pages, emails, acting)
        self._own_is_known: bool | None = None
        self._users = AsyncAdminUsers(connection)
        self._conversations = AsyncConversations(connection)
        self._look_up = look_up
        # Rows that this run was refused are not sent again, and a deletion was not confirmed for them.
        self._retry_failed = False
        self._retries = options.retry_failed
        self._doubtful: list[RowChange] = []
        self.changes: list[RowChange] = []
        self.repeated = 0

    @property
    def report(self) -> Report:
        """The rows with their latest outcomes."""
        looked_up = sum(not change.doubtful for change in self._doubtful)
        changed = sum(change.changed_again for change in self._doubtful)
        changes = tuple(self.changes)
        return Report(tuple(change.row for change in changes), looked_up, changed, self.repeated, changes)

    def pending(self) -> list[RowChange]:
        """Return the rows that the run has to handle."""
        return [change for change in self.changes if change.is_pending(retry_failed=self._retry_failed)]

    async def make(
        self, source: Any, where: Callable[[Any], bool] | None, journal: Journal, head: dict[str, Any], *, dry_run: bool
    ) -> None:
        """Read the rows, from the journal if it has them; change nothing.

        A dry run of a job that has begun shows the rows as its journal has them.

        Args:
            source: The ids, the records, the pager or the report that the caller gave.
            where: Selects records; None selects all.
            journal: The journal to resume from or to begin.
            head: The values that distinguish the job from others.
            dry_run: Whether nothing will be changed, so that the journal is not begun.

        Raises:
            InvalidArgumentError: A row is none of the job or the journal, may be the account that runs the job, or
                `confirm` is another number than there are rows to delete.
            APIError: The rows could not be read.
        """
        resumed = journal.resume(head, read_only=dry_run)
        if resumed is not None:
            self._settle_doubts(resumed)
            await self._reader.check_same(source, where, resumed)
            if dry_run:
                for change in resumed:
                    change.plan_again(retry_failed=self._retries)
            self.changes, self.repeated, self._retry_failed = resumed, journal.repeated, self._retries
            # Another administrator may resume the job, who must not lock out their own account either.
            for change in await self._keep_own_account():
                if not dry_run:
                    journal.settle(change.row)
            return
        if self._job.subject.argument == "users":
            await self._own.check_named()
        self.changes = await self._reader.read(source, where)
        self.repeated = self._reader.repeated
        await self._settle_planned(all_rows=dry_run or isinstance(self._job, Deletion))
        if not dry_run:
            self._check_own_account()
            self._job.check_confirmed(len(self.pending()))
            journal.begin(head, self.changes, self.repeated)

    def _settle_doubts(self, changes: Sequence[RowChange]) -> None:
        """Make the doubtful changes of an earlier run unknown, if a look-up can settle them."""
        for change in changes:
            if change.doubtful:
                change.row = self._job.doubted(change)
                change.doubtful = change.row.cause == "doubtful"
        self._doubtful = [change for change in changes if change.doubtful]

    async def _settle_planned(self, *, all_rows: bool) -> None:
        """Settle the rows that must not be changed, and mark administrators who may run the job.

        Args:
            all_rows: Whether all rows are looked up that need it, for a report, or to count those of a deletion.
        """
        if all_rows:
            await self._look_up(self.changes)
            await self._foresee()
        await self._keep_own_account()
        await self._keep_last_administrators()
        await self._look_up(self._without_role())
        for change in self._unsafe():
            if change.was_active is not False:  # an inactive user runs no job
                change.row = outcomes.own_not_known(change)

    def _check_own_account(self) -> None:
        """Refuse a job that may lock out the account that runs it."""
        for change in self.changes:
            if change.row.cause == "own_not_known":
                who = change.row.label or change.row.id
                why = f"because {who} may be it: an administrator, whom the job would lock out"
                raise InvalidArgumentError("own", f"{OWN}, {why}", None)

    async def _foresee(self) -> None:
        """Settle the planned rows that will be refused: conversations of others, and titles that are too long.

        Raises:
            APIError: The caller's own conversations could not be read.
        """
        planned = [change for change in self.changes if change.row.outcome == "planned"]
        for change in planned:
            row = outcomes.refused_title(change, self._job.new_values)
            if row is not None:
                change.settle(row)
        owned = [change for change in planned if change.row.outcome == "planned" and change.owner_id is not None]
        if owned:
            await self._settle_others(owned)

    async def _settle_others(self, changes: Sequence[RowChange]) -> None:
        caller = await self._own.owner_of_conversations()
        others = [change for change in changes if change.owner_id != caller]
        shared: set[str] = set()
        # A recipient of a share that allows editing can change the title, as observed, and nothing else.
        if others and set(self._job.new_values or ()) == {"title"}:
            shared = {conversation.id async for conversation in self._conversations.shared_with_me(limit=100)}
        for change in others:
            if change.row.id.lower() not in shared:
                change.settle(outcomes.not_owned(change, deletes=self._job.new_values is None))

    async def _keep_own_account(self) -> list[RowChange]:
        """Skip the account that runs the job, if it is known, where the job would lock it out; return its rows.

        An account that is not given is read only if a row may take the rights of an administrator, as far as its own
        values show.

        Raises:
            InvalidArgumentError: No user who can run a job has the id or email address of `own`.
            APIError: The account could not be read.
        """
        judge = self._takes_rights if self._own.is_given else self._may_lock_out
        if not any(map(judge, self.changes)):
            return []
        own = await self._own.ids()
        self._own_is_known = bool(own)
        kept = [change for change in self.changes if change.row.id.lower() in own and self._takes_rights(change)]
        for change in kept:
            change.settle(outcomes.own_account(change))
        return kept

    def _without_role(self) -> list[RowChange]:
        """Return the rows whose users may be administrators, and the account that runs the job, until they are read."""
        rows = () if isinstance(self._job, Restoration) else self._unsafe()
        return [change for change in rows if change.row.role is None]

    def _unsafe(self) -> list[RowChange]:
        """Return the rows that may lock out the account that runs the job, which is not known."""
        return [change for change in self.changes if self._may_lock_out(change)] if self._own_is_known is False else []

    def _takes_rights(self, change: RowChange) -> bool:
        """Return whether a row that is still to be sent takes the role of its user, or keeps them from signing in."""
        if change.row.outcome == "unknown" or change.uncertain:
            return False
        return change.is_pending(retry_failed=self._retry_failed) and self._job.takes_rights(change.row)

    def _may_lock_out(self, change: RowChange) -> bool:
        """Return whether a row may take the rights of an administrator, or keep one from signing in."""
        return self._takes_rights(change) and self._job.may_be_admin(change)

    async def _keep_last_administrators(self) -> None:
        """Skip all administrators if no other active one is found, where the account that runs the job is not known.

        The caller is an active administrator, or the job would be refused. So if the account is known, one is left.

        One in the list is enough, so that the list need not show all users. If it shows none and some users are
        missing, the rows of those are skipped, too, because any may be an administrator's.

        Raises:
            APIError: The users could not be read.
        """
        needed = {change.row.id.lower(): change for change in self._unsafe()}
        if not needed:
            return
        last: list[RowChange] = []
        hidden = 0
        try:
            async with aclosing(self._users.list(limit=LIMIT).iter_complete()) as users:
                async for user in users:
                    change, role = needed.pop(user.id.lower(), None), getattr(user, "role", None)
                    if change is not None and change.row.role is None:
                        change.row = evolve(change.row, role=role)
                    if role != "admin" or not getattr(user, "is_active", None):
                        continue
                    if change is None or not self._job.may_change_admin(user.id, user):
                        return
                    last.append(change)
        except IncompleteListError as error:
            last += needed.values()
            hidden = error.missing
        for change in last:
            change.settle(outcomes.last_admin(change, hidden))
