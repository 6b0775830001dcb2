"""The names of settings."""

from __future__ import annotations

from trivet.cli.settings.names import credential_name, near, variable


def test_variables_are_those_of_the_clients() -> None:
    assert variable("bus", credential_name("bus")) == "TRIVET_BUS_ACCOUNT_KEY"
    assert variable("chat", credential_name("chat")) == "TRIVET_CHAT_TOKEN"


def test_near_name_is_offered_or_all_of_them() -> None:
    assert near("wrk", ["work", "home"]) == "did you mean 'work'?"
    assert near("x", ["work", "home"]) == "known: work, home"
    assert near("x", []) == "known: none"
