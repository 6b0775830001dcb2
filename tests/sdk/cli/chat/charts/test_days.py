"""Likes and dislikes a day."""

from __future__ import annotations

from datetime import date, timedelta

from trivet.cli.chat.charts.days import Day, days_between, spans_of

TODAY = date(2025, 6, 16)


def test_days_without_ratings_are_there_and_the_last_is_today() -> None:
    rated = Day(date(2025, 6, 14), 2, 1)
    assert days_between([rated], 4, TODAY) == [Day(date(2025, 6, 13)), rated, Day(date(2025, 6, 15)), Day(TODAY)]
    assert days_between([], 1, TODAY) == [Day(TODAY)]


def test_service_with_another_clock_shows_its_own_days() -> None:
    for last in (TODAY - timedelta(400), TODAY + timedelta(1)):
        found = days_between([Day(last, 1)], 3, TODAY)
        assert [each.date for each in found] == [last - timedelta(2), last - timedelta(1), last]


def test_many_days_become_weeks_or_more_and_none_is_lost() -> None:
    days = [Day(TODAY + timedelta(n), 1, 2) for n in range(365)]
    assert spans_of(days[:45]) == days[:45]
    weeks, months = spans_of(days[:90]), spans_of(days)
    assert (len(weeks), weeks[0], weeks[-1].days) == (13, Day(TODAY, 7, 14, 7), 6)
    assert (len(months), sum(each.total for each in months)) == (14, 365 * 3)
