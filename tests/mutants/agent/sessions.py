"""Mutants of sessions."""

from collections.abc import Callable

from tests.mutants.agent.queries import without
from trivet_checks.mutants.changes import change_body, change_query, do_nothing
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub
from trivet_stubs.agent.context import Context, plain
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


class SharedLists:
    """Lists the sessions of several contexts together."""

    def __init__(self, stub: AgentStub, is_listed: Callable[[Context, Context], bool]) -> None:
        self._state = stub.state
        self._is_listed = is_listed

    @operation("session.list")
    def list_sessions(self, request: ContractRequest) -> JsonObject:
        """Answer the sessions whose context is listed in that of the request."""
        context = self._state.runtime_of(request).context
        rows = [row.wire() for row in self._state.sessions.values() if self._is_listed(row.context, context)]
        return {**plain(rows), "cursor": {}}


@mutant("agent.sessions.create-takes-title-agent-model-and-permissions", shown_by="one")
def title_of_a_new_session_is_ignored(stub: AgentStub) -> None:
    """A new session has a title of the server's own."""
    change_body(stub, "session.create", lambda body: {name: body[name] for name in body if name != "title"})


@mutant("agent.sessions.create-takes-title-agent-model-and-permissions", shown_by="one")
def model_of_a_new_session_is_ignored(stub: AgentStub) -> None:
    """A new session has the default model."""
    change_body(stub, "session.create", lambda body: {name: body[name] for name in body if name != "model"})


@mutant("agent.sessions.list-is-of-the-context", shown_by="two")
def sessions_are_those_of_the_default_runtime(stub: AgentStub) -> None:
    """The list of every context shows the default runtime's sessions."""
    change_query(stub, "session.list", without("directory"))


@mutant("agent.sessions.list-is-of-the-context", shown_by="one")
def sessions_of_a_workspace_are_those_of_its_directory(stub: AgentStub) -> None:
    """A directory lists the sessions of its workspaces, too."""
    stub.override(SharedLists(stub, lambda session, context: session.directory == context.directory))


@mutant("agent.sessions.list-is-of-the-context", shown_by="one")
def sessions_of_all_workspaces_are_listed(stub: AgentStub) -> None:
    """A workspace lists the sessions of every workspace."""
    stub.override(SharedLists(stub, lambda session, context: bool(session.workspace_id) == bool(context.workspace_id)))


@mutant("agent.sessions.list-filters", shown_by="one")
def search_for_sessions_is_ignored(stub: AgentStub) -> None:
    """A search among sessions finds all of them."""
    change_query(stub, "session.list", without("search"))


@mutant("agent.sessions.list-filters", shown_by="neither: the contract does not say what a start means")
def start_of_a_list_is_ignored(stub: AgentStub) -> None:
    """Sessions are listed that were updated before the start."""
    change_query(stub, "session.list", without("start"))


@mutant("agent.sessions.list-filters", shown_by="neither: a session does not show its path")
def path_of_a_list_is_ignored(stub: AgentStub) -> None:
    """Sessions are listed that are not below the path."""
    change_query(stub, "session.list", without("path"))


@mutant("agent.sessions.update-changes-title-archival-or-permissions", shown_by="one")
def update_of_a_session_does_nothing(stub: AgentStub) -> None:
    """An update of a session is answered and not done."""
    change_body(stub, "session.update", lambda _body: {})


@mutant("agent.sessions.update-changes-title-archival-or-permissions", shown_by="one")
def session_is_not_archived(stub: AgentStub) -> None:
    """An update does not archive a session."""
    change_body(stub, "session.update", lambda body: {name: body[name] for name in body if name != "archived"})


@mutant("agent.sessions.delete-removes-it", shown_by="two")
def session_survives_its_deletion(stub: AgentStub) -> None:
    """The deletion of a session is answered and not done."""
    do_nothing(stub, "session.delete", status=204)
