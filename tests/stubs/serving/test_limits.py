"""The limits of a port."""

import pytest

from trivet_stubs import Limits
from trivet_stubs.serving.limits import Patience


@pytest.mark.parametrize("name", ["connections", "idle_timeout", "request_timeout", "write_timeout"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_limit_that_is_not_positive_is_refused(name, value):
    with pytest.raises(ValueError, match=f"{name}: {value} is not greater than 0"):
        Limits(**{name: value})


@pytest.mark.parametrize("name", ["answer_timeout", "silence_timeout"])
def test_patience_of_nothing_raises(name):
    with pytest.raises(ValueError, match=f"{name}: 0 is not greater than 0"):
        Patience(**{name: 0})
