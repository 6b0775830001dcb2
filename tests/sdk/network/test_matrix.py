"""Each behaviour of the raw server meets one operation on one transport; the nox session `network` runs the rest."""

import pytest

from tests.sdk.network.behaviours import BEHAVIOURS
from tests.sdk.network.matrix import HANG, TRANSPORTS, Case, Report, cases, run
from tests.sdk.network.operations import OPERATIONS
from tests.sdk.network.routes import ROUTES

SHOWN = 40
CONTROLS = ("answers_as_the_contract_states", "answers_in_chunks", "json_unknown_keys")


def selection(transport: str) -> list[Case]:
    """Return a third of the behaviours, each with another operation, without those that move much data."""
    calls = [name for name, operation in OPERATIONS.items() if not operation.streams and not operation.special]
    light = [behaviour for behaviour in BEHAVIOURS.values() if not behaviour.heavy]
    selected = []
    for number, behaviour in enumerate(light):
        names = behaviour.operations or (["event.subscribe"] if behaviour.events else calls)
        known = ROUTES[behaviour.via].transports
        if known[(number // len(calls) + number) % len(known)] == transport:
            selected.append(Case(OPERATIONS[names[number % len(names)]], behaviour, transport))
    return selected


def no_problem(report: Report) -> None:
    problems = report.problems()
    more = [f"and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else []
    if problems:  # pytest would compare, and print, the whole list
        pytest.fail("\n".join([f"{len(problems)} problems of {len(report.outcomes)} cases", *problems[:SHOWN], *more]))


@pytest.mark.matrix
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_no_behaviour_of_a_server_does_harm(transport):
    no_problem(run(selection(transport)))


@pytest.mark.long
def test_answers_that_the_contract_states_give_values():
    report = run(cases(behaviours=CONTROLS), deadline=HANG)
    assert {result for outcome in report.outcomes for result in outcome.results} == {"value"}
    no_problem(report)


def test_every_behaviour_is_selected_once():
    selected = [case.behaviour.name for transport in TRANSPORTS for case in selection(transport)]
    assert sorted(selected) == sorted(behaviour.name for behaviour in BEHAVIOURS.values() if not behaviour.heavy)
    assert len(BEHAVIOURS) >= 105
