"""A mutant of the config."""

from trivet_checks.mutants.changes import change_body
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub


@mutant("agent.config.update-changes-it", shown_by="one")
def update_of_the_config_does_nothing(stub: AgentStub) -> None:
    """An update of the config is answered and not done."""
    change_body(stub, "config.update", lambda _body: {"config": {}})
