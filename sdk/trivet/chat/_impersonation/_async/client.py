"""Acting as a user: a client of theirs that lives no longer than a block."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from copy import copy
from datetime import timedelta
from typing import TYPE_CHECKING, Self

from ...._async.client import AsyncClient
from ...._concurrency.callback import async_resolve
from ...._core import check
from ...._core.auth import Bearer
from ...._core.impersonation import ImpersonationScope
from ...._core.lazy import lazy
from ....errors import InvalidArgumentError
from ..._generated import calls

if TYPE_CHECKING:
    from ...._core import codec
    from .. import acting_as as records
    from ..acting_as import ActingAs
else:
    codec = lazy("trivet._core.codec")
    records = lazy("trivet.chat._impersonation.acting_as")

__all__ = ["AsyncActingClient"]

logger = logging.getLogger("trivet")


class AsyncActingClient(AsyncClient):
    """A client whose caller may act as others.

    Attributes:
        acting: Who acts as whom and how long, for a client that `acting_as` gave; else None.
    """

    acting: ActingAs | None = None

    @asynccontextmanager
    async def acting_as(
        self, user_id: str, *, audit: Callable[[ActingAs], object] | None = None
    ) -> AsyncGenerator[Self, None]:
        """Give a client that acts as a user, for the length of a block; administrators only.

        It shares this client's connections and settings. It sends nothing once the block is over or its token has
        expired after an hour, reads no more of an export that it has begun, and cannot impersonate further. The token
        is in no repr, error or log.

        Args:
            user_id: The user's id.
            audit: Called with who acts as whom and when, and waited for, before the block begins. What it raises ends
                the attempt: nothing is done that could not be written down.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused, or gave a body that does not fit.

        Contract: Endpoints, `POST /admin/users/{user_id}/impersonate`.
        """
        settings = self._connection.settings
        since = settings.clock.now()
        call = calls.admin_users_impersonate(user_id)
        answer = await self._connection.exchange(call)
        made = answer.value
        try:
            until = since + timedelta(seconds=made.expires_in)
            check.choice("impersonated_user_id", made.impersonated_user_id.lower(), (user_id.lower(),))
            check.text("access_token", made.access_token, secret=True)
            auth = Bearer(made.access_token, argument="access_token", variable="")
        except (AttributeError, InvalidArgumentError, OverflowError, TypeError):
            why = "the answer holds no token of this user for a time"
            raise codec.decode_error(call, settings, answer, b"", why) from None
        acting = records.ActingAs(
            admin_id=made.impersonated_by,
            user_id=made.impersonated_user_id,
            since=since,
            until=until,
        )
        logger.info("%s acts as %s until %s", acting.admin_id, acting.user_id, acting.until.isoformat())
        if audit is not None:
            await async_resolve(audit(acting))
        scope = ImpersonationScope(acting.until, frozenset({call.operation}))
        user = copy(self)
        user.acting = acting
        user._open(self._connection.impersonated(auth, scope))
        try:
            yield user
        finally:
            scope.end()
