import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.no_proxy import is_excluded


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
