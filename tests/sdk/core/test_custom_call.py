"""Calls that a user writes: paths, methods, fields and contents, and their refusals."""

import enum
import json
import re
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from hypothesis import given
from hypothesis import settings as settings_of_hypothesis
from hypothesis import strategies as st

from trivet import UNSET, DecodeError, InvalidArgumentError
from trivet._core.answer import Head, Headers
from trivet._core.auth import ApiKey
from trivet._core.custom_call import CustomCall, custom_call, decode_custom, media_value
from trivet._core.settings import ApiInfo, Settings
from trivet.bus import BusStop, converter

BASE = "https://bus.test/api"


class Shade(str, enum.Enum):  # noqa: UP042  its str() is not its text
    RED = "red"


def settings(context: tuple[tuple[str, str], ...] = ()) -> Settings:
    return Settings(
        ApiInfo("bus", BASE, {}, ("share_token", "key")),
        ApiKey("AccountKey", "k3y", argument="account_key"),
        base_url=None,
        timeout=30.0,
        deadline=None,
        max_retries=2,
        max_body=64_000_000,
        headers=None,
        clock=None,
        strict=False,
        context=context,
    )


def call(method: str = "GET", path: str = "/x", *, bound: Settings | None = None, **arguments: Any) -> CustomCall:
    defaults: dict[str, Any] = {
        "segments": None,
        "query": None,
        "json": UNSET,
        "content": None,
        "media_type": None,
        "accept": "application/json",
        "retryable": None,
    }
    return custom_call(bound or settings(), method, path, **defaults | arguments)


def refused(**arguments: Any) -> str:
    with pytest.raises(InvalidArgumentError) as caught:
        call(**arguments)
    assert str(caught.value).startswith(f"{caught.value.argument} must be ")
    return caught.value.argument


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/BusStops", "/BusStops"),
        ("/", "/"),
        (f"{BASE}/BusStops?$skip=5", "/BusStops?%24skip=5"),
        ("/a b/ü/{x}", "/a%20b/%C3%BC/1%2F2"),
        ("/100%/50%25/%zz", "/100%25/50%25/%25zz"),
        ("/a\r\nHost: evil", "/a%0D%0AHost:%20evil"),
        ("/\\evil.test/x", "/%5Cevil.test/x"),
        ("/x@evil.test:80/", "/x@evil.test:80/"),
        ("/x?a=1&a=2&b=", "/x?a=1&a=2&b="),
        ("/...", "/..."),
    ],
)
def test_path_is_escaped_and_stays_below_the_base_url(path, target):
    segments = {"x": "1/2"} if "{" in path else None
    assert call(path=path, segments=segments).target() == target


@pytest.mark.parametrize(
    "path",
    [
        "",
        "BusStops",
        "//evil.test/x",
        "https://evil.test/x",
        "https://bus.test/other",
        "https://bus.test/apix/y",
        "https://bus.test/api@evil.test/",
        "https://user:pa55word@bus.test/api/x",
        "HTTP://169.254.169.254/latest",
        "javascript:x",
        " /x",
        "/a/../b",
        "/a/%2e%2E/b",
        "/./a",
        "/..",
        f"{BASE}/../x",
        "/x#part",
        "/{",
        "/}{",
        "/{a b}",
        "/x?a=%ff",
        "/\ud800",
        None,
        7,
        b"/x",
    ],
)
def test_path_that_could_lead_elsewhere_raises(path):
    assert refused(path=path) == "path"


def test_refused_url_shows_no_password_id_or_query():
    with pytest.raises(InvalidArgumentError) as caught:
        call(path="https://me:pa55word@evil.test/0190c1f6/a?sig=s3cret")
    assert caught.value.value_repr == "'https://.../.../a'"


@pytest.mark.parametrize(
    "arguments",
    [{"path": b"/x?sig=s3cret"}, {"path": "/x?sig=s3cret\ud800"}, {"method": "/shared/s3cret", "path": "GET"}],
)
def test_refused_method_or_path_shows_no_secret(arguments):
    with pytest.raises(InvalidArgumentError) as caught:
        call(**arguments)
    assert "s3cret" not in f"{caught.value!r} {caught.value}"


@pytest.mark.parametrize("value", [".", "..", "a/b", "ü", "%2e", "?q", "#f", " "])
def test_value_of_a_segment_is_one_segment(value):
    target = call(path="/a/{id}/b", segments={"id": value}).target()
    assert target.count("/") == 3
    assert not set(target) & {"?", "#", " "}
    assert target.split("/")[2] not in (".", "..")


@pytest.mark.parametrize(
    ("path", "segments"),
    [
        ("/{a}", None),
        ("/{a}", {}),
        ("/a", {"a": "x"}),
        ("/{a}", {"a": "x", "b": "y"}),
        ("/{a}", {"a": ""}),
        ("/{a}", {"a": None}),
        ("/{a}", {"a": True}),
        ("/{a}", {"a": 1.5}),
        ("/{a}", {"a": 10**4300}),
        ("/{a}", {"a": "\ud800"}),
        ("/{a}", ["a"]),
        ("/{a}", "a"),
    ],
)
def test_segment_that_the_path_does_not_name_raises(path, segments):
    assert refused(path=path, segments=segments).startswith("segments")


def test_query_has_repeated_and_deep_parameters():
    query = {
        "text": "a b&c=d",
        "number": 5,
        "share": 0.5,
        "flag": True,
        "no": None,
        "tag": ["a", Shade.RED, 1],
        "none": [],
        "location": {"directory": "/d", "workspace": None, "id": (1, 2)},
        "since": datetime(2026, 3, 1, 12, tzinfo=UTC),
        "day": date(2026, 3, 1),
    }
    request = call(path="/x?first=1", query=query)
    assert request.query == [
        ("first", "1"),
        ("text", "a b&c=d"),
        ("number", 5),
        ("share", 0.5),
        ("flag", True),
        *[("tag", "a"), ("tag", "red"), ("tag", 1)],
        *[("location[directory]", "/d"), ("location[id]", 1), ("location[id]", 2)],
        ("since", datetime(2026, 3, 1, 12, tzinfo=UTC)),
        ("day", "2026-03-01"),
    ]
    assert "flag=true&tag=a&tag=red&tag=1&location%5Bdirectory%5D=%2Fd" in request.target()
    assert "since=2026-03-01T12%3A00%3A00%2B00%3A00" in request.target()


@pytest.mark.parametrize(
    ("query", "argument"),
    [
        ("a=1", "query"),
        ([("a", 1)], "query"),
        ({1: "a"}, "query"),
        ({"": "a"}, "query"),
        ({"a": b"x"}, "query['a']"),
        ({"a": object()}, "query['a']"),
        ({"a": float("nan")}, "query['a']"),
        ({"a": 10**4300}, "query['a']"),
        ({"a": [1, -(10**4300)]}, "query['a'][1]"),
        ({"a": {1, 2}}, "query['a']"),
        ({"a": [None]}, "query['a'][0]"),
        ({"a": [[1]]}, "query['a'][0]"),
        ({"a": {"b": {"c": 1}}}, "query['a']['b']"),
        ({"a": {1: 1}}, "query['a']"),
        ({"a": {"b": UNSET}}, "query['a']['b']"),
        ({"a": datetime(2026, 3, 1)}, "query['a']"),
        ({"a": "\ud800"}, "query['a']"),
    ],
)
def test_query_that_cannot_be_sent_raises(query, argument):
    assert refused(query=query) == argument


def test_context_of_the_client_is_added_and_refused_as_a_parameter():
    bound = settings((("directory", "/d"),))
    assert call(bound=bound, query={"a": 1}).target(bound.context) == "/x?a=1&directory=%2Fd"
    assert refused(bound=bound, query={"directory": "/e"}) == "query"
    assert refused(bound=bound, path="/x?directory=/e") == "query"


def test_json_body_has_records_dates_and_large_numbers():
    wire = {"BusStopCode": "28301", "RoadName": "", "Description": "", "Latitude": 1.0, "Longitude": 2.0, "Shelter": 1}
    value = {
        "stop": converter.structure(wire, BusStop),
        "at": [datetime(2026, 3, 1, tzinfo=UTC), date(2026, 3, 1)],
        "big": 2**70,
        "map": MappingProxyType({"ü": (None, True)}),
    }
    body = call(json=value).encoded
    assert body is not None
    assert body.media_type == "application/json"
    assert json.loads(body.content) == {
        "stop": wire,
        "at": ["2026-03-01T00:00:00+00:00", "2026-03-01"],
        "big": 2**70,
        "map": {"ü": [None, True]},
    }


def test_body_is_null_bytes_or_none():
    patch = call(json=None, media_type="application/merge-patch+json").encoded
    upload = call(content=b"\0", media_type='multipart/form-data; boundary="x y"').encoded
    assert patch is not None
    assert upload is not None
    assert (patch.content, patch.media_type) == (b"null", "application/merge-patch+json")
    assert (upload.content, upload.media_type) == (b"\0", 'multipart/form-data; boundary="x y"')
    assert getattr(call(content=b"").encoded, "media_type", None) == "application/octet-stream"
    assert call().encoded is None


def circular() -> list[Any]:
    nested: list[Any] = []
    nested.append(nested)
    return nested


def deep() -> list[Any]:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    return nested


@pytest.mark.parametrize(
    "value",
    [
        object(),
        {"a": {1, 2}},
        {"a": UNSET},
        [float("nan")],
        {(1, 2): 3},
        b"{}",
        "\ud800",
        [datetime(2026, 3, 1)],
        circular(),
        deep(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_value_that_json_cannot_hold_raises(value):
    assert refused(json=value).partition("[")[0] == "json"


@pytest.mark.parametrize(
    ("argument", "used"),
    [
        ("method", {"method": "CONNECT"}),
        ("method", {"method": "trace"}),
        ("method", {"method": "GET /x HTTP/1.1\r\n"}),
        ("method", {"method": ""}),
        ("method", {"method": None}),
        ("content", {"content": "text"}),
        ("content", {"content": b"", "json": {}}),
        ("media_type", {"media_type": "text/plain"}),
        ("media_type", {"media_type": "text", "content": b""}),
        ("media_type", {"media_type": "text/plain\r\nx: y", "content": b""}),
        ("accept", {"accept": "json"}),
        ("accept", {"accept": "text/csv, text/html"}),
        ("accept", {"accept": "text/csv\r\nx: y"}),
        ("media_type", {"media_type": "text/plain\r\n;x: y", "content": b""}),
        ("media_type", {"media_type": "ж/x", "content": b""}),
        ("accept", {"accept": "text/csv\r\n;x: y"}),
        ("accept", {"accept": "ж/*"}),
        ("accept", {"accept": None}),
        ("retryable", {"retryable": 1}),
    ],
)
def test_argument_that_cannot_be_used_raises_with_its_name(argument, used):
    assert refused(**used) == argument


def test_only_idempotent_methods_are_retryable_by_default():
    methods = ("get", "HEAD", "OPTIONS", "POST", "PUT", "delete")
    assert [method for method in methods if call(method=method).retryable] == ["get", "HEAD", "OPTIONS"]
    assert call(method="put").method == "PUT"
    assert call(method="PUT", retryable=True).retryable
    assert not call(retryable=False).retryable


@pytest.mark.parametrize(
    ("path", "operation"),
    [
        ("/v3/BusArrival", "GET /v3/BusArrival"),
        ("/users/{id}/notes?x=s3cret", "GET /users/{id}/notes"),
        ("/users/42/notes", "GET /users/.../notes"),
        ("/shared/kQz-Vn_tyQhYrWxPdLmBsTgJ", "GET /shared/..."),
        ("/shared/t0k3n", "GET /shared/..."),
        ("/" + "a/" * 300, "GET /" + "a/" * 98 + "..."),
    ],
)
def test_operation_shows_words_and_placeholders_alone(path, operation):
    request = call(path=path, segments={"id": "42"} if "{" in path else None)
    assert request.operation == operation
    assert request.shown_path == operation.removeprefix("GET ")
    assert "42" not in repr(request)


def test_secrets_are_known_by_their_names():
    request = call(
        "POST",
        "/x/{share_token}/{id}?access_token=in-path",
        segments={"share_token": "in-segment", "id": "shown"},
        query={"a": {"password": "in-query", "key": "in-deep-query"}, "page": "shown"},
        json={"clientSecret": "in-body"},
    )
    assert request.encoded is not None
    assert set(request.secrets) == {"in-path", "in-segment", "in-query", "in-deep-query"}
    assert request.encoded.secrets(()) == ("in-body",)


def test_answer_has_the_value_of_its_body():
    head = Head(201, Headers([(b"content-type", b"application/json")]))
    custom = decode_custom(call(), settings(), head, b'{"id": 1}')
    assert (custom.value, custom.status, custom.body, custom.record) == ({"id": 1}, 201, b'{"id": 1}', None)


def test_answer_that_is_not_json_raises_with_its_body():
    head = Head(200, Headers([(b"content-type", b"application/json")]))
    with pytest.raises(DecodeError, match=r"^GET /x: 200, but the body is not JSON") as caught:
        decode_custom(call(), settings(), head, b"{k3y}")
    assert caught.value.body == b"{***}"
    assert caught.value.__context__ is None


PIECES = st.sampled_from(
    [*"/\\?#@:%.{} \t\r\n\0;&=ü", "..", "//", "%2e", "%2F", "https:", "http://evil.test", BASE, "/api", "x", "\u3002"]
)


@pytest.mark.long
@settings_of_hypothesis(max_examples=300)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_no_path_leaves_the_base_url(path: str):
    try:
        target = call(path=path).target()
    except InvalidArgumentError:
        return
    url = httpx.URL(BASE + target)
    assert (url.scheme, url.netloc) == ("https", b"bus.test")
    assert url.userinfo == b""
    assert url.raw_path.startswith(b"/api/")
    assert not {".", ".."} & {unquote(part) for part in url.raw_path.decode().partition("?")[0].split("/")}
    assert not re.search(rb"[\x00-\x20\x7f-\xff#]", url.raw_path)


def head(media_type: str) -> Head:
    return Head(200, Headers([(b"content-type", media_type.encode())] if media_type else []))


@pytest.mark.parametrize(
    ("media_type", "body", "value"),
    [
        ("application/json", b'{"a": [1, null]}', {"a": [1, None]}),
        ("Application/Problem+JSON; charset=utf-8", b"[]", []),
        ("", b"[]", []),
        ("application/json", b"", None),
        ("text/plain", "ü".encode(), "ü"),
        ("text/html; charset=UTF-8", b"\xef\xbb\xbf<p>", "<p>"),
        ("application/atom+xml", b"<feed/>", "<feed/>"),
        ('text/plain; charset="ISO-8859-1"', b"\xfc", "ü"),
        ("text/plain", b"\xfc", b"\xfc"),
        ("text/plain; charset=punycode", b"a-", b"a-"),
        ("text/plain; charset=zlib", b"a-", b"a-"),
        ("image/png", b"[]", b"[]"),
        ("application/jsonp", b"[]", b"[]"),
        ("application/octet-stream", b"", None),
    ],
)
def test_value_follows_the_media_type(media_type, body, value):
    decoded = media_value("application/json", head(media_type), body)
    assert decoded == value
    assert type(decoded) is type(value)


def test_body_without_a_media_type_is_bytes_where_any_was_requested():
    assert media_value("*/*", head(""), b"[]") == b"[]"


@pytest.mark.parametrize("body", [b"{", b"\xff", b"nan", b"[" * 100_000])
def test_invalid_json_raises_value_error(body):
    with pytest.raises(ValueError, match=r"."):
        media_value("application/json", head("application/json"), body)
