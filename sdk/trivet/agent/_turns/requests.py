"""The permissions and questions that a turn still has to reply to."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeAlias

from .._generated import events as e
from .._generated.models import PermissionRequest, QuestionRequest
from .._store.events import ASKED, REPLIED
from .._store.sessions import is_attributable

__all__ = ["PendingRequests", "Request"]

Request: TypeAlias = PermissionRequest | QuestionRequest

MOST_AT_ONCE = 32
"""The number of requests that are replied to at once; a server may send any number of them."""


class PendingRequests:
    """Requests in the order of their arrival; each is replied to once, several at a time.

    A request waits, then it is active, and in the end it is settled: by a reply of this turn or of another client.
    Requests of a kind that the turn has no function for are ignored: they wait for another client.
    """

    def __init__(self, *, permissions: bool, questions: bool) -> None:
        """Choose the kinds of requests to collect."""
        self._permissions = permissions
        self._questions = questions
        self._waiting: dict[str, Request] = {}
        self._active: dict[str, Request] = {}
        self._failed: dict[str, Request] = {}
        self._sending: set[str] = set()
        self._settled: set[str] = set()

    @property
    def collects(self) -> bool:
        """Whether any kind of request is collected."""
        return self._permissions or self._questions

    def __bool__(self) -> bool:
        return bool(self._waiting or self._active or self._failed)

    def receive(self, event: e.Event) -> None:
        """Take an event, which may ask for something, or say that a request was replied to."""
        if isinstance(event, ASKED):
            self.add(event.payload)
        elif isinstance(event, REPLIED):
            id_: Any = getattr(event.payload, "request_id", None)
            if isinstance(id_, str):
                self.settle_elsewhere(id_)

    def add(self, request: Request) -> None:
        """Collect a request, unless it is here already or settled.

        One without its id or its session's cannot be replied to, and is ignored.
        """
        collected = self._permissions if isinstance(request, PermissionRequest) else self._questions
        if collected and is_attributable(request) and not self._knows(request.id):
            self._waiting[request.id] = request

    def take(self) -> Request | None:
        """Make the oldest request that waits active, and return it; None where there is none, or enough are active."""
        if not self._waiting or len(self._active) >= MOST_AT_ONCE:
            return None
        id_ = next(iter(self._waiting))
        self._active[id_] = self._waiting.pop(id_)
        return self._active[id_]

    def is_active(self, request: Request) -> bool:
        """Return whether a request still has to be replied to, and this turn is at it."""
        return request.id in self._active

    def begin_sending(self, request: Request) -> bool:
        """Take note that a reply is being sent; return whether the request still waits for one.

        The event about the turn's own reply arrives before the answer to it, and does not settle the request.
        """
        if request.id not in self._active:
            return False
        self._sending.add(request.id)
        return True

    def put_back(self, request: Request) -> None:
        """Take note that the reply to a request has failed; it is not active before `retry`."""
        self._sending.discard(request.id)
        if self._active.pop(request.id, None) is not None:
            self._failed[request.id] = request

    def retry(self) -> bool:
        """Let the requests whose replies have failed wait again, before all others; return whether there are any."""
        if not self._failed:
            return False
        self._waiting, self._failed = {**self._failed, **self._waiting}, {}
        return True

    def settle(self, request_id: str) -> None:
        """Remove a request that needs no reply of this turn any more, and ignore it when it arrives again."""
        self._settled.add(request_id)
        self._sending.discard(request_id)
        for each in (self._waiting, self._active, self._failed):
            each.pop(request_id, None)

    def settle_elsewhere(self, request_id: str) -> None:
        """Remove a request that an event says was replied to, unless that is this turn's own reply."""
        if request_id not in self._sending:
            self.settle(request_id)

    def ids(self) -> frozenset[str]:
        """Return the ids of the requests that another client could settle now."""
        return frozenset({*self._waiting, *self._active, *self._failed} - self._sending)

    def waiting(self) -> tuple[Request, ...]:
        """Return the requests whose reply is not being sent yet, those that are being replied to first."""
        all_ = (*self._active.values(), *self._failed.values(), *self._waiting.values())
        return tuple(each for each in all_ if each.id not in self._sending)

    def compare(self, listed: Iterable[Request], before: Collection[str]) -> None:
        """Take the service's lists: collect what is in them, and settle what is missing.

        Args:
            listed: The requests that the service lists.
            before: The `ids` when the lists were requested.
        """
        found = list(listed)
        here = {each.id for each in found if is_attributable(each)}
        for missing in set(before) - here:
            self.settle_elsewhere(missing)
        for each in found:
            self.add(each)

    def _knows(self, id_: str) -> bool:
        return any(id_ in each for each in (self._waiting, self._active, self._failed, self._settled))
