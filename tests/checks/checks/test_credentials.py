"""The credentials of callers in reports."""

from trivet_checks.checks.credentials import HIDDEN, Credentials, presented, proxy_secrets, remember
from trivet_checks.exchanges.gate import Gate
from trivet_stubs.kernel.contract import load


def new_gate():
    return Gate(load("chat"), same=HIDDEN)


def test_token_that_an_answer_gave_is_shown_by_its_key():
    gate = new_gate()
    gate.learn({}, b'{"access_token": "0123456789"}')
    assert presented("authorization", "Bearer 0123456789", None, gate).shown == "Bearer <access_token>"


def test_unknown_token_is_hidden_from_then_on():
    gate = new_gate()
    assert presented("AccountKey", "0123456789", None, gate) == Credentials("AccountKey", "0123456789", "<hidden>")
    assert gate.hide("0123456789") == "<hidden>"


def test_shown_text_of_a_server_runs_nothing_in_a_shell():
    assert presented("x", "y", "Bearer $(reboot)", new_gate()).shown == "Bearer \\$(reboot)"


def test_value_and_token_of_a_caller_are_hidden_and_not_in_its_repr():
    gate = new_gate()
    credentials = Credentials("authorization", "Bearer 0123456789", "Bearer $TOKEN")
    remember(credentials, gate)
    assert gate.hide("0123456789, Bearer 0123456789") == "$TOKEN, Bearer $TOKEN"
    assert "0123456789" not in repr(credentials)


def test_proxy_credentials_are_secrets_as_text_and_as_sent():
    proxies = {"http": "me:p%C3%A4:w@proxy.test", "https": "http://you@proxy.test/", "all": "http://proxy.test:1"}
    assert set(proxy_secrets(proxies)) == {"me", "p\xe4:w", "p:w", "bWU6cMOkOnc=", "you", "eW91Og=="}
    assert not list(proxy_secrets({"no": "me:pw@proxy.test"}))
