# Derived from sdk/trivet/_async/credentials.py by `python -m codegen`; do not edit.
"""Credentials as they are sent: given for good, or fetched when they are needed and when they are refused."""

from __future__ import annotations

from collections.abc import Mapping

from .._concurrency.callback import resolve
from .._concurrency.lock import NonReentrantLock
from .._core.auth import Auth
from ..errors import TrivetError

__all__ = ["Credentials"]


class Credentials:
    """What a client and its copies send to say who calls."""

    def __init__(self, auth: Auth) -> None:
        """Fetch nothing yet."""
        self._auth = auth
        self._turn = NonReentrantLock()
        self._sent: Mapping[str, str] | None = None

    def headers(self, refused: Mapping[str, str] | None = None) -> Mapping[str, str]:
        """The headers that carry the credentials.

        Args:
            refused: Those that the service did not take. Others are fetched in their place, once for all calls that
                were refused alike; where there is nothing to fetch them from, the same come back.
        """
        source, sent = self._auth.source, self._sent
        if sent is not None and (sent is not refused or source is None):
            return sent
        if source is None:
            self._sent = _lower(self._auth.headers())
            return self._sent
        with self._turn.taken(TrivetError("what fetches a token may not call the client that asks for it")):
            if self._sent is None or self._sent is refused:  # otherwise another call was here first
                self._auth.accept(resolve(source()))
                self._sent = _lower(self._auth.headers())
            return self._sent


def _lower(headers: Mapping[str, str]) -> Mapping[str, str]:
    return {name.lower(): value for name, value in headers.items()}
