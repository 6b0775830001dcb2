"""Each behaviour of the raw server meets one operation on one transport; the nox session `network` runs the rest."""

import pytest

from tests.sdk.network.behaviours import BEHAVIOURS
from tests.sdk.network.matrix import HANG, TRANSPORTS, Case, Report, cases, run
from tests.sdk.network.operations import OPERATIONS

SHOWN = 40
CONTROLS = ("answers_as_the_contract_states", "answers_in_chunks", "json_unknown_keys")


def selection(transport: str) -> list[Case]:
    """Return a third of the behaviours, each with another operation; those that move much are the session's."""
    calls = [each for each in OPERATIONS.values() if not each.streams]
    subscription = OPERATIONS["event.subscribe"]
    light = [each for each in BEHAVIOURS.values() if not each.heavy]
    return [
        Case(subscription if each.events else calls[number % len(calls)], each, transport)
        for number, each in enumerate(light)
        if TRANSPORTS[(number // len(calls) + number) % len(TRANSPORTS)] == transport
    ]


def no_problem(report: Report) -> None:
    found = report.problems()
    more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    if found:  # pytest would compare, and print, the whole list
        pytest.fail("\n".join([f"{len(found)} problems of {len(report.outcomes)} cases", *found[:SHOWN], *more]))


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_no_behaviour_of_a_server_does_harm(transport):
    no_problem(run(selection(transport)))


def test_answers_that_the_contract_states_give_values():
    report = run(cases(behaviours=CONTROLS), deadline=HANG)
    assert {result for each in report.outcomes for result in each.results} == {"value"}
    no_problem(report)


def test_every_behaviour_is_selected_once():
    selected = [each.behaviour.name for transport in TRANSPORTS for each in selection(transport)]
    assert sorted(selected) == sorted(each.name for each in BEHAVIOURS.values() if not each.heavy)
    assert len(BEHAVIOURS) >= 105
