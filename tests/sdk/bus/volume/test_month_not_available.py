"""The error of a month without a passenger volume file."""

import copy
import pickle

import trivet
from trivet.bus import MonthNotAvailableError


def test_message_names_the_months_there_are():
    error = MonthNotAvailableError("passenger_volume.download", "202504", ("202503", "202502"))
    assert str(error) == ("passenger_volume.download: there is no file for 202504; there are files for 202503, 202502")
    assert str(MonthNotAvailableError("a.b", None, ())) == (
        "a.b: there is no file for the latest month; there is none for any other month"
    )


def test_hint_takes_the_place_of_what_is_not_known():
    error = MonthNotAvailableError("a.b", "202504", ())
    error.hint = "it is not known"
    assert str(error) == "a.b: there is no file for 202504; it is not known"


def test_error_is_api_error_and_survives_copy_and_pickle():
    error = MonthNotAvailableError("a.b", "202504", ("202503",))
    assert isinstance(error, trivet.APIError)
    for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (again.operation, again.month, again.months, str(again)) == ("a.b", "202504", ("202503",), str(error))
    assert repr(error) == f"MonthNotAvailableError({str(error)!r})"
