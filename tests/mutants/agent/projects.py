"""A mutant of projects."""

from trivet_checks.mutants.changes import change_body
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub


@mutant("agent.projects.update-changes-metadata", shown_by="one")
def update_of_a_project_does_nothing(stub: AgentStub) -> None:
    """An update of a project is answered and not done."""
    change_body(stub, "project.update", lambda _body: {})
