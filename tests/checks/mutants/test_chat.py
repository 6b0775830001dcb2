"""Every mutant of the chat stub breaks its rule, and the check of the rule finds it."""

import pytest

from tests.checks.checks.chat_runs import USERS, try_rules
from tests.mutants.chat import MUTANTS
from trivet_checks.mutants.mutant import Mutant
from trivet_stubs import ChatStub, rules


def test_every_rule_has_a_mutant_made_by_hand() -> None:
    assert list(rules("chat")) == list(dict.fromkeys(mutant.rule for mutant in MUTANTS))


@pytest.mark.long
@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_check_finds_the_mutant_of_its_rule(mutant: Mutant) -> None:
    with ChatStub() as stub:
        users = {**USERS, "spare": "erin"}
        mutant.change(stub)
        [verdict] = try_rules(stub, mutant.rule, users=users).verdicts
    assert (verdict.id, verdict.outcome) == (mutant.rule, "broken"), verdict.reason
    assert verdict.reason
