"""Every hand-made mutant of the agent stub is found by the check of its rule alone."""

from __future__ import annotations

import pytest

from tests.checks.checks.agent_trial import try_rules
from tests.mutants.agent import MUTANTS
from tests.mutants.agent.queries import having, without
from trivet_checks import suite
from trivet_checks.mutants.mutant import Mutant
from trivet_stubs import AgentStub

MISSING = {"route_is_missing": "skill.list: missing"}
"""The mutants that have no operation, which is accused in place of the rule that they break."""


@pytest.mark.long
@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_mutant_is_found_by_its_own_check(mutant: Mutant) -> None:
    with AgentStub() as stub:
        mutant.change(stub)
        result = try_rules(stub, [mutant.rule])
    verdicts = [(verdict.id, verdict.outcome) for verdict in result.verdicts]
    if mutant.change.__name__ in MISSING:
        assert verdicts == [(mutant.rule, "not tried"), (MISSING[mutant.change.__name__], "broken")]
    else:
        assert verdicts == [(mutant.rule, "broken")]
    assert "expects" not in result.verdicts[0].reason  # the check looks for it, and does not stumble over it


def test_every_check_has_a_mutant_with_a_name_of_its_own() -> None:
    assert {mutant.rule for mutant in MUTANTS} == set(suite("agent").checks)
    names = [mutant.change.__name__ for mutant in MUTANTS]
    assert len(set(names)) == len(names)
    assert all(mutant.change.__doc__ for mutant in MUTANTS)


def test_changes_of_a_query_keep_the_other_parameters() -> None:
    assert without("limit", "order")(b"limit=1&order=asc&search=limit") == b"search=limit"
    assert having("order", "desc")(b"limit=1&order=asc") == b"limit=1&order=desc"
    assert having("order", "desc")(b"limit=1") == b"limit=1"
