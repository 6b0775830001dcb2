"""The beginning of a body for a report."""

import pytest

from trivet_stubs.checks.excerpt import excerpt, printable, secret_values


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (b'{"share_token": "abc", "id": 1}', '{"share_token": "\u2026", "id": 1}'),
        (b'{"access_token":"a\\"b","x":"y"}', '{"access_token":"\u2026","x":"y"}'),
        (b'{"Link": "https://files.test/a?X-Amz-Signature=1"}', '{"Link": "\u2026"}'),
        (b'"see https://files.test/a?sig=1 there"', '"see https://files.test/a?\u2026 there"'),
        (b"a\x1b[31mb\r\nc\x00\xff", "a [31mb  c \ufffd"),
        ("\u202eabc\u2066".encode(), " abc "),
        (b"[red]x[/red]", "[red]x[/red]"),
    ],
)
def test_secrets_and_control_characters_are_left_out(body, shown):
    assert excerpt(body) == shown


def test_secret_at_the_cut_is_removed_before_the_text_is_cut():
    assert "s3cret" not in excerpt(b'{"a": "' + b"x" * 270 + b'", "token": "s3cret-s3cret-s3cret"}')
    assert "s3cret" not in excerpt(b'{"token": "' + b"s3cret" * 2000)
    assert excerpt(b"known value", hide=lambda text: text.replace("known", "<k>")) == "<k> value"


def test_long_text_is_cut_with_a_mark():
    assert printable("x" * 301, 300) == "x" * 299 + "\u2026"
    assert printable("x" * 300, 300) == "x" * 300
    assert len(excerpt(b"x" * 10_000_000)) == 300


def test_secret_values_are_found_with_their_keys():
    body = b'{"a": {"refresh": "r1"}, "apiKey": "k\\u0031", "name": "n", "token": 5, "secret": "bad \\q"}'
    assert list(secret_values(body)) == [("refresh", "r1"), ("apiKey", "k1"), ("secret", "bad \\q")]
