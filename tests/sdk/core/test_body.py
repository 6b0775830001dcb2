import pytest

from trivet._core.body import Body


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
