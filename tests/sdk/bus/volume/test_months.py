"""The months that have passenger volume files."""

import copy
import pickle
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trivet
from trivet.bus import MonthNotAvailableError
from trivet.bus._records.times import SINGAPORE
from trivet.bus._volume.months import check_month, recent_months
from trivet.errors import InvalidArgumentError

MAY = datetime(2025, 5, 3, 12, tzinfo=SINGAPORE)
aware_datetimes = st.datetimes(
    min_value=datetime(2000, 1, 1),
    max_value=datetime(9000, 1, 1),
    timezones=st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours))),
)


def test_recent_months_are_last_four_newest_first():
    assert recent_months(MAY) == ("202504", "202503", "202502", "202501")


@pytest.mark.parametrize("now", [datetime(2025, 5, 3), "2025-05-03", None])
def test_recent_months_of_a_time_without_offset_are_refused(now: object):
    with pytest.raises(InvalidArgumentError, match="now must be a datetime with its UTC offset"):
        recent_months(now)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("month", "expected"),
    [
        (1, ("202412", "202411", "202410", "202409")),
        (2, ("202501", "202412", "202411", "202410")),
        (3, ("202502", "202501", "202412", "202411")),
        (12, ("202511", "202510", "202509", "202508")),
    ],
)
def test_recent_months_cross_new_year(month: int, expected: tuple[str, ...]):
    assert recent_months(datetime(2025, month, 15, tzinfo=SINGAPORE)) == expected


def test_current_month_is_the_month_in_singapore():
    last_of_december = datetime(2024, 12, 31, 15, 59, 59, tzinfo=UTC)
    assert recent_months(last_of_december)[0] == "202411"
    assert recent_months(last_of_december + timedelta(seconds=1))[0] == "202412"


@given(aware_datetimes)
def test_recent_months_are_consecutive_before_current(now: datetime):
    here = now.astimezone(SINGAPORE)
    current = here.year * 12 + here.month
    counts = [int(month[:4]) * 12 + int(month[4:]) for month in recent_months(now)]
    assert counts == [current - 1, current - 2, current - 3, current - 4]


@given(aware_datetimes)
def test_every_recent_month_is_accepted(now: datetime):
    for month in recent_months(now):
        check_month("date", month, now)


@given(aware_datetimes, st.integers(0, 999_999).map("{:06}".format))
def test_only_recent_months_are_accepted(now: datetime, month: str):
    if month in recent_months(now):
        check_month("date", month, now)
    else:
        with pytest.raises(InvalidArgumentError):
            check_month("date", month, now)


TEXT = "text of six digits (YYYYMM)"
DIGITS = "six digits (YYYYMM)"
MONTH = "six digits (YYYYMM) that end in a month from 01 to 12"
WINDOW = (
    "one of the last three months (202504, 202503, 202502), "
    "or 202501, which may be the third one before the 10th (assumed)"
)


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (202504, TEXT),
        (None, TEXT),
        (b"202504", TEXT),
        ("", DIGITS),
        ("2025-04", DIGITS),
        ("20254", DIGITS),
        ("202504\n", DIGITS),
        ("٢٠٢٥٠٤", DIGITS),
        ("202500", MONTH),
        ("202513", MONTH),
        ("202505", WINDOW),
        ("202412", WINDOW),
        ("202404", WINDOW),
    ],
)
def test_refused_month_names_argument_and_rule(value: object, rule: str):
    with pytest.raises(InvalidArgumentError) as refused:
        check_month("date", value, MAY)
    assert (refused.value.argument, refused.value.rule) == ("date", rule)
    assert str(refused.value) == f"date must be {rule}, got {value!r}"


def test_accepted_months_move_with_clock():
    check_month("date", "202501", datetime(2025, 5, 31, 23, 59, tzinfo=SINGAPORE))
    with pytest.raises(InvalidArgumentError):
        check_month("date", "202501", datetime(2025, 6, 1, tzinfo=SINGAPORE))


def test_message_names_the_months_there_are():
    error = MonthNotAvailableError("passenger_volume.download", "202504", ("202503", "202502"))
    assert str(error) == ("passenger_volume.download: there is no file for 202504; there are files for 202503, 202502")
    assert str(MonthNotAvailableError("a.b", None, ())) == (
        "a.b: there is no file for the latest month; there is no file for any other month"
    )


def test_hint_replaces_the_statement_on_other_months():
    error = MonthNotAvailableError("a.b", "202504", ())
    error.hint = "it is not known"
    assert str(error) == "a.b: there is no file for 202504; it is not known"


def test_error_is_api_error_and_survives_copy_and_pickle():
    error = MonthNotAvailableError("a.b", "202504", ("202503",))
    assert isinstance(error, trivet.APIError)
    for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (again.operation, again.month, again.months, str(again)) == ("a.b", "202504", ("202503",), str(error))
    assert repr(error) == f"MonthNotAvailableError({str(error)!r})"
