"""The proxy names the rules that servers break before it, and accuses no right server."""

from collections import Counter

import pytest

from tests.checks.proxy.conversations import broken_rules
from tests.checks.proxy.mistakes import (
    OTHER_MAKE,
    Mistake,
    is_named,
    table,
    with_another_bus,
    with_another_make,
    with_mutant,
)
from tests.other_make.bus_faults import BusFault
from tests.other_make.bus_verdicts import BROKEN_BY
from trivet_checks import Result
from trivet_checks.mutants.mutant import Mutant
from trivet_checks.proxy.result import TrafficResult
from trivet_stubs import ChatStub
from trivet_stubs._generated.names import SERVICES

EVERY = 24
"""The tests try every so-many-th mistake; `python -m tests.checks.proxy.mistakes` tries all."""


def more_than_checks(checked: Result, result: TrafficResult) -> set[str]:
    """The rules that the proxy calls broken and the checks do not, and the stated ones that it calls broken at all."""
    stated = {finding.verdict.id for finding in result.of("server") if finding.verdict.basis == "stated"}
    return stated | (broken_rules(result) - {verdict.id for verdict in checked.of("broken")})


def test_every_mistake_says_what_shows_it_with_a_reason_if_it_is_not_named() -> None:
    assert {mistake.kind for mistake in table()} == {"one", "two", "missed", "neither"}
    assert [mistake.name for mistake in table() if mistake.is_named == bool(mistake.why)] == []


def test_nine_of_ten_mistakes_that_exchanges_show_are_named() -> None:
    for server in {mistake.server for mistake in table()}:
        kinds = Counter(mistake.kind for mistake in table() if mistake.server == server)
        named = kinds["one"] + kinds["two"]
        assert named / (named + kinds["missed"]) >= (0.85 if server == OTHER_MAKE else 0.9)


@pytest.mark.matrix
@pytest.mark.parametrize("mistake", table()[::EVERY], ids=lambda mistake: mistake.name)
def test_table_says_whether_the_proxy_names_a_mistake(mistake: Mistake) -> None:
    assert is_named(mistake) == mistake.is_named


@pytest.mark.long
@pytest.mark.parametrize("service", SERVICES)
def test_stub_in_all_conversations_of_the_checks_breaks_nothing(service: str) -> None:
    checked, result = with_mutant(service, None)

    assert result.of("server") == []
    assert checked.of("broken") == []
    assert sum(traffic.tried for traffic in result.rules.values()) > 100


def test_stub_whose_first_read_after_a_write_shows_the_records_before_it_breaks_nothing() -> None:
    def commit_late(stub: ChatStub) -> None:
        stub.observed.late_commits = True

    _, result = with_mutant("chat", Mutant("chat.conversations.delete-takes-the-messages", commit_late))

    assert result.of("server") == []


@pytest.mark.matrix
@pytest.mark.parametrize("commits", [None, 2.0])
def test_server_of_another_make_breaks_only_assumed_rules_that_the_checks_call_broken_too(
    commits: float | None,
) -> None:
    checked, result = with_another_make(commits=commits)

    assert more_than_checks(checked, result) == set()
    assert result.exit_status("server") == 0
    assert broken_rules(result)


@pytest.mark.long
def test_bus_server_of_another_make_breaks_only_assumed_rules_that_the_checks_call_broken_too() -> None:
    assert more_than_checks(*with_another_bus()) == set()


@pytest.mark.matrix
@pytest.mark.parametrize(
    "fault",
    [
        BusFault.ARRIVALS_ATOM_BY_DEFAULT,
        BusFault.ATOM_IS_LABELLED,
        BusFault.ESTIMATE_WITH_A_SPACE,
        BusFault.EVENING_IN_WORDS,
        BusFault.FILES_BELOW_V3,
        BusFault.FIRST_AND_LAST,
        BusFault.ITEMS,
        BusFault.NO_LOAD,
        BusFault.POSITION_EXCHANGED,
        BusFault.STOP_POSITION_EXCHANGED,
    ],
)
def test_mistake_of_the_bus_server_is_named_by_its_rule_and_no_other_one(fault: BusFault) -> None:
    checked, result = with_another_bus(fault)

    right = broken_rules(with_another_bus()[1])
    assert broken_rules(result) - right == {rule for rule in BROKEN_BY[fault] if rule.startswith("bus.")}
    assert {verdict.id for verdict in checked.of("broken")} >= BROKEN_BY[fault]


@pytest.mark.matrix
def test_each_fault_of_the_server_of_another_make_is_named_that_exchanges_show() -> None:
    for mistake in table():
        if mistake.server == OTHER_MAKE and mistake.is_named:
            assert is_named(mistake), mistake.name
