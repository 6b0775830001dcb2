"""The limits of a port."""

import pytest

from trivet_stubs import Limits


@pytest.mark.parametrize("name", ["connections", "idle_timeout", "request_timeout", "write_timeout"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_limit_that_is_not_positive_is_refused(name, value):
    with pytest.raises(ValueError, match=f"{name}: {value} is not greater than 0"):
        Limits(**{name: value})
