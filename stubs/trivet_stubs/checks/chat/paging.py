"""Paged lists: their bounds and defaults, and what a page is."""

from collections.abc import Iterator
from dataclasses import dataclass

from trivet_stubs.checks.chat.replies import ids, object_of
from trivet_stubs.checks.chat.service import Chat
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply
from trivet_stubs.checks.target import Caller


@dataclass(frozen=True, slots=True)
class Listing:
    """A paged list as a caller sees it."""

    caller: Caller
    operation: str
    conversation: str | None = None
    """The conversation, for a list of messages."""

    def page(self, **query: object) -> Reply:
        """The page that a query chooses."""
        segments = () if self.conversation is None else (self.conversation,)
        return self.caller.call(self.operation, *segments, query=query)

    def is_bounded(self, largest: int) -> None:
        """A `limit` may be 1 and the largest, and neither less nor more."""
        for limit in (0, largest + 1):
            self.page(limit=limit).is_refused()
        for limit in (1, largest):
            page = self.page(limit=limit)
            page.expect(len(ids(page)) <= limit, f"a page with limit={limit} has more records")


def _own_lists(chat: Chat) -> Iterator[Listing]:
    yield Listing(chat.user, "conversations.list")
    yield Listing(chat.other, "conversations.shared_with_me")


def _admin_lists(chat: Chat) -> Iterator[Listing]:
    for operation in ("admin.conversations.list", "admin.ratings.list", "admin.users.list"):
        yield Listing(chat.admin, operation)


def _every_list(chat: Chat) -> Iterator[Listing]:
    """Every paged list; those of the user and of the other user have two records at least."""
    conversations = [chat.conversation(chat.user, each) for each in ("first", "second")]
    for content in ("first", "second"):
        chat.message(chat.user, conversations[0], content)
    for each in conversations:
        chat.share(each, shared_with=chat.id_of(chat.other))
    yield Listing(chat.user, "conversations.messages.list", conversations[0]["id"])
    yield from _own_lists(chat)
    yield from _admin_lists(chat)


@check("chat.paging.skip-is-at-least-0")
def skip_is_at_least_0(chat: Chat) -> None:
    """Every paged list takes a `skip` of 0, and refuses one of -1."""
    for listing in _every_list(chat):
        listing.page(skip=0).succeeds()
        listing.page(skip=-1).is_refused()


@check("chat.paging.skip-is-0-by-default")
def skip_is_0_by_default(chat: Chat) -> None:
    """Each list begins without `skip` as it does with `skip=0`."""

    def begins_with_its_first(listing: Listing) -> None:
        chat.target.eventually(
            lambda: listing.page(limit=1),
            lambda page: ids(page) == ids(listing.page(limit=1, skip=0)),
            "without skip, the first record is another than with skip=0",
        )

    for each in _every_list(chat):
        begins_with_its_first(each)


@check("chat.paging.limit-is-1-to-100")
def limit_is_1_to_100(chat: Chat) -> None:
    """Lists of conversations and of ratings."""
    for each in _own_lists(chat):
        each.is_bounded(100)
    Listing(chat.admin, "admin.conversations.list").is_bounded(100)
    Listing(chat.admin, "admin.ratings.list").is_bounded(100)


@check("chat.paging.limit-is-50-by-default")
def limit_is_50_by_default(chat: Chat) -> None:
    """The user gets 51 conversations; another list is tried if it has as many records."""
    own = Listing(chat.user, "conversations.list")
    for number in range(51):
        chat.create(chat.user, {"title": chat.target.name(str(number))})
    chat.settled(lambda: own.page(limit=51), lambda page: len(ids(page)) == 51, "51 conversations")
    for each in (*_own_lists(chat), *_admin_lists(chat)):
        if len(ids(each.page(limit=51))) == 51:
            page = each.page()
            page.expect(len(ids(page)) == 50, f"a page without limit has {len(ids(page))} records and not 50")


@check("chat.paging.messages-limit-is-1-to-500")
def messages_limit_is_1_to_500(chat: Chat) -> None:
    """Pages of messages."""
    Listing(chat.user, "conversations.messages.list", chat.conversation(chat.user)["id"]).is_bounded(500)


@check("chat.paging.messages-limit-is-100-by-default")
def messages_limit_is_100_by_default(chat: Chat) -> None:
    """A conversation gets 101 messages."""
    here = chat.conversation(chat.user)["id"]
    for number in range(101):
        json = {"role": "user", "content": str(number)}
        if not chat.user.call("conversations.messages.create", here, json=json).ok:
            raise NotTried("the server does not take 101 messages of this form")
    messages = Listing(chat.user, "conversations.messages.list", here)
    chat.settled(lambda: messages.page(limit=101), lambda page: len(ids(page)) == 101, "101 messages")
    page = messages.page()
    page.expect(len(ids(page)) == 100, f"a page without limit has {len(ids(page))} messages and not 100")


@check("chat.paging.users-limit-is-1-to-500")
def users_limit_is_1_to_500(chat: Chat) -> None:
    """Pages of users."""
    Listing(chat.admin, "admin.users.list").is_bounded(500)


@check("chat.paging.lists-have-items-and-total")
def lists_have_items_and_total(chat: Chat) -> None:
    """Every paged list is such an object."""
    for listing in _every_list(chat):
        page = listing.page().succeeds()
        found = object_of(page.json) or {}
        page.expect(isinstance(found.get("items"), list), "the list has no array items")
        page.expect(type(found.get("total")) is int, "the list has no integer total")


@check("chat.paging.total-counts-every-match")
def total_counts_every_match(chat: Chat) -> None:
    """The total of a page with one record counts all that a longer page has."""

    def counts(listing: Listing) -> None:
        chat.target.eventually(
            lambda: listing.page(limit=1),
            lambda page: page.succeeds().json["total"] >= len(ids(listing.page(limit=100))),  # others may delete some
            "total counts fewer records than a longer page has",
        )

    for each in _every_list(chat):
        counts(each)
