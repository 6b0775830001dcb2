"""The state of the chat stub: its records, its access tokens, and the order in which it lists."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import TypeVar

from trivet_stubs.chat.access import Access
from trivet_stubs.chat.observed import ChatObserved
from trivet_stubs.chat.records import User
from trivet_stubs.chat.refusals import crashed
from trivet_stubs.chat.seed import fill
from trivet_stubs.chat.store import ChatRecords
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.state import StubState, UnknownKeys

T = TypeVar("T")

_TICK = timedelta(microseconds=1)


class ChatState(StubState):
    """A chat service's records and settings; `ChatStub` describes the arguments."""

    observed: ChatObserved

    def __init__(
        self,
        *,
        seed: str = "small",
        users: int = 0,
        clock: Clock | None = None,
        latency: float = 0.0,
        observed: ChatObserved | None = None,
        unknown_keys: UnknownKeys = "refuse",
    ) -> None:
        super().__init__(
            "chat", clock=clock, latency=latency, observed=observed or ChatObserved(), unknown_keys=unknown_keys
        )
        self.made_with: tuple[str, int] = (seed, users)
        """The seed and the number of further users that the stub was made with."""
        records = ChatRecords()
        fill(records, seed, users, self.now())
        self.replace(records)

    def replace(self, records: ChatRecords) -> None:
        """Take other records, and forget all tokens but those that their users always have.

        >>> state.replace(ChatRecords())
        """
        self.records: ChatRecords = records
        self.access: Access = Access(lambda: self.records, self.now, self.missing_user)
        self._shuffles = count(1)
        self._last_change: tuple[datetime | None, int] = (None, 0)

    def now(self) -> datetime:
        """The time by the stub's clock."""
        return self.clock.now()

    def change_time(self) -> datetime:
        """The time of a change: two changes never have the same, though the clock may stand still."""
        now = self.clock.now()
        at, ticks = self._last_change
        ticks = ticks + 1 if at == now else 0
        self._last_change = (now, ticks)
        return now + ticks * _TICK

    def caller(self, request: ContractRequest) -> User:
        """The user who sent a request."""
        return self.access.user(request.logged)

    def missing_user(self, refusal: Refusal) -> Refusal:
        """The refusal where there is no such user, or the crash that is observed instead."""
        return crashed() if self.observed.missing_user_500 else refusal

    def ordered(self, rows: Iterable[T], when: Callable[[T], datetime], *, newest_first: bool = True) -> list[T]:
        """Rows by their times; if ties are observed as unstable, rows of one moment are in another order each time."""
        found = list(rows)
        if self.observed.unstable_ties:
            Random(next(self._shuffles)).shuffle(found)
        found.sort(key=when, reverse=newest_first)
        return found

    def find_user(self, who: str) -> User:
        """A user by their id, their email address, or its part before the @; a ValueError names some when none fits."""
        for user in self.records.users.values():
            if who in (user.id, user.email, user.name):
                return user
        names = ", ".join(user.name for user in list(self.records.users.values())[:10])
        raise ValueError(f"who: there is no user {who!r}; there are {names}")
