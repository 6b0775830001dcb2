"""A request to the control API."""

import pytest

from trivet_stubs.control.request import ControlRefusal, ControlRequest


def test_number_of_the_query_is_within_its_bounds():
    request = ControlRequest(query={"limit": "7"})

    assert (request.number("limit", 1, most=9), request.number("after", 1, most=9)) == (7, 1)
    for wrong in ("-1", "", "1.0", "٣", "10", "9" * 99):
        with pytest.raises(ControlRefusal, match=r"limit: .* is not a whole number from 0 to 9"):
            ControlRequest(query={"limit": wrong}).number("limit", 1, most=9)
