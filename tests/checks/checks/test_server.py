"""A server that is checked, from the settings that people give."""

import pytest

from tests.checks.checks.helpers import OTHER_RULE, RULE
from trivet_checks import Budget, CouldNotRun, check_server
from trivet_checks.checks.server import check_base_url
from trivet_stubs import ChatStub


def test_stub_holds_every_rule_that_is_tried(monkeypatch):
    with ChatStub() as stub:
        monkeypatch.setenv("MINE", stub.token("alice"))
        monkeypatch.setenv("TRIVET_CHAT_ADMIN_TOKEN", stub.admin_token)
        monkeypatch.setenv("TRIVET_CHAT_OTHER_TOKEN", stub.token("bob"))
        budget = Budget(monotonic=stub.clock.monotonic, pause=stub.clock.advance)
        options = {"ids": [RULE, OTHER_RULE], "transport": stub.async_transport(), "budget": budget}
        result = check_server("chat", "http://chat.test", callers={"user": "MINE"}, allow_writes=True, **options)
        assert {verdict.id: verdict.outcome for verdict in result.verdicts} == {RULE: "holds", OTHER_RULE: "holds"}
        assert len(result.made) >= 2
        reading = check_server("chat", "http://chat.test", callers={"user": "MINE"}, **options)
        assert {verdict.reason for verdict in reading.verdicts} == {"writes are not allowed"}


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("chat.test", "does not begin with"),
        ("ftp://chat.test", "does not begin with"),
        ("http://", "does not begin with"),
        ("http://chat.test:port", "it is not a URL"),
        ("http://[chat", "it is not a URL"),
        ("http://me:s3cret@chat.test", "it holds credentials"),
        ("http://chat.test?sig=s3cret", "a query"),
        ("http://chat.test/#s3cret", "a fragment"),
        ("http://chat.test/\x1b[31ms3cret", "characters"),
        ("http://chat.test/ s3cret", "characters"),
    ],
)
def test_base_url_that_cannot_be_used_is_refused_and_not_shown(url, message):
    with pytest.raises(ValueError, match=message) as caught:
        check_base_url(url)
    assert "s3cret" not in str(caught.value)
    check_base_url("https://chat.test:8443/api/v1/")


@pytest.mark.parametrize(
    ("service", "options", "message"),
    [
        ("tram", {}, "has no checks"),
        ("chat", {"ids": ["chat.chairs.*"]}, "'chat.chairs.\\*' selects no rule"),
        ("chat", {"timeout": 0}, "timeout: 0 is not"),
        ("chat", {"callers": {"user": "NOT_SET"}}, "NOT_SET of user is not set"),
    ],
)
def test_setting_that_cannot_be_used_is_refused(service, options, message):
    with pytest.raises(ValueError, match=message):
        check_server(service, "http://chat.test", **options)


def test_stub_that_is_closed_could_not_run():
    with ChatStub() as stub:
        transport = stub.async_transport()
    with pytest.raises(CouldNotRun, match="does not answer"):
        check_server("chat", "http://chat.test", transport=transport)
