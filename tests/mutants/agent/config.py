"""A mutant of the config."""

from trivet_stubs.agent import AgentStub
from trivet_stubs.mutants.changes import change_body
from trivet_stubs.mutants.mutant import mutant


@mutant("agent.config.update-changes-it")
def update_of_the_config_does_nothing(stub: AgentStub) -> None:
    """An update of the config is answered and not done."""
    change_body(stub, "config.update", lambda _body: {"config": {}})
