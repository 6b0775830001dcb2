"""Handlers collected from objects, and their difference from the contract."""

import pytest

from trivet_stubs.kernel.handlers import HandlerTable, collect, operation


class Talks:
    @operation("talks.list")
    def list_talks(self, request):
        return ["talk"]

    @operation("talks.get")
    def get_talk(self, request):
        return "talk"

    def helper(self):
        return None


class Users:
    @operation("users.list")
    def list_users(self, request):
        return []


def test_handlers_of_several_objects_are_collected():
    table = HandlerTable({"talks.list", "talks.get", "users.list"}, [Talks(), Users()])

    assert table["talks.get"](None) == "talk"
    assert table["users.list"](None) == []


def test_handler_without_an_operation_of_the_contract_is_refused():
    with pytest.raises(TypeError, match=r"^the contract does not have these operations of the handlers: users\.list$"):
        HandlerTable({"talks.list", "talks.get"}, [Talks(), Users()])


def test_operation_without_a_handler_is_refused():
    with pytest.raises(
        TypeError, match=r"^no handler of the stub answers talks\.delete: mark a method with @operation in a class"
    ):
        HandlerTable({"talks.list", "talks.get", "talks.delete"}, [Talks()])


def test_two_objects_that_answer_one_operation_are_refused():
    with pytest.raises(TypeError, match=r"Talks answers operations of another object: talks\.get, talks\.list"):
        HandlerTable({"talks.list", "talks.get"}, [Talks(), Talks()])


def test_override_replaces_some_handlers():
    class Fewer:
        @operation("talks.list")
        def nothing(self, request):
            return []

    table = HandlerTable({"talks.list", "talks.get"}, [Talks()])
    table.override(Fewer())

    assert (table["talks.list"](None), table["talks.get"](None)) == ([], "talk")


def test_override_of_an_unknown_operation_is_refused():
    table = HandlerTable({"talks.list", "talks.get"}, [Talks()])

    with pytest.raises(TypeError, match=r"Users answers unknown operations: users\.list"):
        table.override(Users())
    with pytest.raises(TypeError, match="object has no method that answers an operation"):
        table.override(object())


def test_handler_of_a_subclass_comes_before_its_base():
    class Later(Talks):
        @operation("talks.list")
        def later(self, request):
            return ["later"]

    assert collect(Later())["talks.list"](None) == ["later"]
