"""Mutants of paged lists."""

from tests.mutants.chat.parts import default, take
from trivet_checks.mutants.changes import change_answer
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub


@mutant("chat.paging.skip-is-at-least-0", shown_by="one")
def negative_skip_is_taken(stub: ChatStub) -> None:
    """A skip of -1 is one of 0."""
    take(stub, "conversations.shared_with_me", "skip=-1", "skip=0")


@mutant("chat.paging.skip-is-0-by-default", shown_by="missed: a record may have come or gone in between")
def first_record_is_skipped(stub: ChatStub) -> None:
    """Without skip, a page begins with the second record."""
    default(stub, "conversations.list", "skip", "1")


@mutant("chat.paging.pages-have-each-record-once", shown_by="missed: a record may have come or gone in between")
def second_page_begins_late(stub: ChatStub) -> None:
    """The second page begins one record late."""
    take(stub, "conversations.list", "skip=1", "skip=2")


@mutant("chat.paging.limit-is-1-to-100", shown_by="one")
def larger_limit_is_taken(stub: ChatStub) -> None:
    """A limit of 101 is one of 100."""
    take(stub, "admin.conversations.list", "limit=101", "limit=100")


@mutant("chat.paging.limit-is-1-to-100", shown_by="one")
def page_is_longer_than_its_limit(stub: ChatStub) -> None:
    """A page has one record more than its limit."""
    change_answer(stub, "conversations.list", lambda page: {**page, "items": [*page["items"], *page["items"][:1]]})


@mutant("chat.paging.limit-is-50-by-default", shown_by="one")
def page_has_100_by_default(stub: ChatStub) -> None:
    """Without limit, a page has up to 100 records."""
    default(stub, "conversations.list", "limit", "100")


@mutant("chat.paging.messages-limit-is-1-to-500", shown_by="one")
def larger_limit_of_messages_is_taken(stub: ChatStub) -> None:
    """A limit of 501 messages is one of 500."""
    take(stub, "conversations.messages.list", "limit=501", "limit=500")


@mutant("chat.paging.messages-limit-is-100-by-default", shown_by="two")
def page_has_50_messages_by_default(stub: ChatStub) -> None:
    """Without limit, a page of messages has up to 50."""
    default(stub, "conversations.messages.list", "limit", "50")


@mutant("chat.paging.users-limit-is-1-to-500", shown_by="one")
def no_limit_of_users_is_refused(stub: ChatStub) -> None:
    """A limit of no users is one of one."""
    take(stub, "admin.users.list", "limit=0", "limit=1")


@mutant("chat.paging.lists-have-items-and-total", shown_by="one")
def list_is_an_array(stub: ChatStub) -> None:
    """The list of ratings is an array."""
    change_answer(stub, "admin.ratings.list", lambda page: page["items"])


@mutant("chat.paging.total-counts-every-match", shown_by="one")
def total_counts_the_page(stub: ChatStub) -> None:
    """The total is the number of records of the page."""
    change_answer(stub, "conversations.messages.list", lambda page: {**page, "total": len(page["items"])})
