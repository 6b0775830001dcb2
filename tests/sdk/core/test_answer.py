"""The answer of a call, and its headers."""

import pickle
from copy import copy, deepcopy

import pytest

from trivet import Answer, Head, Headers

RAW = [(b"Content-Type", b"text/csv"), (b"X-Trace", b"a"), (b"x-trace", b"b"), (b"X-Name", b"caf\xe9")]


@pytest.mark.parametrize("name", ["content-type", "Content-Type", "CONTENT-TYPE"])
def test_header_lookup_ignores_case(name: str):
    headers = Headers(RAW)
    assert headers[name] == headers.get(name) == "text/csv"
    assert name in headers


def test_missing_header_raises_key_error():
    headers = Headers(RAW)
    assert "etag" not in headers
    assert headers.get("etag", "none") == "none"
    with pytest.raises(KeyError):
        headers["etag"]


def test_repeated_headers_are_joined():
    assert Headers(RAW)["X-Trace"] == "a, b"


def test_header_that_is_repeated_a_thousand_times_is_joined_in_order():
    raw = [(b"A" if number % 2 else b"a", b"%d" % number) for number in range(1000)]
    assert Headers([(b"b", b"x"), *raw])["a"] == ", ".join(map(str, range(1000)))
    assert [*Headers([*raw, (b"b", b"x"), (b"A", b"last")])] == ["a", "b"]


def test_links_are_redacted_where_they_may_hold_secrets():
    links = {
        b"/path": "/path",
        b"http://host/path?signature=a#b": "http://host/path?***",
        b"/path#access_token=a": "/path#***",
        b"//me:password@host:80/@home": "//***@host:80/@home",
        b"https://a@b@host": "https://***@host",
        b"0; url=http://me@host?a\xff\n": "0; url=http://***@host?***",
    }
    for name in ("location", "Content-Location", "REFRESH"):
        redacted = {link: Headers([(name.encode(), link)]).without(())[name] for link in links}
        assert redacted == links
    assert Headers([(b"x-query", b"/a?b#c")]).without(())["x-query"] == "/a?b#c"


def test_headers_are_a_mapping_of_lower_case_names():
    assert dict(Headers(RAW)) == {"content-type": "text/csv", "x-trace": "a, b", "x-name": "café"}
    assert len(Headers(RAW)) == 3
    assert Headers(RAW) == {"content-type": "text/csv", "x-trace": "a, b", "x-name": "café"}
    assert not Headers()


@pytest.mark.parametrize("twin", [copy, deepcopy, lambda answer: pickle.loads(pickle.dumps(answer))])
def test_headers_and_answers_survive_pickle_and_copy(twin):
    answer = twin(Answer([1], 201, Headers(RAW), b"[1]"))
    assert (answer.value, answer.status, answer.headers["X-TRACE"]) == ([1], 201, "a, b")


def test_reprs_show_status_and_headers():
    assert repr(Headers(RAW[:1])) == "Headers({'content-type': 'text/csv'})"
    assert repr(Head(204, Headers(RAW))) == "Head(204)"
    assert repr(Answer("x", 200, Headers(RAW), b"secret")) == "Answer('x', status=200)"
