"""Which JSON value it is."""

from trivet_stubs.kernel.json_value import is_list, is_object, nests_deeper


def test_objects_and_lists_are_distinguished():
    assert [is_object(each) for each in ({}, [], None, "")] == [True, False, False, False]
    assert [is_list(each) for each in ({}, [], None, "")] == [False, True, False, False]


def test_depth_is_counted_without_recursion():
    value: object = 1
    for _ in range(10_000):
        value = [value, {}]
    assert nests_deeper(value, 9_999)
    assert [nests_deeper([{"a": []}], limit) for limit in (1, 2, 3, 4)] == [True, True, False, False]
    while isinstance(value, list):  # Python frees a deep list by recursion, too
        value = value[0]
