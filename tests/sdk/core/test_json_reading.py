"""Reading JSON of other programs: the same values as Python's json, without halves of surrogate pairs."""

import json
from typing import Any

import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trivet._core.json_reading import has_long_integer, loads, loads_exactly, without_halves

HALVES = st.lists(st.sampled_from(["\ud83d", "\ude00", "a", "\\", '"']), max_size=6).map("".join)
TEXT = st.text(st.characters(), max_size=8) | HALVES
NUMBERS = st.integers() | st.integers(-(10**40), 10**40) | st.floats()
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


def whole(value: Any) -> Any:
    """The value with U+FFFD in place of halves of surrogate pairs."""
    if isinstance(value, str):
        return without_halves(value)
    if isinstance(value, list):
        return [whole(entry) for entry in value]
    return {whole(name): whole(entry) for name, entry in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("ascii_only", [True, False])
@given(VALUES)
def test_document_of_json_is_read_as_json_reads_it(ascii_only: bool, mark: bytes, value: Any):
    body = json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    assert repr(loads_exactly(mark + body)) == repr(whole(json.loads(body)))


PIECES = [*rb'\ ud83d ude00 u d83d " [ ] , NaN 1 - e'.split(), b" ", b"\xed\xa0\xbd"]


@given(st.lists(st.sampled_from(PIECES), max_size=12))
@example([b'"', b"\\", b"\\", b"ud83d", b'"'])
@example([b'"', b"\\", b"ud83d", b"\\", b"ude00", b'"'])
@example([b'"', b"\xed\xa0\xbd", b"\\", b"ude00", b'"'])
def test_any_bytes_are_read_as_json_reads_them_or_refused(pieces: list[bytes]):
    body = b"".join(pieces)
    try:
        expected = json.loads(body)
    except ValueError:
        with pytest.raises(ValueError, match=r"."):
            loads_exactly(body)
    else:
        assert repr(loads_exactly(body)) == repr(whole(expected))


@given(VALUES)
def test_document_that_orjson_reads_has_the_same_value(value: Any):
    body = orjson.dumps(whole(json.loads(json.dumps(value), parse_int=float)))
    assert loads(body) == orjson.loads(body)


def test_halves_are_kept_where_the_next_document_may_have_the_other_one():
    assert loads(b'{"delta": "A \\ud83d"}', keep_halves=True) == {"delta": "A \ud83d"}


@pytest.mark.parametrize(
    ("body", "long"),
    [
        (b'["1234567890123456789"]', False),
        (b'{"1234567890123456789": 1}', False),
        (b"[-1234567890123456789]", True),
        (b"[123456789012345678]", False),
    ],
)
def test_long_integers_are_looked_for_outside_texts(body: bytes, long: bool):
    assert has_long_integer(body) == long


@pytest.mark.parametrize("body", [b"[1,", b'{"a": "\\ud83d",}', b"\xff", b"[" * 2000 + b"]" * 2000, b"1" * 5000])
def test_error_holds_no_part_of_the_document(body: bytes):
    with pytest.raises(ValueError, match=r".") as caught:
        loads_exactly(body)
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)
    assert not isinstance(caught.value, json.JSONDecodeError | UnicodeDecodeError)
