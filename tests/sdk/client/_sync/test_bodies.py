# Derived from tests/sdk/client/_async/test_bodies.py by `python -m codegen`; do not edit.
"""Bodies of answers: the limits of their size, their content codings, and the reuse of their connections."""

import gzip
import json
import zlib

import httpx
import pytest

from trivet import APIConnectionError, BusClient, ChatClient, DecodeError, InternalServerError, NotFoundError

MB = 1_000_000


def test_body_longer_than_max_body_raises_and_is_not_retried(options, origin, response):
    service = origin(lambda _: response(b"[" + b" " * MB))
    with BusClient(**options | {"base_url": service.url}, max_body=MB) as bus:
        with pytest.raises(DecodeError, match="the body is longer than max_body, 1000000 bytes") as caught:
            bus.arrivals.get("83139")
    assert (caught.value.status, service.connections) == (200, 1)
    assert len(caught.value.body) <= 10_000


def test_body_as_long_as_max_body_is_decoded(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    with BusClient(**options | {"base_url": service.url}, max_body=len(arrivals_bytes)) as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
        with pytest.raises(DecodeError, match="longer than max_body"):
            bus.with_options(max_body=len(arrivals_bytes) - 1).arrivals.get("83139")


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_compressed_body_is_counted_after_decompression(options, origin, response, coding):
    bomb = (gzip.compress if coding == "gzip" else zlib.compress)(bytes(65 * MB), 1)
    service = origin(lambda _: response(bomb, headers=f"content-encoding: {coding}\r\n"))
    with BusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(DecodeError, match="longer than max_body, 64000000 bytes"):
            bus.arrivals.get("83139")
    assert len(bomb) < MB


@pytest.mark.parametrize("coding", ["gzip, gzip", "br", "zstd", "gzip, br", "nonsense"])
def test_content_coding_that_was_not_requested_raises(options, origin, response, arrivals_bytes, coding):
    twice = gzip.compress(gzip.compress(arrivals_bytes))
    service = origin(lambda _: response(twice, headers=f"content-encoding: {coding}\r\n"))
    with BusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(DecodeError, match=r"the body is compressed .* which was not requested"):
            bus.arrivals.get("83139")
    assert service.connections == 1


@pytest.mark.parametrize("coding", ["gzip", "deflate", "identity", "GZIP"])
def test_compressed_body_is_decoded(options, origin, response, arrivals_bytes, coding):
    compress = {"gzip": gzip.compress, "deflate": zlib.compress, "identity": bytes}[coding.lower()]
    service = origin(lambda _: response(compress(arrivals_bytes), headers=f"content-encoding: {coding}\r\n"))
    with BusClient(**options | {"base_url": service.url}) as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"


def test_compressed_body_that_is_cut_is_requested_again(options, origin, response, arrivals_bytes):
    whole, asked = gzip.compress(arrivals_bytes), list[bytes]()

    def reply(head):
        asked.append(head)
        return response(whole[:-4] if len(asked) == 1 else whole, headers="content-encoding: gzip\r\n")

    service = origin(reply)
    with BusClient(**options | {"base_url": service.url}) as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert len(asked) == 2


def test_mock_that_sets_a_content_coding_is_decoded(options, script, arrivals):
    body = gzip.compress(json.dumps(arrivals).encode())
    answer = httpx.Response(200, content=body, headers={"content-type": "application/json", "content-encoding": "gzip"})
    with BusClient(**options, transport=script(answer)) as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"


def test_error_keeps_the_first_megabyte_of_its_body(options, origin, response):
    service = origin(lambda _: response(b"a" * 11 * MB, status="404 No"))
    with BusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(NotFoundError) as caught:
            bus.arrivals.get("83139")
    assert len(caught.value.body) == MB
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("status", [500, 502, 503, 599])
def test_connection_is_not_used_again_after_a_5xx(options, origin, response, arrivals_bytes, status):
    asked = list[bytes]()

    def reply(head):
        asked.append(head)
        failing = response(b"{}", status=f"{status} No", headers="retry-after: 0\r\n")
        return failing if len(asked) == 1 else response(arrivals_bytes)

    service = origin(reply)
    with BusClient(**options | {"base_url": service.url}, max_retries=0) as bus:
        with pytest.raises(InternalServerError):
            bus.arrivals.get("83139")
        bus.arrivals.get("83139")
        bus.arrivals.get("83139")
    assert (len(asked), service.connections) == (3, 2)


@pytest.mark.parametrize("status", [400, 401, 404, 409, 422, 429])
def test_connection_is_used_again_after_a_4xx(options, origin, response, status):
    service = origin(lambda _: response(b"{}", status=f"{status} No"))
    with BusClient(**options | {"base_url": service.url}, max_retries=0) as bus:
        for _ in range(3):
            with pytest.raises(Exception, match=str(status)):
                bus.arrivals.get("83139")
    assert service.connections == 1


def test_export_longer_than_max_bytes_raises_and_leaves_no_file(origin, response, tmp_path):
    service = origin(lambda _: response(b'{"total": 0, "ratings": [' + b" " * MB + b"]}"))
    with ChatClient(token="t0ken-of-ann", base_url=service.url) as chat:
        with pytest.raises(DecodeError, match="the document is longer than max_bytes, 1000 bytes"):
            chat.admin.ratings.export().save(tmp_path / "ratings.json", max_bytes=1000)
        assert not (tmp_path / "ratings.json").exists()
        with pytest.raises(ValueError, match="max_bytes must be a number of bytes above 0"):
            chat.admin.ratings.export().save(tmp_path / "ratings.json", max_bytes=0)


@pytest.mark.parametrize("length", [True, False], ids=["stated", "unstated"])
def test_download_longer_than_max_bytes_raises_and_leaves_no_file(options, origin, response, tmp_path, length):
    body = b"PK" + b" " * MB
    whole = response(body) if length else b"HTTP/1.1 200 OK\r\n\r\n" + body
    files = origin(lambda _: (whole,))
    service = origin(lambda _: response(b'{"value": [{"Link": "%s/file.zip"}]}' % files.url.encode()))
    with BusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(DecodeError, match="the file is longer than max_bytes, 1000 bytes"):
            bus.passenger_volume.download("by_stop", path=tmp_path / "file.zip", max_bytes=1000)
    assert files.connections == 1
    assert list(tmp_path.iterdir()) == []


def test_body_that_breaks_off_is_a_connection_error_without_a_cause(options, origin, response):
    service = origin(lambda _: (response(b"{", length=9),))
    with BusClient(**options | {"base_url": service.url}, max_retries=0) as bus:
        with pytest.raises(APIConnectionError) as caught:
            bus.arrivals.get("83139")
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)
