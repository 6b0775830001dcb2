"""What the agent stub answers for the whole server: accounts, the catalogue, projects and workspaces."""

from trivet_stubs.agent import seed
from trivet_stubs.agent.context import Context, absolute, within
from trivet_stubs.agent.records import Account, Project, Session, Workspace
from trivet_stubs.agent.refusals import absent, busy, conflict
from trivet_stubs.agent.state import plain
from trivet_stubs.agent.turn import AgentLoop
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import JsonObject


class AgentServer(AgentLoop):
    """The operations that have no context."""

    # Accounts.

    @operation("auth.list")
    def _list_accounts(self, request: ContractRequest) -> JsonObject:
        service: str | None = request.query.get("serviceID")
        found = [each for each in self.accounts.values() if service in (None, each.service_id)]
        return {
            "data": [each.wire() for each in found],
            "active": {each.service_id: each.id for each in found if each.active},
        }

    @operation("auth.create")
    def _create_account(self, request: ContractRequest) -> JsonObject:
        account = Account(
            id=self.new_id("acc"),
            service_id=request.body["serviceID"],
            credential=request.body["credential"],
            description=request.body.get("description"),
        )
        alone = not any(each.active for each in self._accounts_of(account.service_id))
        self.accounts[account.id] = account
        if request.body.get("active", alone):
            self._activate(account)
        return plain(account.wire())

    @operation("auth.get")
    def _get_account(self, request: ContractRequest) -> JsonObject:
        return plain(self._account(request).wire())

    @operation("auth.update")
    def _update_account(self, request: ContractRequest) -> JsonObject:
        account = self._account(request)
        body: JsonObject = request.body or {}
        account.description = body.get("description", account.description)
        account.credential = body.get("credential", account.credential)
        return plain(account.wire())

    @operation("auth.delete")
    def _delete_account(self, request: ContractRequest) -> None:
        del self.accounts[self._account(request).id]

    @operation("auth.activate")
    def _activate_account(self, request: ContractRequest) -> JsonObject:
        account = self._account(request)
        self._activate(account)
        return plain(account.wire())

    def _account(self, request: ContractRequest) -> Account:
        account_id: str = request.path["accountID"]
        if account_id not in self.accounts:
            raise absent("Account", "accountID", account_id)
        return self.accounts[account_id]

    def _accounts_of(self, service_id: str) -> list[Account]:
        return [each for each in self.accounts.values() if each.service_id == service_id]

    def _activate(self, account: Account) -> None:
        for each in self._accounts_of(account.service_id):
            each.active = each is account

    # The catalogue.

    @operation("catalog.model.list")
    def _list_models(self, request: ContractRequest) -> JsonObject:
        return plain(seed.CATALOGUE)

    @operation("catalog.model.get")
    def _get_model(self, request: ContractRequest) -> JsonObject:
        provider, model = request.path["providerID"], request.path["modelID"]
        for each in seed.CATALOGUE:
            if (each["providerID"], each["id"]) == (provider, model):
                return plain(each)
        raise absent("Model", "modelID", model, providerID=provider)

    # Projects.

    @operation("project.list")
    def _list_projects(self, request: ContractRequest) -> JsonObject:
        return plain([each.wire() for each in self.projects.values()])

    @operation("project.get")
    def _get_project(self, request: ContractRequest) -> JsonObject:
        return plain(self._project(request).wire())

    @operation("project.update")
    def _update_project(self, request: ContractRequest) -> JsonObject:
        project = self._project(request)
        body: JsonObject = request.body or {}
        project.name = body.get("name", project.name)
        project.icon = body.get("icon", project.icon)
        project.commands = body.get("commands", project.commands)
        project.updated = self.now()
        for runtime in self.runtimes.values():
            if runtime.project_id == project.id:
                self.events.publish(runtime.context, "project.updated", project.wire())
        return plain(project.wire())

    def _project(self, request: ContractRequest) -> Project:
        project_id: str = request.path["projectID"]
        if project_id not in self.projects:
            raise absent("Project", "projectID", project_id)
        return self.projects[project_id]

    # Workspaces.

    @operation("workspace.list")
    def _list_workspaces(self, request: ContractRequest) -> JsonObject:
        project: str | None = request.query.get("projectID")
        return plain([each.wire() for each in self.workspaces.values() if project in (None, each.project_id)])

    @operation("workspace.create")
    def _create_workspace(self, request: ContractRequest) -> JsonObject:
        """Register a workspace; a directory with nothing in it gets what the project has committed."""
        body: JsonObject = request.body
        project = self.projects.get(body.get("projectID", self.project_of(self.default).id))
        if project is None:
            raise absent("Project", "projectID", body["projectID"])
        given = absolute(body["directory"], "directory", kind="Payload") if "directory" in body else None
        workspace_id = self.new_id("wrk")
        directory = given or f"{seed.HOME}/.workspaces/{workspace_id}"
        workspace = Workspace(
            id=workspace_id,
            type=body["type"],
            name=body.get("name", workspace_id),
            project_id=project.id,
            directory=directory,
            used=self.now(),
            branch=self.disk.repository(project.worktree).branch,
            metadata=body.get("metadata"),
        )
        self.workspaces[workspace.id] = workspace
        if not self.disk.within(directory) and directory not in self.disk.repositories:
            source = self.disk.repository(project.worktree)
            for path, content in source.head.items():
                self.disk.write(directory, path, content)
            self.disk.commit(directory, branch=source.branch, default=dict(source.default))
        if not within(directory, project.worktree) and directory not in project.sandboxes:
            project.sandboxes.append(directory)
        return plain(workspace.wire())

    @operation("workspace.get")
    def _get_workspace(self, request: ContractRequest) -> JsonObject:
        return plain(self._workspace(request.path["workspaceID"]).wire())

    @operation("workspace.update")
    def _update_workspace(self, request: ContractRequest) -> JsonObject:
        workspace = self._workspace(request.path["workspaceID"])
        body: JsonObject = request.body or {}
        workspace.name = body.get("name", workspace.name)
        workspace.metadata = body.get("metadata", workspace.metadata)
        workspace.archived = body.get("archived", workspace.archived)
        self._set_status(workspace, "disconnected" if workspace.archived else "connected")
        return plain(workspace.wire())

    @operation("workspace.delete")
    def _delete_workspace(self, request: ContractRequest) -> None:
        """Forget the registration; files stay, and sessions stay pinned to where they are."""
        workspace = self._workspace(request.path["workspaceID"])
        del self.workspaces[workspace.id]
        project = self.projects[workspace.project_id]
        if workspace.directory in project.sandboxes:
            project.sandboxes.remove(workspace.directory)

    @operation("workspace.status")
    def _workspace_status(self, request: ContractRequest) -> JsonObject:
        return plain([{"workspaceID": each.id, "status": each.status} for each in self.workspaces.values()])

    @operation("workspace.sync")
    def _sync_workspaces(self, request: ContractRequest) -> None:
        """Fetch what the adapters know: a new workspace is connected, and its branch is what its directory is on."""
        for each in self.workspaces.values():
            each.branch = self.disk.repository(each.directory).branch
            self._set_status(each, "disconnected" if each.archived else "connected")

    @operation("workspace.warp")
    def _warp(self, request: ContractRequest) -> None:
        session_id: str = request.body["sessionID"]
        if session_id not in self.sessions:
            raise absent("Session", "sessionID", session_id)
        session = self.sessions[session_id]
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
        changes = self.disk.changes(source)
        there = {each.path: each.after for each in self.disk.changes(target)}
        for each in changes:
            if each.path in there and there[each.path] != each.after:
                raise conflict(f"{each.path} has other changes in {target}", each.path, tag="WorkspaceWarpError")
        for each in changes:
            self.disk.write(target, each.path, each.after)

    def _move(self, session: Session, target: Context) -> None:
        before = session.context
        session.context = target
        session.updated = self.now()
        if target.workspace_id is not None:
            self.workspaces[target.workspace_id].used = session.updated
        for context in dict.fromkeys((before, target)):
            self.events.publish(context, "session.updated", {"sessionID": session.id, "info": session.wire()})

    def _workspace(self, workspace_id: str) -> Workspace:
        if workspace_id not in self.workspaces:
            raise absent("Workspace", "workspaceID", workspace_id)
        return self.workspaces[workspace_id]

    def _set_status(self, workspace: Workspace, status: str) -> None:
        if workspace.status != status:
            workspace.status = status
            context = Context(workspace.directory, workspace.id)
            self.events.publish(context, "workspace.status", {"workspaceID": workspace.id, "status": status})
