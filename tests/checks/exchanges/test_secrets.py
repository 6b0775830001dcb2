"""Texts of a report without secrets, and credentials."""

import pytest

from trivet_checks.exchanges.secrets import Secrets, excerpt, secret_values


def test_value_is_hidden_in_each_spelling():
    secrets = Secrets()
    secrets.collect(b'{"share_token": "a/b+c\\"d=12"}')
    assert secrets.hide("x a%2Fb%2Bc%22d%3D12 y") == "x <share_token> y"
    assert secrets.hide('{"v": "a/b+c\\"d=12"}') == '{"v": "<share_token>"}'
    assert secrets.hide('a/b+c"d=12') == "<share_token>"


def test_longer_value_is_hidden_before_one_that_it_contains():
    secrets = Secrets()
    secrets.add("abcdefgh", "$SHORT")
    secrets.add("abcdefghij", "$LONG")
    assert secrets.hide("abcdefghij abcdefgh") == "$LONG $SHORT"


def test_short_value_of_an_answer_is_left_and_that_of_a_caller_is_hidden_as_a_word():
    secrets = Secrets()
    secrets.collect(b'{"key": "user"}')
    assert secrets.hide("the user") == "the user"
    secrets.add("use", "\\1")
    assert secrets.hide("the use of users, use") == "the \\1 of users, \\1"


def test_callers_values_stay_when_a_server_sends_very_many():
    secrets = Secrets()
    secrets.add("token-of-caller", "$TOKEN")
    for start in range(0, 5000, 100):
        keys = ",".join(f'"token": "value-{number:08}"' for number in range(start, start + 100))
        secrets.collect(f"{{{keys}}}".encode())
    assert secrets.hide("token-of-caller value-00004999") == "$TOKEN <token>"
    assert secrets.hide("value-00000000") == "value-00000000"


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


def test_long_body_is_cut():
    assert len(excerpt(b"x" * 10_000_000)) == 300


def test_secret_values_are_found_with_their_keys():
    body = b'{"a": {"refresh": "r1"}, "apiKey": "k\\u0031", "name": "n", "token": 5, "secret": "bad \\q"}'
    assert list(secret_values(body)) == [("refresh", "r1"), ("apiKey", "k1"), ("secret", "bad \\q")]
