"""What is remembered of what went by."""

from trivet._core.recent_keys import RecentKeys

WINDOW = 100


def test_key_is_new_once():
    seen = RecentKeys(WINDOW)
    assert [seen.new(key) for key in ("a", ("a", 1), "a", None, ("a", 1), None)] == [
        True,
        True,
        False,
        True,
        False,
        False,
    ]


def test_key_is_new_again_after_the_window():
    seen = RecentKeys(WINDOW)
    assert all(seen.new(key) for key in range(WINDOW))
    assert not seen.new(0)
    assert seen.new(WINDOW)
    assert seen.new(0), "the oldest made way for the newest"
    assert not seen.new(2)
