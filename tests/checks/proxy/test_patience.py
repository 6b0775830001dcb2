"""The patience of the proxy with its upstream."""

import pytest

from trivet_checks import Patience


@pytest.mark.parametrize("name", ["answer_timeout", "silence_timeout"])
def test_patience_of_nothing_raises(name):
    with pytest.raises(ValueError, match=f"{name}: 0 is not greater than 0"):
        Patience(**{name: 0})
