"""The next step of a walk on a chat server, drawn by a seed: writes, and reads of each place where they show."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar, cast
from uuid import UUID

from trivet_checks.checks.credentials import SPARE
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.chat.form import ChatForm
from trivet_checks.explore.chat.lists import ALL, OWN, RATINGS, SHARED, SUMMARY, USERS
from trivet_checks.explore.chat.walker import (
    ADD,
    ARCHIVE,
    CHANGE_USER,
    CREATE,
    DELETE,
    IMPERSONATE,
    RATE,
    REVOKE,
    SHARE,
    UNRATE,
    UPDATE,
    Walker,
)
from trivet_checks.explore.chat.words import EXPORT, EXPORTED_RATINGS, MESSAGES, OPEN, SHARES
from trivet_checks.explore.steps import Ref, Step

T = TypeVar("T")

GET, USER = "conversations.get", "admin.users.get"
_BEYOND, _NO_MATCH = "beyond-the-end", "filter-without-match"
_SKIPS: Sequence[tuple[Any, tuple[str, ...]]] = ((0, ()), (1, ()), (2, ()), (-1, ()), (100_000, (_BEYOND,)))
_READS_AFTER: Mapping[str, Sequence[str]] = {
    CREATE: (OWN, OWN, GET, ALL, USERS, EXPORT),
    UPDATE: (OWN, GET, ALL, SHARED, OPEN),
    ARCHIVE: (OWN, OWN, GET, ALL, SHARED),
    DELETE: (OWN, GET, ALL, SHARED, OPEN, RATINGS, MESSAGES, EXPORT, USERS),
    ADD: (MESSAGES, MESSAGES, GET, ALL, OWN, OPEN, EXPORT),
    RATE: (RATINGS, RATINGS, SUMMARY, EXPORTED_RATINGS, MESSAGES, GET),
    UNRATE: (RATINGS, SUMMARY, EXPORTED_RATINGS, MESSAGES),
    SHARE: (SHARES, SHARED, SHARED, OPEN, GET, MESSAGES),
    REVOKE: (SHARES, SHARED, OPEN, OPEN, GET),
    CHANGE_USER: (USERS, USER),
    IMPERSONATE: (OWN,),
}
_WRITES: Sequence[tuple[str, int]] = (
    (CREATE, 9),
    (UPDATE, 8),
    (ARCHIVE, 5),
    (DELETE, 3),
    (ADD, 14),
    (RATE, 12),
    (UNRATE, 4),
    (SHARE, 10),
    (REVOKE, 7),
    (IMPERSONATE, 1),
)
_READS = (OWN, SHARED, ALL, RATINGS, USERS, SUMMARY, EXPORTED_RATINGS, EXPORT, GET, MESSAGES, SHARES, OPEN, USER)
_OTHER_READS = 0.25
"""The share of reads of any place, whatever was written before."""
_KNOWN = 0.92
"""The share of steps that name a record which some step has made."""
_AGAIN = 0.3
"""The share of ratings of a message that has one."""
_CHANGES: Sequence[Json] = ({"is_active": False}, {"is_active": True}, {"is_app_admin": True}, {"role": "admin"})
_LAST = 6
"""How many of the last steps of a walk change the spare user, and read them."""


class Draw:
    """Draws the steps of one walk.

    Args:
        seed: The seed of the run, and the number of the walk.
        prefix: The start of every title.
        users: The record of each caller.
        form: How the server spells what the contract leaves open.
        steps: How many steps the walk has.
        turns: The values of inputs that are left of a round, which the walks of a run share.
    """

    def __init__(
        self,
        seed: str,
        prefix: str,
        users: Mapping[str, Json],
        form: ChatForm,
        steps: int,
        turns: dict[str, list[Any]],
    ) -> None:
        self._chance = Random(seed)
        self._prefix = prefix
        self._callers = [name for name in users if name != SPARE]
        self._users = users
        self._form = form
        self._steps = steps
        self._titles: dict[int, str] = {}
        self._pending: list[str] = []
        self._about: Ref | None = None
        self._turns: dict[str, list[Any]] = turns
        self._makers: Mapping[str, Callable[[int, Walker], Step]] = {
            CREATE: self._create,
            UPDATE: self._update,
            ARCHIVE: self._on(ARCHIVE),
            DELETE: self._on(DELETE),
            GET: self._on(GET),
            SHARES: self._on(SHARES),
            ADD: self._add,
            RATE: self._rate,
            UNRATE: self._unrate,
            SHARE: self._share,
            REVOKE: self._revoke,
            OPEN: self._open,
            OWN: self._own,
            SHARED: self._shared,
            MESSAGES: self._listed_messages,
            ALL: self._all,
            RATINGS: self._ratings,
            EXPORTED_RATINGS: self._exported_ratings,
            SUMMARY: self._summary,
            USERS: self._list_users,
            USER: self._get_user,
            IMPERSONATE: self._impersonate,
            EXPORT: self._export,
        }

    def next(self, number: int, walker: Walker) -> Step:
        """Draw the next step: it names records that are there, and at times others."""
        chance = self._chance
        if SPARE in self._users and "admin" in self._users and number > self._steps - _LAST:
            return self._of_the_spare_user(number)
        if self._pending:
            operation = self._pending.pop()
        elif chance.random() < _OTHER_READS and number > 5:
            operation = self._next_read()
        else:
            operations, weights = zip(*_WRITES, strict=True)
            operation = CREATE if not walker.owners else chance.choices(operations, weights)[0]
            if operation == ADD and not self._form.text:
                operation = CREATE
            reads = [
                name for name in _READS_AFTER[operation] if "admin" in self._users or not name.startswith("admin.")
            ]
            self._pending = chance.sample(reads, min(len(reads), chance.choice((1, 2, 2, 3))))
            self._about = None
        if operation.startswith("admin.") and "admin" not in self._users:
            operation = OWN
        return self._makers[operation](number, walker)

    def _next_read(self) -> str:
        """The next of all reads, in an order of their own for each round."""
        return self._turn("reads", _READS)

    def _turn(self, name: str, values: Sequence[T]) -> T:
        """The next of some values of an input, in an order of their own for each round, so that all of them occur."""
        if not self._turns.get(name):
            self._turns[name] = self._chance.sample(values, len(values))
        value: T = self._turns[name].pop()
        return value

    # Conversations.

    def _create(self, number: int, walker: Walker) -> Step:
        title = self._title(number)
        body = self._chance.choice([{"title": title}] * 8 + [{}, None])
        if body:
            self._titles[number] = title
        caller = self._any_caller()
        self._about = Ref("conversation", number)
        return Step(number=number, operation=CREATE, caller=caller, body=body)

    def _update(self, number: int, walker: Walker) -> Step:
        conversation, caller = self._conversation(walker), None
        title = self._title(number)
        body: Json = self._chance.choice(
            [
                {"title": title},
                {"title": title},
                {"is_archived": True},
                {"is_archived": False},
                {"title": title, "is_archived": True},
                {"title": title, "is_archived": False},
            ]
        )
        caller = self._caller_of(conversation, walker)
        return Step(number=number, operation=UPDATE, caller=caller, path=(conversation,), body=body)

    def _on(self, operation: str) -> Callable[[int, Walker], Step]:
        def make(number: int, walker: Walker) -> Step:
            conversation = self._conversation(walker)
            caller = self._caller_of(conversation, walker)
            grants = [Ref("grant", step) for step in walker.ledger.known("grant")]
            grant = self._chance.choice(grants) if grants and operation == GET and self._chance.random() < 0.3 else None
            if grant is not None:
                caller = walker.grants[cast(int, grant.of)]
            return Step(number=number, operation=operation, caller=caller, path=(conversation,), grant=grant)

        return make

    # Messages and ratings.

    def _add(self, number: int, walker: Walker) -> Step:
        conversation = self._conversation(walker, exists=0.95)
        role = "user" if self._form.answers_itself else self._chance.choice(("user", "assistant", "assistant"))
        content = self._chance.choice(
            (f"message {number:04d}", f"message {number:04d}", f"Grüße {number:04d}, “naïve”?")
        )
        caller = self._caller_of(conversation, walker)
        body = {"role": role, "content": f"{self._prefix} {content}"}
        return Step(number=number, operation=ADD, caller=caller, path=(conversation,), body=body)

    def _rate(self, number: int, walker: Walker) -> Step:
        conversation, message = self._message(walker, rated=self._chance.random() < _AGAIN)
        body: Json = {"rating": self._chance.choice((1, 1, 1, -1, -1))}
        if self._chance.random() < 0.5:
            body["comment"] = f"{self._prefix} comment {number:04d}"
        assumes: tuple[str, ...] = ()
        if self._chance.random() < 0.08:
            body["rating"] = self._chance.choice((0, 2, -2, "like"))  # a number in quotes may be taken for the number
            assumes = ("rating-of-0",) if body["rating"] == 0 else ()
        caller = self._caller_of(conversation, walker)
        return Step(
            number=number, operation=RATE, caller=caller, path=(conversation, message), body=body, assumes=assumes
        )

    def _unrate(self, number: int, walker: Walker) -> Step:
        conversation, message = self._message(walker, rated=True)
        caller = self._caller_of(conversation, walker)
        return Step(
            number=number, operation=UNRATE, caller=caller, path=(conversation, message), assumes=("unrate-unrated",)
        )

    # Shares.

    def _share(self, number: int, walker: Walker) -> Step:
        conversation = self._conversation(walker, exists=0.95)
        owner = walker.owners.get(cast(int, conversation.of)) if isinstance(conversation, Ref) else None
        others = [name for name in self._users if name not in (owner, SPARE)] or [*self._users]
        permission = self._chance.choice(("view", "edit"))
        if self._chance.random() < 0.45:
            body: Json = {"generate_link": True, "permission": permission}
        else:
            body = {
                "generate_link": False,
                "shared_with": Ref("user", self._chance.choice(others)),
                "permission": permission,
            }
        caller = self._caller_of(conversation, walker)
        return Step(number=number, operation=SHARE, caller=caller, path=(conversation,), body=body)

    def _revoke(self, number: int, walker: Walker) -> Step:
        shares = walker.ledger.known("share")
        conversation = self._conversation(walker)
        share: Any = self._unknown_id()
        if shares and self._chance.random() < 0.95:
            share = Ref("share", self._chance.choice(shares))
            conversation = walker.shared.get(cast(int, share.of), conversation)
        caller = self._caller_of(conversation, walker)
        return Step(number=number, operation=REVOKE, caller=caller, path=(conversation, share))

    def _open(self, number: int, walker: Walker) -> Step:
        links = walker.links
        token: Any = (
            Ref("link", self._chance.choice(links))
            if links and self._chance.random() < 0.92
            else f"no-such-token-{number}"
        )
        return Step(
            number=number, operation=OPEN, caller=self._chance.choice(("anonymous", *self._callers)), path=(token,)
        )

    # Lists.

    def _own(self, number: int, walker: Walker) -> Step:
        query, assumes = self._paging(OWN, 100)
        if self._chance.random() < 0.6:
            query["include_archived"] = self._chance.choice((True, True, True, False))
        about = walker.owners.get(cast(int, self._about.of)) if self._about else None
        caller = about if about and self._chance.random() < 0.8 else self._any_caller()
        grants = walker.ledger.known("grant")
        if grants and self._chance.random() < 0.15:
            grant = Ref("grant", self._chance.choice(grants))
            caller = walker.grants[cast(int, grant.of)]
            return Step(number=number, operation=OWN, caller=caller, query=query, grant=grant, assumes=assumes)
        return Step(number=number, operation=OWN, caller=caller, query=query, assumes=assumes)

    def _shared(self, number: int, walker: Walker) -> Step:
        query, assumes = self._paging(SHARED, 100)
        caller = self._any_caller()
        if (readers := walker.recipients) and self._chance.random() < 0.7:
            caller = self._chance.choice(readers)
        return Step(number=number, operation=SHARED, caller=caller, query=query, assumes=assumes)

    def _listed_messages(self, number: int, walker: Walker) -> Step:
        query, assumes = self._paging(MESSAGES, 500)
        conversation = self._conversation(walker)
        caller = self._caller_of(conversation, walker)
        return Step(
            number=number, operation=MESSAGES, caller=caller, path=(conversation,), query=query, assumes=assumes
        )

    def _all(self, number: int, walker: Walker) -> Step:
        query, assumes = self._paging(ALL, 100)
        if self._chance.random() < 0.4:
            query["include_archived"] = self._chance.choice((True, False, False))
        if self._chance.random() < 0.55:
            query["search"], more = self._search(walker)
            assumes = (*assumes, *more, _BEYOND) if "skip" in query else (*assumes, *more)
        return self._by_admin(number, ALL, query=query, assumes=assumes)

    def _search(self, walker: Walker) -> tuple[Any, tuple[str, ...]]:
        chance = self._chance
        titled = [step for step in walker.owners if step in self._titles]
        kind = chance.random()
        if kind < 0.1:
            return "x" * chance.choice((100, 101)), (_NO_MATCH,)
        if kind < 0.15 or not titled:
            return f"no title has {chance.random():.9f}", (_NO_MATCH,)
        step = chance.choice(titled)
        if kind < 0.35:
            return Ref("conversation", step, chance.choice((8, 13, 36))), (_NO_MATCH,)
        title = self._titles[step]
        if self._form.title_match == "whole":
            return title, (_NO_MATCH,)
        texts = {"part": (title, title[9:], self._prefix, title.upper()), "beginning": (title, self._prefix)}
        return chance.choice(texts[self._form.title_match]), (_NO_MATCH,)

    def _ratings(self, number: int, walker: Walker) -> Step:
        query, assumes = self._paging(RATINGS, 100)
        more, assumed = self._rating_filters()
        return self._by_admin(number, RATINGS, query={**query, **more}, assumes=(*assumes, *assumed))

    def _exported_ratings(self, number: int, walker: Walker) -> Step:
        query, assumes = self._rating_filters()
        if self._chance.random() < 0.8:
            query["export_format"] = self._chance.choice(("json", "csv", "csv"))
        return self._by_admin(number, EXPORTED_RATINGS, query=query, assumes=assumes)

    def _rating_filters(self) -> tuple[Json, tuple[str, ...]]:
        query: Json = {}
        if self._chance.random() < 0.5:
            query["rating_filter"] = self._turn("rating_filter", (1, 1, -1, -1, 0, 2, -2))
        if self._chance.random() < 0.3:
            query["with_comments_only"] = self._chance.choice((True, True, False))
        return query, (_NO_MATCH,) if "rating_filter" in query else ()

    def _summary(self, number: int, walker: Walker) -> Step:
        days = self._turn("days", (None, 1, 30, 365, 0, 366))
        return self._by_admin(number, SUMMARY, query={} if days is None else {"days": days})

    def _list_users(self, number: int, walker: Walker) -> Step:
        query, assumes = self._paging(USERS, 500)
        if self._chance.random() < 0.5:
            query = {"search": str(self._users[self._chance.choice([*self._users])].get("email", "@"))}
            assumes = (_NO_MATCH,)
        return self._by_admin(number, USERS, query=query, assumes=assumes)

    def _get_user(self, number: int, walker: Walker) -> Step:
        user: Any = Ref("user", self._chance.choice([*self._users]))
        return self._by_admin(number, USER, path=(user if self._chance.random() < 0.9 else self._unknown_id(),))

    def _impersonate(self, number: int, walker: Walker) -> Step:
        name = self._chance.choice([name for name in self._callers if name != "admin"] or ["admin"])
        return self._by_admin(number, IMPERSONATE, path=(Ref("user", name),))

    def _export(self, number: int, walker: Walker) -> Step:
        return self._by_admin(number, EXPORT)

    def _of_the_spare_user(self, number: int) -> Step:
        """Change the spare user, and read them: the last steps, whose changes are taken back."""
        place, user = number - (self._steps - _LAST), Ref("user", SPARE)
        if place % 2 == 1:
            body = self._turn("changes", _CHANGES)
            return self._by_admin(number, CHANGE_USER, path=(user,), body=body, others=0.3)
        if self._chance.random() < 0.6:
            return Step(number=number, operation=USER, caller="admin", path=(user,))
        search = str(self._users[SPARE].get("email", "@"))
        return Step(number=number, operation=USERS, caller="admin", query={"search": search}, assumes=(_NO_MATCH,))

    # Values.

    def _paging(self, operation: str, most: int) -> tuple[Json, tuple[str, ...]]:
        query: Json = {}
        assumes: tuple[str, ...] = ()
        if self._chance.random() < 0.3:
            query["skip"], assumes = self._turn("skip", _SKIPS)
            if query["skip"] > 0:
                assumes = (_BEYOND,)
        if self._chance.random() < 0.6:
            query["limit"] = self._turn(f"limit of {operation}", (1, 2, 3, most, most, 0, most + 1))
        return query, assumes

    def _title(self, number: int) -> str:
        return f"{self._prefix} {self._chance.choice(('walk', 'Zug', 'train'))} {number:04d}."

    def _unknown_id(self) -> str:
        return str(UUID(int=self._chance.getrandbits(128), version=4))

    def _any_caller(self) -> str:
        return "anonymous" if self._chance.random() < 0.03 else self._chance.choice(self._callers)

    def _by_admin(
        self,
        number: int,
        operation: str,
        path: tuple[Any, ...] = (),
        query: Json | None = None,
        assumes: tuple[str, ...] = (),
        body: Json | None = None,
        others: float = 0.06,
    ) -> Step:
        """A step of the administrator, or now and then of another caller."""
        names = [name for name in (*self._callers, "anonymous") if name != "admin"]
        caller = self._turn("others", names) if self._chance.random() < others else "admin"
        return Step(
            number=number,
            operation=operation,
            caller=caller,
            path=path,
            query=query or {},
            body=body,
            assumes=assumes,
        )

    def _conversation(self, walker: Walker, exists: float = 0.93) -> Any:
        """A conversation: the one that the last write was about, another one, one that is gone, or one of no record."""
        chance, there = self._chance, [*walker.owners]
        if there and chance.random() < exists:
            if self._about is not None and self._about.of in walker.owners and chance.random() < 0.7:
                return self._about
            recent = there[-6:]
            self._about = Ref("conversation", chance.choice(recent if chance.random() < 0.7 else there))
            return self._about
        if walker.gone and chance.random() < 0.6:
            return chance.choice(walker.gone)
        return self._unknown_id()

    def _caller_of(self, conversation: Any, walker: Walker) -> str:
        """Mostly the owner of a conversation, or else another caller, who may have a share of it."""
        owner = walker.owners.get(cast(int, conversation.of)) if isinstance(conversation, Ref) else None
        if owner is not None and self._chance.random() < 0.72:
            return owner
        return self._any_caller()

    def _message(self, walker: Walker, *, rated: bool) -> tuple[Any, Any]:
        """A conversation and a message in it, mostly one of the assistant."""
        chance = self._chance
        rows = [*walker.messages(rated=rated)] or [*walker.messages(rated=False)]
        if not rows or chance.random() < 0.05:
            return self._conversation(walker), self._unknown_id()
        answers = [row for row in rows if row[2] == "assistant"]
        conversation, message, _ = chance.choice(answers if answers and chance.random() < 0.88 else rows)
        self._about = conversation
        return conversation, message
