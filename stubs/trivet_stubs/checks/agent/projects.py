"""Projects; what a check changes is put back."""

from trivet_stubs.checks.agent.answers import Json, field
from trivet_stubs.checks.agent.service import Agent
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried


@check("agent.projects.update-changes-metadata")
def update_changes_a_project(agent: Agent) -> None:
    """What the project of the directory has of a name, an icon and commands changes, and then it is put back."""
    agent.may_write()
    project = agent.project()
    if project is None:
        raise NotTried("the server shows no project of the directory")
    new: Json = {
        "name": agent.target.name("project"),
        "icon": {**(project.get("icon") or {}), "color": "#123456"},
        "commands": [{"name": agent.target.name("command"), "command": "true"}],
    }
    known = [each for each in new if project.get(each) and (each != "icon" or project["icon"].get("color"))]
    if not known:
        raise NotTried("the project has no field that can be put back: a name, an icon, commands")
    old = {name: project[name] for name in known}
    project_id = field(project, "id")
    agent.user.will_remove("change of project", "project.update", project_id, json=old)
    for name in known:
        agent.user.call("project.update", project_id, json={name: new[name]}).succeeds()
        agent.shows("project.get", project_id, **{name: new[name]})
