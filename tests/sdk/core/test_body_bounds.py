"""Bounds on decoding: the count of values in JSON, and the deadline of large arrays."""

import json
import re
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core import body_bounds
from trivet._core.body_bounds import INTERVAL, has_more_values, takes_more_memory, timed, until
from trivet._core.call_deadline import CallEnd
from trivet._core.clock import SystemClock
from trivet.errors import APITimeoutError

TEXTS = st.text(st.sampled_from('a,[]{}:"\\é \n\U0001f68c'), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda values: st.lists(values, max_size=5) | st.dictionaries(TEXTS, values, max_size=5),
    max_leaves=40,
)
FORMS: dict[str, dict[str, Any]] = {
    "compact": {"separators": (",", ":"), "ensure_ascii": False},
    "escaped": {},
    "indented": {"indent": 2},
}


def count(value: Any) -> int:
    """Count the values of parsed JSON."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(count, inner))


@pytest.mark.long
@given(VALUES, st.sampled_from(sorted(FORMS)))
def test_values_are_counted_as_a_parser_counts_them(value: Any, form: str):
    body = json.dumps(value, **FORMS[form]).encode()
    assert not has_more_values(body, count(value))
    assert has_more_values(body, count(value) - 1) or count(value) == 1


def test_count_goes_on_behind_a_thousand_texts():
    body = json.dumps(["a,b"] * 2500).encode()
    assert has_more_values(body, 2500)
    assert not has_more_values(body, 2501)


def test_count_ends_once_the_limit_is_exceeded(monkeypatch: pytest.MonkeyPatch):
    pieces: list[bytes] = []
    without_strings = body_bounds._without_strings
    monkeypatch.setattr(body_bounds, "_without_strings", lambda text: pieces.append(text) or without_strings(text))
    assert has_more_values(b"[" + b'"a",' * 1_000_000, 1500)
    assert len(pieces) == 2


@pytest.mark.parametrize("escape", [rb"\"", rb"\,"])
def test_count_over_a_text_of_escapes_keeps_no_more_than_the_body(escape: bytes):
    body = b'["' + b"," * 300_000 + escape * 300_000 + b'"]'
    tracemalloc.start()
    try:
        assert not has_more_values(body, 100_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2 * len(body)


LETTERS = st.text(st.sampled_from('a"\\\n\x7f\x80\xe9\xff\u0100\u20ac\uffff\U00010000\U0001f68c'), max_size=300)


def memory_of(value: Any) -> int:
    """Return the bytes that the characters of all texts take."""
    if isinstance(value, str):
        widest = max(value, default="")
        return len(value) * (4 if widest > "\uffff" else 2 if widest > "\xff" else 1)
    return sum(map(memory_of, [*value, *value.values()] if isinstance(value, dict) else value))


@given(st.dictionaries(LETTERS, LETTERS | st.lists(LETTERS, max_size=3), max_size=5), st.sampled_from(sorted(FORMS)))
def test_accepted_texts_take_at_most_the_limit(value: dict[str, Any], form: str):
    body = json.dumps(value, **FORMS[form]).encode()
    needed = 2 * len(body) + memory_of(value)
    assert takes_more_memory(body, needed - 1) or needed - 1 < 4 * len(body)


def test_texts_count_each_by_itself():
    body = json.dumps(["a" * 10_000, "\U0001f68c" * 10], ensure_ascii=False).encode()
    assert not takes_more_memory(body, 4 * len(body))
    assert takes_more_memory(body, 4 * len(body), is_json=False)


def test_count_between_two_texts_keeps_two_copies_of_the_body():
    body = b'{"a":' + b"[" * 3_000_000 + b',"b":1'
    tracemalloc.start()
    try:
        assert has_more_values(body, 2_000_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2.1 * len(body)


def test_large_array_looks_at_the_deadline_at_each_interval():
    looks: list[None] = []

    class End(CallEnd):
        def has_passed(self) -> bool:
            looks.append(None)
            return len(looks) == 4

    decoded: list[int] = []
    with until(End("stops.list", 1.0, SystemClock())), pytest.raises(APITimeoutError, match="deadline"):
        decoded.extend(timed(range(100 * INTERVAL)))
    assert len(decoded) == 3 * INTERVAL
    assert list(timed(range(3))) == [0, 1, 2]  # the deadline was for this call alone


NESTED = st.recursive(
    st.none() | st.integers() | st.text(st.sampled_from('"\\[]{}na'), max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.sampled_from('"\\[{'), max_size=3), inner),
)


def depth(value: Any) -> int:
    members = value if isinstance(value, list) else value.values() if isinstance(value, dict) else None
    return 0 if members is None else 1 + max(map(depth, members), default=0)


@given(NESTED)
def test_strings_are_left_out_and_brackets_outside_them_count(value: Any):
    body = json.dumps(value, ensure_ascii=False).encode()
    assert body_bounds.outside_strings(body) == re.sub(rb'"(?:[^"\\]|\\.)*"', b'"', body)
    levels = depth(value)
    assert not body_bounds.is_nested_deeper(body, levels)
    assert levels == 0 or body_bounds.is_nested_deeper(body, levels - 1)
