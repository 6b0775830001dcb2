"""The snapshot of a bus service."""

from trivet_stubs import BusStub
from trivet_stubs.bus.records import read_records
from trivet_stubs.kernel.contract import load
from trivet_stubs.proxy.snapshot import Snapshot

STOPS = load("bus").operations["stops.list"]


def stops(first, count, **changes):
    row = {"RoadName": "", "Description": "", "Latitude": 1.0, "Longitude": 2.0, **changes}
    return {"value": [{"BusStopCode": f"{first + number:05d}", **row} for number in range(count)]}


def skip(number):
    return [("$skip", str(number))] if number else []


def test_pages_make_the_records_of_a_stub(tmp_path):
    snapshot = Snapshot(tmp_path)
    for at, count in ((1000, 3), (0, 500), (500, 500)):
        snapshot.add(STOPS, skip(at), stops(at, count))
    assert snapshot.finish() == ({"stops.list": 1003}, [])
    assert [each["BusStopCode"] for each in read_records(tmp_path).stops] == [f"{each:05d}" for each in range(1003)]
    assert len(BusStub(data=tmp_path).records.stops) == 1003


def test_list_that_may_go_on_is_called_incomplete(tmp_path):
    snapshot = Snapshot(tmp_path)
    snapshot.add(STOPS, [], stops(0, 500))
    assert snapshot.finish()[1] == ["stops.list: the page behind 500 records did not pass, so there may be more"]
    snapshot.add(STOPS, skip(500), {"value": []})
    assert snapshot.finish() == ({"stops.list": 500}, [])


def test_page_that_follows_no_other_is_removed(tmp_path):
    snapshot = Snapshot(tmp_path)
    snapshot.add(STOPS, [], stops(0, 5))
    snapshot.add(STOPS, skip(3), stops(3, 5))
    snapshot.add(STOPS, skip(5), stops(5, 2))
    assert snapshot.finish()[0] == {"stops.list": 7}
    assert sorted(each.name for each in tmp_path.iterdir()) == ["stops.list_0.json", "stops.list_5.json"]


def test_record_that_the_contract_forbids_is_left_out_and_named(tmp_path):
    snapshot = Snapshot(tmp_path)
    page = stops(0, 2)
    page["value"][1]["Latitude"] = "north"
    snapshot.add(STOPS, [], page)
    snapshot.add(STOPS, skip(2), {"value": []})
    counts, missing = snapshot.finish()
    assert (counts, missing) == ({"stops.list": 1}, ["stops.list: 1 records are not what the contract allows"])
    assert len(read_records(tmp_path).stops) == 1


def test_filtered_pages_and_other_answers_are_no_part_of_it(tmp_path):
    snapshot = Snapshot(tmp_path)
    assert snapshot.takes(STOPS, skip(500))
    assert not snapshot.takes(STOPS, [("BusStopCode", "00001")])
    assert not snapshot.takes(load("bus").operations["arrivals.get"], [])
    for odd in (5, {"value": 5}, {}):
        snapshot.add(STOPS, [], odd)
    snapshot.add(STOPS, [("$skip", "x")], stops(0, 1))
    assert snapshot.finish() == ({}, [])
    assert list(tmp_path.iterdir()) == []
