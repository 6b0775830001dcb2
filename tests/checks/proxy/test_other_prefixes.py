"""Requests below another prefix than the contract's."""

import pytest

from trivet_checks.proxy.other_prefixes import OtherPrefix, OtherPrefixes
from trivet_stubs.kernel.contract import load


@pytest.mark.parametrize(
    ("service", "method", "path", "expected"),
    [
        ("chat", "GET", "/api/v1/conversations", OtherPrefix("/api/v1")),
        ("chat", "GET", "/api/v1/conversations/1/messages", OtherPrefix("/api/v1")),
        ("chat", "GET", "//conversations", OtherPrefix("/")),
        ("chat", "PUT", "/api/v1/conversations", None),
        ("chat", "GET", "/admin/conversations", None),
        ("chat", "GET", "/health", None),
        ("chat", "GET", "/", None),
        ("bus", "GET", "/ltaodataservice/v3/BusArrival", OtherPrefix("/ltaodataservice")),
        ("agent", "GET", "/session", OtherPrefix("/api", lacks=True)),
        ("agent", "GET", "/proxy/api/session", OtherPrefix("/proxy")),
        ("agent", "GET", "/a/b/c/d/e/f/api/session", None),
    ],
)
def test_prefix_is_found_that_leads_to_an_operation(service, method, path, expected):
    assert OtherPrefixes(load(service)).find(method, path) == expected
