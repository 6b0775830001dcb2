"""The permissions and questions that a turn still has to reply to."""

from __future__ import annotations

from typing import TypeAlias

from .._generated.models import PermissionRequest, QuestionRequest
from .._store.record_fields import is_attributable

__all__ = ["PendingRequests", "Request"]

Request: TypeAlias = PermissionRequest | QuestionRequest


class PendingRequests:
    """Requests in the order of their arrival; each is replied to once.

    Requests of a kind that the turn has no function for are ignored: they wait for another client.
    """

    def __init__(self, *, permissions: bool, questions: bool) -> None:
        """Choose the kinds of requests to collect."""
        self._permissions = permissions
        self._questions = questions
        self._waiting: dict[str, Request] = {}
        self._replied: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, request: Request) -> None:
        """Collect a request, unless it is here already or was replied to.

        One without its id or its session's cannot be replied to, and is ignored.
        """
        collected = self._permissions if isinstance(request, PermissionRequest) else self._questions
        if collected and is_attributable(request) and request.id not in self._replied:
            self._waiting[request.id] = request

    def first(self) -> Request:
        """Return the oldest request; it stays until `mark_replied`."""
        return next(iter(self._waiting.values()))

    def mark_replied(self, request: Request) -> None:
        """Remove a request, and ignore it when it arrives again."""
        self._replied.add(request.id)
        self._waiting.pop(request.id, None)
