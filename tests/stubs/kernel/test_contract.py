"""The reading of a contract."""

import pytest

from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.refusal import Refusal


def test_a_record_of_a_wrong_form_is_a_stub_bug():
    bus = load("bus")

    with pytest.raises(Refusal, match=r"^STUB BUG: BusStop was written with a wrong .*BusStopCode"):
        bus.check_record("BusStop", {})


def test_operation_may_be_open_to_every_caller(contract):
    assert not contract.operations["talks.get"].secured
    assert contract.operations["talks.update"].secured


def test_a_contract_is_read_once():
    assert load("bus") is load("bus")
