"""All operations: the inputs that they take, and the limit, the order and the cursor of a page."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from trivet_checks.checks.agent.service import STRANGERS, Agent, Stranger, data, field, ids, next_cursor, refused, rows
from trivet_checks.checks.agent.turns import answered, conversation, say
from trivet_checks.checks.forbidden_requests import ForbiddenRequest, InputWalk
from trivet_checks.checks.suite import KNOWN_RECORDS, REFUSAL, SUCCESS, check
from trivet_checks.exchange_rules import agent as rules
from trivet_checks.exchange_rules.stated import plain_reads, with_parameter
from trivet_checks.exchanges.evidence import Broken, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.rule_catalogue import rule_of

_REMOVED_BY: Mapping[str, str] = {"session.create": "session.delete", "auth.create": "auth.delete"}
"""Operations that write, and those that remove the records again; a forbidden request of another is not tried."""
ALSO_FORBIDDEN: tuple[tuple[str, Json, str], ...] = (
    (
        "session.create",
        {"permission": [{"action": "*", "resource": "*", "effect": "perhaps"}]},
        "The wrong value is within a list, and the walk adds nothing to lists.",
    ),
)
"""Bodies that the spec forbids and its walk does not yield, each with its operation and the reason."""
_NO_ROUTE = (404, 405, 501)
_MAX_PAGES = 12


def _all_reads(agent: Agent) -> dict[str, Reply]:
    in_a_context = with_parameter("agent", "directory")
    return {
        operation: agent.user.call(operation, query=agent.somewhere if operation in in_a_context else None)
        for operation in plain_reads("agent")
    }


@check("agent.requests.routes-are-below-api", own_condition=SUCCESS)
def each_route_is_below_api(agent: Agent) -> None:
    """Each operation that reads and needs no input is answered at its route, with JSON."""
    for operation, reply in _all_reads(agent).items():
        with agent.target.part(operation):
            if reply.status in _NO_ROUTE:
                reply.needed()
            reply.expect(reply.media_type != "text/html", f"{operation} has no route below /api: a web page is there")


@check("agent.requests.credentials-are-those-of-the-server")
def request_without_credentials_is_unauthorized(agent: Agent) -> None:
    """If one operation asks for credentials, all are refused with 401 to everyone who has none, or wrong ones."""
    known = {operation: _reply_to(agent, STRANGERS[0], operation) for operation in plain_reads("agent")}
    if all(reply.ok for reply in known.values()):
        raise NotTried("the server asks for no credentials")
    for stranger in STRANGERS:
        with agent.target.part(stranger.who):
            for operation in agent.target.of(("agent.list", "project.list", "session.list", "auth.list")):
                _reply_to(agent, stranger, operation).is_refused(401)
            _hears_nothing(agent, stranger)
    with agent.target.part(STRANGERS[0].who):
        for reply in known.values():
            reply.is_refused(401)


def _reply_to(agent: Agent, stranger: Stranger, operation: str) -> Reply:
    """The answer to a caller whom the server does not know."""
    return stranger.caller(agent).call(operation)


def _hears_nothing(agent: Agent, stranger: Stranger) -> None:
    """The event stream is refused to a caller whom the server does not know."""
    with stranger.caller(agent).stream("event.subscribe") as stream:
        if stream.status != 401:
            head = agent.target.last_reply
            message = f"event.subscribe: the status is {stream.status} and not 401"
            raise Broken(message, None if head is None else head.evidence())


@check("agent.requests.what-the-contract-forbids-is-400", own_condition=REFUSAL)
def forbidden_input_is_refused_with_400(agent: Agent) -> None:
    """An unknown value of an enum, a text for a number, and a required input that is missing are a 400.

    Most of these operations only read. The records that others make of it are removed, some with their session.
    """
    for wrong in _forbidden(agent):
        if _reads(agent, wrong) and (wrong.keyword == "enum" or _is_of_no_other_rule(wrong)):
            _send(agent, wrong).is_refused(400)
    if agent.target.allow_writes:
        _forbidden_writes_are_refused(agent)


def _forbidden_writes_are_refused(agent: Agent) -> None:
    """Sessions, accounts and prompts that lack a required input, or have one that the spec forbids."""
    session = agent.session()["id"]
    for wrong in _forbidden(agent):
        if wrong.operation == "session.prompt" and wrong.keyword == "required":
            agent.user.call(wrong.operation, session, json=wrong.body).is_refused(400)
        elif wrong.operation in _REMOVED_BY and wrong.keyword == "required":
            _refused_or_removed(agent, _REMOVED_BY[wrong.operation], _send(agent, wrong))
    for operation, body, _reason in ALSO_FORBIDDEN:
        wrong = ForbiddenRequest(operation=operation, place=("body",), keyword="", body=body)
        _refused_or_removed(agent, _REMOVED_BY[operation], _send(agent, wrong))


def _refused_or_removed(agent: Agent, removed_by: str, reply: Reply) -> None:
    if reply.ok:
        agent.user.will_remove("wrong record", removed_by, field(data(reply), "id"))
    reply.is_refused(400)


@check("agent.requests.unknown-inputs-are-400")
def unknown_input_is_refused_with_400(agent: Agent) -> None:
    """A query parameter and a key of a body that no operation has are a 400."""
    for wrong in _forbidden(agent):
        if _reads(agent, wrong) and wrong.keyword in ("unevaluatedProperties", "additionalProperties"):
            _send(agent, wrong).is_refused(400)


@check("agent.requests.missing-record-is-404")
def missing_record_is_not_found(agent: Agent) -> None:
    """An id that no record has, and a path that is not there, are a 404."""
    user, where, name = agent.user, agent.somewhere, agent.target.prefix
    for operation, segments, query in (
        ("session.get", [f"ses_{name}"], None),
        ("project.get", [f"prj_{name}"], None),
        ("workspace.get", [f"wrk_{name}"], None),
        ("auth.get", [f"acc_{name}"], None),
        ("catalog.model.get", [name, name], None),
        ("pty.get", [f"pty_{name}"], where),
        ("fs.file", [], {**where, "path": name}),
    ):
        with agent.target.part(operation):
            user.call(operation, *segments, query=query).is_refused(404)


@check("agent.requests.inputs-are-in-query-or-body")
def inputs_are_in_the_query_of_a_get_and_in_other_bodies(agent: Agent) -> None:
    """A search takes its text in the body and not in the query; a list takes its limit in the query."""
    user, where = agent.user, agent.somewhere
    user.call("fs.search", query=where, json={"query": agent.target.prefix}).succeeds()
    user.call("fs.search", query={**where, "query": agent.target.prefix}).is_refused()
    reply = user.call("session.list", query={**where, "limit": 1})
    rows(reply)
    reply.keeps(rules.inputs_are_in_query_or_body)


@check("agent.requests.example-places-the-path-in-the-query")
def tree_takes_its_path_in_the_query(agent: Agent) -> None:
    """The tree of a path that is not there is refused or empty, and the tree of the directory is there."""
    user, where = agent.user, agent.somewhere
    rows(user.call("fs.tree", query={**where, "path": "."}))
    missing = user.call("fs.tree", query={**where, "path": agent.path("missing")})
    missing.expect(missing.status < 500, "the path of the query is a fault of the server")
    missing.expect(not missing.ok or not rows(missing), "the path of the query is not used")


@check("agent.requests.path-is-in-the-directory", own_condition=REFUSAL)
def path_out_of_the_directory_is_refused(agent: Agent) -> None:
    """A path that leads out of the directory is refused, by a tree, a file and a list of sessions."""
    user, where = agent.user, agent.somewhere
    for path in ("..", f"../{agent.target.prefix}", "a/../../.."):
        user.call("fs.tree", query={**where, "path": path}).is_refused()
        user.call("fs.file", query={**where, "path": path}).is_refused()
    user.call("session.list", query={**where, "path": ".."}).is_refused()


@check("agent.requests.reads-answer-what-they-name")
def each_read_answers_what_it_names(agent: Agent) -> None:
    """Each operation that reads succeeds with records, and a record that is read by its id has that id."""
    if agent.target.allow_writes:
        for number in range(2):
            agent.session(f"read {number}")
    replies = _all_reads(agent)
    for reply in replies.values():
        if reply.status not in _NO_ROUTE:  # of which there is a rule
            _answers_what_it_names(reply)
    _one_of(agent, "project.get", replies["project.list"])
    _one_of(agent, "auth.get", replies["auth.list"])
    _one_of(agent, "workspace.get", replies["workspace.list"])
    _one_of(agent, "session.get", replies["session.list"])
    for operation in agent.target.of(("session.todo", "session.diff", "session.message.list")):
        for record in rows(replies["session.list"])[:1]:
            rows(agent.user.call(operation, field(record, "id")))
    for record in rows(replies["catalog.model.list"])[-1:]:
        reply = agent.user.call("catalog.model.get", field(record, "providerID"), field(record, "id"))
        reply.expect(data(reply).get("id") == record["id"], "catalog.model.get answers another model")
    for record in rows(replies["mcp.resource.list"])[:1]:
        query = {**agent.somewhere, "server": field(record, "server"), "uri": field(record, "uri")}
        agent.user.call("mcp.resource.read", query=query).needed()


@check("agent.requests.ids-are-not-empty")
def ids_are_texts_that_are_not_empty(agent: Agent) -> None:
    """The ids in answers are texts that are not empty; an empty one in a request is refused, or names no record."""
    for operation in agent.target.of(("project.list", "workspace.list", "auth.list", "session.list", "pty.list")):
        reply = agent.user.call(operation, query=agent.somewhere if operation[:4] in ("sess", "pty.") else None)
        ids(reply)
        reply.shows(rules.ids_are_not_empty)
    owners = {"auth.list": "serviceID", "workspace.list": "projectID"}
    for operation in agent.target.of(owners):
        reply = agent.user.call(operation, query={owners[operation]: ""})
        reply.expect(not reply.ok or not rows(reply), f"an empty {owners[operation]} names records")
    reply = agent.user.call("auth.create", json={"serviceID": "", "credential": {"type": "api", "key": "none"}})
    if reply.ok:
        agent.user.will_remove("account", "auth.delete", field(data(reply), "id"))
    reply.is_refused()


@check("agent.requests.session-ids-begin-with-ses")
def session_ids_begin_with_ses(agent: Agent) -> None:
    """The sessions that are listed have such ids, and another text is refused before a session is looked for."""
    reply = agent.user.call("session.list", query=agent.somewhere)
    ids(reply)
    reply.shows(rules.session_ids_begin_with_ses)
    agent.user.call("session.get", agent.target.prefix).is_refused(400)


@check("agent.effects.nothing-else-changes")
def nothing_else_changes(agent: Agent) -> None:
    """A new title leaves the rest of a session, and a new name that of a project; the walk tries all the rest.

    It comes before the checks of updates: a server that loses a field may lose it in the first of them.
    """
    agent.may_write()
    with agent.target.part("a new title of a session"):
        session = agent.session()["id"]
        body = {"title": agent.target.name("renamed")}
        _leaves_the_rest(agent, "session.get", "session.update", session, body)
    project = agent.project() or {}
    if not project.get("name"):  # another name could not be put back
        return
    with agent.target.part("a new name of a project"):
        old = {"name": project["name"]}
        agent.user.will_remove("change of project", "project.update", field(project, "id"), json=old)
        body = {"name": agent.target.name("project")}
        _leaves_the_rest(agent, "project.get", "project.update", project["id"], body)


def _leaves_the_rest(agent: Agent, read: str, update: str, record: str, body: Json) -> None:
    before = data(agent.find(read, record))
    agent.user.call(update, record, json=body).needed()
    after = agent.find(read, record)
    shown = data(after)
    lost = [name for name in before if name not in (*body, "time") and shown.get(name) != before[name]]
    after.expect(not lost, f"{update} of {', '.join(body)} changes {', '.join(lost)}, too")


@check("agent.answers.records-are-the-same-everywhere")
def record_is_the_same_everywhere(agent: Agent) -> None:
    """A session is listed with the fields that it has by itself; the walk compares all other records."""
    session = agent.session()["id"]
    read = data(agent.find("session.get", session))
    query = {**agent.somewhere, "search": agent.target.prefix}

    def differs(reply: Reply) -> list[str]:
        [row] = [row for row in rows(reply) if row.get("id") == session] or [Json()]
        return [name for name in row if name in read and row[name] != read[name]]

    agent.target.eventually(
        lambda: agent.user.call("session.list", query=query),
        lambda reply: reply.ok and not differs(reply),
        lambda reply: f"a session is listed with another {' and '.join(differs(reply))}",
    )


@check("agent.answers.lists-have-each-record-once")
def list_has_each_record_once(agent: Agent) -> None:
    """Neither the sessions of the run nor the models of the catalog have a record twice; the walk reads all lists."""
    agent.session()
    listed = agent.user.call("session.list", query={**agent.somewhere, "search": agent.target.prefix})
    for reply in (listed, agent.user.call("catalog.model.list")):
        reply.shows(rules.list_has_each_record_once)


def _one_of(agent: Agent, operation: str, listed: Reply) -> None:
    """Read the first and the last record of a list by their ids."""
    for record in [*rows(listed)[:1], *rows(listed)[1:][-1:]]:
        reply = agent.user.call(operation, field(record, "id"))
        if reply.status in _NO_ROUTE:  # it may have been deleted meanwhile
            continue
        _answers_what_it_names(reply)


def _answers_what_it_names(reply: Reply) -> None:
    data(reply)  # an answer of another media type is a matter of its form
    reply.shows(rules.reads_answer_what_they_name)


def _forbidden(agent: Agent) -> Iterator[ForbiddenRequest]:
    """The requests that the spec forbids."""
    return InputWalk(agent.target.shapes.contract.document).forbidden()


def _reads(agent: Agent, wrong: ForbiddenRequest) -> bool:
    """Whether an operation only reads, needs no record for it, and answers with JSON that ends."""
    operation = agent.target.shapes.contract.operations[wrong.operation]
    only_reads = operation.method == "GET" or operation.raw.get("x-retryable") is True
    return only_reads and not operation.path_parameters and operation.media_types[:1] == (JSON,)


def _is_of_no_other_rule(wrong: ForbiddenRequest) -> bool:
    """Whether no other rule says that the input is refused, such as one about directories or limits."""
    refusal = Refusal.argument(wrong.place[-1], "", place=wrong.place, keyword=wrong.keyword)
    return rule_of("agent", refusal, wrong.operation) == "agent.requests.what-the-contract-forbids-is-400"


def _send(agent: Agent, wrong: ForbiddenRequest) -> Reply:
    """Send a forbidden request in the context of the run; a record that it makes all the same has the run's name."""
    operation, body = agent.target.shapes.contract.operations[wrong.operation], wrong.body
    query = {**agent.somewhere, **wrong.query} if "directory" in operation.query else wrong.query
    if wrong.operation == "session.create":
        body = {"title": agent.target.name("wrong"), **body}
    elif wrong.operation == "auth.create" and body and "serviceID" in body:
        body = {**body, "serviceID": agent.path("wrong")}
    return agent.user.call(wrong.operation, query=query, headers=wrong.headers, json=body)


@check("agent.limits.limit-is-a-number")
def limit_is_a_number_that_bounds_a_page(agent: Agent) -> None:
    """A text is refused as a limit, and a page has no more rows than its limit."""
    user, where = agent.user, agent.somewhere
    user.call("session.list", query={**where, "limit": "many"}).is_refused()
    user.call("fs.search", query=where, json={"query": "a", "limit": "many"}).is_refused()
    user.call("fs.grep", query=where, json={"pattern": "a", "limit": "many"}).is_refused()
    pages = [user.call("fs.search", query=where, json={"query": "e", "limit": 1})]
    session = _sessions(agent, 2)[0]
    user.call("session.message.list", session, query={"limit": "many"}).is_refused()
    pages.append(user.call("session.list", query={**where, "limit": 1}))
    with suppress(NotTried):
        pages.append(user.call("session.message.list", _with_messages(agent), query={"limit": 1}))
    for page in pages:
        rows(page)
        page.keeps(rules.limit_bounds_a_page)
    _limit_of_matches(agent)


def _limit_of_matches(agent: Agent) -> None:
    """A search for the contents and the names of two files finds one of them with a limit of one."""
    with suppress(NotTried):
        for number in range(2):
            agent.file(f"limit-{number}.txt", agent.target.prefix)
        for operation, name in (("fs.grep", "pattern"), ("fs.search", "query")):
            body = {name: agent.target.prefix, "limit": 1}
            found = agent.user.call(operation, query=agent.here, json=body)
            found.expect(len(rows(found)) <= 1, f"{operation} finds more than its limit")


def _with_messages(agent: Agent) -> str:
    """A session with several messages.

    Raises:
        NotTried: The agent does not answer.
    """
    session = conversation(agent)
    answered(agent, session, say("one"))
    answered(agent, session, say("two"))
    return session


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


@check("agent.limits.order-is-asc-or-desc", own_condition=KNOWN_RECORDS)
def order_is_one_of_two_directions(agent: Agent) -> None:
    """Another word is refused, and the two orders are each other's reverse."""
    sessions = _sessions(agent, 3, apart=1.1)  # the order of a list may be by a time in seconds
    agent.user.call("session.list", query={**agent.somewhere, "order": "sideways"}).is_refused()
    agent.user.call("session.message.list", sessions[0], query={"order": "sideways"}).is_refused()
    orders: list[list[str]] = []
    for order in ("asc", "desc"):
        page = _page_with(agent, sessions, order=order)
        orders.append([session for session in ids(page) if session in sessions])
        page.expect(orders[0] == (orders[-1] if order == "asc" else orders[-1][::-1]), "desc is not the reverse of asc")
    with suppress(NotTried):
        session = _with_messages(agent)
        pages = {
            order: agent.user.call("session.message.list", session, query={"order": order, "limit": 100}).succeeds()
            for order in ("asc", "desc")
        }
        is_reverse = ids(pages["asc"]) == ids(pages["desc"])[::-1]
        pages["desc"].expect(is_reverse, "desc is not the reverse of asc in a list of messages")


@check("agent.limits.cursors-page-through", own_condition=KNOWN_RECORDS)
def cursors_lead_through_all_pages(agent: Agent) -> None:
    """Page by page, two a page, each session of the run is found once, although some were made at one time."""
    sessions = [agent.session(f"page {number}")["id"] for number in range(5)]
    _page_with(agent, sessions)
    page = _own_page(agent, limit=2)
    seen, cursor = ids(page), next_cursor(page)
    if cursor is None and not set(sessions) <= set(seen) and "cursor" not in page.json:
        raise NotTried("the first page shows no cursor where a check knows it")
    for _ in range(_MAX_PAGES):
        if cursor is None or not ids(page):
            break
        page = _page_at(agent, cursor)
        seen += ids(page)
        page.expect(len(seen) == len(set(seen)), "a cursor leads to a row that another page had")
        before, cursor = cursor, next_cursor(page)
        if cursor == before:
            break
    else:
        raise NotTried("the list has more pages than a check reads")
    page.expect(set(sessions) <= set(seen), "the pages do not have every row")
    with suppress(NotTried):
        _cursors_lead_through_messages(agent)


def _page_at(agent: Agent, cursor: str) -> Reply:
    """The page at a cursor, without an order: how a cursor combines with other inputs is not stated.

    The filter is sent again, unless the server refuses that.
    """
    page = _own_page(agent, limit=2, cursor=cursor)
    if not refused(page):
        return page
    return agent.user.call("session.list", query={**agent.somewhere, "limit": 2, "cursor": cursor}).succeeds()


def _cursors_lead_through_messages(agent: Agent) -> None:
    """Page by page, two a page, each message of a session is found once, in the order of the list."""
    session = _with_messages(agent)
    everything = ids(agent.user.call("session.message.list", session, query={"limit": 100}))
    query: Json = {"limit": 2}
    seen: list[str] = []
    for _ in range(_MAX_PAGES):
        page = agent.user.call("session.message.list", session, query=query)
        seen += ids(page)
        cursor = next_cursor(page)
        if not cursor or query.get("cursor") == cursor or not ids(page):
            page.expect(seen == everything, "the pages of messages do not have every row once")
            return
        query = {"limit": 2, "cursor": cursor}


@check("agent.limits.cursor-belongs-to-its-list", own_condition=REFUSAL)
def cursor_of_another_list_is_refused(agent: Agent) -> None:
    """A text that is not a cursor, a cursor of another list, and a cursor with an order are refused."""
    session = _sessions(agent, 2)[0]
    agent.user.call("session.list", query={**agent.somewhere, "cursor": agent.target.prefix}).is_refused()
    agent.user.call("session.message.list", session, query={"cursor": agent.target.prefix}).is_refused()
    cursor = next_cursor(_own_page(agent, limit=1))
    if cursor is None:
        raise NotTried("a page that is not the last one has no cursor")
    _own_page(agent, cursor=cursor, order="asc").is_refused()
    agent.user.call("session.message.list", session, query={"cursor": cursor}).is_refused()


def _sessions(agent: Agent, count: int, *, apart: float = 0.01) -> list[str]:
    """The ids of new sessions, one after the other, by default some milliseconds."""
    sessions: list[str] = []
    for number in range(count):
        sessions.append(agent.session(f"page {number}")["id"])
        agent.target.budget.pause(apart)
    return sessions


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
    if reply.ok and any(not str(session.get("title", "")).startswith(agent.target.prefix) for session in data(reply)):
        raise NotTried("the list of sessions cannot be searched by title")
    return reply
