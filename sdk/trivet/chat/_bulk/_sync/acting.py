# Derived from sdk/trivet/chat/_bulk/_async/acting.py by `python -m codegen`; do not edit.
"""The work of a job as each of many users, which leaves no user active who was not."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...._concurrency.functions import resolve
from ...._core import check
from ...._core.traceback_locals import forget_frames
from ...._sync.client import Resource
from ....errors import APIError, InvalidArgumentError, TrivetError
from ..._generated import calls
from .. import outcomes
from ..row import Row
from ..state import RowState

if TYPE_CHECKING:
    from ..._impersonation._sync.client import ActingClient
    from ..._impersonation.acting_as import ActingAs

TRIES = 3
PAUSE = 0.5
"""Seconds between two tries: as observed, an answer can come before the commit."""

logger = logging.getLogger("trivet")


class Acting(Resource):
    """Calls a function with a client that acts as the user of a row.

    A user who was not active is activated before, and deactivated afterwards, in every case: an
    error, an error of the function, a cancellation. If that fails, too, the row is unknown and says so.
    """

    def __init__(
        self,
        chat: ActingClient,
        work: Callable[[Any, Row], object],
        audit: Callable[[ActingAs], object] | None,
    ) -> None:
        """Check the functions; nothing is sent.

        Raises:
            InvalidArgumentError: One cannot be called.
        """
        super().__init__(chat._connection)
        check.function("audit", audit)
        if not callable(work):
            raise InvalidArgumentError("work", "something to call", work)
        self._chat = chat
        self._work = work
        self._audit = audit

    def send(self, state: RowState) -> Row:
        """Act as a user.

        Raises:
            TrivetError: The administrator's token or client can no longer be used; the user is as active as before.
            BaseException: The function has raised it, and it is not a TrivetError.
        """
        row = state.row
        if state.was_active:
            return self._act(row)
        try:
            outcome = self._activate(row)
        except TrivetError:  # refused, or not sent
            raise
        except BaseException as error:  # cancelled, perhaps after it was sent
            self._deactivate(row, error)
            raise
        ended: Row | TrivetError
        try:
            ended = outcome or self._wait_until_active(row) or self._act(row)
        except BaseException as error:
            problem = self._deactivate(row, error)
            if problem is None or not isinstance(error, TrivetError):
                raise
            ended = error
        else:
            problem = self._deactivate(row)
            if problem is None:
                return ended
        return outcomes.may_be_active(row.id, problem, ended)

    def _act(self, row: Row) -> Row:
        """Call the function, and return the outcome of the row."""
        began = False
        try:
            with self._chat.acting_as(row.id, audit=self._audit) as user:
                began = True
                result = resolve(self._work(user, row))
        except TrivetError as error:
            if not began and outcomes.stops_job(error):  # the administrator's token, and not the user's
                raise
            forget_frames(error)
            return outcomes.from_failed_work(row.id, error)
        return outcomes.from_work(row.id, result)

    def _activate(self, row: Row) -> Row | None:
        """Activate a user; return the outcome if that failed.

        Raises:
            TrivetError: Nothing has been changed, and no other row can be.
        """
        try:
            self._set_active(row, is_active=True)
        except APIError as error:
            outcomes.keep_to_row(error)
            return outcomes.unchanged_by_error(row.id, error)
        return None

    def _wait_until_active(self, row: Row) -> Row | None:
        """Wait until the service shows that a user is active; return the outcome if that failed."""
        try:
            for _ in range(TRIES):
                user = self._connection.exchange(calls.admin_users_get(row.id))
                if getattr(user.value, "is_active", True):
                    return None
                self._connection.settings.clock.sleep(PAUSE)
        except APIError as error:
            outcomes.keep_to_row(error)
            return outcomes.unchanged_by_error(row.id, error)
        return outcomes.not_activated(row.id)

    def _deactivate(self, row: Row, error: BaseException | None = None) -> str | None:
        """Deactivate a user; return the problem if they may still be active, and note it in an error.

        An interruption ends this only if it is the second one of the row; the first is raised afterwards.
        """
        try:
            return self._try_to_deactivate(row, error)
        except BaseException as interruption:
            if error is None or isinstance(error, Exception):
                self._deactivate(row, interruption)
            else:
                logger.warning("user %s: %s: it was interrupted", row.id, outcomes.MAY_BE_ACTIVE)
            raise

    def _try_to_deactivate(self, row: Row, error: BaseException | None) -> str | None:
        reason = "the service does not show it"
        for attempt in range(TRIES):
            try:
                if attempt:
                    self._connection.settings.clock.sleep(PAUSE)
                if not self._set_active(row, is_active=False):
                    return None
            except TrivetError as failure:
                if isinstance(failure, APIError) and outcomes.is_gone(failure):  # deleted by others
                    return None
                forget_frames(failure)
                reason = str(failure)
                if outcomes.stops_job(failure):
                    break
        problem = f"user {row.id}: {outcomes.MAY_BE_ACTIVE}: {reason}"
        logger.warning("%s", problem)
        if error is not None:
            error.add_note(problem)
        return reason

    def _set_active(self, row: Row, *, is_active: bool) -> bool:
        """Set whether a user may sign in; return whether the answer shows that they may."""
        call = calls.admin_users_update(row.id, role=None, is_active=is_active, is_app_admin=None)
        return bool(getattr((self._connection.exchange(call)).value, "is_active", is_active))
