"""Writing JSON strictly: a value that JSON cannot hold is refused by its path, and all others are written exactly."""

import json
import math
from datetime import UTC, date, datetime
from enum import Enum
from types import MappingProxyType
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet import InvalidArgumentError
from trivet._core.json_writing import encode_argument, encode_body, has_nan, without_nan

NAN, HALF = math.nan, "\ud83d"
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NUMBERS = st.integers(-(10**40), 10**40) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner),
    max_leaves=12,
)


class Fruit(Enum):
    PLUM = "plum"


@given(VALUES)
def test_json_values_are_written_exactly(value: Any):
    assert json.loads(encode_argument("json", value)) == value


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"metadata": {"loss": NAN}}, "metadata['loss'] must be a finite number, got nan"),
        ({"metadata": {"losses": [1, {"a": math.inf}]}}, "metadata['losses'][1]['a'] must be a finite number, got inf"),
        ({"projectID": -math.inf}, "project_id must be a finite number, got -inf"),
        ({"metadata": {"n": 10**30, "loss": NAN}}, "metadata['loss'] must be a finite number, got nan"),
        ({"metadata": {"a": None, "b": NAN}}, "metadata['b'] must be a finite number, got nan"),
        ({"prompt": {"text": f"A {HALF}"}}, "prompt['text'] must be text without half a surrogate pair, got 'str'"),
        (
            {"metadata": {HALF: 1}},
            "metadata must be a mapping with names of whole text, got 'dict'",
        ),
        (
            {"metadata": {1: 1}},
            "metadata must be a mapping with names of whole text, got 'dict'",
        ),
        ({"metadata": {"a": {1}}}, "metadata['a'] must be a value that JSON can hold, got 'set'"),
        ({"metadata": {"a": b"x"}}, "metadata['a'] must be a value that JSON can hold, got 'bytes'"),
        ({"at": datetime(2026, 3, 1)}, "at must be a datetime with its UTC offset, got 'datetime'"),
    ],
)
def test_value_that_json_cannot_hold_raises_by_its_path(body: dict[str, Any], message: str):
    with pytest.raises(InvalidArgumentError) as caught:
        encode_body(body)
    assert str(caught.value) == message


def test_value_that_contains_itself_raises():
    value: list[Any] = []
    value.append(value)
    with pytest.raises(InvalidArgumentError, match=r"^metadata must be nested at most 1024 deep"):
        encode_body({"metadata": value})


def test_other_types_have_their_usual_forms():
    value = {
        "at": datetime(2026, 3, 1, tzinfo=UTC),
        "on": date(2026, 3, 1),
        "id": UUID(int=1),
        "fruit": Fruit.PLUM,
        "map": MappingProxyType({"a": (1, 2)}),
        "n": 2**70,
    }
    written = {
        "at": "2026-03-01T00:00:00+00:00",
        "on": "2026-03-01",
        "id": "00000000-0000-0000-0000-000000000001",
        "fruit": "plum",
        "map": {"a": [1, 2]},
    }
    assert json.loads(encode_body({"metadata": value}))["metadata"] == {**written, "n": 2**70}
    assert json.loads(encode_body({"metadata": {**value, "n": 1}}))["metadata"] == {**written, "n": 1}


@pytest.mark.parametrize(("value", "finite"), [([NAN, 10**30, "a"], [None, 10**30, "a"]), ({"a": [1.5]}, {"a": [1.5]})])
def test_nan_becomes_null_on_demand(value: Any, finite: Any):
    assert without_nan(value) == finite
    assert not has_nan(finite)
