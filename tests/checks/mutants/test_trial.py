"""Trials of checks on a stub in process."""

from __future__ import annotations

import time

from trivet_checks.mutants.trial import new_stub, target_of, try_rules
from trivet_stubs import BusStub


def test_rules_are_tried_on_a_stub_and_waits_are_those_of_its_clock() -> None:
    begun = time.monotonic()
    with new_stub("bus") as stub:
        before = stub.clock.now()
        result = try_rules(stub, ["bus.volume.link-expires"])
        assert [verdict.outcome for verdict in result.verdicts] == ["holds"]
        assert (stub.clock.now() - before).total_seconds() == 301
    assert time.monotonic() - begun < 60


def test_new_stub_of_each_service_asks_for_credentials() -> None:
    reads = {"agent": "session.list", "bus": "stops.list", "chat": "conversations.list"}
    for service, operation in reads.items():
        with new_stub(service) as stub, target_of(stub) as target:
            assert stub.state.service == service
            assert target.caller("user").call(operation).ok
            assert target.anonymous.call(operation).status == 401


def test_target_of_a_stub_has_its_callers_and_may_write() -> None:
    with BusStub(account_key="another") as stub, target_of(stub) as target:
        assert target.allow_writes
        assert target.caller("user").call("stops.list").ok
        assert not target.anonymous.call("stops.list").ok
