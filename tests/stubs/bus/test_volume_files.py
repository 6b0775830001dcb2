"""Files of passenger volume: their months, their rows, and their host."""

import csv
import io
import zipfile
from datetime import UTC, datetime

import httpx
import pytest

from trivet_stubs import BusStub
from trivet_stubs.bus.volume_files import possible_months, published_months
from trivet_stubs.kernel.clock import SINGAPORE


@pytest.mark.parametrize(
    ("now", "published"),
    [
        (datetime(2025, 6, 9, 23, 59, tzinfo=SINGAPORE), ["202504", "202503", "202502"]),
        (datetime(2025, 6, 10, tzinfo=SINGAPORE), ["202505", "202504", "202503"]),
        (datetime(2025, 6, 9, 16, tzinfo=UTC), ["202505", "202504", "202503"]),
        (datetime(2025, 2, 1, tzinfo=SINGAPORE), ["202412", "202411", "202410"]),
        (datetime(2025, 12, 31, 16, tzinfo=UTC), ["202511", "202510", "202509"]),
    ],
)
def test_month_is_published_on_the_10th_of_the_next(now, published):
    assert published_months(now) == published
    assert set(published) < set(possible_months(now))


def test_possible_months_are_the_four_before_the_current_one():
    assert possible_months(datetime(2025, 3, 31, 23, tzinfo=SINGAPORE)) == ["202502", "202501", "202412", "202411"]


@pytest.fixture
def host(bus_stub):
    """A client that sends no account key to the host of the files."""
    with httpx.Client(transport=bus_stub.transport()) as client:
        yield client


def link(client, path="/PV/Bus"):
    url: str = client.get(path).json()["value"][0]["Link"]
    return url


def rows(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        (name,) = archive.namelist()
        return name, list(csv.DictReader(io.StringIO(archive.read(name).decode())))


@pytest.mark.rule("bus.volume.columns-have-the-contracts-words")
@pytest.mark.rule("bus.volume.link-downloads-a-file")
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

    file, table = rows(answer.content)
    assert answer.headers["content-type"] == "application/zip"
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert file == name
    assert ",".join(table[0]) == columns
    assert table[0]["YEAR_MONTH"] == "2025-04"
    assert len(table) == 400


def test_file_is_repeatable_and_lists_only_stops_of_the_stub(client, host):
    first, second = (host.get(link(client)) for _ in range(2))

    assert first.content == second.content
    assert {row["PT_CODE"] for row in rows(first.content)[1]} <= {
        stop["BusStopCode"] for stop in client.get("/BusStops").json()["value"]
    }


def test_volumes_of_a_file_are_spread(client, host):
    table = rows(host.get(link(client)).content)[1]

    for name in ("TOTAL_TAP_IN_VOLUME", "TOTAL_TAP_OUT_VOLUME"):
        volumes = [int(row[name]) for row in table]
        assert len(set(volumes)) > len(table) / 2
        assert volumes != sorted(volumes)


@pytest.mark.long
def test_large_files_have_the_set_number_of_rows_and_unique_keys(client, bus_stub, host):
    for path, number, keys in (
        ("/PV/Bus", 200_000, ["PT_CODE"]),  # so many that the invented codes of stops reach those that exist
        ("/PV/ODBus", 20_000, ["ORIGIN_PT_CODE", "DESTINATION_PT_CODE"]),
    ):
        bus_stub.volume_rows = number
        table = rows(host.get(link(client, path)).content)[1]

        assert len(table) == number
        assert len({(row["DAY_TYPE"], row["TIME_PER_HOUR"], *(row[key] for key in keys)) for row in table}) == number


def code(response):
    return response.text.partition("<Code>")[2].partition("</Code>")[0]


def test_links_have_different_signatures_that_another_stub_repeats(client):
    links = [link(client) for _ in range(3)]
    with BusStub() as other, httpx.Client(transport=other.transport(), headers={"AccountKey": "stub-key"}) as again:
        repeated = [link(again, "http://bus.test/PV/Bus") for _ in range(3)]

    assert len({httpx.URL(url).params["X-Amz-Signature"] for url in links}) == 3
    assert links == repeated


@pytest.mark.rule("bus.volume.link-expires")
def test_link_expires_after_five_minutes_of_the_stubs_clock(client, bus_stub, host):
    url = link(client)
    bus_stub.clock.advance(299)
    in_time = host.get(url)
    bus_stub.clock.advance(1)
    late = host.get(url)

    assert in_time.status_code == 200
    assert late.status_code == 403
    assert late.headers["content-type"] == "application/xml"
    assert "<Code>AccessDenied</Code><Message>Request has expired</Message>" in late.text
    assert "<X-Amz-Expires>300</X-Amz-Expires><Expires>2025-06-16T00:05:00Z</Expires>" in late.text
    assert "<ServerTime>2025-06-16T00:05:00Z</ServerTime>" in late.text
    assert host.get(link(client)).status_code == 200


def test_changed_link_is_refused(client, host):
    url = link(client)

    for changed in (url.replace("202505", "202504"), url[:-1], url.replace("Expires=300", "Expires=900"), url + "&a=b"):
        answer = host.get(changed)
        assert (answer.status_code, code(answer)) == (403, "SignatureDoesNotMatch")


def test_link_without_query_is_refused(client, host):
    assert host.get(link(client).partition("?")[0]).status_code == 403


def test_account_key_at_the_file_host_is_refused_and_logged(client, bus_stub):
    answer = client.get(link(client))

    assert (answer.status_code, code(answer)) == (400, "InvalidArgument")
    assert "AccountKey" in answer.text
    assert "stub-key" not in answer.text
    assert bus_stub.requests[-1].headers["accountkey"] == "stub-key"
    assert bus_stub.requests[-1].path == "/files/transport_node_bus_202505.zip"
    assert bus_stub.requests[-1].operation is None


def test_only_get_is_allowed_on_a_file(client, host):
    answer = host.head(link(client))

    assert answer.status_code == 405


@pytest.mark.parametrize(
    ("byte_range", "start", "stop"),
    [("bytes=0-99", 0, 100), ("bytes=100-", 100, None), ("bytes=-10", -10, None), ("bytes=5-999999", 5, None)],
)
def test_range_is_answered_with_206(any_client, byte_range, start, stop):
    url = link(any_client)
    del any_client.headers["AccountKey"]
    whole = any_client.get(url)
    part = any_client.get(url, headers={"range": byte_range})
    size = len(whole.content)
    expected = whole.content[start:stop]
    first = start % size

    assert whole.headers["accept-ranges"] == "bytes"
    assert part.status_code == 206
    assert part.content == expected
    assert part.headers["content-range"] == f"bytes {first}-{first + len(expected) - 1}/{size}"
    assert int(part.headers["content-length"]) == len(expected)
    assert part.headers["etag"] == whole.headers["etag"]


@pytest.mark.parametrize("byte_range", ["bytes=9999999-", "bytes=-0"])
def test_range_outside_of_the_file_is_416(client, host, byte_range):
    url = link(client)
    size = len(host.get(url).content)
    answer = host.get(url, headers={"range": byte_range})

    assert (answer.status_code, code(answer)) == (416, "InvalidRange")
    assert answer.headers["content-range"] == f"bytes */{size}"


@pytest.mark.parametrize("byte_range", ["lines=1-2", "bytes=", "bytes=-", "bytes=9-3", "bytes=0-1,5-6"])
def test_unusable_range_is_answered_with_the_whole_file(client, host, byte_range):
    assert host.get(link(client), headers={"range": byte_range}).status_code == 200


@pytest.mark.parametrize("validator", ["etag", "last-modified"])
def test_if_range_gives_the_whole_file_once_it_has_changed(client, bus_stub, host, validator):
    url = link(client)
    before = host.get(url)
    headers = {"range": "bytes=100-", "if-range": before.headers[validator]}
    same = host.get(url, headers=headers)
    bus_stub.touch_files()
    changed = host.get(url, headers=headers)

    assert (same.status_code, same.content) == (206, before.content[100:])
    assert changed.status_code == 200
    assert changed.content != before.content
    assert changed.headers[validator] != before.headers[validator]


def test_file_base_url_sets_the_host_of_the_links(client, bus_stub, host):
    bus_stub.file_base_url = "http://files.test"
    url = link(client)

    assert url.startswith("http://files.test/files/transport_node_bus_202505.zip?")
    assert host.get(url).status_code == 200


def test_links_of_stub_on_a_port_lead_to_that_port(bus_server):
    with httpx.Client(headers={"AccountKey": "stub-key"}, trust_env=False) as client:
        url = link(client, f"{bus_server.url}/PV/Bus")

    assert url.startswith(f"{bus_server.url}/files/")


def test_file_is_sent_in_chunks(client, bus_stub, host):
    bus_stub.volume_rows = 100_000
    with host.stream("GET", link(client)) as answer:
        sizes = [len(chunk) for chunk in answer.iter_raw()]

    assert len(sizes) > 3
    assert max(sizes) <= 64 * 1024
