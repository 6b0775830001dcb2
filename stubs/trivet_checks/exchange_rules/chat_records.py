"""The rules of the chat service that records show over time: deletions, counts, and fields that an update leaves.

No other caller can undo these writes: a deleted record never comes back, and messages are never removed alone. Where
another caller may write unseen, the same has to be seen before and after, or twice and never otherwise.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from trivet_checks.exchange_rules.answer_rule import Looks, moment, unless
from trivet_checks.exchange_rules.chat import rows_of, same_id
from trivet_checks.exchange_rules.chat_callers import caller_id
from trivet_checks.exchange_rules.memory import Facts, learned_from, shown_by_two
from trivet_checks.exchange_rules.stated import fields
from trivet_checks.exchanges.exchange import Exchange, Json

_MOST_IDS = 500
_MOST_ADDED = 200
_CONVERSATION = fields("chat", "ConversationUpdate")
_USER = fields("chat", "UserUpdate")
_TWICE = 2


def _key(exchange: Exchange, name: str) -> str:
    return exchange.arguments[name].casefold()


def _shown_records(exchange: Exchange) -> Iterator[Json]:
    for row in [exchange.record, *rows_of(exchange)] if exchange.ok else []:
        if isinstance(row.get("id"), str):
            yield row


# Deletions: for the caller who has deleted a record, and for everyone with a link.


@learned_from("conversations.delete")
def deleted_conversations(exchange: Exchange, facts: Facts) -> None:
    """Remember the conversations that were deleted, for their links."""
    if exchange.ok:
        facts.shared.note(exchange, True, "gone", _key(exchange, "conversation_id"))


@learned_from("conversations.shares.create")
def conversation_of_a_link(exchange: Exchange, facts: Facts) -> None:
    """Remember the conversation that a link opens; the token is kept as a hash."""
    token = exchange.record.get("share_token")
    if exchange.ok and isinstance(token, str):
        here = _key(exchange, "conversation_id")
        facts.shared.note(exchange, here, "conversation of a token", facts.hash_of(token))


@shown_by_two("chat.conversations.delete-takes-the-messages", "conversations.open_shared")
def link_of_a_deleted_conversation_opens_nothing(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a link opens a conversation that was deleted."""
    here = facts.shared.known("conversation of a token", facts.hash_of(exchange.arguments["token"]))
    if here is not None and facts.shared.settled(exchange, "gone", here):
        yield unless(not exchange.ok, "a link opens a conversation that was deleted")


@shown_by_two(
    "chat.conversations.delete-takes-the-messages",
    "conversations.list",
    "conversations.shared_with_me",
    "admin.conversations.list",
    "admin.conversations.export",
)
def deleted_conversation_is_not_listed(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a conversation is listed that the caller has deleted."""
    for row in _shown_records(exchange):
        if facts.settled(exchange, "deleted", row["id"].casefold()):
            yield f"{exchange.operation} has the conversation {row['id']}, which the caller has deleted"


@shown_by_two("chat.users.deletion-is-hard", "admin.users.list")
def deleted_user_is_not_listed(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a user is listed whom the caller has deleted."""
    for row in _shown_records(exchange):
        if facts.settled(exchange, "deleted", row["id"].casefold()):
            yield f"{exchange.operation} has the user {row['id']}, whom the caller has deleted"


# Messages, of which there are never less: none is removed without its conversation.


@dataclass(frozen=True, slots=True)
class Added:
    """The messages that were seen added to a conversation: when each request began."""

    began: tuple[float, ...] = ()

    def since(self, moment: float) -> int:
        """How many were certainly added after a moment: at the same one, a clock does not tell which came first."""
        return sum(began > moment for began in self.began)


@dataclass(frozen=True, slots=True)
class Count:
    """How many messages a conversation had, and until when that was shown."""

    count: int
    answered: float


@learned_from("conversations.create")
def new_conversation_has_no_messages(exchange: Exchange, facts: Facts) -> None:
    """Remember that a new conversation has no messages."""
    if exchange.status == 201:
        for kind in ("total", "message_count"):
            facts.shared.note(exchange, Count(0, exchange.answered), kind, exchange.record["id"].casefold())


@learned_from("conversations.messages.create")
def added_messages(exchange: Exchange, facts: Facts) -> None:
    """Remember when messages were added, by any caller; a count may leave out those of the system."""
    if exchange.ok and exchange.record.get("role") in ("user", "assistant"):
        here = _key(exchange, "conversation_id")
        before: Added = facts.shared.known("added", here) or Added()
        facts.shared.note(exchange, Added((*before.began, exchange.began)[-_MOST_ADDED:]), "added", here)


def _too_few(exchange: Exchange, facts: Facts, kind: str, here: str, count: object) -> Looks:
    added: Added | None = facts.shared.settled(exchange, "added", here)
    before: Count | None = facts.shared.settled(exchange, kind, here)
    if added is not None and before is not None and type(count) is int:
        least = before.count + added.since(before.answered)
        yield unless(count >= least, f"the {kind} is {count}, and {least} messages were shown and added before")


@shown_by_two("chat.paging.total-counts-every-match", "conversations.messages.list")
def total_of_messages_moves(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a total has the messages of an earlier one, and those that were added since."""
    if exchange.ok and exchange.fault == "":
        yield from _too_few(exchange, facts, "total", _key(exchange, "conversation_id"), exchange.record.get("total"))


@shown_by_two("chat.admin-conversations.list-has-a-message-count")
def message_count_moves(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a count has the messages of an earlier one, and those that were added since."""
    for row in _shown_records(exchange):
        yield from _too_few(exchange, facts, "message_count", row["id"].casefold(), row.get("message_count"))


@learned_from("conversations.messages.list", "admin.conversations.list")
def counts_of_messages(exchange: Exchange, facts: Facts) -> None:
    """Remember how many messages a conversation had."""
    if exchange.ok and exchange.operation == "conversations.messages.list":
        total = exchange.record.get("total")
        if type(total) is int and exchange.fault == "":
            facts.shared.note(exchange, Count(total, exchange.answered), "total", _key(exchange, "conversation_id"))
        return
    for row in _shown_records(exchange):
        if type(row.get("message_count")) is int:
            count = Count(row["message_count"], exchange.answered)
            facts.shared.note(exchange, count, "message_count", row["id"].casefold())


# The caller's own list: a record that is the same before and after a page was there when the page was made.


@dataclass(frozen=True, slots=True)
class Own:
    """The conversations that the caller was shown: from each id to its time of update; None if it is archived."""

    updates: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the caller's own list: its total, and the conversations that were known before it."""

    total: int
    before: dict[str, Any]
    confirmed: frozenset[str] = frozenset()


def _own_records(exchange: Exchange, facts: Facts) -> Iterator[tuple[str, Any]]:
    me = caller_id(exchange, facts)
    for row in _shown_records(exchange) if me is not None else ():
        is_shown = isinstance(row.get("updated_at"), str) and isinstance(row.get("is_archived"), bool)
        if is_shown and same_id(row.get("user_id"), me):
            yield row["id"].casefold(), None if row["is_archived"] else row["updated_at"]


@shown_by_two("chat.paging.total-counts-every-match", "conversations.list", "conversations.get")
def total_of_own_conversations_moves(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether more conversations were there than the total of the caller's last page, which left none out."""
    page: Page | None = facts.known("page")
    if page is None or not exchange.ok:
        return
    same = {here for here, update in _own_records(exchange, facts) if page.before.get(here, "") == update and update}
    confirmed = page.confirmed | same
    facts.replace(replace(page, confirmed=confirmed), "page")
    fault = f"the total of the page before was {page.total}, and {len(confirmed)} conversations were there"
    yield unless(len(confirmed) <= page.total, fault)


@shown_by_two("chat.paging.total-counts-every-match", "conversations.list", "conversations.messages.list")
def page_past_the_end_has_the_total(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a page before the total is empty, twice in a row: once, a record may have gone in between."""
    known = facts.settled(exchange, "empty", *_list_of(exchange))
    place = _empty_before_the_total(exchange)
    if place is not None and place == known:
        yield f"there is no record after the first {place[0]}, and the total is {place[1]}, twice"
    elif exchange.ok and known is not None:
        yield ""


def _list_of(exchange: Exchange) -> tuple[str, ...]:
    """The list and the query of a page."""
    asked = [f"{name}={value}" for name, value in sorted(exchange.query.items())]
    return (exchange.operation, *exchange.arguments.values(), *asked)


def _empty_before_the_total(exchange: Exchange) -> tuple[int, int] | None:
    """The place and the total of an empty page whose place is before its total."""
    total, skip = exchange.record.get("total"), exchange.query.get("skip", "0")
    if not exchange.ok or type(total) is not int or not skip.isdecimal() or exchange.record.get("items") != []:
        return None
    return (int(skip), total) if int(skip) < total and exchange.fault == "" else None


@learned_from("conversations.list", "conversations.messages.list")
def empty_pages(exchange: Exchange, facts: Facts) -> None:
    """Remember an empty page before its total, until the same page is another one."""
    key = ("empty", *_list_of(exchange))
    place = _empty_before_the_total(exchange)
    if place is None:
        facts.forget(*key)
    elif facts.known(*key) != place:
        facts.note(exchange, place, *key)


@learned_from("conversations.list", "conversations.get", "conversations.create", "conversations.update")
def own_conversations(exchange: Exchange, facts: Facts) -> None:
    """Remember the caller's conversations, and the last page of their list."""
    shown: Own = facts.known("own") or Own()
    total = exchange.record.get("total")
    if exchange.operation == "conversations.list" and exchange.ok and exchange.fault == "" and type(total) is int:
        settled: Own | None = facts.settled(exchange, "own")
        if settled is not None:
            facts.note(exchange, Page(total, settled.updates), "page")
    updates = {**shown.updates, **dict(_own_records(exchange, facts))}
    if len(updates) <= _MOST_IDS and updates != shown.updates:
        facts.note(exchange, Own(updates), "own")


# Updates, which leave the fields that they do not send.


@dataclass(frozen=True, slots=True)
class Changes:
    """The values that updates have given to a field that they did not send."""

    made: tuple[tuple[Any, Any], ...] = ()
    """The values before and after, where they differ."""
    kept: tuple[Any, ...] = ()
    """The values that stayed."""

    @property
    def is_a_rule(self) -> bool:
        """Whether the field got the same value each time, and never kept another one."""
        after = [new for _, new in self.made]
        return (
            len(after) >= _TWICE and all(new == after[0] for new in after) and all(old == after[0] for old in self.kept)
        )


def _fields(exchange: Exchange) -> tuple[str, ...]:
    return _USER if exchange.operation.startswith("admin.users.") else _CONVERSATION


def _unsent(exchange: Exchange, facts: Facts) -> Iterator[tuple[str, Any, Any]]:
    """Yield the fields that an update did not send, with their values before and after."""
    before: Json = facts.shared.settled(exchange, "state", exchange.record["id"].casefold()) or {}
    for name in _fields(exchange) if exchange.alone else ():
        if name in before and name in exchange.record and name not in exchange.body:
            yield name, before[name], exchange.record[name]


def _after(exchange: Exchange, facts: Facts) -> Iterator[tuple[str, Changes, bool]]:
    """Yield each field that an update did not send, its values by now, and whether this update changed it."""
    for name, old, new in _unsent(exchange, facts):
        changes: Changes = facts.shared.known("changes", exchange.operation, name) or Changes()
        if old != new:
            yield name, replace(changes, made=(*changes.made, (old, new))[-_MOST_ADDED:]), True
        elif old not in changes.kept:
            yield name, replace(changes, kept=(*changes.kept, old)[-_MOST_ADDED:]), False


def _leaves_other_fields(exchange: Exchange, facts: Facts) -> Looks:
    if exchange.ok and exchange.body:
        for name, changes, changed in _after(exchange, facts):
            fault = f"an update that does not send {name} changes it to {exchange.record[name]!r}, each time"
            yield unless(not (changed and changes.is_a_rule), fault)


@shown_by_two("chat.conversations.update-sets-title-and-archived")
def update_leaves_other_fields(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether updates change a field of conversations that they do not send, each time and at least twice."""
    return _leaves_other_fields(exchange, facts)


@shown_by_two("chat.users.update-changes-role-and-activity")
def update_of_a_user_leaves_other_fields(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether updates change a field of users that they do not send, each time and at least twice."""
    return _leaves_other_fields(exchange, facts)


_WRITES = ("conversations.create", "conversations.update", "conversations.archive", "admin.users.update")


@learned_from(*_WRITES, "conversations.get", "admin.users.get", "conversations.list", "admin.users.list")
def states_of_records(exchange: Exchange, facts: Facts) -> None:
    """Remember the fields of records: of a write as it was answered, of a read once earlier writes are stored."""
    if exchange.ok and exchange.operation.endswith(".update") and exchange.body:
        for name, changes, _ in [*_after(exchange, facts)]:
            facts.shared.note(exchange, changes, "changes", exchange.operation, name)
    is_write = exchange.operation in _WRITES
    for row in _shown_records(exchange):
        here = row["id"].casefold()
        is_unwritten = facts.shared.known("written", here) is None
        if is_write or is_unwritten or facts.shared.settled(exchange, "written", here):
            state = {name: row[name] for name in (*_CONVERSATION, *_USER) if name in row}
            facts.shared.note(exchange, state, "state", here)
        if is_write:
            facts.shared.note(exchange, True, "written", here)


# Ratings: one of each user for a message.


@learned_from("conversations.messages.rate", "conversations.messages.unrate")
def ratings_of_a_caller(exchange: Exchange, facts: Facts) -> None:
    """Remember the ids of a caller's ratings of a message, for the lists of administrators."""
    rater = facts.hash_of(exchange.request_headers.get("authorization", ""))
    if exchange.ok and isinstance(exchange.record.get("id"), str):
        facts.shared.note(exchange, (rater, _key(exchange, "message_id")), "rating", exchange.record["id"].casefold())


@shown_by_two("chat.ratings.new-is-201-and-update-is-200", "admin.ratings.list", "admin.ratings.export")
def rating_is_there_once(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a list has a rating twice, or two ratings that one caller has made of one message."""
    ids = [row["id"].casefold() for row in rows_of(exchange) if isinstance(row.get("id"), str)]
    made = [rating for here in ids if (rating := facts.shared.settled(exchange, "rating", here)) is not None]
    if len(set(ids)) < len(ids):
        yield "a rating is there twice"
    elif made:
        yield unless(len(set(made)) == len(made), "two ratings are there that one caller has made of one message")


@dataclass(frozen=True, slots=True)
class Ratings:
    """All ratings at once, and the summary that came after them, with how often it had another number."""

    ids: frozenset[tuple[str, object]]
    answered: float
    oldest: datetime
    total: int | None = None
    differed: int = 0


def _all_ratings(exchange: Exchange) -> Ratings | None:
    rows = rows_of(exchange)
    made = [moment(row.get("created_at")) for row in rows]
    times = [time for time in made if time is not None]
    asked = exchange.query.keys() - {"limit"}
    if asked or not exchange.ok or not rows or exchange.record.get("total") != len(rows) or len(times) < len(rows):
        return None
    return Ratings(frozenset((row["id"], row.get("rating")) for row in rows), exchange.answered, min(times))


def _summary_of(exchange: Exchange, before: Ratings) -> int | None:
    """The number in a summary that covers certain ratings, by the time of the server; None if it may not."""
    days = exchange.query.get("days", "")
    if not exchange.ok or not days.isdecimal() or exchange.began <= before.answered:
        return None
    now = parsedate_to_datetime(exchange.headers["date"])
    total = exchange.record["total_ratings"]
    return total if before.oldest > now - timedelta(days=int(days) - 2) and type(total) is int else None


@shown_by_two("chat.admin-ratings.summary-counts-and-averages", "admin.ratings.list")
def summary_counts_each_rating_once(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a summary between two lists that have the same ratings has another number.

    A smaller one shows it at once. For a larger one, a rating may have come and gone in between, so that it has to be
    seen twice.
    """
    before, now = facts.known("ratings"), _all_ratings(exchange)
    if before is None or now is None or before.total is None or before.ids != now.ids:
        return
    number = len(now.ids)
    fault = f"the summary has {before.total} ratings, and before and after it there were {number}"
    yield unless(before.total >= number and not (before.total > number and before.differed + 1 >= _TWICE), fault)


@learned_from("admin.ratings.summary", "admin.ratings.list")
def all_ratings(exchange: Exchange, facts: Facts) -> None:
    """Remember all ratings, and the summary that comes after them."""
    before: Ratings | None = facts.known("ratings")
    if exchange.operation == "admin.ratings.summary":
        if before is not None:
            facts.replace(replace(before, total=_summary_of(exchange, before)), "ratings")
        return
    now = _all_ratings(exchange)
    if now is None:
        return
    again = before is not None and before.ids == now.ids and before.total is not None and before.total > len(now.ids)
    facts.note(exchange, replace(now, differed=before.differed + 1 if again and before is not None else 0), "ratings")
