"""The names of secrets, and the removal of secrets from texts."""

import sys
from collections import Counter

import pytest

from trivet_stubs.kernel.secrets import header_secrets, hide, is_secret_header, is_secret_name

TOKEN = "tok/en-of=mine"


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("", ""),
        ("tok/en-of=mine", "<t>"),
        (r'{"a": "tok\/en-of=mine\n"}', r'{"a": "<t>\n"}'),
        ("a=tok%2fen-of%3Dmine&b=%20", "a=<t>&b=%20"),
        ("&lt;tok&#47;en-of&equals;mine&gt;", "&lt;<t>&gt;"),
        (r"é\u0074ok\x2fen-of=min\u0065é", "é<t>é"),
        ("tok%252Fen-of%253Dmine", "<t>"),
        (r"{\"a\": \"tok\\/en-of=mine\"}", r"{\"a\": \"<t>\"}"),
        ("%ff%C3%A9 tok/en-of=mine %", "%ff%C3%A9 <t> %"),
        ("tok/en-of=min tok/en-of =mine", None),
        ("dG9rL2VuLW9mPW1pbmU=", None),
    ],
)
def test_secret_is_replaced_in_its_place(text, hidden):
    assert hide(text, {TOKEN: "<t>"}) == (text if hidden is None else hidden)


def test_secret_that_looks_like_an_escape_is_found_in_another_spelling():
    assert hide("no 100%25%3C&amp;more, 100%2525%253C&amp;more", {"100%25%3C&more": "<t>"}) == "no <t>, <t>"
    assert hide("no 100%25&amp;more!", {"100%25&more": "<t>"}) == "no <t>!"


def test_short_secret_is_replaced_as_a_whole_word():
    shown = {"use": "<u>"}
    assert hide("the use of users, use; ?u=%75se&reuse", shown) == "the <u> of users, <u>; ?u=<u>&reuse"


def test_secrets_that_overlap_are_replaced_as_one():
    assert hide("0123456789abcdef", {"0123456789": "<1>", "56789abcdef": "<2>"}) == "<1>"
    assert hide("0123456789abcdef", {"0123456789": "<1>", "0123456789abc": "<2>"}) == "<2>def"


def test_character_beyond_ascii_is_found_as_text_and_as_bytes():
    shown = {"pässwörd-€😀": "<p>"}
    for spelled in (r"p\u00e4ssw\u00f6rd-\u20ac\ud83d\ude00", r"p\xc3\xa4ssw\xc3\xb6rd-\xe2\x82\xac\xf0\x9f\x98\x80"):
        assert hide(f"({spelled})", shown) == "(<p>)"
    assert hide("(p%C3%A4ssw%c3%b6rd-%E2%82%AC&#x1F600;)", shown) == "(<p>)"
    assert hide(r"\ud800 \U00110000 %ed%a0%80 &#1114112;", shown) == r"\ud800 \U00110000 %ed%a0%80 &#1114112;"


@pytest.mark.long
@pytest.mark.parametrize("unit", ["\\", "%25", "&amp;", "+", "\\u005c", "a%20+&amp;\\n", "tok/en-o", "&#38;", "\\x25"])
def test_steps_grow_with_the_size_of_a_text(unit):
    def steps(size):
        counts = Counter()
        text = unit * (size // len(unit))
        sys.setprofile(lambda _frame, event, _argument: counts.update([event]))
        try:
            hide(text, {TOKEN: "<t>", "a": "<a>"})
        finally:
            sys.setprofile(None)
        return counts.total()

    steps(1_000)
    assert steps(16_000) <= 8.5 * steps(2_000) + 500


@pytest.mark.parametrize(
    ("name", "value", "secrets"),
    [
        ("authorization", "Bearer t0ken", ["t0ken"]),
        ("Proxy-Authorization", "Basic bWU6czNjcmV0OjE=", ["bWU6czNjcmV0OjE=", "s3cret:1"]),
        ("authorization", "Basic nonsense", ["nonsense"]),
        ("cookie", "a=b; session=s3cret", ["b", "s3cret"]),
        ("set-cookie", 'a="s3cret"; Path=/; Domain=a.test, b=c; Max-Age=5', ["s3cret", "c"]),
        ("accountkey", " k3y ", ["k3y"]),
    ],
)
def test_secrets_of_a_header_are_found(name, value, secrets):
    assert list(header_secrets(name, value)) == secrets


def test_secret_headers_are_recognised_by_name():
    secret = {"Authorization", "proxy-authorization", "AccountKey", "x-api-key", "Set-Cookie", "x-session-id", "x-auth"}
    public = {"www-authenticate", "idempotency-key", "Sec-WebSocket-Key", "accept", "x-request-id", "author"}
    assert {name for name in secret | public if is_secret_header(name)} == secret
    assert not is_secret_name("")
