"""Walking through JSON: every value once, in order, with its path."""

import tracemalloc
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from trivet._core.json_paths import json_members, walk

VALUES = st.recursive(
    st.none() | st.integers(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=4),
    max_leaves=12,
)


def at(value: Any, path: list[str | int]) -> Any:
    for name in path:
        value = value[name]
    return value


def count(value: Any) -> int:
    return 1 + sum(count(member) for _, member in json_members(value) or ())


@given(VALUES)
def test_each_value_has_its_path(value: Any):
    paths = []
    for path, member in walk(value, json_members):
        assert at(value, path) is member
        paths.append(tuple(map(str, path)))
    assert len(paths) == count(value)


def test_long_array_takes_no_memory():
    value = [0] * 300_000
    tracemalloc.start()
    try:
        assert sum(1 for _ in walk(value, json_members)) == 300_001
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 100_000
