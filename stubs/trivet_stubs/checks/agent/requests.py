"""Requests and answers in general: routes, credentials, inputs, missing records, ids."""

from collections.abc import Iterator, Mapping
from typing import Any

from trivet_stubs.checks.agent.answers import Json, data, field, ids, rows
from trivet_stubs.checks.agent.service import Agent
from trivet_stubs.checks.check import check
from trivet_stubs.checks.forbidden_requests import ForbiddenRequest, InputWalk
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.rule_catalogue import rule_of

_IN_A_CONTEXT = (
    "agent.list",
    "command.list",
    "config.get",
    "formatter.status",
    "lsp.status",
    "mcp.prompt.list",
    "mcp.resource.list",
    "mcp.server.list",
    "permission.list",
    "provider.list",
    "pty.list",
    "question.list",
    "session.list",
    "skill.list",
    "vcs.diff",
    "vcs.get",
    "vcs.status",
)
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
_OF_THE_SERVER = ("auth.list", "catalog.model.list", "project.list", "workspace.list", "workspace.status")


def _all_reads(agent: Agent) -> dict[str, Reply]:
    found = {operation: agent.user.call(operation, query=agent.somewhere) for operation in _IN_A_CONTEXT}
    return {**found, **{operation: agent.user.call(operation) for operation in _OF_THE_SERVER}}


@check("agent.requests.routes-are-below-api")
def each_route_is_below_api(agent: Agent) -> None:
    """Each operation that reads and needs no input is answered at its route, with JSON."""
    for operation, reply in _all_reads(agent).items():
        reply.expect(reply.status not in (404, 405, 501), f"{operation} has no route below /api")
        reply.expect(reply.media_type != "text/html", f"{operation} has no route below /api: a web page is there")


@check("agent.requests.credentials-are-those-of-the-server")
def request_without_credentials_is_unauthorized(agent: Agent) -> None:
    """If one operation asks for credentials, all are refused with 401 without them and with wrong ones."""
    anonymous = agent.target.anonymous
    wrong = "Bearer trivet-check-is-no-token"
    replies = [
        caller.call(operation)
        for operation in ("agent.list", "project.list", "session.list", "auth.list")
        for caller in (anonymous, anonymous.presenting(wrong, wrong))
    ]
    if all(reply.ok for reply in replies):
        raise NotTried("the server asks for no credentials")
    for reply in replies:
        reply.is_refused(401)


@check("agent.requests.what-the-contract-forbids-is-400")
def forbidden_input_is_refused_with_400(agent: Agent) -> None:
    """An unknown value of an enum, a text for a number, and a required input that is missing are a 400.

    Most of these operations only read. What the others make of such an input is removed, or goes with its session.
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
    user.call("session.get", f"ses_{name}").is_refused(404)
    user.call("project.get", f"prj_{name}").is_refused(404)
    user.call("workspace.get", f"wrk_{name}").is_refused(404)
    user.call("auth.get", f"acc_{name}").is_refused(404)
    user.call("catalog.model.get", name, name).is_refused(404)
    user.call("pty.get", f"pty_{name}", query=where).is_refused(404)
    user.call("fs.file", query={**where, "path": name}).is_refused(404)


@check("agent.requests.inputs-are-in-query-or-body")
def inputs_are_in_the_query_of_a_get_and_in_other_bodies(agent: Agent) -> None:
    """A search takes its text in the body and not in the query; a list takes its limit in the query."""
    user, where = agent.user, agent.somewhere
    user.call("fs.search", query=where, json={"query": agent.target.prefix}).succeeds()
    user.call("fs.search", query={**where, "query": agent.target.prefix}).is_refused()
    reply = user.call("session.list", query={**where, "limit": 1})
    reply.expect(len(rows(reply)) <= 1, "the limit of the query is not used")


@check("agent.requests.example-places-the-path-in-the-query")
def tree_takes_its_path_in_the_query(agent: Agent) -> None:
    """The tree of a path that is not there is refused or empty, and that of the directory itself is there."""
    user, where = agent.user, agent.somewhere
    rows(user.call("fs.tree", query={**where, "path": "."}))
    missing = user.call("fs.tree", query={**where, "path": agent.path("missing")})
    missing.expect(missing.status < 500, "the path of the query is a fault of the server")
    missing.expect(not missing.ok or not rows(missing), "the path of the query is not used")


@check("agent.requests.path-is-in-the-directory")
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
    replies = _all_reads(agent)
    for operation, reply in replies.items():
        reply.expect(isinstance(data(reply), dict | list), f"{operation} does not answer what it names")
    _one_of(agent, "project.get", replies["project.list"])
    _one_of(agent, "auth.get", replies["auth.list"])
    _one_of(agent, "workspace.get", replies["workspace.list"])
    _one_of(agent, "session.get", replies["session.list"])
    for operation in ("session.todo", "session.diff", "session.message.list"):
        for each in rows(replies["session.list"])[:1]:
            rows(agent.user.call(operation, field(each, "id")))
    for each in rows(replies["catalog.model.list"])[:1]:
        reply = agent.user.call("catalog.model.get", field(each, "providerID"), field(each, "id"))
        reply.expect(data(reply).get("id") == each["id"], "catalog.model.get answers another model")
    for each in rows(replies["mcp.resource.list"])[:1]:
        query = {**agent.somewhere, "server": field(each, "server"), "uri": field(each, "uri")}
        agent.user.call("mcp.resource.read", query=query).succeeds()


@check("agent.requests.ids-are-not-empty")
def ids_are_texts_that_are_not_empty(agent: Agent) -> None:
    """The ids in answers are texts that are not empty; an empty one in a request is refused, or names no record."""
    for operation in ("project.list", "workspace.list", "auth.list", "session.list", "pty.list"):
        reply = agent.user.call(operation, query=agent.somewhere if operation[:4] in ("sess", "pty.") else None)
        found: list[Any] = [*ids(reply)]
        reply.expect(all(isinstance(each, str) and each for each in found), f"{operation} has an id that is no text")
    for operation, name in (("auth.list", "serviceID"), ("workspace.list", "projectID")):
        reply = agent.user.call(operation, query={name: ""})
        reply.expect(not reply.ok or not rows(reply), f"an empty {name} names records")
    reply = agent.user.call("auth.create", json={"serviceID": "", "credential": {"type": "api", "key": "none"}})
    if reply.ok:
        agent.user.will_remove("account", "auth.delete", field(data(reply), "id"))
    reply.is_refused()


@check("agent.requests.session-ids-begin-with-ses")
def session_ids_begin_with_ses(agent: Agent) -> None:
    """The sessions that are listed have such ids, and another text is refused before a session is looked for."""
    reply = agent.user.call("session.list", query=agent.somewhere)
    reply.expect(all(each.startswith("ses") for each in ids(reply)), "the id of a session begins otherwise")
    agent.user.call("session.get", agent.target.prefix).is_refused(400)


def _one_of(agent: Agent, operation: str, listed: Reply) -> None:
    """Read the first record of a list by its id."""
    for each in rows(listed)[:1]:
        reply = agent.user.call(operation, field(each, "id"))
        found: Json = data(reply)
        reply.expect(found.get("id") == each["id"], f"{operation} answers another record")


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
    return agent.user.call(wrong.operation, query=query, json=body)
