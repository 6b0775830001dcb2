"""The state of the bus stub."""

import pytest

from trivet_stubs import BusStub


def test_page_size_below_one_is_refused():
    with pytest.raises(ValueError, match="page_size: 0 is less than 1"):
        BusStub(page_size=0)
