"""The handlers of projects and of workspaces."""

from trivet_stubs.agent.context import Context, absolute, plain, within
from trivet_stubs.agent.records import Project, Session, Workspace
from trivet_stubs.agent.refusals import absent, busy, conflict
from trivet_stubs.agent.seed import HOME
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject


class ProjectHandlers:
    """The projects that the server knows."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("project.list")
    def list_projects(self, request: ContractRequest) -> JsonObject:
        """Answer the projects."""
        return plain([project.wire() for project in self._state.projects.values()])

    @operation("project.get")
    def get_project(self, request: ContractRequest) -> JsonObject:
        """Answer one project."""
        return plain(self._project(request).wire())

    @operation("project.update")
    @applies("agent.projects.update-changes-metadata")
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


class WorkspaceHandlers:
    """The registered workspaces, and the move of a session into one or out of it."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("workspace.list")
    @applies("agent.workspaces.list-by-project")
    def list_workspaces(self, request: ContractRequest) -> JsonObject:
        """Answer the workspaces, of all projects or of one."""
        project: str | None = request.query.get("projectID")
        rows = self._state.workspaces.values()
        return plain([row.wire() for row in rows if project in (None, row.project_id)])

    @operation("workspace.create")
    def create_workspace(self, request: ContractRequest) -> JsonObject:
        """Register a workspace; an empty directory gets the files that the project has committed."""
        state, body = self._state, request.body
        project = state.projects.get(body.get("projectID", state.project_of(state.default).id))
        if project is None:
            raise absent("Project", "projectID", body["projectID"])
        directory = absolute(body["directory"], "directory", kind="Payload") if "directory" in body else None
        workspace_id = state.new_id("wrk")
        repository = state.disk.repository(project.worktree)
        workspace = Workspace(
            id=workspace_id,
            type=body["type"],
            name=body.get("name", workspace_id),
            project_id=project.id,
            directory=directory or f"{HOME}/.workspaces/{workspace_id}",
            used=state.now(),
            branch=repository.branch,
            metadata=body.get("metadata"),
        )
        state.workspaces[workspace.id] = workspace
        state.disk.check_out(repository, workspace.directory)
        if not within(workspace.directory, project.worktree) and workspace.directory not in project.sandboxes:
            project.sandboxes.append(workspace.directory)
        return plain(workspace.wire())

    @operation("workspace.get")
    def get_workspace(self, request: ContractRequest) -> JsonObject:
        """Answer one workspace."""
        return plain(self._workspace(request.path["workspaceID"]).wire())

    @operation("workspace.update")
    @applies("agent.workspaces.update-changes-metadata-or-archives")
    def update_workspace(self, request: ContractRequest) -> JsonObject:
        """Change a workspace; an archived one is disconnected."""
        workspace = self._workspace(request.path["workspaceID"])
        body: JsonObject = request.body or {}
        workspace.name = body.get("name", workspace.name)
        workspace.metadata = body.get("metadata", workspace.metadata)
        workspace.archived = body.get("archived", workspace.archived)
        self._set_status(workspace, "disconnected" if workspace.archived else "connected")
        return plain(workspace.wire())

    @operation("workspace.delete")
    @applies("agent.workspaces.delete-removes-the-registration")
    def delete_workspace(self, request: ContractRequest) -> None:
        """Delete the registration; files remain, and sessions keep their context."""
        workspace = self._workspace(request.path["workspaceID"])
        del self._state.workspaces[workspace.id]
        project = self._state.projects[workspace.project_id]
        if workspace.directory in project.sandboxes:
            project.sandboxes.remove(workspace.directory)

    @operation("workspace.status")
    @applies("agent.workspaces.status-of-all")
    def list_statuses(self, request: ContractRequest) -> JsonObject:
        """Answer the status of every workspace."""
        rows = self._state.workspaces.values()
        return plain([{"workspaceID": row.id, "status": row.status} for row in rows])

    @operation("workspace.sync")
    @applies("agent.workspaces.sync-updates-metadata")
    def sync_workspaces(self, request: ContractRequest) -> None:
        """Connect the workspaces, and read the branches that their directories are on."""
        for workspace in self._state.workspaces.values():
            workspace.branch = self._state.disk.repository(workspace.directory).branch
            self._set_status(workspace, "disconnected" if workspace.archived else "connected")

    @operation("workspace.warp")
    @applies("agent.workspaces.warp-moves-a-session")
    def move_session(self, request: ContractRequest) -> None:
        """Move a session into a workspace, or out of it to the directory that it had before."""
        session_id: str = request.body["sessionID"]
        if session_id not in self._state.sessions:
            raise absent("Session", "sessionID", session_id)
        session = self._state.sessions[session_id]
        target = Context(session.home)
        if request.body.get("workspaceID") is not None:
            workspace = self._workspace(request.body["workspaceID"])
            target = Context(workspace.directory, workspace.id)
        if session.busy:
            raise busy(session.id)
        if request.body["copyChanges"]:
            self._copy_changes(session.context.directory, target.directory)
        self._move(session, target)

    def _copy_changes(self, source: str, target: str) -> None:
        """Copy the changes of one directory to another, or none of them if that would overwrite a change."""
        if source == target:
            return
        changes = self._state.disk.changes(source)
        there = {change.path: change.after for change in self._state.disk.changes(target)}
        for change in changes:
            if change.path in there and there[change.path] != change.after:
                message, rule = (
                    f"{change.path} has other changes in {target}",
                    "agent.workspaces.warp-overwrites-no-changes",
                )
                raise conflict(message, change.path, tag="WorkspaceWarpError", by=rule)
        for change in changes:
            self._state.disk.write(target, change.path, change.after)

    def _move(self, session: Session, target: Context) -> None:
        before = session.context
        session.context = target
        session.updated = self._state.now()
        if target.workspace_id is not None:
            self._state.workspaces[target.workspace_id].used = session.updated
        for context in dict.fromkeys((before, target)):
            self._state.events.publish(context, "session.updated", {"sessionID": session.id, "info": session.wire()})

    def _workspace(self, workspace_id: str) -> Workspace:
        if workspace_id not in self._state.workspaces:
            raise absent("Workspace", "workspaceID", workspace_id)
        return self._state.workspaces[workspace_id]

    def _set_status(self, workspace: Workspace, status: str) -> None:
        if workspace.status != status:
            workspace.status = status
            context = Context(workspace.directory, workspace.id)
            self._state.events.publish(context, "workspace.status", {"workspaceID": workspace.id, "status": status})
