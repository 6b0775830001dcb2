"""What every operation of the chat stub stands on: its records, who asks, pages, and the service's error forms."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any, ClassVar, TypeVar

from starlette.requests import Request

from trivet_stubs.chat import refusals
from trivet_stubs.chat.access import Access
from trivet_stubs.chat.inherited import InheritedStub
from trivet_stubs.chat.records import ChatRecords, User
from trivet_stubs.chat.seed import plant
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import JSON, JsonObject, Operation
from trivet_stubs.kernel.refusal import Refusal

T = TypeVar("T")

_TICK = timedelta(microseconds=1)


class ChatState(InheritedStub):
    """A chat service without its operations."""

    service = "chat"
    content_types: ClassVar = {JSON: JSON}
    invalid_status: ClassVar = 422

    def __init__(
        self, *, seed: str = "small", users: int = 0, clock: Clock | None = None, latency: float = 0.0
    ) -> None:
        super().__init__(clock=clock, latency=latency)
        self.unstable_ties = False
        """Whether rows of equal rank come in another order each time, as the observed backend has them."""
        self.bare_public_form = False
        """Whether a public link shows the conversation alone, as one of two releases declares it."""
        self.records = ChatRecords()
        plant(self.records, seed, users, self._now())
        self._access = Access(self.records, self._now)
        self._requests = count(1)
        self._shuffles = count(1)
        self._last: tuple[datetime | None, int] = (None, 0)

    # For tests.

    @property
    def admin_token(self) -> str:
        """The token of the seeded administrator."""
        return self.token("admin")

    def token(self, who: str, *, expires_in: float | None = None) -> str:
        """An access token of a user; the same one each time, unless it is to expire after so many seconds.

        Args:
            who: Their id, their email address, or the part of it before the @: `alice`.
            expires_in: For how many seconds of the stub's clock it is valid; without it, for ever.
        """
        with self.lock:
            user = self._find(who)
            if expires_in is None:
                return self._access.standing_token(user)
            return self._access.passing_token(user, expires_in)

    def user_id(self, who: str) -> str:
        """A user's id, by their email address or the part of it before the @."""
        with self.lock:
            return self._find(who).id

    def _find(self, who: str) -> User:
        for user in self.records.users.values():
            if who in (user.id, user.email, user.name):
                return user
        names = ", ".join(user.name for user in list(self.records.users.values())[:10])
        raise ValueError(f"who: {who!r} is nobody here; there are {names}")

    # The rules of every operation.

    def authorize(self, operation: Operation, request: Request) -> None:
        """Refuse a caller who is not signed in, and to administrators' operations every other user."""
        if not operation.secured:
            return
        with self.lock:
            caller = self._access.user(request)
            if operation.id.startswith("admin.") and caller.role != "admin":
                raise refusals.forbidden("Role 'admin' is required")

    def refusal_body(self, refusal: Refusal) -> JsonObject:
        """A refusal as the application or its framework writes it."""
        return refusals.body(refusal)

    def extra_headers(self, request: Request) -> Mapping[str, str]:
        """The id of a request: the caller's own, or the next."""
        number = next(self._requests)
        return {"x-request-id": request.headers.get("x-request-id") or f"00000000-0000-4000-8000-{number:012x}"}

    # For operations.

    def _now(self) -> datetime:
        return self.clock.now()

    def _caller(self, request: ContractRequest) -> User:
        return self._access.user(request.http_request)

    def _moment(self) -> datetime:
        """Now, for what changes now: two changes never happen at once, though the clock may stand still."""
        now = self._now()
        since, passed = self._last
        self._last = (now, passed + 1 if since == now else 0)
        return now + self._last[1] * _TICK

    def _ordered(self, rows: Iterable[T], when: Callable[[T], datetime], *, newest_first: bool = True) -> list[T]:
        found = list(rows)
        if self.unstable_ties:
            Random(next(self._shuffles)).shuffle(found)
        found.sort(key=when, reverse=newest_first)
        return found

    def _page(
        self, request: ContractRequest, rows: list[T], form: Callable[[T], Any], *, limit: int = 50
    ) -> JsonObject:
        skip: int = request.query.get("skip", 0)
        limit = request.query.get("limit", limit)
        return {"items": [form(row) for row in rows[skip : skip + limit]], "total": len(rows)}
