"""Credentials: API keys, names with passwords, tokens, and `httpx.Auth`."""

import copy
import json
import pickle
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from trivet import InvalidArgumentError, TrivetError
from trivet._core.auth import LONGEST_TOKEN, ApiKey, Basic, Bearer, ImpersonationScope, token_subject

VARIABLE = "TRIVET_TEST_TOKEN"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def bearer(token: Any = None) -> Bearer:
    return Bearer(token, argument="token", variable=VARIABLE)


def source() -> str:
    return "fetched"


def test_key_is_sent_in_its_own_header():
    key = ApiKey("AccountKey", "s3cret", argument="account_key")
    assert key.headers() == {"AccountKey": "s3cret"}
    assert (key.secrets(), key.source) == (("s3cret",), None)
    assert repr(key) == "ApiKey('AccountKey', '***')"


def test_key_is_never_fetched():
    with pytest.raises(TypeError, match="never fetched"):
        ApiKey("AccountKey", "s3cret", argument="account_key").accept("other")


def test_token_is_sent_as_bearer():
    auth = bearer("s3cret")
    assert auth.headers() == {"authorization": "Bearer s3cret"}
    assert (auth.secrets(), auth.source) == (("s3cret",), None)
    assert repr(auth) == "Bearer('***')"


def test_missing_argument_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(VARIABLE, "from-outside")
    assert bearer().headers() == {"authorization": "Bearer from-outside"}
    assert bearer("given").headers() == {"authorization": "Bearer given"}
    assert bearer(source).source is source


def test_environment_is_read_once_by_the_constructor(monkeypatch: pytest.MonkeyPatch):
    auth = bearer()
    monkeypatch.setenv(VARIABLE, "too-late")
    with pytest.raises(InvalidArgumentError):
        auth.headers()


def test_missing_token_raises_only_when_it_is_needed():
    missing = bearer()
    assert (missing.source, missing.secrets()) == (None, ())
    with pytest.raises(InvalidArgumentError, match=f"^token must be given, or set as {VARIABLE}, got None$"):
        missing.headers()


def test_fetched_token_replaces_the_last_which_stays_secret():
    fetched = bearer(source)
    assert fetched.secrets() == ()
    for number, secrets in enumerate([("t0",), ("t1", "t0"), ("t2", "t1")]):
        fetched.accept(f"t{number}")
        assert fetched.headers() == {"authorization": f"Bearer t{number}"}
        assert fetched.secrets() == secrets


@pytest.mark.parametrize(
    "bad", ["", " ", "two words", "a\n", "a\r\nX: b", "\x00", "\x7f", "ä", "\ud800", 7, b"s3cret", None, ["s3cret"]]
)
def test_token_invalid_in_a_header_raises_without_showing_it(bad: Any):
    with pytest.raises(InvalidArgumentError, match=r"^token must be ") as caught:
        bearer(source).accept(bad)
    assert "s3cret" not in str(caught.value)
    if isinstance(bad, str) and bad.strip():
        assert bad not in str(caught.value)
    if bad is not None:
        with pytest.raises(InvalidArgumentError, match=r"^token must be "):
            bearer(bad)


def test_invalid_new_token_keeps_the_current_one():
    fetched = bearer("good")
    with pytest.raises(InvalidArgumentError):
        fetched.accept("")
    assert fetched.headers() == {"authorization": "Bearer good"}


@pytest.mark.parametrize("token", ["s3cret", source, None])
def test_credentials_survive_a_pickle_and_a_copy(token: Any):
    auth = bearer(token)
    for other in (pickle.loads(pickle.dumps(auth)), copy.deepcopy(auth), copy.copy(auth)):
        assert (other.secrets(), other.source, repr(other)) == (auth.secrets(), auth.source, repr(auth))


def test_name_and_password_are_sent_as_basic():
    auth = Basic("me", "pä:ss")
    assert auth.headers() == {"authorization": "Basic bWU6cMOkOnNz"}
    assert (auth.secrets(), auth.source, auth.httpx_auth) == (("bWU6cMOkOnNz", "pä:ss", "pÃ¤:ss"), None, None)
    assert repr(auth) == "Basic('me', '***')"
    assert pickle.loads(pickle.dumps(auth)).headers() == auth.headers()
    assert Basic("me", "").secrets() == ("bWU6",)
    with pytest.raises(TypeError, match="never fetched"):
        auth.accept("other")


@pytest.mark.parametrize(
    ("username", "password", "argument"),
    [("a:b", "p", "username"), ("a\n", "p", "username"), (5, "p", "username"), ("a", "s3\ncret", "password")],
)
def test_basic_credentials_invalid_in_a_header_raise(username: Any, password: Any, argument: str):
    with pytest.raises(InvalidArgumentError, match=f"^{argument} must be text") as caught:
        Basic(username, password)
    assert "cret" not in str(caught.value)


def test_bearer_without_an_argument_name():
    assert Bearer("s3cret").headers() == {"authorization": "Bearer s3cret"}
    with pytest.raises(InvalidArgumentError, match=r"^token must be given, got None$"):
        Bearer(None).headers()


UNTIL = datetime(2025, 6, 16, 9, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)


@pytest.fixture
def scope() -> ImpersonationScope:
    return ImpersonationScope(UNTIL, {"admin.users.impersonate"})


def test_call_inside_the_scope_is_allowed(scope: ImpersonationScope):
    scope.check("conversations.list", UNTIL - timedelta(hours=1))
    scope.check("conversations.list", UNTIL - MOMENT)
    assert scope.expires == UNTIL


@pytest.mark.parametrize("late", [timedelta(), MOMENT, timedelta(days=1)])
def test_call_at_or_after_expiry_raises(scope: ImpersonationScope, late: timedelta):
    with pytest.raises(TrivetError, match=r"^conversations\.list: .* expired at 2025-06-16T09:00:00\+00:00$"):
        scope.check("conversations.list", UNTIL + late)


def test_expiry_is_compared_across_time_zones(scope: ImpersonationScope):
    there = UNTIL.astimezone(timezone(timedelta(hours=8)))
    scope.check("conversations.list", there - MOMENT)
    with pytest.raises(TrivetError, match="expired"):
        scope.check("conversations.list", there)


def test_forbidden_operation_raises(scope: ImpersonationScope):
    with pytest.raises(TrivetError, match=r"^admin\.users\.impersonate: an impersonated client cannot"):
        scope.check("admin.users.impersonate", UNTIL - timedelta(hours=1))


def test_call_after_the_scope_ended_raises(scope: ImpersonationScope):
    scope.end()
    scope.end()
    for operation in ("conversations.list", "admin.users.impersonate"):
        with pytest.raises(TrivetError, match=rf"^{operation}: the block .* is over$"):
            scope.check(operation, UNTIL - timedelta(hours=1))


def token(claims: object) -> str:
    encoded = urlsafe_b64encode(claims if isinstance(claims, bytes) else json.dumps(claims).encode())
    return f"e30.{encoded.decode().rstrip('=')}.c2ln"


@pytest.mark.parametrize("subject", ["a", "ab", "abc", "ann@example.com", "?>~\u00ff"])
def test_subject_of_a_token_is_read_whatever_its_padding(subject: str):
    assert token_subject(f"Bearer {token({'sub': subject})}") == subject
    assert token_subject(f"bearer {token({'exp': 1, 'sub': subject})}") == subject


@pytest.mark.parametrize(
    "credentials",
    [
        "",
        "Bearer",
        "Bearer opaque",
        f"Basic {token({'sub': 'a'})}",
        f"Bearer {token({'sub': 'a'})}.encrypted.parts",
        f"Bearer {token({'sub': 7})}",
        f"Bearer {token({'sub': None})}",
        f"Bearer {token({})}",
        f"Bearer {token(['sub'])}",
        f"Bearer {token(b'not JSON')}",
        f"Bearer {token(bytes([255, 254]))}",
        f"Bearer {token(b'[' * 9_000)}",
        f"Bearer {token(b'9' * 9_000)}",
        f"Bearer {token({'sub': 'a' * LONGEST_TOKEN})}",
        "Bearer e30.a.c2ln",
        "Bearer \u00e4.\u00f6.\u00fc",
    ],
)
def test_other_credentials_have_no_subject(credentials: str):
    assert token_subject(credentials) is None
