"""Projects and workspaces, and the move of a session into a workspace."""

from trivet_checks.checks.agent.service import Agent, Where, data, field, ids, location, refused, rows, text_of
from trivet_checks.checks.suite import KNOWN_RECORDS, LATER, check
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply


@check("agent.projects.update-changes-metadata", own_condition=LATER)
def update_changes_a_project(agent: Agent) -> None:
    """The name, the icon and the commands that the project has are changed, and then put back."""
    agent.may_write()
    project = agent.project()
    if project is None:
        raise NotTried("the server shows no project of the directory")
    new: Json = {
        "name": agent.target.name("project"),
        "icon": {**(project.get("icon") or {}), "color": "#123456"},
        "commands": [{"name": agent.target.name("command"), "command": "true"}],
    }
    known = [key for key in new if project.get(key) and (key != "icon" or project["icon"].get("color"))]
    if not known:
        raise NotTried("the project has no field that can be put back: a name, an icon, commands")
    old = {name: project[name] for name in known}
    project_id = field(project, "id")
    agent.find("project.get", project_id)
    agent.user.will_remove("change of project", "project.update", project_id, json=old)
    for name in known:
        agent.user.call("project.update", project_id, json={name: new[name]}).succeeds()
        agent.shows("project.get", project_id, **{name: new[name]})
    projects = agent.user.call("project.list")
    changed = [row for row in rows(projects) if any(row.get(name) == new[name] for name in known)]
    others = [row for row in changed if row.get("id") != project_id]
    projects.expect(not others, "an update of a project changes another one, too")


@check("agent.workspaces.create-registers-one")
def created_workspace_is_registered(agent: Agent) -> None:
    """A workspace needs a type; a new one is found by its id and in the list, with its type and its name."""
    reply = agent.user.call("workspace.create", json={"name": agent.target.name("workspace")})
    if reply.ok:
        agent.user.will_remove("workspace", "workspace.delete", field(data(reply), "id"))
    reply.is_refused()
    workspace = agent.workspace()
    agent.shows("workspace.get", workspace["id"], type="local")
    agent.shows("workspace.get", workspace["id"], name=agent.target.name("workspace"))
    agent.target.eventually(
        lambda: agent.user.call("workspace.list"),
        lambda reply: workspace["id"] in ids(reply),
        "a new workspace is not listed",
    )


@check("agent.workspaces.list-by-project", own_condition=KNOWN_RECORDS)
def list_of_a_project_has_its_workspaces_alone(agent: Agent) -> None:
    """The list of its project has a workspace, and the list of another project has not."""
    workspace = agent.workspace()["id"]
    project = field(data(agent.find("workspace.get", workspace)), "projectID")
    agent.target.eventually(
        lambda: agent.user.call("workspace.list", query={"projectID": project}),
        lambda reply: workspace in ids(reply),
        "a workspace is not listed by its project",
    )
    others = [candidate for candidate in ids(agent.user.call("project.list")) if candidate != project]
    other = agent.user.call("workspace.list", query={"projectID": others[0] if others else agent.target.prefix})
    other.expect(not other.ok or workspace not in ids(other), "a workspace is listed by another project")


@check("agent.workspaces.update-changes-metadata-or-archives", own_condition=LATER)
def update_changes_a_workspace(agent: Agent) -> None:
    """The name, the metadata and the archival that an update sets are shown."""
    workspace = agent.workspace()
    new: Json = {"name": agent.target.name("renamed"), "metadata": {"note": agent.target.prefix}, "archived": True}
    for name, value in new.items():
        agent.user.call("workspace.update", workspace["id"], json={name: value}).succeeds()
        agent.shows("workspace.get", workspace["id"], **{name: value})


@check("agent.workspaces.delete-removes-the-registration")
def deleted_workspace_is_not_registered(agent: Agent) -> None:
    """A deleted workspace is not found by its id, and the files of its directory stay; the walk reads the lists."""
    folder = agent.folder("workspace")
    workspace = agent.workspace(folder)["id"]
    before = agent.read(f"{folder}/keep.txt")
    agent.user.call("workspace.delete", workspace).succeeds()
    agent.target.eventually(
        lambda: agent.user.call("workspace.get", workspace),
        refused,
        "a deleted workspace can be read",
    )
    kept = agent.read(f"{folder}/keep.txt")
    kept.expect(kept.ok or not before.ok, "the files of a workspace are removed with its registration")


@check("agent.workspaces.status-of-all")
def status_has_every_workspace(agent: Agent) -> None:
    """Each workspace of the list has a status, a new one among them."""
    agent.workspace()
    workspace = agent.workspace()["id"]
    listed = set(ids(agent.user.call("workspace.list")))
    reply = agent.target.eventually(
        lambda: agent.user.call("workspace.status"),
        lambda reply: workspace in ids(reply, "workspaceID"),
        "the status has not the new workspace",
    )
    statuses = ids(reply, "workspaceID")
    later = set(ids(agent.user.call("workspace.list")))  # others may create and delete workspaces meanwhile
    reply.expect(listed & later <= set(statuses), "the status has not every workspace")
    reply.expect(all(len(status) > 1 for status in rows(reply)), "a status says nothing but the id")


@check("agent.workspaces.sync-updates-metadata")
def sync_succeeds_and_keeps_the_workspaces(agent: Agent) -> None:
    """A sync succeeds, and a workspace is still there with its name.

    No operation changes what an adapter knows, so that what is brought up to date cannot be seen.
    """
    workspace = agent.workspace()
    name = field(data(agent.find("workspace.get", workspace["id"])), "name")
    agent.user.call("workspace.sync").succeeds()
    agent.shows("workspace.get", workspace["id"], name=name)


@check("agent.workspaces.warp-moves-a-session")
def warp_moves_a_session_into_a_workspace_and_out(agent: Agent) -> None:
    """A session that is moved is listed in its workspace and not in the directory, and then the other way round."""
    inside = agent.workspace()
    session = agent.session("to be moved", agent.here)["id"]
    _warp(agent, session, inside).succeeds()
    where = agent.inside(inside)
    _is_listed(agent, session, where)
    _has_left(agent, session, agent.here)
    _warp(agent, session, None).succeeds()
    _is_listed(agent, session, agent.here)
    _has_left(agent, session, where)


@check("agent.workspaces.warp-says-whether-to-copy-changes")
def warp_copies_changes_if_it_should(agent: Agent) -> None:
    """A warp has to say whether to copy; a changed file is in the workspace if it should be, and not otherwise."""
    inside = agent.workspace()
    session = agent.session("to be moved", agent.here)["id"]
    body = {"sessionID": session, "workspaceID": inside["id"]}
    agent.user.call("workspace.warp", json=body).is_refused()
    source, folder = _changed_directory(agent), agent.folder("target")
    target, copied = agent.workspace(folder), f"{folder}/note.txt"
    agent.will_remove_file(copied, "One line.")
    changed = f"{source.removeprefix(agent.directory).strip('/')}/note.txt"
    for copy in (False, True):
        moved = agent.session("with changes", {"directory": source})["id"]
        _warp(agent, moved, target, copy=copy).needed()
        _is_there(agent, copied, expected=copy)
    kept = agent.read(changed)
    kept.expect(kept.ok, "the changes are not copied, but moved")


@check("agent.workspaces.warp-overwrites-no-changes")
def warp_that_would_overwrite_is_refused(agent: Agent) -> None:
    """A warp with a file that the workspace has with other changes is refused with 409, and the file stays."""
    source, folder = _changed_directory(agent), agent.folder("target")
    target, there = agent.workspace(folder), f"{folder}/note.txt"
    agent.write(there, "The other line.", "One line.")
    session = agent.session("with changes", {"directory": source})["id"]
    _warp(agent, session, target, copy=True).is_refused(409)
    agent.target.eventually(
        lambda: agent.read(there),
        lambda reply: reply.ok and "The other line." in text_of(reply),
        "the file was overwritten",
    )


def _changed_directory(agent: Agent) -> str:
    """A directory below the directory of the run, with one changed file."""
    path = agent.file("source/note.txt")
    return f"{agent.directory}/{path.rpartition('/')[0]}"


def _is_there(agent: Agent, path: str, *, expected: bool) -> None:
    message = "the changes are not copied" if expected else "the changes are copied"
    agent.target.eventually(lambda: agent.read(path), lambda reply: reply.ok == expected, message)


def _warp(agent: Agent, session: str, workspace: Json | None, *, copy: bool = False) -> Reply:
    body: Json = {"sessionID": session, "copyChanges": copy}
    if workspace is not None:
        body["workspaceID"] = workspace["id"]
    return agent.user.call("workspace.warp", json=body)


def _listed(agent: Agent, where: Where) -> Reply:
    return agent.user.call("session.list", query={**where, "search": agent.target.prefix})


def _is_listed(agent: Agent, session: str, where: Where) -> None:
    agent.target.eventually(
        lambda: _listed(agent, where), lambda reply: session in ids(reply), "a moved session is not where it was moved"
    )


def _has_left(agent: Agent, session: str, where: Where) -> None:
    """A session is not in a context any more: as its record shows it, or as the list does."""
    before = location(agent.user.call("agent.list", query=where))
    shown = data(agent.find("session.get", session)).get("location")
    if isinstance(before, dict) and isinstance(shown, dict) and shown != before:
        return
    agent.target.eventually(
        lambda: _listed(agent, where), lambda reply: session not in ids(reply), "a moved session is where it was before"
    )
