"""Mutants of sessions."""

from tests.mutants.agent.queries import without
from trivet_stubs.agent import AgentStub
from trivet_stubs.mutants.changes import change_body, change_query, do_nothing
from trivet_stubs.mutants.mutant import mutant


@mutant("agent.sessions.create-takes-title-agent-model-and-permissions")
def title_of_a_new_session_is_ignored(stub: AgentStub) -> None:
    """A new session has a title of the server's own."""
    change_body(stub, "session.create", lambda body: {name: body[name] for name in body if name != "title"})


@mutant("agent.sessions.create-takes-title-agent-model-and-permissions")
def model_of_a_new_session_is_ignored(stub: AgentStub) -> None:
    """A new session has the default model."""
    change_body(stub, "session.create", lambda body: {name: body[name] for name in body if name != "model"})


@mutant("agent.sessions.list-is-of-the-context")
def sessions_are_those_of_the_default_runtime(stub: AgentStub) -> None:
    """The list of every context shows the default runtime's sessions."""
    change_query(stub, "session.list", without("directory"))


@mutant("agent.sessions.list-filters")
def search_for_sessions_is_ignored(stub: AgentStub) -> None:
    """A search among sessions finds all of them."""
    change_query(stub, "session.list", without("search"))


@mutant("agent.sessions.list-filters")
def start_of_a_list_is_ignored(stub: AgentStub) -> None:
    """Sessions are listed that were updated before the start."""
    change_query(stub, "session.list", without("start"))


@mutant("agent.sessions.list-filters")
def path_of_a_list_is_ignored(stub: AgentStub) -> None:
    """Sessions are listed that are not below the path."""
    change_query(stub, "session.list", without("path"))


@mutant("agent.sessions.update-changes-title-archival-or-permissions")
def update_of_a_session_does_nothing(stub: AgentStub) -> None:
    """An update of a session is answered and not done."""
    change_body(stub, "session.update", lambda _body: {})


@mutant("agent.sessions.update-changes-title-archival-or-permissions")
def session_is_not_archived(stub: AgentStub) -> None:
    """An update does not archive a session."""
    change_body(stub, "session.update", lambda body: {name: body[name] for name in body if name != "archived"})


@mutant("agent.sessions.delete-removes-it")
def session_survives_its_deletion(stub: AgentStub) -> None:
    """The deletion of a session is answered and not done."""
    do_nothing(stub, "session.delete", status=204)
