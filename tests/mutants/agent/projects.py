"""A mutant of projects."""

from trivet_stubs.agent import AgentStub
from trivet_stubs.mutants.changes import change_body
from trivet_stubs.mutants.mutant import mutant


@mutant("agent.projects.update-changes-metadata")
def update_of_a_project_does_nothing(stub: AgentStub) -> None:
    """An update of a project is answered and not done."""
    change_body(stub, "project.update", lambda _body: {})
