"""Which JSON value it is."""

from trivet_stubs.kernel.json_value import is_list, is_object


def test_objects_and_lists_are_distinguished():
    assert [is_object(each) for each in ({}, [], None, "")] == [True, False, False, False]
    assert [is_list(each) for each in ({}, [], None, "")] == [False, True, False, False]
