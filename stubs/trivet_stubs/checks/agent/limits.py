"""Pages: the limit, the order and the cursor of a list."""

from trivet_stubs.checks.agent.answers import data, field, ids, rows
from trivet_stubs.checks.agent.service import Agent
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply

_MAX_PAGES = 12


@check("agent.limits.limit-is-a-number")
def limit_is_a_number_that_bounds_a_page(agent: Agent) -> None:
    """A text is refused as a limit, and a page has no more rows than its limit."""
    user, where = agent.user, agent.somewhere
    user.call("session.list", query={**where, "limit": "many"}).is_refused()
    user.call("fs.search", query=where, json={"query": "a", "limit": "many"}).is_refused()
    user.call("fs.grep", query=where, json={"pattern": "a", "limit": "many"}).is_refused()
    found = user.call("fs.search", query=where, json={"query": "e", "limit": 1})
    found.expect(len(rows(found)) <= 1, "a search finds more than its limit")
    session = _sessions(agent, 2)[0]
    user.call("session.message.list", session, query={"limit": "many"}).is_refused()
    page = user.call("session.list", query={**where, "limit": 1})
    page.expect(len(rows(page)) <= 1, "a page is longer than its limit")


@check("agent.limits.limit-is-whole-and-bounded")
def limit_is_whole_and_at_least_one(agent: Agent) -> None:
    """Zero, a negative number and a fraction are refused everywhere, and 201 by searches and lists of messages."""
    user, where = agent.user, agent.somewhere
    for limit in (0, -1, 1.5):
        user.call("session.list", query={**where, "limit": limit}).is_refused()
    for limit in (0, -1, 1.5, 201):
        user.call("fs.search", query=where, json={"query": "a", "limit": limit}).is_refused()
        user.call("fs.grep", query=where, json={"pattern": "a", "limit": limit}).is_refused()
    if agent.target.allow_writes:  # it takes a session
        session = _sessions(agent, 1)[0]
        for limit in (0, -1, 1.5, 201):
            user.call("session.message.list", session, query={"limit": limit}).is_refused()


@check("agent.limits.order-is-asc-or-desc")
def order_is_one_of_two_directions(agent: Agent) -> None:
    """Another word is refused, and the two orders are each other's reverse."""
    made = _sessions(agent, 3)
    agent.user.call("session.list", query={**agent.somewhere, "order": "sideways"}).is_refused()
    agent.user.call("session.message.list", made[0], query={"order": "sideways"}).is_refused()
    found: list[list[str]] = []
    for order in ("asc", "desc"):
        page = _page_with(agent, made, order=order)
        found.append([each for each in ids(page) if each in made])
        page.expect(found[0] == (found[-1] if order == "asc" else found[-1][::-1]), "desc is not the reverse of asc")


@check("agent.limits.cursors-page-through")
def cursors_lead_through_all_pages(agent: Agent) -> None:
    """Page by page, one session a page, each session of the run is found once."""
    made = _sessions(agent, 3)
    _page_with(agent, made)
    found: list[str] = []
    cursor: str | None = None
    for _ in range(_MAX_PAGES):
        page = _own_page(agent, limit=1, cursor=cursor)
        found += ids(page)
        before, cursor = cursor, field(page.succeeds().json, "cursor").get("next")
        page.expect(len(found) == len(set(found)), "a cursor leads to a row that another page had")
        if not ids(page) or cursor is None or cursor == before:
            break
    else:
        raise NotTried("the list has more pages than a check reads")
    page.expect(set(made) <= set(found), "the pages do not have every row")


@check("agent.limits.cursor-belongs-to-its-list")
def cursor_of_another_list_is_refused(agent: Agent) -> None:
    """A text that is no cursor, a cursor of another list, and a cursor with an order are refused."""
    session = _sessions(agent, 2)[0]
    agent.user.call("session.list", query={**agent.somewhere, "cursor": agent.target.prefix}).is_refused()
    agent.user.call("session.message.list", session, query={"cursor": agent.target.prefix}).is_refused()
    page = _own_page(agent, limit=1)
    cursor = field(page.succeeds().json, "cursor", "next")
    if cursor is None:
        raise NotTried("a page that is not the last one has no cursor")
    _own_page(agent, cursor=cursor, order="asc").is_refused()
    agent.user.call("session.message.list", session, query={"cursor": cursor}).is_refused()


def _sessions(agent: Agent, count: int) -> list[str]:
    """The ids of new sessions, one after the other."""
    made: list[str] = []
    for number in range(count):
        made.append(agent.session(f"page {number}")["id"])
        agent.target.budget.pause(0.01)  # the order of a list may be by a time in milliseconds
    return made


def _page_with(agent: Agent, sessions: list[str], **query: object) -> Reply:
    """The page of the sessions of this run, once it has these."""
    return agent.target.eventually(
        lambda: _own_page(agent, **query),
        lambda reply: set(sessions) <= set(ids(reply)),
        "a new session is not listed",
    )


def _own_page(agent: Agent, **query: object) -> Reply:
    """A page of the sessions of this run, found by their titles."""
    reply = agent.user.call("session.list", query={**agent.somewhere, "search": agent.target.prefix, **query})
    if reply.ok and any(not str(each.get("title", "")).startswith(agent.target.prefix) for each in data(reply)):
        raise NotTried("the list of sessions cannot be searched by title")
    return reply
