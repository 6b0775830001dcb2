"""Sessions: create, list, change and delete them."""

from typing import cast

from trivet_checks.checks.agent.service import Agent, Where, data, field, ids, refused, rows
from trivet_checks.checks.suite import KNOWN_RECORDS, LATER, check
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_FAR_FUTURE = 4_102_444_800_000
"""The year 2100 in milliseconds, and later still in seconds."""


@check("agent.sessions.create-takes-title-agent-model-and-permissions", own_condition=LATER)
def session_has_what_it_was_created_with(agent: Agent) -> None:
    """The title and an agent of the context are shown, and a model of the catalog if it is taken; so are the rules."""
    rules = [{"action": "edit", "resource": "*", "effect": "deny"}]
    agents = rows(agent.user.call("agent.list", query=agent.somewhere))
    named = [
        candidate
        for candidate in agents
        if candidate.get("mode") != "subagent" and not candidate.get("hidden") and "id" in candidate
    ]
    chosen = {"agent": named[-1]["id"]} if named else {}
    session = agent.new_session("created", agent.somewhere, permission=rules, **chosen)
    reply = agent.find("session.get", session["id"])
    shown_session = data(reply)
    reply.expect(field(shown_session, "title") == agent.target.name("created"), "the session has another title")
    if named:
        reply.expect(field(shown_session, "agent") == chosen["agent"], "the session has another agent")
    models = rows(agent.user.call("catalog.model.list"))
    known = [
        candidate
        for candidate in models
        if "id" in candidate and "providerID" in candidate and candidate.get("enabled", True)
    ]
    for model in known[-1:]:
        _takes_model(agent, {"providerID": model["providerID"], "modelID": model["id"]})


@check("agent.sessions.list-is-of-the-context", own_condition=KNOWN_RECORDS)
def list_has_the_sessions_of_its_context(agent: Agent) -> None:
    """Each of two contexts lists its own session alone: directories, a directory and its workspace, workspaces."""
    with agent.target.part("two directories"):
        _list_their_own(agent, agent.here, agent.elsewhere)
    with agent.target.part("a directory and its workspace"):
        folder = agent.folder("workspace")
        inside = agent.inside(agent.workspace(folder))
        _list_their_own(agent, {"directory": f"{agent.directory}/{folder}"}, inside)
    with agent.target.part("two workspaces"):
        _list_their_own(agent, *(agent.inside(agent.workspace()) for _ in range(2)))


@check("agent.sessions.list-filters", own_condition=KNOWN_RECORDS)
def list_is_filtered(agent: Agent) -> None:
    """A search, a time, a path and the roots choose among two sessions of the directory."""
    first, second = (agent.session(title, agent.here)["id"] for title in ("alpha", "omega"))
    reply = agent.target.eventually(
        lambda: _list(agent, search=agent.target.name("alpha")),
        lambda reply: first in ids(reply),
        "a search does not find the session with the title",
    )
    reply.expect(second not in ids(reply), "a search finds a session with another title")
    _finds(agent, first, start=0)
    _finds_not(agent, first, start=_FAR_FUTURE)
    _finds(agent, first, roots=True)
    _finds_not(agent, first, path=agent.path("missing"))


@check("agent.sessions.update-changes-title-archival-or-permissions", own_condition=LATER)
def update_changes_a_session(agent: Agent) -> None:
    """The new title and the archival time are shown; a time that is not a number is refused; rules are taken."""
    session = agent.session()["id"]
    title = agent.target.name("renamed")
    agent.user.call("session.update", session, json={"title": title}).succeeds()
    _shows(agent, session, "title", title)
    archived = 1_750_032_000_000
    agent.user.call("session.update", session, json={"archived": archived}).succeeds()
    _shows(agent, session, "archival time", archived)
    agent.user.call("session.update", session, json={"archived": "yes"}).is_refused()
    rules = [{"action": "edit", "resource": "*", "effect": "deny"}]
    agent.user.call("session.update", session, json={"permission": rules}).succeeds()
    _shows(agent, session, "title", title)


@check("agent.sessions.delete-removes-it")
def deleted_session_is_gone(agent: Agent) -> None:
    """A deleted session is not found by its id, and is not listed; another one is still there."""
    session, other = agent.session()["id"], agent.session("other")["id"]
    agent.user.call("session.delete", session).succeeds()
    agent.target.eventually(
        lambda: agent.user.call("session.get", session),
        refused,
        "a deleted session can be read",
    )
    agent.target.eventually(
        lambda: agent.user.call("session.list", query={**agent.somewhere, "search": agent.target.prefix}),
        lambda reply: session not in ids(reply),
        "a deleted session is listed",
    )
    agent.find("session.get", other)


def _takes_model(agent: Agent, model: Json) -> None:
    """A session of a model shows it; a server may refuse one that it cannot reach."""
    body = {"title": agent.target.name("model"), "model": model}
    reply = agent.user.call("session.create", query=agent.somewhere, json=body)
    if refused(reply):
        return
    session = data(reply)
    agent.user.will_remove("session", "session.delete", field(session, "id"))
    read = agent.find("session.get", session["id"])
    read.expect(model["modelID"] in field(data(read), "model").values(), "the session has another model")


def _list_their_own(agent: Agent, *contexts: Where) -> None:
    """Each of these contexts lists a new session of its own, and none of the others'."""
    sessions = [agent.session("here", where)["id"] for where in contexts]
    for where, own in zip(contexts, sessions, strict=True):
        reply = _list_with(agent, own, where)
        reply.expect(not {*ids(reply)} & {*sessions} - {own}, "a session of another context is listed")


def _list_with(agent: Agent, session: str, where: Where) -> Reply:
    """The sessions of a context, once a new one is among them."""
    return agent.target.eventually(
        lambda: agent.user.call("session.list", query={**where, "search": agent.target.prefix}),
        lambda reply: session in ids(reply),
        "a session is not listed in its context",
    )


def _list(agent: Agent, **query: object) -> Reply:
    """The sessions of this run in the directory, chosen by more than their titles."""
    return agent.user.call("session.list", query={**agent.here, "search": agent.target.prefix, **query})


def _finds(agent: Agent, session: str, **query: object) -> None:
    agent.target.eventually(
        lambda: _list(agent, **query),
        lambda reply: session in ids(reply),
        f"{', '.join(query)} leaves out a session that it should not",
    )


def _finds_not(agent: Agent, session: str, **query: object) -> None:
    reply = _list(agent, **query)
    reply.expect(not reply.ok or session not in ids(reply), f"{', '.join(query)} does not leave out a session")


def _shows(agent: Agent, session: str, name: str, value: object) -> None:
    agent.target.eventually(
        lambda: agent.user.call("session.get", session),
        lambda reply: reply.ok and _has(data(reply), value),
        f"the session does not show its new {name}",
    )


def _has(record: object, value: object) -> bool:
    """Whether a value stands anywhere in a record: the contract does not show the field."""
    if isinstance(record, dict):
        return any(_has(inner, value) for inner in cast(Json, record).values())
    return record == value
