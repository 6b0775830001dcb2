"""The state of the chat stub: its records and tokens, the order in which it lists, and how it is steered."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any, ClassVar, TypeVar, cast

from trivet_stubs.chat.access import Access
from trivet_stubs.chat.records import ChatRecords, User
from trivet_stubs.chat.refusals import crashed
from trivet_stubs.chat.seed import RECORDS_SCHEMA, add_records, fill
from trivet_stubs.chat.stored import read_chat, stored_chat
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.settings import Observed, UnknownKeys
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.state import StubState
from trivet_stubs.kernel.steering import Records, Steering

T = TypeVar("T")

_TICK = timedelta(microseconds=1)
_SECOND = timedelta(seconds=1)

_MAX_MESSAGES = 1_000_000


@dataclass(slots=True, kw_only=True)
class ChatObserved(Observed):
    """Switches for the behaviour of observed chat backends; each is off at first, and may be set between requests.

    >>> stub = ChatStub(observed=ChatObserved(late_commits=True, missing_user_500=True))
    """

    __module__ = "trivet_stubs.chat"

    bare_public_form: bool = False
    """A public link shows the conversation alone, as one of two releases declares it."""
    dies_after_answer: bool = field(default=False, metadata={"in_all": False})
    """The server dies right after the next change: it has answered the change and does not store it, and every further
    request loses its connection, until `stub.faults.clear()` starts the server again. The switch goes off by itself."""
    hidden_ties: bool = False
    """In a list of users that is longer than a page, some of equal rank are on no page, at every page size: the second
    of each hundred. The total counts them, and a search that has a single page of matches finds them."""
    late_commits: bool = False
    """An answer comes before the commit: the next read after a change still shows the records before it."""
    listed_app_admin: bool = False
    """`is_app_admin` of a user is in the list alone; an update answers with a success, and leaves it as it was."""
    lost_commits: bool = False
    """An answer comes before the commit, which never happens, as when a server dies in between."""
    missing_user_500: bool = False
    """Where a user does not exist, the answer is a 500: getting, updating, deleting or impersonating them, and their
    token."""
    null_rating_count: bool = False
    """`rating_count` is null for a message that has no rating."""
    owner_only_rating: bool = False
    """Only the owner of a conversation may rate its messages; for every other reader, that is a 404."""
    search_wildcards: bool = False
    """In the search for users, `_` is any character and `%` any text."""
    slow_commits: bool = False
    """An answer comes two seconds before the commit, by the stub's clock: until then, reads show the records before."""
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
        """Replace the records, and forget all tokens except for the permanent tokens of their users.

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
        """Return the time of a change, which differs for each change even if the clock stands still."""
        now = self.clock.now()
        at, ticks = self._last_change
        ticks = ticks + 1 if at == now else 0
        self._last_change = (now, ticks)
        return now + ticks * _TICK

    def resume_changes(self) -> None:
        """Go on after the latest change of records that another stub has made: the next one has a later time."""
        records, now = self.records, self.clock.now()
        times = [at for user in records.users.values() for at in (user.created_at, user.updated_at)]
        times += [at for rating in records.ratings.newest_first() for at in (rating.created_at, rating.updated_at)]
        for row in records.conversations.values():
            times.append(row.touched_at)
            times += [message.created_at for message in row.messages]
            times += [share.created_at for share in row.shares]
        latest = max((at for at in times if at is not None and now <= at < now + _SECOND), default=None)
        if latest is not None:
            self._last_change = (now, (latest - now) // _TICK)

    def caller(self, request: ContractRequest) -> User:
        """The user who sent a request."""
        return self.access.user(request.logged)

    def missing_user(self, refusal: Refusal) -> Refusal:
        """Return the refusal of a request for an unknown user, or the observed crash instead."""
        return crashed() if self.observed.missing_user_500 else refusal

    def ordered(self, rows: Iterable[T], when: Callable[[T], datetime], *, newest_first: bool = True) -> list[T]:
        """Sort rows by their times; with `unstable_ties`, rows of the same time are in another order at each call."""
        ordered = list(rows)
        if self.observed.unstable_ties:
            Random(next(self._shuffles)).shuffle(ordered)
        ordered.sort(key=when, reverse=newest_first)
        return ordered

    def find_user(self, who: str) -> User:
        """Return the user with an id, an email address, or its part before the @; otherwise raise a ValueError."""
        for user in self.records.users.values():
            if who in (user.id, user.email, user.name):
                return user
        names = ", ".join(user.name for user in list(self.records.users.values())[:10])
        raise ValueError(f"who: there is no user {who!r}; there are {names}")


class ChatSteering(Steering):
    """Steers a chat stub: fills it as `ChatStub(seed=…, users=…)` does, and adds the records of a test."""

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
        """Replace the records, and forget expiring tokens."""
        seed: str = body.get("seed", "small")
        size = re.fullmatch(r"([0-9]+)x([0-9]+)", seed)
        if size is not None and int(size[1]) * max(1, int(size[2])) > _MAX_MESSAGES:
            raise ValueError(f"seed: {seed} is more than {_MAX_MESSAGES} messages")
        records = ChatRecords()
        fill(records, seed, body.get("users", 0), self._chat.now())
        add_records(records, body.get("records", {}), self._chat.now())
        self._chat.replace(records)

    def callers(self) -> dict[str, dict[str, str]]:
        """The headers with the tokens of the first active users, by their names."""
        users = list(self._chat.records.users.values())[:12]
        return {
            user.name: {"Authorization": f"Bearer {self._chat.access.permanent_token(user)}"}
            for user in users
            if user.is_active
        }

    def credentials_of(self, caller: str) -> Mapping[str, str]:
        """The header with the permanent token of a user, by id, email address, or its part before the @."""
        try:
            user = self._chat.find_user(caller)
        except ValueError as error:
            raise ValueError(f"caller: {str(error).removeprefix('who: ')}") from None
        return {"Authorization": f"Bearer {self._chat.access.permanent_token(user)}"}

    def kinds(self) -> Mapping[str, Records]:
        """The records of each kind, as the stub stores them."""
        records = self._chat.records
        rows = records.conversations
        return {
            "users": lambda: map(_flat, records.users.values()),
            "conversations": lambda: map(_flat, rows.values()),
            "messages": lambda: (_flat(message) for row in rows.values() for message in row.messages),
            "ratings": lambda: (
                {**_flat(rating), "message": rating.message.id} for rating in records.ratings.newest_first()
            ),
            "shares": lambda: map(_flat, records.shares()),
        }

    def counts(self) -> dict[str, int]:
        """The number of records of each kind."""
        records = self._chat.records
        rows = records.conversations.values()
        return {
            "users": len(records.users),
            "conversations": len(rows),
            "messages": sum(len(row.messages) for row in rows),
            "ratings": len(records.ratings.newest_first()),
            "shares": sum(len(row.shares) for row in rows),
        }

    def stored(self) -> JsonObject:
        """The records, and the tokens that expire."""
        return stored_chat(self._chat.records, self._chat.access)

    def read_stored(self, raw: object) -> Callable[[], None]:
        """Read records and tokens; return the function that puts them in place."""
        records, grants = read_chat(raw)

        def replace() -> None:
            self._chat.replace(records)
            self._chat.access.grants.update(grants)
            self._chat.resume_changes()

        return replace

    def data(self) -> ChatRecords:
        """A copy of the records."""
        return self._chat.records.copy(numbered_apart=True)

    def restore(self, data: Any) -> None:
        """Restore earlier records, or fill the stub with its first ones."""
        if data is not None:
            self._chat.replace(data.copy(numbered_apart=True))
            return
        records = ChatRecords()
        fill(records, *self._chat.made_with, self._chat.now())
        self._chat.replace(records)


def _flat(record: Any) -> JsonObject:
    """Return the plain fields of a record, the length of a list in place of its records, and no secret."""
    flat: JsonObject = {}
    for name in (column.name for column in fields(record)):
        value = getattr(record, name)
        if name == "share_token" and value is not None:
            value = "hidden"
        if isinstance(value, datetime):
            flat[name] = value.isoformat()
        elif isinstance(value, list | tuple):
            flat[name] = len(cast(Sequence[Any], value))
        elif value is None or isinstance(value, str | int | float):
            flat[name] = value
    return flat
