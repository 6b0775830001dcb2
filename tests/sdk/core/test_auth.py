import copy
import pickle
from typing import Any

import pytest

from trivet import InvalidArgumentError
from trivet._core.auth import ApiKey, Basic, Bearer, authorization_secrets

VARIABLE = "TRIVET_TEST_TOKEN"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def bearer(token: Any = None) -> Bearer:
    return Bearer(token, argument="token", variable=VARIABLE)


def source() -> str:
    return "fetched"


@pytest.mark.parametrize(
    ("header", "secrets"),
    [
        ("", ()),
        ("Bearer t0ken", ("t0ken",)),
        ("basic bWU6czNjcmV0OjE=", ("bWU6czNjcmV0OjE=", "s3cret:1")),
        ("Basic bWU6", ("bWU6",)),
        ("Basic not base64", ("not base64",)),
        ('Digest username="me", response="r"', ('username="me", response="r"',)),
    ],
)
def test_what_a_header_of_another_flow_holds_is_secret(header: str, secrets: tuple[str, ...]):
    assert authorization_secrets(header) == secrets


def test_a_key_goes_under_its_own_header():
    key = ApiKey("AccountKey", "s3cret", argument="account_key")
    assert key.headers() == {"AccountKey": "s3cret"}
    assert (key.secrets(), key.source) == (("s3cret",), None)
    assert repr(key) == "ApiKey('AccountKey', '***')"


def test_a_key_is_never_fetched():
    with pytest.raises(TypeError, match="never fetched"):
        ApiKey("AccountKey", "s3cret", argument="account_key").accept("other")


def test_a_token_goes_as_bearer():
    given = bearer("s3cret")
    assert given.headers() == {"authorization": "Bearer s3cret"}
    assert (given.secrets(), given.source) == (("s3cret",), None)
    assert repr(given) == "Bearer('***')"


def test_what_is_not_given_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(VARIABLE, "from-outside")
    assert bearer().headers() == {"authorization": "Bearer from-outside"}
    assert bearer("given").headers() == {"authorization": "Bearer given"}
    assert bearer(source).source is source


def test_the_environment_is_read_when_it_is_made_and_not_later(monkeypatch: pytest.MonkeyPatch):
    made = bearer()
    monkeypatch.setenv(VARIABLE, "too-late")
    with pytest.raises(InvalidArgumentError):
        made.headers()


def test_a_token_that_is_nowhere_is_missed_only_when_it_is_needed():
    missing = bearer()
    assert (missing.source, missing.secrets()) == (None, ())
    with pytest.raises(InvalidArgumentError, match=f"^token must be given, or set as {VARIABLE}, got None$"):
        missing.headers()


def test_a_fetched_token_takes_the_place_of_the_one_before_which_stays_secret():
    fetched = bearer(source)
    assert fetched.secrets() == ()
    for number, secrets in enumerate([("t0",), ("t1", "t0"), ("t2", "t1")]):
        fetched.accept(f"t{number}")
        assert fetched.headers() == {"authorization": f"Bearer t{number}"}
        assert fetched.secrets() == secrets


@pytest.mark.parametrize(
    "bad", ["", " ", "two words", "a\n", "a\r\nX: b", "\x00", "\x7f", "ä", "\ud800", 7, b"s3cret", None, ["s3cret"]]
)
def test_what_cannot_stand_in_a_header_is_refused_and_not_shown(bad: Any):
    with pytest.raises(InvalidArgumentError, match=r"^token must be ") as caught:
        bearer(source).accept(bad)
    assert "s3cret" not in str(caught.value)
    if isinstance(bad, str) and bad.strip():
        assert bad not in str(caught.value)
    if bad is not None:
        with pytest.raises(InvalidArgumentError, match=r"^token must be "):
            bearer(bad)


def test_a_bad_token_leaves_the_good_one():
    fetched = bearer("good")
    with pytest.raises(InvalidArgumentError):
        fetched.accept("")
    assert fetched.headers() == {"authorization": "Bearer good"}


@pytest.mark.parametrize("given", ["s3cret", source, None])
def test_credentials_survive_a_pickle_and_a_copy(given: Any):
    made = bearer(given)
    for other in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made), copy.copy(made)):
        assert (other.secrets(), other.source, repr(other)) == (made.secrets(), made.source, repr(made))


def test_a_name_and_a_password_go_as_basic():
    given = Basic("me", "pä:ss")
    assert given.headers() == {"authorization": "Basic bWU6cMOkOnNz"}
    assert (given.secrets(), given.source, given.httpx_auth) == (("bWU6cMOkOnNz", "pä:ss"), None, None)
    assert repr(given) == "Basic('me', '***')"
    assert pickle.loads(pickle.dumps(given)).headers() == given.headers()
    assert Basic("me", "").secrets() == ("bWU6",)
    with pytest.raises(TypeError, match="never fetched"):
        given.accept("other")


@pytest.mark.parametrize(
    ("username", "password", "argument"),
    [("a:b", "p", "username"), ("a\n", "p", "username"), (5, "p", "username"), ("a", "s3\ncret", "password")],
)
def test_what_cannot_stand_in_the_header_of_basic(username: Any, password: Any, argument: str):
    with pytest.raises(InvalidArgumentError, match=f"^{argument} must be text") as caught:
        Basic(username, password)
    assert "cret" not in str(caught.value)


def test_a_bearer_that_stands_alone():
    assert Bearer("s3cret").headers() == {"authorization": "Bearer s3cret"}
    with pytest.raises(InvalidArgumentError, match=r"^token must be given, got None$"):
        Bearer(None).headers()
