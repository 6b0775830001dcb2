"""The limits of a client that acts as another user for a block."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from ..errors import TrivetError

__all__ = ["ImpersonationScope"]


class ImpersonationScope:
    """The limits of a client for another user: a block, an expiry, and forbidden operations.

    Attributes:
        expires: When the token expires.
    """

    __slots__ = ("_forbidden", "_over", "expires")

    def __init__(self, expires: datetime, forbidden: Collection[str]) -> None:
        """Begin a scope in which some operations are forbidden."""
        self.expires: datetime = expires
        self._forbidden = forbidden
        self._over = False

    def check(self, operation: str, now: datetime) -> None:
        """Refuse a call before it is sent.

        Raises:
            TrivetError: The block has ended, the token has expired, or the operation is forbidden.
        """
        if self._over:
            raise TrivetError(f"{operation}: the block that this client belongs to is over")
        if now >= self.expires:
            raise TrivetError(f"{operation}: the token of this client expired at {self.expires.isoformat()}")
        if operation in self._forbidden:
            raise TrivetError(f"{operation}: who acts as another user cannot act as a third one")

    def end(self) -> None:
        """End the scope."""
        self._over = True
