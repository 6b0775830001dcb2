"""Mutants of pseudo-terminals."""

from tests.mutants.agent.queries import without
from trivet_checks.mutants.changes import change_body, change_query, do_nothing
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub


@mutant("agent.ptys.create-in-the-context", shown_by="two")
def terminals_of_all_contexts_are_one_list(stub: AgentStub) -> None:
    """Every pseudo-terminal is one of the default runtime."""
    for operation in ("pty.create", "pty.list", "pty.get", "pty.delete"):
        change_query(stub, operation, without("directory"))


@mutant("agent.ptys.create-in-the-context", shown_by="one")
def command_of_a_terminal_is_ignored(stub: AgentStub) -> None:
    """A pseudo-terminal runs a shell, whatever command is named."""
    change_body(stub, "pty.create", lambda body: {name: body[name] for name in body if name != "command"})


@mutant("agent.ptys.update-changes-title-or-size", shown_by="one")
def update_of_a_terminal_does_nothing(stub: AgentStub) -> None:
    """An update of a pseudo-terminal is answered and not done."""
    change_body(stub, "pty.update", lambda _body: {})


@mutant("agent.ptys.delete-removes-it", shown_by="two")
def terminal_survives_its_deletion(stub: AgentStub) -> None:
    """The deletion of a pseudo-terminal is answered and not done."""
    do_nothing(stub, "pty.delete", status=204)
