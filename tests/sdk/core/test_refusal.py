import pickle

import pytest

from trivet import APIConnectionError, NotFoundError, RateLimitError
from trivet._core.answer import Head, Headers
from trivet._core.auth import ApiKey
from trivet._core.refusal import hide_secrets, status_error
from trivet._core.settings import ApiInfo, Settings

KEY = "k3y-of-the-account"
SETTINGS = Settings(
    ApiInfo("bus", "https://bus.test/api", {(500, "quota"): 429}, ()),
    ApiKey("AccountKey", KEY, argument="account_key"),
    base_url=None,
    timeout=30.0,
    deadline=None,
    max_retries=0,
    max_body=1000,
    max_in_flight=None,
    max_per_second=None,
    headers={"x-tenant": "tenant-of-ann"},
    clock=None,
    strict=False,
)


def head(status: int) -> Head:
    return Head(status, Headers([(b"x-echo", KEY.encode())]))


@pytest.mark.parametrize("secret", [KEY, "tenant-of-ann", "further-secret"])
def test_error_shows_no_secret_that_the_answer_repeats(secret: str):
    body = b'{"message": "no stop of %s"}' % secret.encode()
    error = status_error(SETTINGS, "stops.list", head(404), body, ("further-secret",))
    assert type(error) is NotFoundError
    assert (error.message, error.body) == ("no stop of ***", b'{"message": "no stop of ***"}')
    assert error.headers["x-echo"] == "***"


def test_status_that_stands_for_another_makes_its_error():
    body = b'{"fault": {"faultstring": "too many", "detail": {"errorcode": "quota"}}}'
    error = status_error(SETTINGS, "stops.list", head(500), body, ())
    assert type(error) is RateLimitError
    assert (error.status, error.code) == (500, "quota")


def test_reason_of_a_failed_connection_is_redacted_escaped_and_pickled():
    error = APIConnectionError("stops.list", f"malformed head: \x1b[31m{KEY}", False)
    hide_secrets(error, (KEY,))
    for each in (error, pickle.loads(pickle.dumps(error))):
        assert (each.reason, each.sent) == ("malformed head: \\x1b[31m***", False)
        assert str(each) == "stops.list: malformed head: \\x1b[31m***"
