"""One exchange as a rule looks at it."""

import pytest

from trivet_checks.exchange_rules.answer_rule import falling, moment, unless
from trivet_checks.exchanges.exchange import Exchange


@pytest.mark.parametrize("answer", [None, [], 5, {"items": 5}, {"items": None}, {"items": [1, "x", None]}])
def test_answer_of_another_form_has_no_rows(answer: object) -> None:
    assert Exchange(operation="x", status=200, answer=answer).rows("items") == []


def test_times_are_compared_as_times_and_not_as_texts() -> None:
    assert moment("2025-06-16T08:00:00+08:00") == moment("2025-06-16T00:00:00Z")
    assert moment("2025-06-16T00:00:00") == moment("2025-06-16T00:00:00+00:00")
    assert [moment(value) for value in ("soon", None, 5)] == [None, None, None]


def test_times_that_do_not_grow_fall() -> None:
    times = ["2025-06-16T01:00:00Z", "2025-06-16T08:00:00+08:00", "2025-06-16T00:00:00Z"]
    rows = [{"at": time} for time in times]

    assert [*falling(rows, "at")] == ["", ""]
    assert [bool(look) for look in falling(rows[::-1], "at")] == [False, True]


def test_time_that_is_missing_shows_nothing_and_another_field_may_tell() -> None:
    rows = [{"at": None, "made": "2025-01-02"}, {"at": "2025-01-01", "made": "2025-01-01"}]

    assert [*falling(rows, "at")] == []
    assert [*falling(rows, "at", "made")] == [""]


def test_look_is_empty_if_the_rule_is_kept() -> None:
    assert (unless(True, "a fault"), unless(False, "a fault")) == ("", "a fault")
