import pickle

import pytest

from trivet._core.value_repr import ValueRepr


@pytest.mark.parametrize(("value", "shown"), [(-1, "-1"), ("text", "'text'"), (None, "None")])
def test_repr_of_a_value_is_its_own_repr(value: object, shown: str):
    found = ValueRepr.of(value)
    assert (str(found), repr(found)) == (shown, shown)
    assert repr(pickle.loads(pickle.dumps(found))) == shown


def test_long_repr_is_cut():
    found = ValueRepr.of("x" * 1000)
    assert len(found) == 80
    assert found.endswith("xxx...")
