"""Credentials in the keyring."""

from __future__ import annotations

import sys

import pytest

from trivet.cli.failures import UsageError
from trivet.cli.settings.keyring import fetch, forget, keep


def test_credential_is_kept_by_profile_and_service(kept: dict[tuple[str, str], str]) -> None:
    keep("work", "chat", "s3cret")
    assert kept == {("trivet", "work.chat"): "s3cret"}
    assert fetch("work", "chat") == "s3cret"
    assert fetch("home", "chat") is None
    assert (forget("work", "chat"), forget("work", "chat")) == (True, False)


def test_keyring_that_does_not_work_is_a_failure(kept: object, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = sys.modules["keyring"]

    def locked(*_: str) -> None:
        raise keyring.errors.KeyringError("with the s3cret")

    monkeypatch.setattr(keyring, "set_password", locked)
    with pytest.raises(UsageError, match=r"keyring does not work here \(KeyringError\): use token_file") as caught:
        keep("work", "chat", "s3cret")
    assert "s3cret" not in str(caught.value)


def test_without_the_extra_the_line_for_pip_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(UsageError, match=r"keyring is not installed: pip install '/path/to/trivet\[keyring\]'"):
        fetch("work", "chat")
