"""The value `UNSET`."""

import pickle
from copy import copy, deepcopy

import pytest

from trivet import UNSET, Unset


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_unset_is_the_same_object_after_a_pickle(protocol: int):
    assert pickle.loads(pickle.dumps({"title": UNSET}, protocol))["title"] is UNSET


def test_unset_is_the_same_object_after_a_copy():
    assert copy(UNSET) is UNSET
    assert deepcopy([UNSET])[0] is UNSET
    assert Unset() is UNSET


def test_unset_is_false_and_is_not_none():
    assert not UNSET
    assert UNSET is not None
    assert repr(UNSET) == "UNSET"
