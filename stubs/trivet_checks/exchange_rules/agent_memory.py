"""The rules of the agent service that two exchanges of one caller show.

Other clients may change what a server has at any time. So a rule looks for what never comes back, such as a deleted
session, or for what an answer has not left to chance.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from trivet_checks.exchange_rules.agent import data, location, rows
from trivet_checks.exchange_rules.answer_rule import Looks, unless
from trivet_checks.exchange_rules.memory import Facts, MemoryRule, learned_from, shown_by_two
from trivet_checks.exchanges.exchange import Exchange, Json
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.json_text import without_halves

_SOON = 10.0
_MINUTE = 60.0
"""The seconds within which a server has the same settings."""


class _End(NamedTuple):
    """An operation that ends a record, which no answer shows from then on."""

    operation: str
    rule: str
    seen_by: tuple[str, ...]
    """The operations that would show the record."""

    @property
    def parameter(self) -> str:
        """The parameter of its path that names the record."""
        [name] = load("agent").operations[self.operation].path_parameters
        return name

    def look(self, exchange: Exchange, facts: Facts) -> Looks:
        """Look whether a record is answered or listed that the caller has ended."""
        record = exchange.arguments.get(self.parameter)
        if record is not None and self._ended(exchange, facts, record):
            yield unless(not exchange.ok, f"{exchange.operation} answers a record after {self.operation}")
        for row in rows(exchange):
            if self._ended(exchange, facts, str(row.get("id"))):
                yield f"{exchange.operation} has a record after {self.operation}"

    def _ended(self, exchange: Exchange, facts: Facts, record: str) -> bool:
        return bool(facts.settled(exchange, "ended", record) == self.operation)


_ENDS = (
    _End("auth.delete", "agent.accounts.delete-removes-it", ("auth.get", "auth.list")),
    _End("pty.delete", "agent.ptys.delete-removes-it", ("pty.get", "pty.list")),
    _End("session.delete", "agent.sessions.delete-removes-it", ("session.get", "session.list", "session.message.list")),
    _End("workspace.delete", "agent.workspaces.delete-removes-the-registration", ("workspace.get", "workspace.list")),
    _End("permission.reply", "agent.permissions.reply-answers-the-request", ("permission.list",)),
    _End("question.reply", "agent.questions.reply-answers-the-question", ("question.list",)),
    _End("question.reject", "agent.questions.reject-ends-the-question", ("question.list",)),
)
ENDED_RECORDS = tuple(MemoryRule(end.rule, frozenset(end.seen_by), end.look) for end in _ENDS)
_PARAMETERS = {end.operation: end.parameter for end in _ENDS}


@learned_from(*_PARAMETERS)
def ended(exchange: Exchange, facts: Facts) -> None:
    """Remember the records that the caller has ended, and by which operation."""
    if exchange.ok:
        facts.note(exchange, exchange.operation, "ended", exchange.arguments[_PARAMETERS[exchange.operation]])


@shown_by_two("agent.contexts.unknown-workspace-is-404", everywhere=True)
def deleted_workspace_is_no_context(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a workspace that the caller has deleted is taken as a context."""
    asked = exchange.query.get("workspace")
    is_deleted = asked and facts.settled(exchange, "ended", asked) == "workspace.delete" and exchange.fault == ""
    if is_deleted and (exchange.ok or (exchange.refused and exchange.status not in (401, 403, 429))):
        yield unless(exchange.status == 404, f"a deleted workspace is a {exchange.status} and no 404")


@shown_by_two("agent.requests.missing-record-is-404", "auth.get", "session.get", "workspace.get", "pty.get")
def deleted_record_is_404(exchange: Exchange, facts: Facts) -> Looks:
    """Look with which status a record is refused that the caller has deleted."""
    named = [value for value in exchange.arguments.values() if facts.settled(exchange, "ended", value)]
    if named and exchange.refused and exchange.status not in (401, 403, 429):
        yield unless(exchange.status == 404, f"a deleted record is a {exchange.status} and no 404")


# Contexts.


@shown_by_two("agent.contexts.request-operations-take-directory-and-workspace", everywhere=True)
def directory_of_the_request_is_used(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether two directories are answered as a third one, which is neither."""
    yield from _third_directory(exchange, facts, "answer", location(exchange.record).get("directory"))


@shown_by_two("agent.sessions.list-is-of-the-context")
def list_is_of_its_directory(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether two directories have the sessions of a third one."""
    yield from _third_directory(exchange, facts, "answer", location(exchange.record).get("directory"))


@shown_by_two("agent.contexts.session-is-pinned-where-it-was-created")
def session_is_of_its_directory(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether new sessions of two directories are in a third one."""
    yield from _third_directory(exchange, facts, "session", location(data(exchange)).get("directory"))


@shown_by_two("agent.ptys.create-in-the-context", "pty.create", "pty.list")
def terminal_is_of_its_directory(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether two directories have the pseudo-terminals of a third one."""
    yield from _third_directory(exchange, facts, "answer", location(exchange.record).get("directory"))


def _third_directory(exchange: Exchange, facts: Facts, kind: str, shown: object) -> Looks:
    asked = exchange.query.get("directory", "").rstrip("/")
    if exchange.ok and asked and "workspace" not in exchange.query and isinstance(shown, str) and shown != asked:
        other = facts.known(kind, exchange.operation, shown)
        if other is not None and other != asked:
            yield f"the directories {other} and {asked} are both answered as {shown}"


@learned_from()
def directories(exchange: Exchange, facts: Facts) -> None:
    """Remember which directory was asked for when another one was answered."""
    asked = exchange.query.get("directory", "").rstrip("/")
    kinds = {"answer": location(exchange.record), "session": location(data(exchange))}
    for kind, shown in kinds.items():
        directory = shown.get("directory")
        if exchange.ok and asked and isinstance(directory, str) and directory != asked:
            facts.note(exchange, asked, kind, exchange.operation, directory)


@shown_by_two("agent.contexts.default-runtime-without-both", everywhere=True)
def default_runtime_stays(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a request without a context is answered in another directory than before."""
    shown, before = location(exchange.record).get("directory"), facts.recent(exchange, _MINUTE, "default")
    if exchange.ok and before is not None and isinstance(shown, str) and _names_no_context(exchange):
        yield unless(shown == before, f"without a context, the answer is of {shown}, and was of {before}")


@learned_from()
def default_runtime(exchange: Exchange, facts: Facts) -> None:
    """Remember the directory of a request without a context."""
    shown = location(exchange.record).get("directory")
    if exchange.ok and isinstance(shown, str) and _names_no_context(exchange):
        facts.note(exchange, shown, "default")


def _names_no_context(exchange: Exchange) -> bool:
    operation = load("agent").operations.get(exchange.operation)
    if operation is None or operation.raw.get("x-context") != "request":
        return False
    return not exchange.query.keys() & {"directory", "workspace"} and "sessionID" not in exchange.arguments


@shown_by_two("agent.contexts.directory-plus-optional-workspace", "session.get")
def session_shows_its_workspace(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a session shows the workspace that it has shown in the same directory."""
    shown, before = location(data(exchange)), facts.known("location", exchange.arguments["sessionID"])
    if before is not None and shown.get("directory") == before["directory"] and "workspaceID" in before:
        same = shown.get("workspaceID") == before["workspaceID"]
        yield unless(same, "a session does not show its workspace")


@learned_from("session.create")
def location_of_a_session(exchange: Exchange, facts: Facts) -> None:
    """Remember the context of a new session."""
    if "directory" in location(data(exchange)):
        facts.note(exchange, location(data(exchange)), "location", data(exchange)["id"])


@shown_by_two("agent.requests.credentials-are-those-of-the-server", everywhere=True)
def credentials_are_needed_everywhere(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a request without credentials is answered where another one was refused."""
    is_signed_out = "authorization" not in exchange.request_headers and exchange.operation
    if is_signed_out and facts.recent(exchange, _MINUTE, "refused"):
        yield unless(not exchange.ok, f"{exchange.operation} is answered without credentials")


@learned_from()
def refused_without_credentials(exchange: Exchange, facts: Facts) -> None:
    """Remember that a request without credentials was refused."""
    if "authorization" not in exchange.request_headers and exchange.status == 401:
        facts.note(exchange, True, "refused")


# What the caller has made.


@shown_by_two("agent.accounts.first-is-active")
def first_account_is_active(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether the first account of a service is active, of which a list had none a moment before."""
    service, active = exchange.body.get("serviceID"), data(exchange).get("active")
    known = facts.recent(exchange, _SOON, "services")
    if known is not None and "active" not in exchange.body and service not in known and isinstance(active, bool):
        yield unless(active, "the first account of a service is not active")


@learned_from("auth.list", "auth.create")
def services_with_accounts(exchange: Exchange, facts: Facts) -> None:
    """Remember the services that have an account."""
    if exchange.operation == "auth.list" and exchange.ok and not exchange.query:
        facts.note(exchange, frozenset(row.get("serviceID") for row in rows(exchange)), "services")
    elif exchange.ok:
        known: frozenset[Any] | None = facts.known("services")
        if known is not None:
            facts.note(exchange, known | {exchange.body.get("serviceID")}, "services")


@shown_by_two("agent.mcp.name-is-free")
def name_is_free(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a second server of a name is taken: the contract has no operation that removes the first one."""
    where = (exchange.query.get("directory", ""), exchange.query.get("workspace", ""), str(exchange.body.get("name")))
    is_second = facts.settled(exchange, "tool server", *where) and exchange.fault == ""
    if is_second and (exchange.ok or (exchange.refused and exchange.status not in (401, 403, 404, 429))):
        yield unless(exchange.status == 409, f"a second server of a name is a {exchange.status} and no 409")


@learned_from("mcp.server.create")
def tool_server(exchange: Exchange, facts: Facts) -> None:
    """Remember the names of the servers that the caller has made, by their contexts."""
    where = (exchange.query.get("directory", ""), exchange.query.get("workspace", ""), str(exchange.body.get("name")))
    if exchange.ok:
        facts.note(exchange, True, "tool server", *where)


@shown_by_two("agent.mcp.prompt-arguments-are-known")
def prompt_arguments_are_known(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a prompt is rendered with an argument that a list has not shown, or without a required one."""
    known = facts.known("prompt", str(exchange.body.get("server")), str(exchange.body.get("name")))
    given: Any = exchange.body.get("arguments", {})
    if known is not None:
        names, required = known
        wrong = (given.keys() - names) | (required - given.keys())
        if wrong:
            yield unless(not exchange.ok, f"a prompt is rendered with wrong arguments: {', '.join(sorted(wrong))}")


@learned_from("mcp.prompt.list")
def prompts(exchange: Exchange, facts: Facts) -> None:
    """Remember the arguments of prompts, and which of them are required."""
    for prompt in rows(exchange):
        arguments: Any = prompt.get("arguments") or []
        names = frozenset(argument["name"] for argument in arguments)
        required = frozenset(argument["name"] for argument in arguments if argument.get("required") is True)
        facts.note(exchange, (names, required), "prompt", prompt["server"], prompt["name"])


@shown_by_two("agent.questions.answers-fit-the-questions")
def answers_fit_the_questions(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether as many lists of answers are taken as there are questions."""
    count = facts.known("questions", exchange.arguments["questionID"])
    value: Any = exchange.body.get("response", {}).get("answers")
    answers = cast(Sequence[Any], value) if isinstance(value, list) else None
    number = count if answers is None else len(answers)
    if count is not None and number != count:
        yield unless(not exchange.ok, f"{number} lists of answers are taken for {count} questions")


@learned_from("question.list")
def questions(exchange: Exchange, facts: Facts) -> None:
    """Remember how many questions a request has."""
    for request in rows(exchange):
        if isinstance(request.get("questions"), list):
            facts.note(exchange, len(request["questions"]), "questions", request["id"])


@shown_by_two("agent.sessions.prompt-adds-a-message-and-queues", "session.message.list")
def prompt_has_a_message(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether the messages of a session lack the user's, if they have what came after a prompt."""
    session = exchange.arguments["sessionID"]
    prompted = facts.settled(exchange, "prompted", session)
    kinds = [row.get("type") for row in rows(exchange)]
    is_first = not exchange.query.keys() & {"cursor"} and exchange.query.get("order") == "asc"
    if prompted and is_first and "assistant" in kinds:
        yield unless("user" in kinds, "the messages of a session do not have a prompt of the user")


@learned_from("session.prompt")
def prompted(exchange: Exchange, facts: Facts) -> None:
    """Remember the sessions that got a prompt."""
    if exchange.ok:
        facts.note(exchange, True, "prompted", exchange.arguments["sessionID"])


@shown_by_two("agent.events.delta-appends-to-the-field-it-names", "session.message.list")
def deltas_make_up_their_field(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a message that is complete has the parts that deltas have named, and the texts that they made up."""
    latest: dict[str, dict[tuple[str, str], str]] = facts.known("deltas") or {}
    for message in rows(exchange):
        if message["id"] in latest and message.get("time", {}).get("completed"):
            parts = {part["id"]: part for part in message["content"]}
            for (part, name), text in latest[message["id"]].items():
                yield unless(part in parts, "a delta names a part that is not there")
                final = parts.get(part, {}).get(name, text)
                fault = f"the deltas of {name} do not make up that field"
                yield unless(isinstance(final, str) and without_halves(text).strip() in without_halves(final), fault)


@shown_by_two("agent.limits.cursors-page-through", "session.list")
def first_page_is_not_the_last(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a list has more sessions than one that had no further page, which are older."""
    before: tuple[frozenset[str], int] | None = facts.known("last page", _key(exchange))
    if before is None:
        return
    ids, newest = before
    for session in rows(exchange):
        if session["time"]["created"] < newest and session["time"]["updated"] < newest:
            yield unless(session["id"] in ids, "a list without a further page lacks an older session")


@learned_from("session.list")
def last_page(exchange: Exchange, facts: Facts) -> None:
    """Remember a first page that says that there is no further one."""
    cursor: Any = exchange.record.get("cursor") or {}
    if exchange.ok and not exchange.query.keys() & {"cursor", "start", "path", "roots"} and rows(exchange):
        if not cursor.get("next") and not cursor.get("previous"):
            newest = max(session["time"]["created"] for session in rows(exchange))
            facts.note(exchange, (frozenset(row["id"] for row in rows(exchange)), newest), "last page", _key(exchange))
        else:
            facts.forget("last page", _key(exchange))


def _key(exchange: Exchange) -> str:
    names = ("directory", "workspace", "search")
    return "&".join(f"{name}={exchange.query.get(name, '')}" for name in names)


# Sessions in several answers.


class _Seen(NamedTuple):
    """The agent of a session in an answer."""

    operation: str
    updated: int
    """The time of its last change: a session that was changed since has a later one."""
    agent: str


def _sessions(exchange: Exchange) -> dict[str, _Seen]:
    seen: dict[str, _Seen] = {}
    for session in (*rows(exchange), data(exchange)):
        time: Any = session.get("time")
        updated = cast(Json, time).get("updated") if isinstance(time, dict) else None
        id_, agent = session.get("id"), session.get("agent")
        if isinstance(id_, str) and isinstance(updated, int) and isinstance(agent, str):
            seen[id_] = _Seen(exchange.operation, updated, agent)
    return seen


def _looks_at_agents(exchange: Exchange, facts: Facts, *, after: frozenset[str]) -> Looks:
    for id_, session in _sessions(exchange).items():
        before: _Seen | None = facts.known("session", id_)
        if before is not None and before.operation in after and before.updated == session.updated:
            fault = f"a session has another agent than in the answer to {before.operation}, and was not changed since"
            yield unless(before.agent == session.agent, fault)


@shown_by_two("agent.answers.records-are-the-same-everywhere", "session.get", "session.list")
def session_is_the_same_everywhere(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether the list of sessions and a session alone have different agents at one time of change."""
    yield from _looks_at_agents(exchange, facts, after=frozenset({"session.get", "session.list"}))


@shown_by_two("agent.effects.nothing-else-changes", "session.get", "session.list")
def title_leaves_the_agent(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a session has another agent than in the answer to its update."""
    yield from _looks_at_agents(exchange, facts, after=frozenset({"session.update"}))


@learned_from()
def sessions_as_shown(exchange: Exchange, facts: Facts) -> None:
    """Remember how the latest answer has shown each session; a prompt may change its agent."""
    if exchange.operation in ("session.get", "session.list", "session.update"):
        for id_, session in _sessions(exchange).items():
            facts.note(exchange, session, "session", id_)
    elif exchange.method != "GET":
        facts.forget_all("session")
