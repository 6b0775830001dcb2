"""The state of the chat stub: its records and tokens, the order in which it lists, and how it is steered."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any, ClassVar, TypeVar, cast

from trivet_stubs.chat.access import Access
from trivet_stubs.chat.records import ChatRecords, User
from trivet_stubs.chat.refusals import crashed
from trivet_stubs.chat.seed import RECORDS_SCHEMA, add_records, fill
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.settings import Observed, UnknownKeys
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.state import StubState
from trivet_stubs.kernel.steering import Records, Steering

T = TypeVar("T")

_TICK = timedelta(microseconds=1)

_MAX_MESSAGES = 1_000_000


@dataclass(slots=True, kw_only=True)
class ChatObserved(Observed):
    """What was observed of chat backends; each switch is off at first, and may be set between requests.

    >>> stub = ChatStub(observed=ChatObserved(late_commits=True, missing_user_500=True))
    """

    __module__ = "trivet_stubs.chat"

    bare_public_form: bool = False
    """A public link shows the conversation alone, as one of two releases declares it."""
    late_commits: bool = False
    """An answer comes before the commit: the next read after a change still shows what was before it."""
    listed_app_admin: bool = False
    """`is_app_admin` of a user is in the list alone; an update answers with a success, and leaves it as it was."""
    lost_commits: bool = False
    """An answer comes before the commit, which never happens: so does a server that dies in between."""
    missing_user_500: bool = False
    """Where a user does not exist, the answer is a 500: getting, updating, deleting or impersonating them, and their
    token."""
    null_rating_count: bool = False
    """`rating_count` is null for a message that has no rating."""
    owner_only_rating: bool = False
    """Only the owner of a conversation may rate its messages; for every other reader, that is a 404."""
    search_wildcards: bool = False
    """In the search for users, `_` is any character and `%` any text."""
    title_limit: bool = False
    """A title of more than 255 characters is refused."""
    unstable_ties: bool = False
    """Rows of equal rank are in another order each time, so that pages repeat some and skip others."""


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


class ChatSteering(Steering):
    """Fills the stub as `ChatStub(seed=…, users=…)` does, and adds records of a test's own."""

    seed_schema: ClassVar[JsonObject] = {
        "type": "object",
        "properties": {
            "seed": {"type": "string", "maxLength": 20},
            "users": {"type": "integer", "minimum": 0, "maximum": 100_000},
            "records": RECORDS_SCHEMA,
        },
        "additionalProperties": False,
    }

    def __init__(self, state: ChatState) -> None:
        super().__init__(state)
        self._chat = state

    def seed(self, body: JsonObject) -> None:
        """Take other records; tokens that expire are forgotten."""
        seed: str = body.get("seed", "small")
        size = re.fullmatch(r"([0-9]+)x([0-9]+)", seed)
        if size is not None and int(size[1]) * max(1, int(size[2])) > _MAX_MESSAGES:
            raise ValueError(f"seed: {seed} is more than {_MAX_MESSAGES} messages")
        records = ChatRecords()
        fill(records, seed, body.get("users", 0), self._chat.now())
        add_records(records, body.get("records", {}), self._chat.now())
        self._chat.replace(records)

    def callers(self) -> dict[str, dict[str, str]]:
        """The first users, by their names."""
        users = list(self._chat.records.users.values())[:12]
        return {
            each.name: {"Authorization": f"Bearer {self._chat.access.permanent_token(each)}"}
            for each in users
            if each.is_active
        }

    def kinds(self) -> Mapping[str, Records]:
        """The kinds of records, as the stub keeps them."""
        records = self._chat.records
        rows = records.conversations
        return {
            "users": lambda: map(_flat, records.users.values()),
            "conversations": lambda: map(_flat, rows.values()),
            "messages": lambda: (_flat(each) for row in rows.values() for each in row.messages),
            "ratings": lambda: ({**_flat(each), "message": each.message.id} for each in records.ratings.newest_first()),
            "shares": lambda: map(_flat, records.shares()),
        }

    def counts(self) -> dict[str, int]:
        """How many records of each kind there are."""
        records = self._chat.records
        rows = records.conversations.values()
        return {
            "users": len(records.users),
            "conversations": len(rows),
            "messages": sum(len(row.messages) for row in rows),
            "ratings": len(records.ratings.newest_first()),
            "shares": sum(len(row.shares) for row in rows),
        }

    def data(self) -> ChatRecords:
        """A copy of the records."""
        return self._chat.records.copy(numbered_apart=True)

    def restore(self, data: Any) -> None:
        """Bring records back, or fill the stub as it was made."""
        if data is not None:
            self._chat.replace(data.copy(numbered_apart=True))
            return
        records = ChatRecords()
        fill(records, *self._chat.made_with, self._chat.now())
        self._chat.replace(records)


def _flat(record: Any) -> JsonObject:
    """The fields of a record that are no records themselves; of a secret only that there is one."""
    found: JsonObject = {}
    for each in fields(record):
        value = getattr(record, each.name)
        if each.name == "share_token" and value is not None:
            value = "hidden"
        if isinstance(value, datetime):
            found[each.name] = value.isoformat()
        elif isinstance(value, list | tuple):
            found[each.name] = len(cast(Sequence[Any], value))
        elif value is None or isinstance(value, str | int | float):
            found[each.name] = value
    return found
