import pytest

from trivet._core.answer import Head, Headers
from trivet._core.media_value import media_value


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
    found = media_value("application/json", head(media_type), body)
    assert found == value
    assert type(found) is type(value)


def test_body_without_a_media_type_is_bytes_where_any_was_asked_for():
    assert media_value("*/*", head(""), b"[]") == b"[]"


@pytest.mark.parametrize("body", [b"{", b"\xff", b"NaN", b"[" * 100_000])
def test_json_that_is_none_raises(body):
    with pytest.raises(ValueError, match=r"."):
        media_value("application/json", head("application/json"), body)
