"""Mutants of pages."""

from typing import Any

from tests.mutants.agent.queries import having, without
from trivet_checks.mutants.changes import change_answer, change_query
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub


@mutant("agent.limits.limit-is-a-number", shown_by="one")
def limit_is_ignored(stub: AgentStub) -> None:
    """A list of sessions takes any limit, and uses none."""
    change_query(stub, "session.list", without("limit"))


@mutant("agent.limits.limit-is-a-number", shown_by="one")
def page_is_longer_than_its_limit(stub: AgentStub) -> None:
    """A page of sessions has one row more than its limit."""
    change_query(stub, "session.list", lambda query: query.replace(b"limit=1", b"limit=2"))


@mutant("agent.limits.limit-is-whole-and-bounded", shown_by="one")
def limit_of_zero_is_taken(stub: AgentStub) -> None:
    """A list of sessions takes a limit of zero for one."""
    change_query(stub, "session.list", lambda query: query.replace(b"limit=0", b"limit=1"))


@mutant("agent.limits.order-is-asc-or-desc", shown_by="one")
def order_is_always_desc(stub: AgentStub) -> None:
    """Sessions are listed newest first, although the order is `asc`."""
    change_query(stub, "session.list", lambda query: query.replace(b"order=asc", b"order=desc"))


@mutant("agent.limits.order-is-asc-or-desc", shown_by="one")
def any_order_of_messages_is_taken(stub: AgentStub) -> None:
    """Messages are listed in the order of any word."""
    change_query(stub, "session.message.list", having("order", "asc"))


@mutant("agent.limits.order-is-asc-or-desc", shown_by="neither: a server may have a reason to refuse")
def newest_message_is_not_first(stub: AgentStub) -> None:
    """Messages are not listed newest first: the order `desc` is refused."""
    change_query(stub, "session.message.list", lambda query: query.replace(b"order=desc", b"order=refused"))


@mutant("agent.limits.cursors-page-through", shown_by="missed: a row may have gone in between")
def cursor_repeats_the_second_page(stub: AgentStub) -> None:
    """Every page has the cursor of the second one."""
    cursors: list[str] = []

    def change(page: dict[str, Any]) -> object:
        cursors.append(page["cursor"]["next"])
        return {**page, "cursor": {**page["cursor"], "next": cursors[0]}}

    change_answer(stub, "session.list", change)


@mutant("agent.limits.cursors-page-through", shown_by="two")
def pages_end_too_early(stub: AgentStub) -> None:
    """The first page has no cursor, although it is not the last one."""
    change_answer(stub, "session.list", lambda page: {**page, "cursor": {"previous": None, "next": None}})


@mutant("agent.limits.cursor-belongs-to-its-list", shown_by="one")
def cursor_is_taken_with_an_order(stub: AgentStub) -> None:
    """A cursor may be combined with an order, which is ignored."""
    drop = without("order")
    change_query(stub, "session.list", lambda query: drop(query) if b"cursor=" in query else query)
