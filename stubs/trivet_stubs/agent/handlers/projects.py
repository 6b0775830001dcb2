"""The handlers of projects, workspaces and saved accounts."""

from trivet_stubs.agent.context import Context, absolute, plain, within
from trivet_stubs.agent.records import Account, Project, Session, Workspace
from trivet_stubs.agent.refusals import absent, busy, conflict
from trivet_stubs.agent.seed import HOME
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


class WorkspaceHandlers:
    """The registered workspaces, and the move of a session into one or out of it."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("workspace.list")
    def list_workspaces(self, request: ContractRequest) -> JsonObject:
        """Answer the workspaces, of all projects or of one."""
        project: str | None = request.query.get("projectID")
        return plain([each.wire() for each in self._state.workspaces.values() if project in (None, each.project_id)])

    @operation("workspace.create")
    def create_workspace(self, request: ContractRequest) -> JsonObject:
        """Register a workspace; an empty directory gets the files that the project has committed."""
        state, body = self._state, request.body
        project = state.projects.get(body.get("projectID", state.project_of(state.default).id))
        if project is None:
            raise absent("Project", "projectID", body["projectID"])
        given = absolute(body["directory"], "directory", kind="Payload") if "directory" in body else None
        workspace_id = state.new_id("wrk")
        repository = state.disk.repository(project.worktree)
        workspace = Workspace(
            id=workspace_id,
            type=body["type"],
            name=body.get("name", workspace_id),
            project_id=project.id,
            directory=given or f"{HOME}/.workspaces/{workspace_id}",
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
    def delete_workspace(self, request: ContractRequest) -> None:
        """Delete the registration; files stay, and sessions stay pinned to where they are."""
        workspace = self._workspace(request.path["workspaceID"])
        del self._state.workspaces[workspace.id]
        project = self._state.projects[workspace.project_id]
        if workspace.directory in project.sandboxes:
            project.sandboxes.remove(workspace.directory)

    @operation("workspace.status")
    def list_statuses(self, request: ContractRequest) -> JsonObject:
        """Answer the status of every workspace."""
        return plain([{"workspaceID": each.id, "status": each.status} for each in self._state.workspaces.values()])

    @operation("workspace.sync")
    def sync_workspaces(self, request: ContractRequest) -> None:
        """Connect the workspaces, and read the branches that their directories are on."""
        for each in self._state.workspaces.values():
            each.branch = self._state.disk.repository(each.directory).branch
            self._set_status(each, "disconnected" if each.archived else "connected")

    @operation("workspace.warp")
    def move_session(self, request: ContractRequest) -> None:
        """Move a session into a workspace, or out of it to the directory that it has outside of workspaces."""
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
        """Write what is changed in one directory into another; nothing at all if that would overwrite a change."""
        if source == target:
            return
        changes = self._state.disk.changes(source)
        there = {each.path: each.after for each in self._state.disk.changes(target)}
        for each in changes:
            if each.path in there and there[each.path] != each.after:
                message, rule = (
                    f"{each.path} has other changes in {target}",
                    "agent.workspaces.warp-overwrites-no-changes",
                )
                raise conflict(message, each.path, tag="WorkspaceWarpError", by=rule)
        for each in changes:
            self._state.disk.write(target, each.path, each.after)

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


class AccountHandlers:
    """The accounts of the services that the server uses."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("auth.list")
    def list_accounts(self, request: ContractRequest) -> JsonObject:
        """Answer the accounts, of all services or of one, and which are active."""
        service: str | None = request.query.get("serviceID")
        found = [each for each in self._state.accounts.values() if service in (None, each.service_id)]
        return {
            "data": [each.wire() for each in found],
            "active": {each.service_id: each.id for each in found if each.active},
        }

    @operation("auth.create")
    def create_account(self, request: ContractRequest) -> JsonObject:
        """Save an account; unless the request decides, it is active if no other one of its service is."""
        account = Account(
            id=self._state.new_id("acc"),
            service_id=request.body["serviceID"],
            credential=request.body["credential"],
            description=request.body.get("description"),
        )
        alone = not any(each.active for each in self._accounts_of(account.service_id))
        self._state.accounts[account.id] = account
        if request.body.get("active", alone):
            self._activate(account)
        return plain(account.wire())

    @operation("auth.get")
    def get_account(self, request: ContractRequest) -> JsonObject:
        """Answer one account."""
        return plain(self._account(request).wire())

    @operation("auth.update")
    def update_account(self, request: ContractRequest) -> JsonObject:
        """Change the description or the credential of an account."""
        account = self._account(request)
        body: JsonObject = request.body or {}
        account.description = body.get("description", account.description)
        account.credential = body.get("credential", account.credential)
        return plain(account.wire())

    @operation("auth.delete")
    def delete_account(self, request: ContractRequest) -> None:
        """Delete an account."""
        del self._state.accounts[self._account(request).id]

    @operation("auth.activate")
    def activate_account(self, request: ContractRequest) -> JsonObject:
        """Make an account the active one of its service."""
        account = self._account(request)
        self._activate(account)
        return plain(account.wire())

    def _account(self, request: ContractRequest) -> Account:
        account_id: str = request.path["accountID"]
        if account_id not in self._state.accounts:
            raise absent("Account", "accountID", account_id)
        return self._state.accounts[account_id]

    def _accounts_of(self, service_id: str) -> list[Account]:
        return [each for each in self._state.accounts.values() if each.service_id == service_id]

    def _activate(self, account: Account) -> None:
        for each in self._accounts_of(account.service_id):
            each.active = each is account
