"""The content of the files of passenger volume."""

import csv
import io
import zipfile

import httpx
import pytest


@pytest.fixture
def host(bus_stub):
    """A client without a key, as a file host should meet it."""
    with httpx.Client(transport=bus_stub.transport()) as client:
        yield client


def link(client, path="/PV/Bus"):
    url: str = client.get(path).json()["value"][0]["Link"]
    return url


def rows(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        (name,) = archive.namelist()
        return name, list(csv.DictReader(io.StringIO(archive.read(name).decode())))


@pytest.mark.parametrize(
    ("path", "name", "columns"),
    [
        (
            "/PV/Bus?Date=202504",
            "transport_node_bus_202504.csv",
            "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,PT_CODE,TOTAL_TAP_IN_VOLUME,TOTAL_TAP_OUT_VOLUME",
        ),
        (
            "/PV/ODBus?Date=202504",
            "origin_destination_bus_202504.csv",
            "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,ORIGIN_PT_CODE,DESTINATION_PT_CODE,TOTAL_TRIPS",
        ),
    ],
)
def test_link_serves_a_zip_of_one_csv(any_client, path, name, columns):
    url = link(any_client, path)
    del any_client.headers["AccountKey"]
    answer = any_client.get(url)

    found, table = rows(answer.content)
    assert answer.headers["content-type"] == "application/zip"
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert found == name
    assert ",".join(table[0]) == columns
    assert table[0]["YEAR_MONTH"] == "2025-04"
    assert len(table) == 400


def test_file_is_repeatable_and_lists_only_stops_of_the_stub(client, host):
    first, second = (host.get(link(client)) for _ in range(2))

    assert first.content == second.content
    assert {row["PT_CODE"] for row in rows(first.content)[1]} <= {
        stop["BusStopCode"] for stop in client.get("/BusStops").json()["value"]
    }


def test_large_files_have_the_rows_that_were_asked_for_and_no_key_twice(client, bus_stub, host):
    bus_stub.volume_rows = 200_000
    for path, keys in (("/PV/Bus", ["PT_CODE"]), ("/PV/ODBus", ["ORIGIN_PT_CODE", "DESTINATION_PT_CODE"])):
        table = rows(host.get(link(client, path)).content)[1]

        assert len(table) == 200_000
        assert len({(row["DAY_TYPE"], row["TIME_PER_HOUR"], *(row[key] for key in keys)) for row in table}) == 200_000
