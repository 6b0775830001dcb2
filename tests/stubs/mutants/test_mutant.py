"""A mutant, and the mutants of a module."""

import types

from trivet_stubs.mutants.mutant import Mutant, mutant, mutants_in


def test_mutants_of_a_module_are_found_and_named():
    @mutant("chat.shares.revoked-opens-nothing")
    def share_survives(stub):
        stub.append("changed")

    module = types.ModuleType("topic")
    module.share_survives, module.other = share_survives, 1
    [share_survival] = mutants_in(module)
    assert isinstance(share_survival, Mutant)
    assert str(share_survival) == "chat.shares.revoked-opens-nothing: share_survives"
    stub = []
    share_survival.change(stub)
    assert stub == ["changed"]
