"""Free-form values, whose long integers are exact."""

from typing import Any

import pytest

from trivet._core.body_bounds import INTERVAL
from trivet._core.free_form import LargeFloats, decode_exactly, free_form
from trivet._core.json_reading import DEEPEST, loads

LONG = 123456789012345678901234


@pytest.mark.parametrize(
    ("body", "large"),
    [
        (b"18446744073709551616", True),
        (b"-9223372036854775809", True),
        (b"-1e300", True),
        (b'{"balance": [1, {"cents": 123456789012345678901234}]}', True),
        (b"[%b 1e19]" % (b"[], " * INTERVAL), False),
        (b"[%b 1e20]" % (b"[], " * INTERVAL), True),
        (b"18446744073709551615", False),
        (b"-9223372036854775808", False),
        (b'{"balance": "123456789012345678901234", "sums": [1.5, true, null, {}, []]}', False),
        (b'"123456789012345678901234"', False),
        (b"null", False),
    ],
)
def test_float_that_may_have_been_a_long_integer_is_noticed(body: bytes, large: bool):
    before = LargeFloats.latest
    value = loads(body)
    assert free_form(value) is value
    assert (LargeFloats.latest is not before) == large


def test_value_that_is_nested_as_deep_as_json_may_be_is_searched():
    before = LargeFloats.latest
    free_form(loads(b"[" * DEEPEST + b"1e30" + b"]" * DEEPEST))
    assert LargeFloats.latest is not before


@pytest.mark.parametrize("value", [(1e30,), {1e30}, b"1e30", object()])
def test_value_that_json_does_not_have_is_returned(value: Any):
    assert free_form(value) is value


def test_record_is_decoded_again_only_if_its_body_has_a_long_integer():
    calls: list[Any] = []

    def decode(data: Any) -> Any:
        calls.append(data)
        return free_form(data)

    for body in (b'{"a": 1e300}', b'{"a": 1.5}', b'{"a": 1e300, "b": "%d"}' % LONG):
        assert decode_exactly(decode, loads(body), body) == loads(body)
    assert len(calls) == 3
    body = b'{"a": %d, "b": 1e300}' % LONG
    assert repr(decode_exactly(decode, loads(body), body)) == f"{{'a': {LONG}, 'b': 1e+300}}"
    assert len(calls) == 5
