"""What a client that is lent for a while may still do."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from ..errors import TrivetError

__all__ = ["ImpersonationScope"]


class ImpersonationScope:
    """The bounds of a client that belongs to a block and a time.

    Attributes:
        expires: When it ends by itself.
    """

    __slots__ = ("_forbidden", "_over", "expires")

    def __init__(self, expires: datetime, forbidden: Collection[str]) -> None:
        """Begin; the operations that are forbidden never go out."""
        self.expires = expires
        self._forbidden = forbidden
        self._over = False

    def check(self, operation: str, now: datetime) -> None:
        """Refuse a call that is out of bounds, before anything is sent.

        Raises:
            TrivetError: The block or the time is over, or the operation is forbidden.
        """
        if self._over:
            raise TrivetError(f"{operation}: the block that this client belongs to is over")
        if now >= self.expires:
            raise TrivetError(f"{operation}: the token of this client expired at {self.expires.isoformat()}")
        if operation in self._forbidden:
            raise TrivetError(f"{operation}: who acts as another user cannot act as a third one")

    def end(self) -> None:
        """Leave the block."""
        self._over = True
