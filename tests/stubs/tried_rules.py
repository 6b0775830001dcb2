"""A stub that the check of one rule tries, for the tests of what the stub's request log says."""

from trivet_checks.mutants.trial import new_stub, target_of, try_on
from trivet_stubs import Rule
from trivet_stubs.kernel.settings import Observed


def rules_named(rule: Rule, observed: Observed | None = None) -> set[str]:
    """Return the rules by which a stub refuses requests of a rule's check, with some behaviour switched on."""
    with new_stub(rule.id.partition(".")[0]) as stub, target_of(stub) as target:
        if observed is not None:
            stub.observed = observed
        try_on(target, stub, [rule.id])
        return {*stub.requests.rules_exercised()}
