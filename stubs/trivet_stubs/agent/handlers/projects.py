"""The handlers of projects."""

from trivet_stubs.agent.envelope import plain
from trivet_stubs.agent.records import Project
from trivet_stubs.agent.refusals import absent
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


class ProjectHandlers:
    """The projects that the server knows."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("project.list")
    def list_projects(self, request: ContractRequest) -> JsonObject:
        """Answer the projects."""
        return plain([each.wire() for each in self._state.projects.values()])

    @operation("project.get")
    def get_project(self, request: ContractRequest) -> JsonObject:
        """Answer one project."""
        return plain(self._project(request).wire())

    @operation("project.update")
    def update_project(self, request: ContractRequest) -> JsonObject:
        """Change a project, and publish it to its contexts."""
        project = self._project(request)
        body: JsonObject = request.body or {}
        project.name = body.get("name", project.name)
        project.icon = body.get("icon", project.icon)
        project.commands = body.get("commands", project.commands)
        project.updated = self._state.now()
        for runtime in self._state.runtimes.values():
            if runtime.project_id == project.id:
                self._state.events.publish(runtime.context, "project.updated", project.wire())
        return plain(project.wire())

    def _project(self, request: ContractRequest) -> Project:
        project_id: str = request.path["projectID"]
        if project_id not in self._state.projects:
            raise absent("Project", "projectID", project_id)
        return self._state.projects[project_id]
