"""Settings of a client, from arguments and the environment."""

import math
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet import InvalidArgumentError
from trivet._core.auth import ApiKey
from trivet._core.clock import SystemClock
from trivet._core.settings import ApiInfo, Settings, from_environment, is_excluded

API_INFO = ApiInfo("bus", "https://bus.test/api", {(500, "Quota"): 429}, ())
AUTH = ApiKey("AccountKey", "k3y", argument="account_key")


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRIVET_BUS_BASE_URL", raising=False)
    monkeypatch.delenv("TRIVET_BUS_ACCOUNT_KEY", raising=False)


def settings(**changes: Any) -> Settings:
    arguments: dict[str, Any] = {
        "base_url": None,
        "timeout": 30.0,
        "deadline": None,
        "max_retries": 2,
        "max_body": 64_000_000,
        "headers": None,
        "clock": None,
        "strict": False,
    }
    return Settings(changes.pop("api_info", API_INFO), AUTH, **arguments | changes)


def test_base_url_of_the_service_is_the_default():
    assert settings().base_url == "https://bus.test/api"


def test_base_url_argument_beats_environment_beats_default(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TRIVET_BUS_BASE_URL", "http://127.0.0.1:8000/")
    assert settings().base_url == "http://127.0.0.1:8000"
    assert settings(base_url="http://mine.test").base_url == "http://mine.test"
    monkeypatch.setenv("TRIVET_BUS_BASE_URL", "")
    assert settings().base_url == "https://bus.test/api"


def test_invalid_base_url_in_the_environment_raises(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TRIVET_BUS_BASE_URL", "bus.test")
    with pytest.raises(InvalidArgumentError, match=r"^base_url must be an http or https URL"):
        settings()


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("http://bus.test", "http://bus.test"),
        ("HTTPS://Bus.Test/Api/", "HTTPS://Bus.Test/Api"),
        ("http://bus.test///", "http://bus.test"),
        ("http://127.0.0.1:65535/a/b", "http://127.0.0.1:65535/a/b"),
        ("http://[::1]:80/a", "http://[::1]:80/a"),
        ("http://xn--bcher-kva.test", "http://xn--bcher-kva.test"),
        ("http://bus.test/~me/@v1/%20", "http://bus.test/~me/@v1/%20"),
    ],
)
def test_base_url_with_a_port_and_a_prefix_is_kept(url: str, kept: str):
    assert settings(base_url=url).base_url == kept


@pytest.mark.parametrize(
    "url",
    [
        "",
        "bus.test",
        "//bus.test",
        "ftp://bus.test",
        "http://",
        "http:///path",
        "http://bus.test?",
        "http://bus.test/?key=1",
        "http://bus.test/#top",
        "http://bus.test:port",
        "http://bus.test:65536",
        "http://[::1",
        "http://bus.test\n",
        "http://bus.test/a\r\nX: y",
        "http://bus.test/a b",
        "http://bus.test/\x00",
        "http://bücher.test",
        " http://bus.test",
        7,
        b"http://bus.test",
    ],
)
def test_invalid_base_url_raises(url: Any):
    with pytest.raises(InvalidArgumentError, match=r"^base_url must be "):
        settings(base_url=url)


@pytest.mark.parametrize(
    "url", ["https://me:s3cret@bus.test", "ftp://me:s3cret@bus.test", "me:s3cret@bus.test", "https://s3cret@b?c"]
)
def test_base_url_with_credentials_raises_without_showing_them(url: str):
    with pytest.raises(InvalidArgumentError, match="without credentials") as caught:
        settings(base_url=url)
    assert "s3cret" not in str(caught.value) + repr(caught.value)


def test_missing_base_url_of_a_service_without_a_default_raises():
    with pytest.raises(InvalidArgumentError, match=r"^base_url must be "):
        settings(api_info=ApiInfo("chat", None, {}, ()))


@pytest.mark.parametrize("argument", ["timeout", "deadline"])
@pytest.mark.parametrize("value", [0, -1, math.nan, math.inf, True, "30", 1j])
def test_seconds_not_finite_or_not_above_zero_raise(argument: str, value: Any):
    with pytest.raises(InvalidArgumentError, match=f"^{argument} must be a number"):
        settings(**{argument: value})


@pytest.mark.parametrize("argument", ["timeout", "deadline"])
@pytest.mark.parametrize("value", [4_000_001, 1e300])
def test_seconds_that_no_system_can_wait_raise(argument: str, value: float):
    with pytest.raises(InvalidArgumentError, match=f"^{argument} must be a number of seconds of at most 4,000,000 "):
        settings(**{argument: value})


@pytest.mark.parametrize("value", [None, 1, 0.001])
def test_small_seconds_and_none_are_accepted(value: Any):
    given = settings(timeout=value, deadline=value)
    assert (given.timeouts.connect, given.timeouts.read, given.deadline) == (value, value, value)


@pytest.mark.parametrize("value", [-1, 1.0, True, None, "2"])
def test_number_of_retries_that_is_not_an_int_raises(value: Any):
    with pytest.raises(InvalidArgumentError, match=r"^max_retries must be a whole number not below 0"):
        settings(max_retries=value)


@pytest.mark.parametrize(
    "headers",
    [
        {"X-A": "1\r\nX-B: 2"},
        {"X-A": "1\n"},
        {"X-A": "\x00"},
        {"X-A": "\x7f"},
        {"X-A": "Größe€"},
        {"X-A": 7},
        {"X-A": None},
        {"X-A": b"1"},
        {"X-A\r\nX-B": "1"},
        {"X A": "1"},
        {"X:A": "1"},
        {"": "1"},
        {"Grüße": "1"},
        {7: "1"},
        [("X-A", "1")],
        "X-A: 1",
    ],
)
def test_invalid_header_raises(headers: Any):
    with pytest.raises(InvalidArgumentError, match=r"^headers"):
        settings(headers=headers)
    with pytest.raises(InvalidArgumentError, match=r"^headers"):
        settings().evolve(headers=headers)


def test_error_of_an_invalid_header_hides_its_value():
    with pytest.raises(InvalidArgumentError, match=r"^headers\['X-Token'\] must be ") as caught:
        settings(headers={"X-Token": "s3cret\n"})
    assert "s3cret" not in str(caught.value) + repr(caught.value)


@pytest.mark.parametrize("name", ["Accept", "Content-Type", "content-length", "HOST", "Transfer-Encoding"])
def test_header_that_each_call_sets_raises(name: str):
    with pytest.raises(InvalidArgumentError, match=r"^headers must be without those that each call sets by itself"):
        settings(headers={name: "x"})


def test_header_names_are_lower_case():
    assert settings(headers={"X-A": "\t1 é", "x-a": "2", "X-b": ""}).headers == {"x-a": "2", "x-b": ""}


def test_evolve_changes_settings_and_adds_headers():
    first = settings(headers={"X-A": "1", "X-B": "2"}, strict=True, deadline=9)
    second = first.evolve(timeout=None, max_retries=0, headers={"x-b": "3", "X-C": "4"})
    assert (second.timeouts.read, second.deadline, second.max_retries, second.strict) == (None, 9, 0, True)
    assert second.headers == {"x-a": "1", "x-b": "3", "x-c": "4"}
    assert (first.timeouts.read, first.max_retries, first.headers) == (30.0, 2, {"x-a": "1", "x-b": "2"})
    assert (second.base_url, second.auth, second.clock) == (first.base_url, first.auth, first.clock)


@pytest.mark.parametrize("name", ["max_body", "max_values"])
@pytest.mark.parametrize("value", [0, -1, True, 1.5, "2"])
def test_limit_of_an_answer_that_is_not_a_positive_int_raises(name: str, value: Any):
    with pytest.raises(InvalidArgumentError, match=rf"^{name} must be a whole number not below 1"):
        settings(**{name: value})
    with pytest.raises(InvalidArgumentError, match=rf"^{name}"):
        settings().evolve(**{name: value})


def test_evolve_checks_its_arguments():
    with pytest.raises(InvalidArgumentError, match=r"^timeout"):
        settings().evolve(timeout=0)


def test_system_clock_is_the_default():
    assert isinstance(settings().clock, SystemClock)


def test_settings_survive_pickle_and_show_no_secret():
    twin = pickle.loads(pickle.dumps(settings(headers={"X-A": "1"})))
    assert (twin.base_url, twin.headers, twin.auth.headers()) == (
        "https://bus.test/api",
        {"x-a": "1"},
        {"AccountKey": "k3y"},
    )
    assert "k3y" not in repr(twin)


def test_missing_key_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TRIVET_BUS_ACCOUNT_KEY", "from there")
    assert from_environment("bus", "account_key", None) == "from there"
    assert from_environment("bus", "account_key", "given") == "given"


def test_missing_key_error_names_argument_and_variable():
    with pytest.raises(
        InvalidArgumentError, match=r"^account_key must be given, or set as TRIVET_BUS_ACCOUNT_KEY, got None$"
    ):
        from_environment("bus", "account_key", None)


@pytest.mark.parametrize("key", ["", "two words", "line\n", "\x00", "schlüssel", 7, None, b"key"])
def test_invalid_key_raises_without_showing_it(key: Any):
    with pytest.raises(InvalidArgumentError, match=r"^account_key must be ") as caught:
        ApiKey("AccountKey", key, argument="account_key")
    assert not isinstance(key, str) or not key or key not in str(caught.value) + repr(caught.value)


def test_repr_of_a_key_hides_it():
    assert repr(AUTH) == "ApiKey('AccountKey', '***')"
    assert (AUTH.headers(), AUTH.secrets()) == ({"AccountKey": "k3y"}, ("k3y",))


@pytest.mark.parametrize(
    ("status", "code", "meant"), [(500, "Quota", 429), (500, "Other", 500), (500, None, 500), (401, "Quota", 401)]
)
def test_effective_status_of_certain_codes(status: int, code: str | None, meant: int):
    assert API_INFO.effective_status(status, code) == meant


@pytest.mark.parametrize(
    ("host", "no_proxy"),
    [
        ("bus.test", "*"),
        ("bus.test", "bus.test"),
        ("BUS.test", "Bus.Test"),
        ("bus.test.", "bus.test"),
        ("bus.test", ".bus.test"),
        ("api.bus.test", "bus.test"),
        ("api.bus.test", ".bus.test"),
        ("api.bus.test", "*.bus.test"),
        ("bus.test", "other.test,bus.test"),
        ("bus.test", " other.test , bus.test "),
        ("bus.test", "other.test bus.test"),
        ("bus.test", "bus.test:8443"),
        ("bus.test", ",,bus.test,"),
        ("10.1.2.3", "10.1.2.3"),
        ("10.1.2.3", "10.0.0.0/8"),
        ("10.1.2.3", "10.1.2.3/8"),
        ("10.1.2.3", "10.1.2.3:8443"),
        ("::1", "::1"),
        ("::1", "[::1]"),
        ("::1", "[::1]:8443"),
        ("0:0:0:0:0:0:0:1", "::1"),
        ("fd00::5", "fd00::/8"),
    ],
)
def test_named_host_is_excluded(host: str, no_proxy: str):
    assert is_excluded(host, 8443, no_proxy)


@pytest.mark.parametrize(
    ("host", "no_proxy"),
    [
        ("bus.test", ""),
        ("bus.test", " , "),
        ("bus.test", "us.test"),
        ("bus.test", "api.bus.test"),
        ("bus.test", "bus.test:443"),
        ("bus.test", "bus.test:"),
        ("bus.test", "bus.test:x"),
        ("bus.test", "http://bus.test"),
        ("bus.test", "."),
        ("bus.test", "*."),
        ("bus.test", "10.0.0.0/8"),
        ("10.1.2.3", "10.0.0.0/99"),
        ("10.1.2.3", "169.254/16"),
        ("10.1.2.3", "1.2.3"),
        ("10.1.2.3", "fd00::/8"),
        ("::1", "[::1]:443"),
        ("::1", "[::2"),
        ("::1", "127.0.0.1"),
    ],
)
def test_host_that_is_not_named_is_not_excluded(host: str, no_proxy: str):
    assert not is_excluded(host, 8443, no_proxy)


@given(st.text() | st.from_regex(r"[\w.*:\[\]/, ]{0,20}"), st.sampled_from(["bus.test", "10.1.2.3", "::1", ""]))
def test_any_value_raises_nothing(no_proxy: str, host: str):
    assert is_excluded(host, 443, no_proxy) in (True, False)
