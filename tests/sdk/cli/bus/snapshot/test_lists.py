"""The lists of a snapshot."""

from __future__ import annotations

from trivet import BusClient
from trivet.cli.bus.snapshot.lists import LISTS, columns_of
from trivet_stubs import BusStub


def test_every_list_of_the_service_is_there(bus_client: BusClient, bus_stub: BusStub) -> None:
    paged = {each.removesuffix(".list") for each in bus_stub.contract.operations if each.endswith(".list")}
    assert set(LISTS) == paged
    for saved in LISTS.values():
        pages = list(saved.pages(bus_client))
        assert all(isinstance(each, saved.record) for page in pages for each in page)
    assert [each.start for each in LISTS["stops"].pages(bus_client, skip=10)] == [10]


def test_key_names_fields_of_the_record() -> None:
    for saved in LISTS.values():
        assert set(saved.key) <= set(columns_of(saved))
        assert saved.key_of(dict.fromkeys(saved.key, 1)) == ("1",) * len(saved.key)
