"""The bounded memory of what callers have seen."""

import pytest

from trivet_checks.exchange_rules.memory import MOST_CALLERS, MOST_FACTS, SETTLE, Memory
from trivet_checks.exchanges.exchange import Exchange

SECRET = "eyJ-very-secret-token"


def at(seconds: float) -> Exchange:
    return Exchange(operation="conversations.get", status=200, began=seconds, answered=seconds)


def test_oldest_facts_are_forgotten_first() -> None:
    facts = Memory().of("")
    for number in range(MOST_FACTS + 10):
        facts.note(at(0), number, "number", str(number))
    facts.note(at(0), "again", "number", "10")

    assert len(facts) == MOST_FACTS
    assert (facts.known("number", "9"), facts.known("number", "10"), facts.known("number", "11")) == (None, "again", 11)


def test_callers_who_were_not_seen_for_longest_are_forgotten_first() -> None:
    memory = Memory()
    for number in range(MOST_CALLERS):
        memory.of(str(number)).note(at(0), number, "number")
    memory.of("0")
    memory.of("another")

    assert len(memory) == MOST_CALLERS
    assert (memory.of("0").known("number"), memory.of("1").known("number")) == (0, None)


def test_no_secret_is_kept() -> None:
    memory = Memory()
    facts = memory.of(SECRET)
    facts.note(at(0), True, "token", facts.hash_of(SECRET))

    kept = repr([vars(memory), *map(vars, [facts, facts.shared])])
    assert SECRET not in kept
    assert facts.hash_of(SECRET) != Memory().of("").hash_of(SECRET)
    assert facts.known("token", memory.of("").hash_of(SECRET))


def test_facts_are_a_callers_own_but_for_those_shared() -> None:
    memory = Memory()
    one, other = memory.of("one"), memory.of("other")
    one.note(at(0), True, "deleted", "id")
    one.shared.note(at(0), True, "revoked", "id")

    assert other.known("deleted", "id") is None
    assert other.shared.known("revoked", "id")


@pytest.mark.parametrize(("seconds", "settled"), [(0.0, None), (SETTLE - 0.1, None), (SETTLE, True)])
def test_server_has_time_to_store_what_it_has_answered(seconds: float, settled: object) -> None:
    facts = Memory().of("")
    facts.note(at(5), True, "deleted", "id")
    facts.reads += 1

    assert facts.settled(at(5 + seconds), "deleted", "id") is settled


def test_first_read_after_a_write_may_be_of_before_it() -> None:
    facts = Memory().of("")
    facts.reads += 1
    facts.note(at(5), True, "deleted", "id")

    assert facts.settled(at(100), "deleted", "id") is None
    facts.reads += 1
    assert facts.settled(at(100), "deleted", "id")


def test_recent_fact_is_not_older_than_asked() -> None:
    facts = Memory().of("")
    facts.note(at(5), True, "page")

    assert facts.recent(at(15), 10, "page")
    assert facts.recent(at(15.1), 10, "page") is None
    assert facts.recent(at(4), 10, "page") is None
