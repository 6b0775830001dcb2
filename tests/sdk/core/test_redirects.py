"""The hints for redirects: the target without secrets, and the setting to correct."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.call import Call, no_value
from trivet._core.redirects import link_redirect_hint, redirect_hint

BASE = "http://chat.test/api/v1"
SOURCE = "from TRIVET_CHAT_BASE_URL"
TOKEN = "t0ken-of/a+user"


def hint(location: str | None, base_url: str = BASE, path: str = "/admin/users") -> str:
    call = Call("admin.users.get", "GET", path, record=None, decode=None, extract=no_value)
    return redirect_hint(location, base_url, SOURCE, call, (TOKEN,))


@pytest.mark.parametrize(
    ("location", "base_url"),
    [
        ("https://chat.test/api/v1/admin/users", "https://chat.test/api/v1"),
        ("https://chat.test:443/api/v1/admin/users/", "https://chat.test/api/v1"),
        ("https://chat.test:8443/api/v1/admin/users?page=2", "https://chat.test:8443/api/v1"),
        ("//www.chat.test/api/v1/admin/users", "http://www.chat.test/api/v1"),
        ("/v2/admin/users", "http://chat.test/v2"),
        ("/admin/users/", "http://chat.test"),
        ("../../v2/admin/users", "http://chat.test/api/v2/admin/users".removesuffix("/admin/users")),
        ("HTTPS://CHAT.TEST/api/v1/admin/users", "https://chat.test/api/v1"),
        ("https://[::1]:8443/admin/users", "https://[::1]:8443"),
    ],
)
def test_moved_service_names_the_base_url_to_set(location: str, base_url: str) -> None:
    assert hint(location).endswith(f": if this is the service, set base_url ({SOURCE}) to {base_url}")


@pytest.mark.parametrize("location", ["/login", "https://sso.test/", "/api/v1", "/", "/api/v1/users"])
def test_other_target_names_prefix_and_login_page(location: str) -> None:
    assert hint(location).endswith(
        f": check base_url ({SOURCE}), which includes the prefix; a login page or a gateway may have answered"
    )


@pytest.mark.parametrize(
    "location",
    [
        None,
        "javascript:alert(1)",
        "file:///etc/passwd",
        "ftp://chat.test/x",
        "http://[::1/",
        "http://chat.test:99999/",
        "http://chat.test:port/",
        "\\\\chat.test\\x",
        "/a, /b",
        "/a\x1b[31m",
        "http://ch at.test/",
        "https://" + "a" * 9000,
    ],
)
def test_location_that_is_no_url_is_not_repeated(location: str | None) -> None:
    assert hint(location) == (
        f"the redirect names no http or https URL in Location: check base_url ({SOURCE}), which includes the prefix"
    )


@pytest.mark.parametrize(
    ("location", "end"),
    [
        ("/api/v1/admin/users/", "the server adds a slash to the end of the path"),
        ("users", "this is the URL of the request itself; check the gateway in front of the service"),
        ("", "this is the URL of the request itself; check the gateway in front of the service"),
        ("?session=1", "this is the URL of the request itself; check the gateway in front of the service"),
        ("http://CHAT.test:80/api/v1/admin/users", "this is the URL of the request itself"),
    ],
)
def test_same_url_names_slash_or_gateway(location: str, end: str) -> None:
    assert f": {end}" in hint(location)


def test_slash_that_the_server_removes_is_named() -> None:
    assert "the server removes the slash from the end of the path" in hint("/api/v1/x", path="/x/")


def test_target_without_tls_is_not_recommended() -> None:
    text = hint("http://chat.test/api/v1/admin/users/", base_url="https://chat.test/api/v1")
    assert text.startswith("redirects to http://chat.test/api/v1/admin/users/, which is not followed")
    assert text.endswith(
        f"it leaves https; the server may not know that a proxy in front of it speaks https "
        f"(X-Forwarded-Proto), or base_url ({SOURCE}) is wrong"
    )
    assert "set base_url" not in text


@pytest.mark.parametrize(
    ("location", "shown"),
    [
        (f"https://me:{quote(TOKEN, safe='')}@sso.test/login?next=/&token={TOKEN}#{TOKEN}", "https://sso.test/login"),
        ("https://me:pa:ss@sso.test/login;jsessionid=1", "https://sso.test/login"),
        (f"/login/{TOKEN}/x", "http://chat.test/login/***/x"),
        ("/login/t0ken-of%2Fa%2Buser", "http://chat.test/login/***"),
        ("/log\u202ein\x9b31m", "http://chat.test/log\\u202ein\\x9b31m"),
        ("/" + "a" * 1000, "http://chat.test/" + "a" * 180 + "..."),
    ],
)
def test_target_is_shown_without_secrets_escaped_and_cut(location: str, shown: str) -> None:
    assert hint(location).startswith(f"redirects to {shown}, which is not followed, ")


def test_link_shows_hosts_alone() -> None:
    link = "https://files.test/f.zip?signature=0123456789"
    assert link_redirect_hint("/g.zip?signature=9876543210", link) == (
        "the host of the file redirects to https://files.test/..., which is not followed; "
        "the service has to send a link to the file itself"
    )
    assert "without an http or https URL in Location" in link_redirect_hint(None, link)


@pytest.mark.long
@given(st.text() | st.from_regex(r"(https?:)?//?[\w.:@\[\]]*/[ -~]*"))
def test_any_location_raises_nothing_and_shows_no_query(location: str) -> None:
    assert "?" not in hint(location).partition("redirects to ")[2].partition(" ")[0]
    link_redirect_hint(location, "https://files.test/f.zip")
