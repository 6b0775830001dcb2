"""Runtime contexts: which one a request means, where a session is pinned, their config and their pseudo-terminals."""

from contextlib import suppress
from typing import cast

from trivet_checks.checks.agent.service import Agent, Where, data, field, ids, location, refused
from trivet_checks.checks.suite import KNOWN_RECORDS, LATER, check
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_SERVER_LISTS = ("project.list", "workspace.list", "auth.list", "catalog.model.list")
_SESSION_READS = ("session.get", "session.message.list", "session.context", "session.diff", "session.todo")
_SESSION_WRITES: dict[str, Json | None] = {
    "session.update": {"title": "trivet-check in another context"},
    "session.compact": None,
    "session.delete": None,
}
"""Operations that change a session and their bodies, in an order in which one that is not refused spoils no other."""

_HARMLESS: dict[str, tuple[object, object]] = {
    "share": ("manual", "disabled"),
    "snapshot": (True, False),
    "username": ("trivet", "trivet-check"),
}
"""Fields that a check may change for a moment, and two values of each."""


@check("agent.contexts.server-operations-use-none", own_condition=KNOWN_RECORDS)
def server_operations_use_no_context(agent: Agent) -> None:
    """A list of the server is the same with a context, or the context is refused."""
    where = agent.somewhere or {"workspace": agent.target.prefix}
    if agent.target.allow_writes and agent.target.options.get("directory"):
        with suppress(NotTried):
            agent.workspace()
        with suppress(NotTried):
            agent.account()
    for operation in agent.target.of(_SERVER_LISTS):
        plain = ids(agent.user.call(operation))
        reply = agent.user.call(operation, query=where)
        if refused(reply):
            continue
        reply.expect(sorted(ids(reply)) == sorted(plain), f"{operation} uses a context")


@check("agent.contexts.request-operations-take-directory-and-workspace", own_condition=KNOWN_RECORDS)
def context_is_named_by_directory_and_workspace(agent: Agent) -> None:
    """A session that was created in a directory is listed there, one of a workspace there, and neither elsewhere.

    If a server shows that it resolves the parameters, a list that has more is a matter of the list.
    """
    elsewhere = agent.elsewhere
    in_directory = agent.session("in the directory", agent.here)["id"]
    _is_listed(agent, in_directory, agent.here)
    if not agent.shows_its_directory:
        _is_not_listed(agent, in_directory, elsewhere)
    workspace = agent.workspace()
    inside = agent.in_workspace(workspace)
    in_workspace = agent.session("in the workspace", inside)["id"]
    _is_listed(agent, in_workspace, inside)
    shown = location(agent.user.call("agent.list", query=inside))
    if isinstance(shown, dict) and cast(Json, shown).get("workspaceID") == workspace["id"]:
        return
    _is_not_listed(agent, in_workspace, agent.here)
    _is_not_listed(agent, in_workspace, elsewhere)


@check("agent.contexts.default-runtime-without-both")
def neither_parameter_means_the_default_runtime(agent: Agent) -> None:
    """A session that was created with neither parameter is listed with neither, after other contexts were used."""
    session = agent.session("in the default runtime", {})["id"]
    contexts = [agent.somewhere]
    with suppress(NotTried):  # the context that the run has used last may be the first of them
        contexts.append({"directory": f"{agent.directory}/{agent.folder('context')}"})
    for where in contexts:
        agent.user.call("session.list", query={**where, "limit": 1})
    _is_listed(agent, session, {})


@check("agent.contexts.directory-plus-optional-workspace")
def context_is_a_directory_and_a_workspace(agent: Agent) -> None:
    """A context is shown as a directory, and the id of its workspace if it is in one: by a read, and by a session."""
    plain = agent.find("session.get", agent.session("in the directory", agent.here)["id"])
    where = field(data(plain), "location")
    plain.expect(isinstance(field(where, "directory"), str), "the directory of a context is no text")
    plain.expect(where.get("workspaceID") is None, "a context without a workspace names one")
    folder = agent.folder("workspace")
    workspace = agent.workspace(folder)
    query = agent.in_workspace(workspace)
    inside = agent.user.call("agent.list", query=query)
    if isinstance(location(inside), dict):
        _names_its_workspace(inside, location(inside), folder, workspace["id"])
    inside = agent.find("session.get", agent.session("inside", query)["id"])
    _names_its_workspace(inside, field(data(inside), "location"), folder, workspace["id"])


def _names_its_workspace(reply: Reply, where: Json, folder: str, workspace: str) -> None:
    reply.expect(isinstance(field(where, "directory"), str), "the directory of a context is no text")
    if where["directory"].rpartition("/")[2] != folder.rpartition("/")[2]:
        raise NotTried("the server does not use the workspace of a request")
    reply.expect(where.get("workspaceID") == workspace, "the context of a workspace does not name it")


@check("agent.contexts.session-operations-use-the-pinned")
def session_operations_refuse_a_context(agent: Agent) -> None:
    """An operation of a session is refused with a directory, and with a workspace. No prompt is sent: it would run."""
    session = agent.session()["id"]
    contexts = [context for context in (agent.somewhere, {"workspace": agent.target.prefix}) if context]
    for operation in agent.target.of(_SESSION_READS):
        agent.find(operation, session)
        for context in contexts:
            agent.user.call(operation, session, query=context).is_refused()
    for operation in agent.target.of(_SESSION_WRITES):
        for context in contexts:
            reply = agent.user.call(operation, session, query=context, json=_SESSION_WRITES[operation])
            reply.expect(not reply.ok, f"{operation} takes a context")


@check("agent.contexts.session-is-pinned-where-it-was-created", own_condition=LATER)
def session_stays_where_it_was_created(agent: Agent) -> None:
    """A session shows the context of its creation, also when it is read without one and other contexts were used."""
    agent.session("elsewhere", agent.elsewhere)
    _is_pinned(agent, agent.here, agent.directory, None)
    folder = agent.folder("workspace")
    workspace = agent.workspace(folder)
    _is_pinned(agent, agent.inside(workspace), folder, workspace["id"])


@check("agent.contexts.directory-is-absolute")
def relative_directory_is_refused(agent: Agent) -> None:
    """A directory that does not begin with a slash is refused by operations of several kinds."""
    for operation in agent.target.of(("session.list", "agent.list", "config.get", "vcs.get")):
        agent.user.call(operation, query={"directory": f"{agent.target.prefix}/relative"}).is_refused()


@check("agent.contexts.unknown-workspace-is-404")
def unknown_workspace_is_not_found(agent: Agent) -> None:
    """A workspace that was never registered is a 404 for operations of several kinds."""
    for operation in agent.target.of(("session.list", "agent.list", "config.get", "pty.list")):
        agent.user.call(operation, query={"workspace": f"wrk_{agent.target.prefix}"}).is_refused(404)


def _is_pinned(agent: Agent, where: Where, directory: str, workspace: str | None) -> None:
    """A new session of a context is pinned to it."""
    reply = agent.find("session.get", agent.new_session("pinned", where)["id"])
    pinned = field(data(reply), "location")
    resolved = location(agent.user.call("agent.list", query=where))
    if resolved is not None:
        reply.expect(pinned == resolved, "the session is not pinned to the context that was resolved")
    # A server may resolve links above the directory: the last part of the path is the same.
    named = str(pinned.get("directory")).rpartition("/")[2] == directory.rpartition("/")[2]
    reply.expect(named, "the session is pinned to another directory")
    reply.expect(pinned.get("workspaceID") == workspace, "the session is not pinned to its workspace")


def _is_listed(agent: Agent, session: str, where: Where) -> None:
    agent.target.eventually(
        lambda: _list(agent, where),
        lambda reply: session in ids(reply),
        f"the session is not listed in the context that it was created in: {_words(where)}",
    )


def _is_not_listed(agent: Agent, session: str, where: Where) -> None:
    reply = _list(agent, where)
    reply.expect(session not in ids(reply), f"a session of another context is listed in {_words(where)}")


def _list(agent: Agent, where: Where) -> Reply:
    """The sessions of this run in a context: few enough for one page."""
    reply = agent.user.call("session.list", query={**where, "search": agent.target.prefix})
    if len(ids(reply)) >= 50:
        raise NotTried("the list of sessions is longer than a page, although a search is given")
    return reply


def _words(where: Where) -> str:
    return " and ".join(f"{name} {value}" for name, value in where.items()) or "the default runtime"


@check("agent.config.update-changes-it", own_condition=LATER)
def update_changes_the_config(agent: Agent) -> None:
    """A field that the config has gets another value, which is shown, and the rest stays; then it is put back."""
    where = agent.own
    agent.may_write()
    before: Json = data(agent.user.call("config.get", query=where))
    name = next((key for key in _HARMLESS if key in before), None)
    if name is None:
        raise NotTried(f"the config has no field that can be put back: {', '.join(_HARMLESS)}")
    first, second = _HARMLESS[name]
    value = second if before[name] == first else first
    had_elsewhere = data(agent.user.call("config.get")).get(name)
    agent.user.will_remove(f"change of {name} in", "config.update", query=where, json={"config": {name: before[name]}})
    agent.user.call("config.update", query=where, json={"config": {name: value}}).succeeds()
    agent.target.eventually(
        lambda: agent.user.call("config.get", query=where),
        lambda reply: reply.ok and data(reply).get(name) == value,
        f"the config does not show its new {name}",
    )
    after = agent.user.call("config.get", query=where)
    lost = [key for key in before if key not in data(after)]
    after.expect(not lost, f"an update of {name} removes {', '.join(lost)} from the config")
    if had_elsewhere != value:
        _is_config_elsewhere(agent, name, value)


def _is_config_elsewhere(agent: Agent, name: str, value: object) -> None:
    """Another context has not got a new value; a directory below the one of the change may have it from there."""
    with suppress(NotTried):
        elsewhere = agent.elsewhere
        reply = agent.user.call("config.get", query=elsewhere)
        inherits = f"{field(location(reply), 'directory')}/".startswith(f"{agent.directory}/")
        is_same = data(reply).get(name) == value
        reply.expect(inherits or not is_same, f"an update of {name} is one of another context, too")


@check("agent.ptys.create-in-the-context", own_condition=LATER)
def created_pty_is_in_its_context(agent: Agent) -> None:
    """A pseudo-terminal runs its command in the directory, and is listed there; the walk reads the other contexts."""
    pty = agent.pty(cwd=agent.directory)
    agent.target.eventually(
        lambda: agent.user.call("pty.list", query=agent.here),
        lambda reply: pty["id"] in ids(reply),
        "a new pseudo-terminal is not listed in its context",
    )
    reply = agent.find("pty.get", pty["id"], query=agent.here)
    reply.expect(field(data(reply), "command").rpartition("/")[2] == "cat", "it runs another command")
    name = agent.directory.rpartition("/")[2]
    reply.expect(field(data(reply), "cwd").rstrip("/").rpartition("/")[2] == name, "it runs in another directory")


@check("agent.ptys.update-changes-title-or-size", own_condition=LATER)
def update_changes_a_pty(agent: Agent) -> None:
    """The new title is shown; a size has columns and rows, which are numbers."""
    pty = agent.pty()["id"]
    title = agent.target.name("terminal")
    agent.user.call("pty.update", pty, query=agent.here, json={"title": title}).succeeds()
    agent.shows("pty.get", pty, query=agent.here, title=title)
    size = {"columns": 100, "rows": 40}
    agent.user.call("pty.update", pty, query=agent.here, json={"size": size}).succeeds()
    for wrong in ({"columns": "wide", "rows": 40}, {"columns": 100}, {"rows": 40}):
        agent.user.call("pty.update", pty, query=agent.here, json={"size": wrong}).is_refused()


@check("agent.ptys.delete-removes-it")
def deleted_pty_is_gone(agent: Agent) -> None:
    """A deleted pseudo-terminal is not found by its id; the walk reads the lists."""
    pty = agent.pty()["id"]
    agent.user.call("pty.delete", pty, query=agent.here).succeeds()
    agent.target.eventually(
        lambda: agent.user.call("pty.get", pty, query=agent.here),
        refused,
        "a deleted pseudo-terminal can be read",
    )
