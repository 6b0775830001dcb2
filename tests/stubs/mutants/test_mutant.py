"""Mutants made of functions."""

from __future__ import annotations

from types import ModuleType

from trivet_stubs import BusStub
from trivet_stubs.mutants.mutant import mutant, mutants_in


def test_mutants_of_a_module_are_found_in_their_order() -> None:
    @mutant("bus.stops.code-filter")
    def second(stub: BusStub) -> None:
        stub.page_size = 2

    @mutant("bus.arrivals.echo-the-stop")
    def first(stub: BusStub) -> None:
        stub.page_size = 1

    module = ModuleType("mutants_of_a_test")
    vars(module).update(second=second, first=first, other=mutant)
    assert list(map(str, mutants_in(module))) == ["bus.stops.code-filter: second", "bus.arrivals.echo-the-stop: first"]
    stub = BusStub()
    first.change(stub)
    assert stub.page_size == 1
