from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.call import Body, Call, segment, whole_record


def call(*query: tuple[str, object], path: str = "/BusStops") -> Call[Any]:
    return Call("stops.list", "GET", path, record=None, decode=None, extract=whole_record, query=query)


@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        (500, "500"),
        (0, "0"),
        (1.5, "1.5"),
        ("a b", "a+b"),
        ("a+b", "a%2Bb"),
        ("a/b?c&d=e#f", "a%2Fb%3Fc%26d%3De%23f"),
        ("Größe", "Gr%C3%B6%C3%9Fe"),
        ("🚌", "%F0%9F%9A%8C"),
        ("", ""),
        (True, "true"),
        (False, "false"),
    ],
)
def test_query_value_is_encoded(value: object, encoded: str):
    assert call(("q", value)).target() == f"/BusStops?q={encoded}"


@pytest.mark.parametrize(
    ("query", "target"),
    [
        ((), "/BusStops"),
        ((("$skip", None), ("BusStopCode", None)), "/BusStops"),
        ((("$skip", 500), ("BusStopCode", None)), "/BusStops?%24skip=500"),
        ((("kind", ["a", "b"]), ("on", [True, False])), "/BusStops?kind=a&kind=b&on=true&on=false"),
        ((("kind", []),), "/BusStops"),
        ((("kind", []), ("q", 1)), "/BusStops?q=1"),
        ((("b", 1), ("a", 2)), "/BusStops?b=1&a=2"),
    ],
)
def test_query_keeps_order_and_leaves_out_none(query: tuple[tuple[str, object], ...], target: str):
    assert call(*query).target() == target


@given(st.dictionaries(st.text(min_size=1), st.text()))
def test_query_decodes_to_the_same_pairs(query: dict[str, str]):
    query_string = urlsplit("http://bus.test" + call(*query.items()).target()).query
    assert dict(parse_qsl(query_string, keep_blank_values=True)) == query


def test_with_query_sets_one_parameter_of_a_copy():
    first = call(("$skip", 5), ("q", "x"))
    assert first.with_query("$skip", 10).target() == "/BusStops?q=x&%24skip=10"
    assert first.with_query("more", 1).target() == "/BusStops?%24skip=5&q=x&more=1"
    assert first.target() == "/BusStops?%24skip=5&q=x"


def test_with_query_keeps_every_other_field():
    first = call()
    second = first.with_query("q", 1)
    others = [name for name in Call._fields if name != "query"]
    assert [getattr(second, name) for name in others] == [getattr(first, name) for name in others]


@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        ("ses_1", "ses_1"),
        ("a/b", "a%2Fb"),
        ("a b", "a%20b"),
        ("../x", "..%2Fx"),
        (".", "%2E"),
        ("..", "%2E%2E"),
        ("...", "..."),
        ("ü?#", "%C3%BC%3F%23"),
    ],
)
def test_segment_encodes_slashes_and_dots(value: str, encoded: str):
    assert segment(value) == encoded


@given(st.text())
def test_segment_decodes_to_the_same_text(value: str):
    assert unquote(segment(value)) == value
    assert "/" not in segment(value)


def test_context_is_added_only_to_calls_that_take_one():
    context = (("directory", "/ü b"), ("workspace", "wrk_1"))
    assert call(("limit", 1)).target(context) == "/BusStops?limit=1"
    asked = call(("limit", 1), ("cursor", None)).evolve(context=True)
    assert asked.target() == "/BusStops?limit=1"
    assert asked.target(context) == "/BusStops?limit=1&directory=%2F%C3%BC+b&workspace=wrk_1"
    assert asked.with_query("cursor", "a").target(context[1:]) == "/BusStops?limit=1&cursor=a&workspace=wrk_1"


@pytest.mark.parametrize("name", Call._fields)
def test_assigning_to_a_field_of_a_call_raises(name: str):
    with pytest.raises(AttributeError):
        setattr(call(), name, None)


def test_evolve_returns_a_changed_copy():
    first = call(("q", 1))
    second = first.evolve(retryable=False, accept="text/plain")
    assert (second.retryable, second.accept, second.query) == (False, "text/plain", first.query)
    assert (first.retryable, first.accept) == (True, "application/json")
    with pytest.raises((TypeError, ValueError)):
        first.evolve(safe=True)


def test_repr_of_a_call_shows_no_argument():
    assert repr(call(("share_token", "s3cret"))) == "Call('stops.list')"


@pytest.mark.parametrize(
    ("content", "media_type", "secrets"),
    [
        (b'{"new_password": "s3cret", "title": "x"}', "application/json", ("s3cret",)),
        (b'{"auth": {"code": ["a-code"]}}', "Application/merge-patch+JSON; charset=utf-8", ("a-code",)),
        (b"title=x&api_key=k%20y&api_key=b", "application/x-www-form-urlencoded", ("k y", "b")),
        (b'{"new_password": "s3cret"}', "text/plain", ()),
        (b'{"new_password": ', "application/json", ()),
        (b"[" * 100_000, "application/json", ()),
        (b"\xff=\xff", "application/x-www-form-urlencoded", ()),
    ],
)
def test_secrets_are_the_texts_of_fields_that_hold_one(content, media_type, secrets):
    assert Body(content, media_type).secrets(("code",)) == secrets


def test_repr_shows_no_content():
    assert repr(Body(b"s3cret", "text/plain")) == "Body('text/plain', 6 bytes)"
