"""Two lists, compared by a key."""

from trivet.bus._network.differences import changes


def test_last_of_several_records_with_one_key_counts() -> None:
    found = changes([("a", 1), ("a", 2), ("b", 1)], [("a", 1), ("c", 1)], lambda each: each[0])
    assert found.added == [("b", 1)]
    assert found.removed == [("c", 1)]
    assert found.changed == [(("a", 1), ("a", 2))]
    assert not changes([("a", 1)], [("a", 1)], lambda each: each[0])
