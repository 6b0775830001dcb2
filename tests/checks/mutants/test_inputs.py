"""Mutants that accept other inputs than a spec allows."""

from __future__ import annotations

import httpx

from tests.checks.mutants.spec import SPEC
from tests.mutants.derived.derived_mutant import Seen
from tests.mutants.derived.document import Document
from tests.mutants.derived.inputs import input_mutants
from trivet_stubs import BusStub
from trivet_stubs.kernel.contract import load


def test_every_fact_about_an_input_is_changed_once() -> None:
    assert sorted(mutant.id for mutant in input_mutants("toys", Document(SPEC))) == [
        "schemas.NewToy required: name dropped",
        "schemas.NewToy.name maxLength: 4",
        "schemas.NewToy.name pattern: dropped",
        "schemas.Zone enum: 'a' no longer allowed",
        "schemas.Zone enum: 'b' no longer allowed",
        "schemas.Zone enum: dropped",
        "toys.create body required: dropped",
        "toys.list query.all default: True",
        "toys.list query.limit default: 49",
        "toys.list query.limit minimum: 0",
        "toys.list security: dropped",
    ]


def test_check_that_was_refused_may_find_what_is_loosened_and_no_other() -> None:
    mutants = {mutant.id: mutant for mutant in input_mutants("toys", Document(SPEC))}
    refused, taken = Seen("toys.list", 400, None), Seen("toys.list", 200, [])
    loosened, tightened = mutants["schemas.Zone enum: dropped"], mutants["schemas.Zone enum: 'a' no longer allowed"]
    assert [loosened.concerns(refused), loosened.concerns(taken)] == [True, False]
    assert [tightened.concerns(refused), tightened.concerns(taken)] == [False, True]
    assert not loosened.concerns(Seen("toys.get", 400, None))


def test_mutant_of_a_stub_takes_what_the_spec_forbids_and_names_its_rule() -> None:
    mutants = {mutant.id: mutant for mutant in input_mutants("bus", Document(load("bus").document))}
    with BusStub() as stub:
        mutants["parameters.Skip minimum: -1"].change(stub)
        found_by = mutants["parameters.Skip minimum: -1"].named
        key = {"AccountKey": stub.account_key}
        with httpx.Client(transport=stub.transport(), base_url="http://bus.test", headers=key) as http:
            assert [http.get(f"/BusStops?$skip={skip}").status_code for skip in (-1, -2)] == [200, 400]
    assert found_by == ("bus.paging.skip-is-at-least-0",)
    with BusStub() as stub:
        mutants["stops.list security: dropped"].change(stub)
        with httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
            assert [http.get(path).status_code for path in ("/BusStops", "/BusRoutes")] == [200, 401]
