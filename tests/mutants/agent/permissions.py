"""A mutant of permission requests."""

from trivet_stubs.agent import AgentStub
from trivet_stubs.mutants.changes import do_nothing
from trivet_stubs.mutants.mutant import mutant


@mutant("agent.permissions.reply-answers-the-request")
def permission_survives_its_reply(stub: AgentStub) -> None:
    """A reply is taken, and the request stays pending."""
    do_nothing(stub, "permission.reply", status=204)
