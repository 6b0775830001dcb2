"""The months that the stub has files of."""

from datetime import UTC, datetime

import pytest

from trivet_stubs.bus.months import possible_months, published_months
from trivet_stubs.kernel.clock import SINGAPORE


@pytest.mark.parametrize(
    ("now", "published"),
    [
        (datetime(2025, 6, 9, 23, 59, tzinfo=SINGAPORE), ["202504", "202503", "202502"]),
        (datetime(2025, 6, 10, tzinfo=SINGAPORE), ["202505", "202504", "202503"]),
        (datetime(2025, 6, 9, 16, tzinfo=UTC), ["202505", "202504", "202503"]),
        (datetime(2025, 2, 1, tzinfo=SINGAPORE), ["202412", "202411", "202410"]),
        (datetime(2025, 12, 31, 16, tzinfo=UTC), ["202511", "202510", "202509"]),
    ],
)
def test_month_is_published_on_the_10th_of_the_next(now, published):
    assert published_months(now) == published
    assert set(published) < set(possible_months(now))


def test_possible_months_are_the_four_before_the_current_one():
    assert possible_months(datetime(2025, 3, 31, 23, tzinfo=SINGAPORE)) == ["202502", "202501", "202412", "202411"]
