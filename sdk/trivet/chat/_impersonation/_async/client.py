"""A client that acts as another user for a block."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from copy import copy
from datetime import timedelta
from typing import TYPE_CHECKING, Self

from ...._async.client import AsyncClient
from ...._concurrency.functions import async_resolve
from ...._core import check
from ...._core.auth import Bearer, ImpersonationScope
from ...._core.lazy_imports import lazy
from ...._core.redaction import redact_text
from ...._core.traceback_locals import async_hide_arguments
from ...._text import printable
from ....errors import InvalidArgumentError
from ..._generated import calls

if TYPE_CHECKING:
    from ...._core import answer_decoder
    from .. import acting_as as records
else:
    answer_decoder = lazy("trivet._core.answer_decoder")
    records = lazy("trivet.chat._impersonation.acting_as")

logger = logging.getLogger("trivet")


class AsyncActingClient(AsyncClient):
    """A client with which administrators can impersonate users.

    >>> async with chat.acting_as(user_id) as user:
    ...     print(user.acting)

    Attributes:
        acting: The administrator, the user and the period, for a client from `acting_as`; otherwise None.
    """

    acting: records.ActingAs | None = None

    @asynccontextmanager
    async def acting_as(
        self, user_id: str, *, audit: Callable[[records.ActingAs], object] | None = None
    ) -> AsyncGenerator[Self, None]:
        """Return a client that acts as a user, for use in a `with` block; administrators only.

        >>> async with chat.acting_as(user_id) as user:
        ...     conversations = await user.conversations.list().all()

        The client shares the connections and settings of this one. After the block, or when its token expires after an
        hour, it sends nothing and stops reading exports. It cannot impersonate another user. The token appears in no
        repr, error or log.

        Args:
            user_id: The user's id.
            audit: Called with the `ActingAs` before the block begins; an awaitable result is awaited. If it raises,
                the block is not entered, so that nothing is done without a record.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /admin/users/{user_id}/impersonate`.
        """
        user, scope = await self._act_as(user_id, audit)
        try:
            yield user
        finally:
            scope.end()

    @async_hide_arguments
    async def _act_as(
        self, user_id: str, audit: Callable[[records.ActingAs], object] | None
    ) -> tuple[Self, ImpersonationScope]:
        """Request a token, and return a client with it, with the scope that ends it."""
        settings = self._connection.settings
        since = settings.clock.now()
        call = calls.admin_users_impersonate(user_id)
        answer = await self._connection.exchange(call)
        token = answer.value
        auth = None
        try:
            until = since + timedelta(seconds=token.expires_in)
            check.choice("impersonated_user_id", token.impersonated_user_id.lower(), (user_id.lower(),))
            check.text("access_token", token.access_token, secret=True)
            auth = Bearer(token.access_token, argument="access_token", variable="")
        except (AttributeError, InvalidArgumentError, OverflowError, TypeError):
            until = since
        if auth is None:  # raised outside the handler, because the error there holds the token
            why = "the answer has no expiring token for this user"
            raise answer_decoder.decode_error(call, settings, answer, b"", why, whole=False)
        acting = records.ActingAs(
            admin_id=token.impersonated_by,
            user_id=token.impersonated_user_id,
            since=since,
            until=until,
        )
        secrets = answer_decoder.all_secrets(call, settings, answer) + auth.secrets()
        message = redact_text(f"{acting.admin_id} acts as {acting.user_id}", secrets)
        logger.info("%s until %s", printable(message), acting.until.isoformat())
        if audit is not None:
            await async_resolve(audit(acting))
        scope = ImpersonationScope(acting.until, frozenset({call.operation}))
        user = copy(self)
        user.acting = acting
        user._open(self._connection.impersonated(auth, scope))
        return user, scope
