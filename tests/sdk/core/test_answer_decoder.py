"""Decoding of answers: media types, shapes, errors without secrets, and the runtime context of an answer."""

import json
from types import SimpleNamespace as Record
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet import DecodeError, Head, Headers, extra
from trivet._core import answer_decoder
from trivet._core.answer_decoder import other_context
from trivet._core.auth import ApiKey
from trivet._core.call import Call, no_value, whole_record
from trivet._core.settings import ApiInfo, Settings
from trivet.bus import BusStop, BusStops
from trivet.bus._generated.models import decode_bus_stops

KEY = "k3y/with+punctuation=="
JSON_TYPE = Headers([(b"content-type", b"application/json;charset=UTF-8")])
CALL = Call("stops.list", "GET", "/BusStops", record=BusStops, decode=decode_bus_stops, extract=whole_record)
STOP = {"BusStopCode": "01012", "RoadName": "Victoria St", "Description": "Hotel", "Latitude": 1.3, "Longitude": 103.9}


def settings(*, strict: bool = False) -> Settings:
    return Settings(
        ApiInfo("bus", "http://bus.test", {}, ()),
        ApiKey("AccountKey", KEY, argument="account_key"),
        base_url=None,
        timeout=1.0,
        deadline=None,
        max_retries=0,
        max_body=None,
        headers=None,
        clock=None,
        strict=strict,
    )


def read(content: bytes, *, call: Call[Any] = CALL, headers: Headers = JSON_TYPE, strict: bool = False) -> Any:
    return answer_decoder.decode_answer(call, settings(strict=strict), Head(200, headers), content).value


def refused(content: bytes, **options: Any) -> DecodeError:
    with pytest.raises(DecodeError) as caught:
        read(content, **options)
    return caught.value


@pytest.mark.parametrize("strict", [False, True])
def test_body_is_decoded_to_records(strict: bool):
    page = read(json.dumps({"value": [STOP | {"Shelter": 1}]}).encode(), strict=strict)
    assert page.value[0].bus_stop_code == "01012"
    assert extra(page.value[0]) == {"Shelter": 1}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ([], "expected an object, got list @ $"),
        ({}, "required field missing @ $"),
        (7, "expected an object, got int @ $"),
        (None, "expected an object, got NoneType @ $"),
        ("text", "expected an object, got str @ $"),
        ({"value": {}}, "expected an array, got dict @ $.value"),
        ({"value": None}, "expected an array, got NoneType @ $.value"),
        ({"value": [1]}, "expected an object, got int @ $.value[0]"),
        ({"value": [STOP, {}]}, "required field missing @ $.value[1]"),
    ],
)
def test_body_of_another_shape_raises_with_the_path(body: Any, reason: str, strict: bool):
    content = json.dumps(body).encode()
    error = refused(content, strict=strict)
    assert str(error).startswith("stops.list: 200, but the body does not fit: ")
    assert reason in str(error)
    assert (error.operation, error.status, error.body) == ("stops.list", 200, content)
    assert error.headers == JSON_TYPE


def test_only_strict_decoding_checks_every_type():
    content = json.dumps({"value": [STOP | {"BusStopCode": 1012}]}).encode()
    assert read(content).value[0].bus_stop_code == 1012
    assert "expected str, got int @ $.value[0].bus_stop_code" in str(refused(content, strict=True))


def test_error_of_many_faults_names_the_first_three():
    missing = {name: value for name, value in STOP.items() if name == "BusStopCode"}
    error = refused(json.dumps({"value": [STOP, missing]}).encode())
    assert str(error).endswith("$.value[1].latitude; and 1 more")
    error = refused(json.dumps({"value": [{}] * 500}).encode())
    assert str(error).endswith("; and at least 47 more")
    assert len(str(error)) < 500


@pytest.mark.parametrize("content", [b"", b" \n"])
def test_empty_body_raises_and_is_called_empty(content: bytes):
    assert str(refused(content)) == "stops.list: 200, but the body is empty"


@pytest.mark.parametrize(
    "content", [b'{"value": [', b"{'value': []}", b"\xff{}", b"[" * 5000 + b"]" * 5000, b'{"value": nan}']
)
def test_body_that_is_not_json_raises(content: bytes):
    assert "but the body is not JSON: " in str(refused(content))


@pytest.mark.parametrize(
    "came",
    [
        "application/json",
        "Application/JSON; charset=utf-8",
        "application/problem+json",
        "application/vnd.api+json",
        None,
    ],
)
def test_json_media_types_and_none_are_accepted(came: str | None):
    headers = Headers([] if came is None else [(b"Content-Type", came.encode())])
    assert read(b'{"value": []}', headers=headers).value == []


@pytest.mark.parametrize(
    "came", ["text/html", "application/jsonp", "application/xml", "text/plain; x=application/json"]
)
def test_other_media_type_raises_and_is_named(came: str):
    error = refused(b"<html>\n<h1>Sign in</h1>", headers=Headers([(b"content-type", came.encode())]))
    assert error.reason == f"the body is {came}, not application/json: <html> <h1>Sign in</h1>"
    assert str(error).startswith(f"stops.list: 200, but {error.reason}")
    assert ("check base_url" in str(error)) == (came == "text/html")
    assert error.body == b"<html>\n<h1>Sign in</h1>"


def test_message_with_half_a_character_can_be_printed():
    error = refused(b'{"message": "\\ud800"}', headers=Headers([(b"content-type", b"text/plain")]))
    assert str(error).endswith(": \ufffd")


def test_key_echoed_by_an_answer_is_redacted():
    content = f'{{"message": "{KEY}"}}'.encode()
    error = refused(content, headers=Headers([(b"content-type", b"text/plain")]))
    assert KEY not in str(error) + repr(error)
    assert KEY.encode() not in error.body


def test_call_without_an_answer_decodes_nothing():
    call = Call("stops.rest", "DELETE", "/", record=None, decode=None, extract=no_value)
    assert read(b"not looked at", call=call) is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["value", *STOP]) | st.text(), inner),
)


@pytest.mark.long
@given(json_values, st.booleans())
def test_any_json_is_a_page_or_a_decode_error(body: Any, strict: bool):
    try:
        page = read(json.dumps(body).encode(), strict=strict)
    except DecodeError:
        return
    assert all(isinstance(stop, BusStop) for stop in page.value)


HERE = (("directory", "/home/dev/orchard"),)


def location(directory="/home/dev/orchard", workspace_id=None):
    return Record(directory=directory, workspace_id=workspace_id)


@pytest.mark.parametrize(
    ("asked", "record"),
    [
        (HERE, Record(location=location())),
        (HERE, Record(location=location("/home/dev/orchard/"))),
        (HERE, Record(location=location("/home/dev/./orchard"))),
        ((("directory", "C:\\orchard"),), Record(location=location("C:/orchard"))),
        (HERE, Record(location=location(workspace_id="wrk_1"))),
        ((("workspace", "wrk_1"),), Record(location=location(workspace_id="wrk_1"))),
        (HERE, Record(location=None, data=[])),
        (HERE, Record(data=Record(location=location()))),
        (HERE, Record(location=Record(directory=7))),
        (HERE, None),
        ((), Record(location=location("/elsewhere"))),
    ],
)
def test_same_or_missing_context_is_accepted(asked, record):
    assert other_context(asked, record) == ""


@pytest.mark.parametrize(
    ("asked", "record", "message"),
    [
        (HERE, Record(location=location("/elsewhere")), "directory is '/elsewhere', not '/home/dev/orchard'"),
        (HERE, Record(location=location("/home/dev/\x1b[2J")), r"directory is '/home/dev/\x1b[2J', not"),
        (HERE, Record(data=Record(location=location("/elsewhere"))), "directory is '/elsewhere'"),
        ((("workspace", "wrk_1"),), Record(location=location()), "workspace is none, not 'wrk_1'"),
        ((*HERE, ("workspace", "wrk_1")), Record(location=location(workspace_id="wrk_2")), "workspace is 'wrk_2'"),
    ],
)
def test_other_context_is_named_with_the_requested_one(asked, record, message):
    assert message in other_context(asked, record)
