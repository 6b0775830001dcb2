"""The credentials that are sent: given once, or fetched when they are needed and when they are refused."""

from __future__ import annotations

from collections.abc import Mapping

from .._concurrency.callback import async_resolve
from .._concurrency.lock import AsyncNonReentrantLock
from .._core.auth import Auth
from ..errors import TrivetError

__all__ = ["AsyncCredentials"]


class AsyncCredentials:
    """The credentials of a client and its copies."""

    def __init__(self, auth: Auth) -> None:
        self._auth = auth
        self._lock = AsyncNonReentrantLock()
        self._sent: Mapping[str, str] | None = None

    async def headers(self, refused: Mapping[str, str] | None = None) -> Mapping[str, str]:
        """Return the headers that carry the credentials.

        Args:
            refused: The headers that the service refused. New ones are fetched, once for all calls with the same
                refused headers; if there is no source, the same headers are returned.
        """
        source, sent = self._auth.source, self._sent
        if sent is not None and (sent is not refused or source is None):
            return sent
        if source is None:
            self._sent = _lower(self._auth.headers())
            return self._sent
        async with self._lock.taken(TrivetError("what fetches a token may not call the client that asks for it")):
            if self._sent is None or self._sent is refused:  # otherwise another call has fetched new ones
                self._auth.accept(await async_resolve(source()))
                self._sent = _lower(self._auth.headers())
            return self._sent


def _lower(headers: Mapping[str, str]) -> Mapping[str, str]:
    return {name.lower(): value for name, value in headers.items()}
