"""A mutant of permission requests."""

from trivet_checks.mutants.changes import do_nothing
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub


@mutant("agent.permissions.reply-answers-the-request", shown_by="two")
def permission_survives_its_reply(stub: AgentStub) -> None:
    """A reply is taken, and the request stays pending."""
    do_nothing(stub, "permission.reply", status=204)
