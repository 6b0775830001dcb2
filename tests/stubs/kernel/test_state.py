"""The state of a stub."""

from trivet_stubs import BusStub, Clock
from trivet_stubs.kernel.state import StubState


def test_state_has_a_standing_clock_by_default():
    first, second = StubState("bus"), StubState("bus")

    assert first.clock is not second.clock
    assert first.clock.now() == Clock().now()


def test_states_share_their_contract_alone():
    first, second = StubState("bus"), StubState("bus")

    assert first.contract is second.contract
    assert first.requests is not second.requests
    assert first.faults is not second.faults


def test_attributes_of_a_stub_are_those_of_its_state():
    with BusStub() as stub:
        stub.clock = clock = Clock()
        stub.latency = 0.5

        assert (stub.state.clock, stub.state.latency) == (clock, 0.5)
        assert stub.requests is stub.state.requests
