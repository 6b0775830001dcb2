"""Mutants of workspaces."""

from tests.mutants.agent.queries import without
from trivet_checks.mutants.changes import change_answer, change_body, change_query, change_status, do_nothing
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub
from trivet_stubs.agent.handlers.projects_and_workspaces import WorkspaceHandlers


class OverwritingHandlers(WorkspaceHandlers):
    """Copies changes over other ones."""

    def __init__(self, stub: AgentStub) -> None:
        super().__init__(stub.state)
        self._disk = stub.disk

    def _copy_changes(self, source: str, target: str) -> None:
        for change in self._disk.changes(source):
            self._disk.write(target, change.path, change.after)


@mutant("agent.workspaces.create-registers-one", shown_by="one")
def workspace_needs_no_type(stub: AgentStub) -> None:
    """A workspace without a type gets one."""
    change_body(stub, "workspace.create", lambda body: {"type": "local", **body})


@mutant("agent.workspaces.create-registers-one", shown_by="one")
def workspace_is_not_registered(stub: AgentStub) -> None:
    """A new workspace is answered and not registered."""
    do_nothing(stub, "workspace.create", status=200, json={"data": {"id": "wrk_none"}})


@mutant("agent.workspaces.list-by-project", shown_by="one")
def workspaces_of_all_projects_are_listed(stub: AgentStub) -> None:
    """The list of one project has the workspaces of all."""
    change_query(stub, "workspace.list", without("projectID"))


@mutant("agent.workspaces.update-changes-metadata-or-archives", shown_by="one")
def workspace_is_not_archived(stub: AgentStub) -> None:
    """An update does not archive a workspace."""
    change_body(stub, "workspace.update", lambda body: {name: body[name] for name in body if name != "archived"})


@mutant("agent.workspaces.delete-removes-the-registration", shown_by="two")
def workspace_survives_its_deletion(stub: AgentStub) -> None:
    """The deletion of a workspace is answered and not done."""
    do_nothing(stub, "workspace.delete", status=204)


@mutant("agent.workspaces.status-of-all", shown_by="neither: a third exchange shows that the workspace is still there")
def status_leaves_out_the_newest(stub: AgentStub) -> None:
    """The newest workspace has no status."""
    change_answer(stub, "workspace.status", lambda answer: {"data": answer["data"][:-1]})


@mutant("agent.workspaces.sync-updates-metadata", shown_by="neither: a server may have a reason to refuse")
def sync_is_refused(stub: AgentStub) -> None:
    """Workspaces cannot be synced."""
    change_status(stub, "workspace.sync", {204: 409})


@mutant("agent.workspaces.warp-moves-a-session", shown_by="missed: another client may have moved it back")
def session_stays_where_it_is(stub: AgentStub) -> None:
    """The move of a session is answered and not done."""
    do_nothing(stub, "workspace.warp", status=204)


@mutant(
    "agent.workspaces.warp-says-whether-to-copy-changes",
    shown_by="neither: the files before and after are further exchanges",
)
def changes_are_not_copied(stub: AgentStub) -> None:
    """A move never copies changes."""
    change_body(stub, "workspace.warp", lambda body: {**body, "copyChanges": body.get("copyChanges") and False})


@mutant(
    "agent.workspaces.warp-says-whether-to-copy-changes",
    shown_by="neither: the files before and after are further exchanges",
)
def changes_are_always_copied(stub: AgentStub) -> None:
    """A move copies changes, whatever the request says."""
    change_body(stub, "workspace.warp", lambda body: {**body, "copyChanges": True} if "copyChanges" in body else body)


@mutant(
    "agent.workspaces.warp-overwrites-no-changes", shown_by="neither: the files before and after are further exchanges"
)
def changes_are_overwritten(stub: AgentStub) -> None:
    """A move copies changes over other ones."""
    stub.override(OverwritingHandlers(stub))
