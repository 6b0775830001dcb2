"""One check."""

import pytest

from trivet_stubs.checks import Broken, Check, check


def test_decorator_makes_a_check_that_calls_its_function():
    @check("chat.shares.revoked-opens-nothing")
    def fails(service):
        raise Broken(service)

    assert isinstance(fails, Check)
    assert str(fails) == "chat.shares.revoked-opens-nothing"
    with pytest.raises(Broken, match="the service"):
        fails("the service")
