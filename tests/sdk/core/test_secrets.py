"""Secrets of a request: which texts they are, and the register that keeps them."""

from typing import Any

import pytest

from trivet._core.secrets import (
    MOST_LEARNED,
    SecretRegister,
    authorization_secrets,
    body_secrets,
    flow_secrets,
    header_secrets,
    link_secrets,
    named_secrets,
    proxy_secrets,
)


@pytest.mark.parametrize(
    ("header", "secrets"),
    [
        ("", ()),
        ("Bearer t0ken", ("t0ken",)),
        ("basic bWU6czNjcmV0OjE=", ("bWU6czNjcmV0OjE=", "s3cret:1")),
        ("Basic bWU6", ("bWU6",)),
        ("Basic not base64", ("not base64",)),
        ("Basic bWU65A==", ("bWU65A==", "\ufffd", "ä")),
        ('Digest username="me", response="r"', ('username="me", response="r"',)),
    ],
)
def test_secrets_of_an_authorization_header_are_found(header: str, secrets: tuple[str, ...]):
    assert authorization_secrets(header) == secrets


@pytest.mark.parametrize(
    ("headers", "secrets"),
    [
        ({}, ()),
        ({"x-a": "value", "x-b": ""}, ("value",)),
        ({"user-agent": "mine/1", "x-request-id": "r-1"}, ()),
        ({"proxy-authorization": "Bearer t"}, ("Bearer t", "t")),
        ({"x-a": "Token t"}, ("Token t", "t")),
        ({"cookie": "a=b; c=d"}, ("a=b; c=d", "b", "d")),
    ],
)
def test_values_of_custom_headers_are_secrets(headers: dict[str, str], secrets: tuple[str, ...]):
    assert header_secrets(headers) == secrets


def test_credentials_that_an_auth_flow_added_are_secret():
    before = [(b"Host", b"bus.test"), (b"accept", b"*/*")]
    after = [*before, (b"X-Api-Key", b"k3y"), (b"Content-Length", b"1")]
    assert flow_secrets(before, after, "http://a.test/", "http://a.test/") == ("k3y",)
    signed = "http://a.test/?signature=0123456789"
    assert "0123456789" in flow_secrets(before, before, "http://a.test/", signed)


@pytest.mark.parametrize(
    ("url", "secrets"),
    [
        ("https://files.test", ()),
        ("https://files.test/a.zip?x=1", ("/a.zip?x=1",)),
        (
            "https://files.test/a?sign=a%2Fb%2Bc+d12&n=1",
            ("/a?sign=a%2Fb%2Bc+d12&n=1", "sign=a%2Fb%2Bc+d12&n=1", "a%2Fb%2Bc+d12", "a/b+c d12"),
        ),
    ],
)
def test_parts_of_a_link_are_secrets(url: str, secrets: tuple[str, ...]):
    assert link_secrets(url) == secrets


def test_fields_of_a_request_body_are_secrets():
    body = {"name": "n", "auth": {"key": "k"}, "all": [{"env": {"A": "a", "B": ["b", 1, None]}}], "code": "c" * 9000}
    assert body_secrets(body, ("key", "env", "code")) == ("k", "a", "b")
    assert body_secrets(None, ("key",)) == body_secrets(body, ()) == ()


def test_secret_at_any_depth_of_a_body_is_found():
    body: Any = {"key": "deep"}
    for _ in range(5_000):
        body = {"a": [body]}
    assert body_secrets(body, ("key",)) == ("deep",)


def test_secrets_come_in_their_order_and_by_telling_names():
    body = {"a": {"password": ["x", {"y": "z"}]}, "title": "t", "apiKey": "k", "env": {"A": "b"}, "Max_Tokens": 5}
    assert named_secrets(body, ("env",)) == ("x", "z", "k", "b")
    assert body_secrets(body, ("env",)) == ("b",)


def test_texts_in_a_list_with_a_name_in_the_plural_are_secrets():
    body = {"tokens": ["a", ["b"]], "more": {"apiKeys": ["c", 1]}, "keys": ["id"], "cost": {"tokens": {"unit": "k"}}}
    assert named_secrets(body, ()) == ("a", "b", "c")
    assert body_secrets(body, ("cost",)) == ("k",)


@pytest.mark.parametrize(
    ("url", "secrets"),
    [
        ("http://proxy.test:3128", set[str]()),
        ("http://@proxy.test", set[str]()),
        ("http://me@proxy.test", {"me", "bWU6"}),
        ("http://:pw@proxy.test", {"pw", "OnB3"}),
        ("socks5://me:p:w@proxy.test", {"me", "p:w", "bWU6cDp3"}),
        ("http://me:a%2Fb@proxy.test", {"me", "a/b", "bWU6YS9i", "a%2Fb", "bWU6YSUyRmI="}),
        ("http://me:a@b/c@proxy.test/", {"me", "a@b/c", "bWU6YUBiL2M="}),
        ("http://me:p\xe4@proxy.test", {"me", "p\xe4", "bWU6cMOk", "bWU6cOQ=", "p\xc3\xa4", "p"}),
        ("http://me:\u20ac@proxy.test", {"me", "\u20ac", "bWU64oKs", "\xe2\x82\xac"}),
    ],
)
def test_credentials_of_a_proxy_are_secrets_as_written_and_as_sent(url: str, secrets: set[str]):
    assert set(proxy_secrets(url)) == secrets


def test_register_has_the_secrets_of_its_sources_and_the_latest_that_it_learned():
    tokens = ["old"]
    register = SecretRegister(["Link"], [lambda: tokens, lambda: ("acme", "old")])
    copy = SecretRegister(["Link"], [lambda: ("other",)], register)
    register.add(["link-1", "acme"])
    tokens[:] = ["new"]
    assert register.texts() == ("new", "acme", "old", "link-1")
    assert copy.texts() == ("other", "link-1", "acme")
    copy.add(f"link-{number}" for number in range(MOST_LEARNED + 1))
    assert len(register.texts()) == 3 + MOST_LEARNED
    assert register.texts()[-1] == f"link-{MOST_LEARNED}"
    assert repr(register) == "SecretRegister()"


def test_link_of_a_hostile_server_is_a_limited_number_of_secrets():
    link = "https://files.test/a?" + "&".join(f"name{number}={number:020}" for number in range(100_000))
    assert len(link_secrets(link)) <= 50
