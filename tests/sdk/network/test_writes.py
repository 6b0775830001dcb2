"""A write that is cut happens at most once, fails with a typed error, and leaves no connection open.

`nox -s network` runs every combination; here each cut meets each transport with another operation.
"""

import pytest

from tests.sdk.network.cutting_proxy import CUTS
from tests.sdk.network.writes import OPERATIONS, TRANSPORTS, WriteCase, cases, run


def selection() -> list[WriteCase]:
    """Return the cases of every cut on every transport, with an operation each in turn."""
    by_cut = [case for case in cases(operations=OPERATIONS[:1])]
    return [
        case._replace(service=service, operation=operation)
        for number, case in enumerate(by_cut)
        for service, operation in [OPERATIONS[number % len(OPERATIONS)]]
    ]


@pytest.mark.long
def test_cut_write_happens_once_and_fails_by_name():
    outcomes = run(selection())
    problems = [f"{kind}: {what}" for outcome in outcomes for kind, what in outcome.problems]
    assert not problems, f"{len(problems)} of {len(outcomes)} cases\n" + "\n".join(problems)


def test_selection_has_every_cut_transport_and_write():
    chosen = selection()
    assert {case.cut for case in chosen} == set(CUTS)
    assert {case.transport for case in chosen} == set(TRANSPORTS)
    assert {(case.service, case.operation) for case in chosen} == set(OPERATIONS)
    assert {case.service for case in chosen} == {"agent", "chat"}  # the bus service is only read
