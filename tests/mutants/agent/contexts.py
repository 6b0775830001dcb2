"""Mutants of runtime contexts."""

from collections.abc import Callable

from tests.mutants.agent.queries import without
from trivet_checks.mutants.changes import answer_if, change_answer, change_query
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub
from trivet_stubs.agent.context import Context


@mutant("agent.contexts.server-operations-use-none", shown_by="one")
def projects_are_those_of_a_directory(stub: AgentStub) -> None:
    """The list of projects takes a directory, and has no project of it."""
    answer_if(stub, "project.list", lambda query: b"directory=" in query, status=200, json={"data": []})


@mutant("agent.contexts.request-operations-take-directory-and-workspace", shown_by="one")
def context_is_ignored(stub: AgentStub) -> None:
    """Every request means the default runtime."""
    stub.observed.ignored_context = True


@mutant("agent.contexts.request-operations-take-directory-and-workspace", shown_by="one")
def workspace_is_ignored(stub: AgentStub) -> None:
    """A list of sessions has the sessions of the directory alone."""
    change_query(stub, "session.list", without("workspace"))


@mutant("agent.contexts.default-runtime-without-both", shown_by="two")
def last_context_is_the_default(stub: AgentStub) -> None:
    """A request that names no context means the one that was named last."""
    resolve = stub.state.resolve

    def resolved(directory: str | None, workspace_id: str | None) -> Context:
        stub.default = resolve(directory, workspace_id)
        return stub.default

    vars(stub.state)["resolve"] = resolved


@mutant("agent.contexts.directory-plus-optional-workspace", shown_by="two")
def workspace_is_not_shown(stub: AgentStub) -> None:
    """A session of a workspace shows its directory alone."""

    def change(answer: dict[str, dict[str, dict[str, str]]]) -> object:
        answer["data"]["location"].pop("workspaceID", None)
        return answer

    change_answer(stub, "session.get", change)


@mutant("agent.contexts.session-operations-use-the-pinned", shown_by="one")
def session_takes_a_context(stub: AgentStub) -> None:
    """The messages of a session are listed whatever directory and workspace are named."""
    change_query(stub, "session.message.list", without("directory", "workspace"))


@mutant("agent.contexts.session-is-pinned-where-it-was-created", shown_by="two")
def session_is_pinned_to_the_default(stub: AgentStub) -> None:
    """A session is pinned to the default runtime wherever it is created."""
    change_query(stub, "session.create", without("directory", "workspace"))


@mutant("agent.contexts.directory-is-absolute", shown_by="one")
def relative_directory_is_taken(stub: AgentStub) -> None:
    """A relative directory means one below the root."""
    change_query(stub, "config.get", lambda query: query.replace(b"directory=trivet", b"directory=%2Ftrivet"))


@mutant("agent.contexts.unknown-workspace-is-404", shown_by="two")
def unknown_workspace_is_ignored(stub: AgentStub) -> None:
    """A workspace that was never registered means the directory alone."""
    _change_context(stub, lambda directory, name: (directory, name if name in stub.workspaces else None))


def _change_context(stub: AgentStub, change: Callable[[str | None, str | None], tuple[str | None, str | None]]) -> None:
    """Change the directory and the workspace of a request before the stub resolves them."""
    resolve = stub.state.resolve

    def resolved(directory: str | None, workspace_id: str | None) -> Context:
        return resolve(*change(directory, workspace_id))

    vars(stub.state)["resolve"] = resolved
