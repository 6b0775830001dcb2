"""Mutants of sharing."""

from trivet_stubs.chat import ChatStub
from trivet_stubs.mutants.changes import do_nothing
from trivet_stubs.mutants.mutant import mutant


@mutant("chat.shares.revoked-opens-nothing")
def share_survives_revocation(stub: ChatStub) -> None:
    """Revoking a share is answered and not done."""
    do_nothing(stub, "conversations.shares.delete", status=204)
