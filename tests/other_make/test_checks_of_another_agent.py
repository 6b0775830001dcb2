"""The checks of the agent contract judge a server of another make: each mistake breaks its rule, and no other one."""

from functools import cache

import pytest

from tests.other_make.agent_faults import AgentFault
from tests.other_make.agent_verdicts import BROKEN_BY
from tests.other_make.trials import failing, judge_agent, newly_broken
from trivet_checks import Result

UNSEEN = "agent.requests.three-operations-are-open"
ROUTES = "agent.requests.routes-are-below-api"
CREDENTIALS = "agent.requests.credentials-are-those-of-the-server"
WEAK = (
    AgentFault.CONTEXT_FROM_THE_FIRST,
    AgentFault.CURSOR_BY_TIME,
    AgentFault.EVENTS_BY_DIRECTORY,
    AgentFault.EVENTS_FOR_EVERYONE,
    AgentFault.MODE_IGNORED,
    AgentFault.ONE_ACTIVE_OF_ALL,
    AgentFault.PINNED_TO_ITS_DIRECTORY,
    AgentFault.SESSIONS_BY_DIRECTORY,
)
"""Mistakes that show only in a certain state; `nox -s other-make` plants all of them."""


@cache
def of_the_right_server() -> Result:
    return judge_agent()


@pytest.mark.long
@pytest.mark.parametrize("credentials", ["olga:sea", "a-token", None])
def test_server_that_keeps_the_agent_contract_in_its_own_way_breaks_no_stated_rule(credentials: str | None) -> None:
    result = judge_agent(credentials=credentials)
    stated = [verdict for verdict in result.verdicts if verdict.basis == "stated" and verdict.kind == "rule"]
    outcomes = {verdict.id: verdict.outcome for verdict in result.verdicts}

    assert failing(result) == {}
    assert (result.stopped, result.left) == ("", [])
    assert [verdict.id for verdict in stated if verdict.outcome != "holds"] == [UNSEEN]
    assert outcomes[CREDENTIALS] == ("not tried" if credentials is None else "holds")


@pytest.mark.long
def test_every_mistake_has_its_verdicts_and_every_stated_rule_of_the_agent_a_mistake() -> None:
    holding = of_the_right_server().of("holds")
    stated = {verdict.id for verdict in holding if verdict.basis == "stated" and verdict.kind == "rule"}

    assert set(BROKEN_BY) == set(AgentFault)
    assert all(BROKEN_BY.values())
    broken = {rule for rules in BROKEN_BY.values() for rule in rules}
    assert stated - broken == {ROUTES}  # an operation that is missing is accused itself


@pytest.mark.matrix
@pytest.mark.parametrize("fault", WEAK)
def test_mistake_in_the_agent_server_breaks_its_rule_and_no_other(fault: AgentFault) -> None:
    assert newly_broken(judge_agent([fault]), of_the_right_server()) == BROKEN_BY[fault]


@pytest.mark.matrix
@pytest.mark.parametrize("fault", [AgentFault.ANY_PASSWORD, AgentFault.ANY_SCHEME, AgentFault.EVENTS_FOR_EVERYONE])
def test_caller_of_the_table_who_is_let_in_is_a_part_of_the_rule(fault: AgentFault) -> None:
    [verdict] = judge_agent([fault], [CREDENTIALS], credentials="a-token").of("broken")
    let_in = {part.name for part in verdict.parts if part.outcome == "broken"}

    assert (
        let_in
        == {
            AgentFault.ANY_PASSWORD: {"another password, or another end of the token"},
            AgentFault.ANY_SCHEME: {"another scheme"},
            AgentFault.EVENTS_FOR_EVERYONE: {
                "no credentials",
                "an unknown token",
                "an unknown name",
                "another password, or another end of the token",
                "another scheme",
            },
        }[fault]
    )
    assert "a-token" not in repr(verdict)
