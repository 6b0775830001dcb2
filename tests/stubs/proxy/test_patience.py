"""How long the proxy waits."""

import pytest

from trivet_stubs.proxy.patience import Patience


@pytest.mark.parametrize("name", ["answer_timeout", "silence_timeout"])
def test_patience_of_nothing_raises(name):
    with pytest.raises(ValueError, match=f"{name}: 0 is not greater than 0"):
        Patience(**{name: 0})
