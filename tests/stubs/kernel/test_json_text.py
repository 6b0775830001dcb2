"""JSON as text; tests/outside/test_json.py reads every document of the table."""

import json
import re

import pytest

from trivet_stubs.kernel.json_text import NotFiniteError, check_finite, dumps, loads, with_whole_pairs, without_halves

HALF, OTHER_HALF = "\ud83d", "\ude00"


def test_text_is_read_as_its_bytes_are():
    assert loads('{"a": "\\ud83d"}') == loads(b'{"a": "\\ud83d"}') == {"a": "\ufffd"}


def test_halves_are_kept_where_the_other_half_may_follow():
    assert loads(rb'["A \ud83d", "\ude00 B", "\ud83d\ude00"]', keep_halves=True) == ["A \ud83d", "\ude00 B", "😀"]


@pytest.mark.parametrize(
    ("body", "path", "message"),
    [
        (b"NaN", (), "the value: NaN is not a number of JSON"),
        (b'{"metadata": {"loss": NaN}}', ("metadata", "loss"), "metadata.loss: NaN is not a number of JSON"),
        (b'{"a": [1, {"b": -Infinity}], "c": 1.5}', ("a", 1, "b"), "a.1.b: -Infinity is not a number of JSON"),
        (b"[1e400]", (0,), "0: Infinity is not a number of JSON"),
    ],
)
def test_number_that_json_does_not_have_is_refused_by_its_path(body, path, message):
    with pytest.raises(NotFiniteError, match=re.escape(message)) as caught:
        loads(body, finite=True)
    assert caught.value.path == path


@pytest.mark.parametrize("value", [{"a": None, "b": [10**30, -(10**4299)]}, [1, "é😀", {"": [[]]}, 1.5, True], 10**20])
def test_written_value_is_read_again_exactly(value):
    assert loads(dumps(value)) == value
    assert json.loads(dumps(value, indent=True)) == value


def test_value_beyond_orjson_is_written_as_compactly_as_others():
    assert dumps({"a": [1, 10**20], "b": "é"}) == '{"a":[1,100000000000000000000],"b":"é"}'.encode()
    assert dumps({"a": 10**20}, indent=True) == b'{\n  "a": 100000000000000000000\n}'
    assert dumps({"a": 1}, indent=True) == b'{\n  "a": 1\n}'


def test_halves_leave_as_replacement_or_as_escapes():
    assert dumps([HALF, HALF + OTHER_HALF]) == '["\ufffd","😀"]'.encode()
    assert dumps([HALF, HALF + OTHER_HALF], keep_halves=True) == rb'["\ud83d","\ud83d\ude00"]'


@pytest.mark.parametrize(
    "value", [{"a": None, "b": float("nan")}, {"b": float("nan")}, {"a": 10**20, "b": float("nan")}]
)
def test_nan_is_never_written(value):
    with pytest.raises(NotFiniteError, match="b: NaN is not a number of JSON"):
        dumps(value)


@pytest.mark.parametrize("value", [{1: "a"}, {1: 10**20}, {"a": object()}, {"a": {1, 2}}])
def test_what_is_not_json_is_a_type_error(value):
    with pytest.raises(TypeError):
        dumps(value)


def test_value_that_contains_itself_is_an_error():
    value: list[object] = []
    value.append(value)
    with pytest.raises(ValueError, match="Circular reference"):
        dumps(value)


def test_integer_of_too_many_digits_is_not_written():
    with pytest.raises(ValueError, match="4300 digits"):
        dumps(10**4300)


def test_deep_value_is_checked_without_recursion():
    value: object = [float("inf")]
    for _ in range(200_000):
        value = [value]
    with pytest.raises(NotFiniteError):
        check_finite(value)
    with pytest.raises(ValueError, match="nested too deeply"):
        dumps(value)


def test_value_deeper_than_orjson_writes_is_written():
    value: object = 1
    for _ in range(300):
        value = [value]
    assert loads(dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "whole"),
    [("plain", "plain"), ("A \ud83d", "A \ufffd"), ("\ud83d" + "\ude00", "😀"), ("\ude00\ud83d", "\ufffd\ufffd")],
)
def test_halves_of_a_text_are_replaced_and_pairs_joined(text, whole):
    assert without_halves(text) == whole


def test_pairs_of_a_growing_text_are_joined_and_its_last_half_waits():
    assert with_whole_pairs("plain") == "plain"
    assert with_whole_pairs("A \ud83d" + "\ude00 \ud83d") == "A 😀 \ud83d"
