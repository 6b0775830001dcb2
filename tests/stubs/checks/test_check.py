"""One check."""

import types

import pytest

from trivet_stubs.checks import Broken, Check, check
from trivet_stubs.checks.check import checks_in


def test_decorator_makes_a_check_that_calls_its_function():
    @check("chat.shares.revoked-opens-nothing")
    def fails(service):
        raise Broken(service)

    assert isinstance(fails, Check)
    assert str(fails) == "chat.shares.revoked-opens-nothing"
    with pytest.raises(Broken, match="the service"):
        fails("the service")


def test_checks_of_a_module_are_found_in_its_order():
    module = types.ModuleType("topic")
    module.second, module.other, module.first = check("b")(id), 1, check("a")(id)
    assert [check.rule for check in checks_in(module)] == ["b", "a"]
