"""The rules that a run has exercised: counts, what is missing, and the report."""

import pytest

from trivet_stubs import rules
from trivet_stubs.testing.exercised import ExercisedRules

REVOKES = "chat.shares.only-the-sharer-revokes"


def test_counts_of_several_stubs_are_added():
    found = ExercisedRules()
    found.add({REVOKES: 2})
    found.add({REVOKES: 1, "bus.access.quota-is-a-500": 1})

    assert found.counts[REVOKES] == 3
    assert found.missing() == []


def test_missing_are_the_required_rules_that_a_stub_refuses_by():
    found = ExercisedRules(["chat.shares.*", REVOKES])
    found.add({REVOKES: 1})
    refusing = {each.id for each in rules("chat").values() if each.refused and each.id.startswith("chat.shares.")}

    assert len(refusing) > 1
    assert found.missing() == sorted(refusing - {REVOKES})


@pytest.mark.parametrize("pattern", ["chat.shares.no-such-rule", "shares", "", "bus.stops.code-has-five-digits"])
def test_pattern_that_matches_no_refusing_rule_is_refused(pattern):
    with pytest.raises(ValueError, match="matches no rule by which a stub refuses"):
        ExercisedRules([pattern])


def test_report_has_the_services_that_were_exercised():
    found = ExercisedRules()
    nothing = list(found.lines())
    found.add({REVOKES: 12, "chat.of-another-version": 1})
    lines = list(found.lines())

    assert [each.partition(":")[0] for each in nothing] == ["agent", "bus", "chat"]
    assert lines[0].startswith("chat: 1 of ")
    assert lines[1:] == [f"     12  {REVOKES}", "      1  chat.of-another-version"]
    assert "      -  chat.access.admin-operations-need-role-admin" in list(found.lines(verbose=True))
