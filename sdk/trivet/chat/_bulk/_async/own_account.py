"""The account that a bulk job runs as, which the job must not lock out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._core import check
from ....errors import APIStatusError, InvalidArgumentError
from ..._generated import calls
from ..._generated._async.resources import AsyncConversations
from .. import outcomes
from ..state import RowState
from .lookups import CRASHED, AsyncUserPages, read_record
from .rows import AsyncEmailAddresses

if TYPE_CHECKING:
    from ..._generated import models as m
    from ..._impersonation.acting_as import ActingAs

OWN = "the id or email address of the account that runs the job"


class AsyncOwnAccount(AsyncResource):
    """Finds the account that runs a job: the contract has no operation for the caller's own record."""

    def __init__(
        self,
        connection: AsyncConnection,
        own: str | None,
        pages: AsyncUserPages,
        emails: AsyncEmailAddresses,
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
        self._conversations = AsyncConversations(connection)
        self._named = (
            frozenset[str]() if acting is None else frozenset({acting.user_id.lower(), acting.admin_id.lower()})
        )

    @property
    def is_given(self) -> bool:
        """Whether `own` names the account, or the job runs as another user."""
        return self._own is not None or bool(self._named)

    async def check_named(self) -> None:
        """Look up the account that `own` names; without it, nothing is sent.

        Raises:
            InvalidArgumentError: No user, or more than one, has this id or email address, or the user cannot run a job.
            APIError: The user could not be read.
        """
        if self._own is None:
            return
        user = await self._by_email(self._own) if "@" in self._own else await self._by_id(self._own)
        if user is None:
            raise InvalidArgumentError("own", f"{OWN}; no user has this id", self._own)
        problem = outcomes.cannot_be_own(user)
        if problem is not None:
            raise InvalidArgumentError("own", f"{OWN}; {problem}", self._own)
        self._named |= {user.id.lower()}
        self._own = None

    async def ids(self) -> frozenset[str]:
        """Return the ids of the account, in lower case; empty if it is not known.

        Without `own`, it is the user whom the subject of the token names (assumed: by the contract, a token is
        opaque), else the owner of the caller's conversations: this list holds no others.

        Raises:
            InvalidArgumentError: As in `check_named`.
            APIError: The caller's own conversations, or the user, could not be read.
        """
        await self.check_named()
        if self._named:
            return self._named
        owner = await self.owner_of_conversations()
        subject = self._connection.token_subject
        if subject is not None and (subject == owner or await self._is_user(subject)):
            return frozenset({subject.lower()})
        return frozenset() if owner is None else frozenset({owner.lower()})

    async def owner_of_conversations(self) -> str | None:
        """Return the id of the caller, if they have a conversation."""
        page = await self._conversations.list(limit=1, include_archived=True).page()
        return next((conversation.user_id for conversation in page), None)

    async def _is_user(self, subject: str) -> bool:
        try:
            check.uuid("sub", subject)
        except InvalidArgumentError:
            return False
        return subject in self._pages.seen or await self._by_id(subject) is not None

    async def _by_id(self, user_id: str) -> m.AdminUser | None:
        try:
            user: m.AdminUser = (await read_record(self._connection, calls.admin_users_get(user_id), user_id)).value
        except APIStatusError as error:
            # As observed, a missing user is a 500.
            if outcomes.stops_job(error) or error.status > CRASHED:
                raise
            return None
        return user

    async def _by_email(self, email: str) -> m.AdminUser:
        user, _ = await self._emails.find(email)
        if isinstance(user, RowState):
            raise InvalidArgumentError("own", f"{OWN}; {user.row.reason}", email)
        return user
