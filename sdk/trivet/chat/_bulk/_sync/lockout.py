# Derived from sdk/trivet/chat/_bulk/_async/lockout.py by `python -m codegen`; do not edit.
"""The guard of a bulk job over users: the account that runs the job, and the last administrator, can still sign in."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from typing import TYPE_CHECKING

from attrs import evolve

from ...._core import check
from ...._core.pagination.page import IncompleteListError
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ....errors import APIStatusError, InvalidArgumentError
from ..._generated import calls
from ..._generated._sync.resources import AdminUsers, Conversations
from .. import outcomes
from ..kinds import Job, Restoration
from ..state import RowState
from .lookups import CRASHED, LIMIT, UserPages, read_record
from .rows import EmailAddresses

if TYPE_CHECKING:
    from ..._generated import models as m
    from ..._impersonation.acting_as import ActingAs

OWN = "the id or email address of the account that runs the job"


class OwnAccount(Resource):
    """Finds the account that runs a job: the contract has no operation for the caller's own record."""

    def __init__(
        self,
        connection: Connection,
        own: str | None,
        pages: UserPages,
        emails: EmailAddresses,
        acting: ActingAs | None,
    ) -> None:
        """Prepare the search; nothing is sent.

        Args:
            connection: The connection of the job.
            own: The id or the email address of the account; None if it is not given.
            pages: The pages of the list of users, as far as the job has read them.
            emails: Finds users by their addresses.
            acting: The administrator and the user, if the job runs as another user; both must be able to sign in
                afterwards.
        """
        super().__init__(connection)
        self._own = own  # None once its user is among the named
        self._pages = pages
        self._emails = emails
        self._conversations = Conversations(connection)
        self._named = (
            frozenset[str]() if acting is None else frozenset({acting.user_id.lower(), acting.admin_id.lower()})
        )

    @property
    def is_given(self) -> bool:
        """Whether `own` names the account, or the job runs as another user."""
        return self._own is not None or bool(self._named)

    def check_named(self) -> None:
        """Look up the account that `own` names; without it, nothing is sent.

        Raises:
            InvalidArgumentError: No user, or more than one, has this id or email address, or the user cannot run a job.
            APIError: The user could not be read.
        """
        if self._own is None:
            return
        user = self._by_email(self._own) if "@" in self._own else self._by_id(self._own)
        if user is None:
            raise InvalidArgumentError("own", f"{OWN}; no user has this id", self._own)
        problem = outcomes.cannot_be_own(user)
        if problem is not None:
            raise InvalidArgumentError("own", f"{OWN}; {problem}", self._own)
        self._named |= {user.id.lower()}
        self._own = None

    def ids(self) -> frozenset[str]:
        """Return the ids of the account, in lower case; empty if it is not known.

        Without `own`, it is the user whom the subject of the token names (assumed: by the contract, a token is
        opaque), else the owner of the caller's conversations: this list holds no others.

        Raises:
            InvalidArgumentError: As in `check_named`.
            APIError: The caller's own conversations, or the user, could not be read.
        """
        self.check_named()
        if self._named:
            return self._named
        owner = self.owner_of_conversations()
        subject = self._connection.token_subject
        if subject is not None and (subject == owner or self._is_user(subject)):
            return frozenset({subject.lower()})
        return frozenset() if owner is None else frozenset({owner.lower()})

    def owner_of_conversations(self) -> str | None:
        """Return the id of the caller, if they have a conversation."""
        page = self._conversations.list(limit=1, include_archived=True).page()
        return next((conversation.user_id for conversation in page), None)

    def _is_user(self, subject: str) -> bool:
        try:
            check.uuid("sub", subject)
        except InvalidArgumentError:
            return False
        return subject in self._pages.seen or self._by_id(subject) is not None

    def _by_id(self, user_id: str) -> m.AdminUser | None:
        try:
            user: m.AdminUser = (read_record(self._connection, calls.admin_users_get(user_id), user_id)).value
        except APIStatusError as error:
            # As observed, a missing user is a 500.
            if outcomes.stops_job(error) or error.status > CRASHED:
                raise
            return None
        return user

    def _by_email(self, email: str) -> m.AdminUser:
        user, _ = self._emails.find(email)
        if isinstance(user, RowState):
            raise InvalidArgumentError("own", f"{OWN}; {user.row.reason}", email)
        return user


class LockoutGuard:
    """Settles the rows of administrators who are still needed, before the first row is changed."""

    def __init__(self, connection: Connection, job: Job, own: OwnAccount) -> None:
        self._job = job
        self._own = own
        self._own_is_missing = False
        self._users = AdminUsers(connection)

    def keep_own_account(self, states: dict[str, RowState], *, retry_failed: bool = False) -> list[RowState]:
        """Skip the account that runs the job, if it is known, where the job would lock it out; return its rows.

        An account that is not given is read only if a row may take the rights of an administrator, as far as its own
        values show.

        Args:
            states: The rows of the job.
            retry_failed: Whether refused rows are sent again.

        Raises:
            InvalidArgumentError: No user who can run a job has the id or email address of `own`.
            APIError: The account could not be read.
        """
        taking = [state for state in states.values() if self._takes_rights(state, retry_failed=retry_failed)]
        if not (taking if self._own.is_given else any(map(self._job.may_be_admin, taking))):
            return []
        own = self._own.ids()
        self._own_is_missing = not own
        kept = [state.settled(outcomes.own_account(state)) for state in taking if state.row.id.lower() in own]
        states.update((state.row.id, state) for state in kept)
        return kept

    def keep_last_administrators(self, states: dict[str, RowState]) -> None:
        """Skip all administrators if no other active one is found, where the account that runs the job is not known.

        The caller is an active administrator, or the job would be refused. So if the account is known, one is left.

        One in the list is enough, so that the list need not show all users. If it shows none and some users are
        missing, the rows of those are skipped, too, because any may be an administrator's.

        Raises:
            APIError: The users could not be read.
        """
        needed = {state.row.id.lower(): state for state in self._unsafe(states)}
        if not needed:
            return
        last: list[RowState] = []
        hidden = 0
        try:
            with closing(self._users.list(limit=LIMIT).iter_complete()) as users:
                for user in users:
                    state, role = needed.pop(user.id.lower(), None), getattr(user, "role", None)
                    if state is not None and state.row.role is None:
                        state = states[state.row.id] = evolve(state, row=evolve(state.row, role=role))
                    if role != "admin" or not getattr(user, "is_active", None):
                        continue
                    if state is None or not self._job.may_change_admin(user.id, user):
                        return
                    last.append(state)
        except IncompleteListError as error:
            last += needed.values()
            hidden = error.missing
        states.update((state.row.id, state.settled(outcomes.last_admin(state, hidden))) for state in last)

    def without_role(self, states: dict[str, RowState]) -> list[RowState]:
        """Return the rows whose users may be administrators, and the account that runs the job, until they are read."""
        if isinstance(self._job, Restoration):
            return []
        return [state for state in self._unsafe(states) if state.row.role is None]

    def mark_unsafe(self, states: dict[str, RowState]) -> None:
        """Mark the rows that may lock out the account that runs the job; an inactive user runs none."""
        for state in self._unsafe(states):
            if state.was_active is not False:
                states[state.row.id] = evolve(state, row=outcomes.own_not_known(state))

    def check(self, states: Iterable[RowState]) -> None:
        """Refuse a job that may lock out the account that runs it.

        Raises:
            InvalidArgumentError: A row is marked.
        """
        for state in states:
            if state.row.cause == "own_not_known":
                who = state.row.label or state.row.id
                why = f"because {who} may be it: an administrator, whom the job would lock out"
                raise InvalidArgumentError("own", f"{OWN}, {why}", None)

    def _unsafe(self, states: dict[str, RowState]) -> list[RowState]:
        """Return the rows that may lock out the account that runs the job, which is not known."""
        if not self._own_is_missing:
            return []
        return [state for state in states.values() if self._takes_rights(state) and self._job.may_be_admin(state)]

    def _takes_rights(self, state: RowState, *, retry_failed: bool = False) -> bool:
        """Return whether a row that is still to be sent takes the role of its user, or keeps them from signing in."""
        return state.is_pending(retry_failed=retry_failed) and self._job.takes_rights(state.row)
