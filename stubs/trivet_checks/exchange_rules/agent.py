"""The rules of the agent service that one exchange shows, and those that one event stream shows."""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, cast

from trivet_checks.exchange_rules.answer_rule import WRONG_INPUT, Looks, shown_by_one, unless
from trivet_checks.exchange_rules.memory import Facts
from trivet_checks.exchange_rules.stated import fields, record_parameters
from trivet_checks.exchanges.exchange import Exchange, Json
from trivet_stubs.kernel.json_text import with_whole_pairs
from trivet_stubs.kernel.operation import JSON

_DELTA = "message.part.delta"
_NAMED = fields("agent", "MessagePartDelta")
_FIRST = "server.connected"
_CHOOSING = frozenset({"directory", "workspace", "limit", "order", "cursor", "search"})
"""The parameters of a list of sessions that leave it in its context."""
_MOST_MESSAGES = 4
_MOST_PARTS = 20
_MOST_TEXT = 1000
"""How much is remembered of the deltas of a caller: messages, parts of each, and characters of each part."""
_OF_A_RUN = "trivet-check-"
_GLOB = re.compile(r"\*\.[a-z0-9]+")
_IDS = {id: name for id, name in record_parameters("agent", "get").items() if id != "catalog.model.get"}
"""The parameters of paths that name the record which is answered; a model has its provider beside it."""


def content(answer: Any) -> Any:
    """The data of an answer; the whole answer where a server does not wrap it, because the contract leaves that open.

    >>> content({"data": [1]}), content([1])
    ([1], [1])
    """
    return cast(Json, answer).get("data") if isinstance(answer, dict) and "data" in answer else cast(Any, answer)


def data(exchange: Exchange) -> Json:
    """The record in an answer, or an empty one."""
    value = content(exchange.answer) if exchange.ok else None
    return cast(Json, value) if isinstance(value, dict) else {}


def rows(exchange: Exchange) -> list[Json]:
    """The records in an answer."""
    value = content(exchange.answer) if exchange.ok else None
    records = cast(Sequence[Any], value) if isinstance(value, list) else ()
    return [record for record in records if isinstance(record, dict)]


def location(record: Mapping[str, Any]) -> Json:
    """The context that a record or an answer shows, or an empty one."""
    value: Any = record.get("location")
    return cast(Json, value) if isinstance(value, dict) else {}


def _has_what_was_sent(exchange: Exchange, sent: Json, names: Iterable[str]) -> Looks:
    """Look whether a record that is answered has what was sent, where it shows it."""
    record = data(exchange)
    for name in names:
        if name in sent and record:
            shown: Any = record.get(name)
            yield unless(shown == sent[name], f"{name} was sent as {sent[name]!r}, and is {shown!r}")


# Requests and answers in general.


@shown_by_one("agent.requests.what-the-contract-forbids-is-400", everywhere=True)
def forbidden_is_400(exchange: Exchange) -> Looks:
    """Look with which status an input is refused that the contract forbids."""
    if exchange.operation and exchange.fault and exchange.status in WRONG_INPUT:
        yield unless(exchange.status == 400, f"the status is {exchange.status} and not 400")


@shown_by_one("agent.requests.routes-are-below-api", everywhere=True)
def routes_are_below_api(exchange: Exchange) -> Looks:
    """Look whether a list is missing: a request that names no record and no context is always of one."""
    names_nothing = not exchange.arguments and not exchange.query.keys() & {"directory", "workspace", "path", "server"}
    is_list = exchange.operation.endswith(".list") and exchange.method == "GET"
    if is_list and names_nothing and exchange.fault == "" and (exchange.ok or exchange.status in (404, 405)):
        yield unless(exchange.ok, f"{exchange.operation} is answered with {exchange.status}")


@shown_by_one("agent.requests.inputs-are-in-query-or-body", "fs.search", "fs.grep", "session.list", judges_inputs=True)
def inputs_are_in_query_or_body(exchange: Exchange) -> Looks:
    """Look whether a search takes its text in the query, and whether a list uses the limit in the query."""
    if exchange.method == "POST" and exchange.query.keys() & {"query", "pattern"}:
        yield unless(not exchange.ok, "a search takes its text in the query")
    limit = exchange.query.get("limit", "")
    if exchange.method == "GET" and limit.isdecimal() and exchange.ok and exchange.fault == "":
        yield unless(len(rows(exchange)) <= int(limit), "the limit of the query is not used")


@shown_by_one("agent.contexts.server-operations-use-none", may_ignore=True)
def server_operations_may_ignore_a_context(exchange: Exchange) -> Looks:
    """Look at nothing: one answer does not show whether a context was used, or ignored."""
    yield from ()


@shown_by_one("agent.requests.path-is-in-the-directory", "fs.tree", "fs.file", "session.list")
def path_is_in_the_directory(exchange: Exchange) -> Looks:
    """Look whether a path is refused that leads out of the directory."""
    path, depth = exchange.query.get("path", ""), 0
    for part in path.split("/"):
        depth += -1 if part == ".." else part not in ("", ".")
        if depth < 0:
            yield unless(not exchange.ok, f"the path {path} leads out of the directory, and is answered")
            return


@shown_by_one("agent.requests.reads-answer-what-they-name", everywhere=True)
def reads_answer_what_they_name(exchange: Exchange) -> Looks:
    """Look whether a read has records, and the one that its path names."""
    if not (exchange.ok and exchange.operation and exchange.method == "GET" and exchange.media_type == JSON):
        return
    if exchange.operation == "vcs.diff" and exchange.query.get("format") == "patch":
        return
    value = content(exchange.answer)
    yield unless(isinstance(value, dict | list), f"{exchange.operation} does not answer what it names")
    name = _IDS.get(exchange.operation)
    if name is not None and isinstance(value, dict):
        yield unless(
            data(exchange).get("id") == exchange.arguments[name], f"{exchange.operation} answers another record"
        )


@shown_by_one(
    "agent.requests.ids-are-not-empty", "project.list", "workspace.list", "auth.list", "session.list", "pty.list"
)
def ids_are_not_empty(exchange: Exchange) -> Looks:
    """Look at the ids of a list: texts that are not empty."""
    for row in rows(exchange):
        if "id" in row:
            yield unless(isinstance(row["id"], str) and bool(row["id"]), "there is an id that is no text")


@shown_by_one("agent.requests.session-ids-begin-with-ses", "session.get", "session.list", "session.create")
def session_ids_begin_with_ses(exchange: Exchange) -> Looks:
    """Look at the ids of sessions, and with which status another text is refused as an id."""
    for session in [data(exchange), *rows(exchange)]:
        if isinstance(session.get("id"), str):
            yield unless(session["id"].startswith("ses"), "the id of a session begins otherwise")
    asked = exchange.arguments.get("sessionID", "ses")
    if not asked.startswith("ses") and exchange.refused and exchange.status not in (401, 403):
        yield unless(exchange.status == 400, f"a text that is no id is refused with {exchange.status} and not 400")


# Contexts.


@shown_by_one("agent.contexts.request-operations-take-directory-and-workspace", everywhere=True)
def workspace_of_the_request_is_used(exchange: Exchange) -> Looks:
    """Look whether the context that an answer shows is of the workspace that was named."""
    asked, shown = exchange.query.get("workspace"), location(exchange.record)
    if exchange.ok and asked and "directory" in shown:
        yield unless(shown.get("workspaceID") == asked, "the answer is of another workspace")


@shown_by_one("agent.contexts.session-is-pinned-where-it-was-created")
def session_is_of_the_workspace(exchange: Exchange) -> Looks:
    """Look whether a new session is in the workspace that was named."""
    asked, shown = exchange.query.get("workspace"), location(data(exchange))
    if asked and "directory" in shown:
        yield unless(shown.get("workspaceID") == asked, "the new session is of another workspace")


@shown_by_one("agent.sessions.list-is-of-the-context")
def list_is_of_the_context(exchange: Exchange) -> Looks:
    """Look whether the sessions of a list are of the context that the answer shows, if no filter says otherwise."""
    here, asked = location(exchange.record), exchange.query.get("workspace")
    if not exchange.ok or not exchange.query.keys() <= _CHOOSING:
        return
    for session in rows(exchange):
        there = location(session)
        if "directory" in there and "directory" in here:
            same = (there["directory"], there.get("workspaceID")) == (here["directory"], here.get("workspaceID"))
            yield unless(same, "a session of another context is listed")
        elif "directory" in there and (asked or "directory" in exchange.query):
            yield unless(there.get("workspaceID") == asked, "a session of another workspace is listed")


# Lists.


@shown_by_one("agent.limits.limit-is-a-number")
def limit_bounds_a_page(exchange: Exchange) -> Looks:
    """Look whether a page is longer than its limit."""
    limit = exchange.body.get("limit") if exchange.method == "POST" else exchange.query.get("limit", "")
    number = int(limit) if isinstance(limit, int) or (isinstance(limit, str) and limit.isdecimal()) else None
    if number is not None and exchange.ok and exchange.fault == "":
        count = len(rows(exchange))
        if exchange.operation != "fs.grep":
            yield unless(count <= number, f"a page with limit={number} has {count} rows")


@shown_by_one("agent.answers.lists-have-each-record-once")
def list_has_each_record_once(exchange: Exchange) -> Looks:
    """Look whether a list has a record twice; a model has its provider beside its id."""
    listed = [(row["id"], str(row.get("providerID"))) for row in rows(exchange) if isinstance(row.get("id"), str)]
    if len(listed) > 1:
        yield unless(len({*listed}) == len(listed), "a list has a record twice")


@shown_by_one("agent.limits.order-is-asc-or-desc", "session.list")
def order_is_that_of_the_times(exchange: Exchange) -> Looks:
    """Look whether a list goes against its order, by the times at which sessions were made and changed alike."""
    order, listed = exchange.query.get("order"), rows(exchange)
    if order not in ("asc", "desc") or "cursor" in exchange.query or len(listed) < 2:
        return
    sign = 1 if order == "asc" else -1
    for before, after in itertools.pairwise(listed):
        first, second = before["time"], after["time"]
        against = [sign * (second[name] - first[name]) < 0 for name in ("created", "updated")]
        yield unless(not all(against), f"the order is not {order}")


@shown_by_one("agent.limits.cursors-page-through")
def cursor_leads_on(exchange: Exchange) -> Looks:
    """Look whether the next page of a page is that page itself."""
    cursor: Any = exchange.record.get("cursor") or {}
    if exchange.ok and "cursor" in exchange.query and rows(exchange):
        yield unless(cursor.get("next") != exchange.query["cursor"], "a cursor leads to the page that has it")


@shown_by_one("agent.limits.cursor-belongs-to-its-list")
def cursor_has_no_order(exchange: Exchange) -> Looks:
    """Look whether a cursor is taken with an order."""
    if exchange.query.keys() >= {"cursor", "order"}:
        yield unless(not exchange.ok, "a cursor is taken with an order")


@shown_by_one("agent.sessions.list-filters")
def list_is_filtered(exchange: Exchange) -> Looks:
    """Look whether each session matches a search by its title. What a start means, the contract does not say."""
    search = exchange.query.get("search", "").casefold()
    for session in rows(exchange):
        # The contract does not say that a search is one of titles; a name that a run of checks made is nowhere else.
        if search.startswith(_OF_A_RUN) and isinstance(session.get("title"), str):
            yield unless(search in session["title"].casefold(), "a search finds a session with another title")


@shown_by_one("agent.workspaces.list-by-project")
def workspaces_are_of_the_project(exchange: Exchange) -> Looks:
    """Look whether there is a workspace of another project."""
    yield from _of(exchange, "projectID")


@shown_by_one("agent.accounts.list-by-service")
def accounts_are_of_the_service(exchange: Exchange) -> Looks:
    """Look whether there is an account of another service."""
    yield from _of(exchange, "serviceID")


def _of(exchange: Exchange, name: str) -> Looks:
    asked = exchange.query.get(name)
    for row in rows(exchange) if asked else []:
        if name in row:
            yield unless(row[name] == asked, f"{name}={asked} gives a record of {row[name]}")


# Accounts.


@shown_by_one("agent.accounts.create-saves-an-account")
def account_has_what_was_sent(exchange: Exchange) -> Looks:
    """Look whether a new account is of the service that was sent, with its description."""
    return _has_what_was_sent(exchange, exchange.body, ("serviceID", "description"))


@shown_by_one("agent.accounts.at-most-one-is-active", "auth.list", "auth.activate")
def one_account_is_active(exchange: Exchange) -> Looks:
    """Look whether two accounts of a service are active, and whether one that was activated is answered as active."""
    active = [row.get("serviceID") for row in rows(exchange) if row.get("active") is True]
    if active:
        yield unless(len(active) == len(set(active)), "two accounts of a service are active")
    if exchange.operation == "auth.activate" and data(exchange):
        same = data(exchange).get("id") == exchange.arguments["accountID"]
        yield unless(same, "another account is answered than was activated")


@shown_by_one("agent.accounts.created-active-by-request")
def account_is_active_by_request(exchange: Exchange) -> Looks:
    """Look whether a new account is active as the request says, if the answer shows it."""
    if "active" in data(exchange):
        yield from _has_what_was_sent(exchange, exchange.body, ("active",))


@shown_by_one("agent.accounts.list-has-the-active-mapping")
def list_maps_active_accounts(exchange: Exchange) -> Looks:
    """Look whether the mapping has each account that is shown as active."""
    for row in rows(exchange):
        if row.get("active") is True:
            mapped = maps(exchange.answer, row["serviceID"], row["id"])
            yield unless(mapped, "the list does not map a service to its active account")


def maps(value: object, service: str, account: str) -> bool:
    """Whether a map anywhere in a value has the account of a service."""
    if isinstance(value, dict):
        mapping = cast(Json, value)
        return mapping.get(service) == account or any(maps(inner, service, account) for inner in mapping.values())
    return False


@shown_by_one("agent.accounts.update-changes-description-or-credential")
def account_is_updated(exchange: Exchange) -> Looks:
    """Look whether the answer has the description that was sent, and the type of the credential."""
    yield from _has_what_was_sent(exchange, exchange.body, ("description",))
    credential: Any = exchange.body.get("credential")
    if isinstance(credential, dict) and "type" in data(exchange):
        kind = cast(Json, credential).get("type")
        yield unless(data(exchange)["type"] == kind, f"the type of the credential is not {kind}")


# Config, projects, workspaces and pseudo-terminals.


@shown_by_one("agent.config.update-changes-it")
def config_is_updated(exchange: Exchange) -> Looks:
    """Look whether the config that is answered has the plain values that were sent."""
    sent: Any = exchange.body.get("config", {})
    plain = {name: value for name, value in sent.items() if isinstance(value, str | int | bool)}
    return _has_what_was_sent(exchange, plain, plain)


@shown_by_one("agent.projects.update-changes-metadata")
def project_is_updated(exchange: Exchange) -> Looks:
    """Look whether the answer has the name that was sent."""
    return _has_what_was_sent(exchange, exchange.body, ("name",))


@shown_by_one("agent.workspaces.update-changes-metadata-or-archives")
def workspace_is_updated(exchange: Exchange) -> Looks:
    """Look whether the answer has the name that was sent, and the state, if it shows one."""
    shown = data(exchange)
    names = ("name", "archived") if isinstance(shown.get("archived"), bool) else ("name",)
    return _has_what_was_sent(exchange, exchange.body, names)


@shown_by_one("agent.ptys.create-in-the-context")
def terminal_runs_its_command(exchange: Exchange) -> Looks:
    """Look whether a new pseudo-terminal has the command that was sent."""
    return _has_what_was_sent(exchange, exchange.body, ("command",))


@shown_by_one("agent.ptys.update-changes-title-or-size")
def terminal_is_updated(exchange: Exchange) -> Looks:
    """Look whether the answer has the title that was sent."""
    return _has_what_was_sent(exchange, exchange.body, ("title",))


# Files and version control.


@shown_by_one("agent.files.search-finds-paths-by-name")
def search_is_of_its_type(exchange: Exchange) -> Looks:
    """Look whether each path is of the type that was asked for, if the answer shows types."""
    asked = exchange.body.get("type")
    for row in rows(exchange) if asked in ("file", "directory") else []:
        if row.get("type") in ("file", "directory"):
            yield unless(row["type"] == asked, f"a search for type {asked} finds a {row['type']}")


@shown_by_one("agent.files.grep-finds-contents")
def grep_is_of_included_paths(exchange: Exchange) -> Looks:
    """Look whether each path ends as `include` says, if that is a plain ending such as `*.py`."""
    include = exchange.body.get("include")
    if isinstance(include, str) and _GLOB.fullmatch(include):
        for row in rows(exchange):
            fits = fnmatchcase(str(row["path"]).lower(), include)
            yield unless(fits, f"a pattern with include {include} finds {row['path']}")


@shown_by_one("agent.files.pattern-is-valid-and-quick")
def pattern_is_valid(exchange: Exchange) -> Looks:
    """Look whether a pattern is taken that is a lone bracket, which no dialect of expressions has."""
    if exchange.body.get("pattern") in ("(", "[", "(?", "a{2,1}"):
        yield unless(not exchange.ok, "a text that is no pattern is taken")


@shown_by_one("agent.vcs.diff-is-json-or-a-patch")
def diff_has_its_format(exchange: Exchange) -> Looks:
    """Look whether a diff comes as the patch or the JSON that was asked for."""
    asked = exchange.query.get("format")
    if exchange.ok and asked == "patch":
        as_json = isinstance(content(exchange.answer), list)
        yield unless(not as_json, "a diff is asked for as a patch, and comes as JSON")
    elif exchange.ok and asked == "json":
        yield unless(exchange.media_type == JSON, f"a diff is asked for as JSON, and comes as {exchange.media_type}")


@shown_by_one("agent.vcs.patch-is-well-formed")
def malformed_patch_is_400(exchange: Exchange) -> Looks:
    """Look with which status a text without any change is refused, and whether it is."""
    patch = exchange.body.get("patch")
    is_no_patch = isinstance(patch, str) and not any(mark in patch for mark in ("+++", "diff", "@@"))
    if is_no_patch and (exchange.ok or exchange.status in (*WRONG_INPUT, 409)):
        yield unless(exchange.status == 400, f"a text that is no patch is answered with {exchange.status}")


# Tool-protocol servers.


@shown_by_one("agent.mcp.create-adds-to-the-config")
def tool_server_has_its_name(exchange: Exchange) -> Looks:
    """Look whether the server that is answered is the one that was sent."""
    return _has_what_was_sent(exchange, exchange.body, ("name",))


@shown_by_one("agent.mcp.list-has-status-and-auth")
def tool_servers_have_a_status(exchange: Exchange) -> Looks:
    """Look whether each server of the list says more than its name."""
    for server in rows(exchange):
        yield unless(any(value for key, value in server.items() if key != "name"), "a server has no status")


@shown_by_one("agent.mcp.oauth-starts-completes-and-is-removed", "mcp.server.oauth.callback")
def completed_oauth_is_of_its_server(exchange: Exchange) -> Looks:
    """Look whether the server that is answered is the one of the path."""
    if isinstance(name := data(exchange).get("name"), str):
        yield unless(
            name == exchange.arguments["name"], "another server is answered than the one whose OAuth was completed"
        )


@shown_by_one("agent.mcp.prompt-is-rendered")
def prompt_has_messages(exchange: Exchange) -> Looks:
    """Look whether a prompt is rendered to at least one message."""
    if exchange.ok:
        yield unless(bool(data(exchange).get("messages")), "a prompt is rendered to nothing")


# Sessions.


@shown_by_one("agent.sessions.create-takes-title-agent-model-and-permissions")
def session_has_what_was_sent(exchange: Exchange) -> Looks:
    """Look whether a new session has the title, the agent and the model that were sent."""
    yield from _has_what_was_sent(exchange, exchange.body, ("title", "agent"))
    model: Any = exchange.body.get("model")
    shown: Any = data(exchange).get("model")
    if isinstance(model, dict) and isinstance(shown, dict) and "modelID" in model:
        yield unless(model["modelID"] in shown.values(), "the session has another model")


@shown_by_one("agent.sessions.update-changes-title-archival-or-permissions")
def session_is_updated(exchange: Exchange) -> Looks:
    """Look whether the answer has the title that was sent, and anywhere the time of the archival."""
    yield from _has_what_was_sent(exchange, exchange.body, ("title",))
    archived = exchange.body.get("archived")
    if type(archived) is int and data(exchange):
        yield unless(_has(data(exchange), archived), "the session does not show its new archival time")


def _has(record: object, value: object) -> bool:
    if isinstance(record, dict):
        return any(_has(inner, value) for inner in cast(Json, record).values())
    return record == value


@shown_by_one("agent.sessions.context-begins-at-the-last-compaction")
def context_begins_at_the_last_compaction(exchange: Exchange) -> Looks:
    """Look whether a compaction is anywhere but at the beginning, if messages show it."""
    kinds = [row.get("type") for row in rows(exchange)]
    if "compaction" in kinds:
        last = len(kinds) - 1 - kinds[::-1].index("compaction")
        yield unless(last == 0, "the context has what was compacted")


@shown_by_one("agent.sessions.wait-is-503-as-observed")
def wait_that_cannot_be_is_503(exchange: Exchange) -> Looks:
    """Look with which status a server refuses to wait that does not know how to."""
    if exchange.status in (500, 501, 503):
        yield unless(exchange.status == 503, f"a wait is refused with {exchange.status} and not 503")


class Stream:
    """The events of one stream, which are one exchange.

    Args:
        facts: What its caller has seen, where the latest deltas are added.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._context: Any = None
        self._is_first = True

    def add(self, event: Json) -> Iterable[tuple[str, str]]:
        """Yield the rules that an event shows, each with its fault, which is empty if it keeps the rule."""
        kind, context = event.get("type"), event.get("context")
        if self._is_first:
            yield "agent.events.first-is-server-connected", unless(kind == _FIRST, f"the first event is {kind}")
            self._context, self._is_first = context, False
        missing = [name for name, holds in envelope(event).items() if not holds]
        fault = f"an event of the type {kind} has no proper {' and '.join(missing)}"
        yield "agent.events.one-envelope", unless(not missing, fault)
        time: Any = event.get("time")
        if isinstance(time, int | float):
            yield "agent.events.time-is-in-milliseconds", unless(10**12 <= time < 10**13, f"a time is {time}")
        first: Any = self._context
        if isinstance(context, dict) and isinstance(first, dict):
            same = cast(Json, context) == cast(Json, first)
            yield "agent.events.one-stream-a-context", unless(same, "an event is on the stream of another context")
        if kind == _DELTA and isinstance(payload := event.get("payload"), dict):
            named: list[Any] = [cast(Json, payload).get(name) for name in _NAMED]
            whole = all(isinstance(value, str) for value in named)
            if whole:
                add_delta(self._facts, *named[1:])
            fault = "a delta does not have all of its fields"
            yield "agent.events.delta-appends-to-the-field-it-names", unless(whole, fault)


def add_delta(facts: Facts, message: str, part: str, name: str, delta: str) -> None:
    """Remember the end of the text that deltas have made up, of the latest messages alone."""
    latest: dict[str, dict[tuple[str, str], str]] = {**(facts.known("deltas") or {})}
    parts = latest.setdefault(message, {})
    if len(parts) < _MOST_PARTS or (part, name) in parts:
        parts[part, name] = with_whole_pairs(parts.get((part, name), "") + delta)[-_MOST_TEXT:]
    while len(latest) > _MOST_MESSAGES:
        del latest[next(iter(latest))]
    facts.note(Exchange(operation="event.subscribe", status=200), latest, "deltas")


def envelope(event: Json) -> dict[str, bool]:
    """Whether an event has each field of the envelope, by their names."""
    time, context = event.get("time"), event.get("context")
    return {
        "id": isinstance(event.get("id"), str),
        "type": isinstance(event.get("type"), str),
        "time": isinstance(time, int | float) and not isinstance(time, bool),
        "context": isinstance(context, dict) and _is_context(cast(Json, context)),
        "payload": isinstance(event.get("payload"), dict),
    }


def _is_context(value: Json) -> bool:
    return isinstance(value.get("directory"), str) and isinstance(value.get("workspaceID", ""), str)
