"""Credentials from files, stdin and variables."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from trivet.cli.failures import UsageError
from trivet.cli.settings import credentials
from trivet.cli.settings.credentials import (
    forget_in_keyring,
    from_file,
    from_keyring,
    from_stdin,
    from_variable,
    keep_in_keyring,
)


def test_file_has_one_line(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_bytes(b"\xef\xbb\xbf s3cret \r\n")
    path.chmod(0o600)
    notes: list[str] = []
    assert from_file(path, "token", notes.append) == "s3cret"
    assert notes == []


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has these modes")
def test_file_that_others_can_read_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("s3cret")
    path.chmod(0o644)
    notes: list[str] = []
    assert from_file(path, "token", notes.append) == "s3cret"
    assert notes == [f"note: others can read {path}, which holds a token: chmod 600 {path}"]


@pytest.mark.parametrize("raw", [b"", b" \n", b"two\nlines", b"two words", b"\xff\xfea", b"x" * 70_000, b"a\x1bb"])
def test_file_without_a_credential_is_named_and_not_shown(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "token"
    path.write_bytes(raw)
    with pytest.raises(UsageError, match="has no token") as caught:
        from_file(path, "token", print)
    assert str(path) in str(caught.value)
    assert "two" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "raw", "fault"),
    [
        ("token", b"Bearer s3cret\r\n", "begins with 'Bearer', which the client adds itself"),
        ("token", b"s3\r\ncret\r\n", "a carriage return (of a Windows line end) within it"),
        ("token", "s3crét".encode(), "a character that is not ASCII within it"),
        ("password", b"s3\ncret", "must be one line of text, and is a text with a line end within it"),
        ("token", "s3cret".encode("utf-16"), "it is UTF-16, as Windows PowerShell writes it: save it as UTF-8"),
        ("token", "s3crét".encode("latin-1"), "it is not UTF-8"),
    ],
)
def test_mistake_in_a_file_is_named(tmp_path: Path, name: str, raw: bytes, fault: str) -> None:
    path = tmp_path / "token"
    path.write_bytes(raw)
    with pytest.raises(UsageError) as caught:
        from_file(path, name, print)
    assert str(caught.value).startswith(f"{path} has no {name}: ")
    assert fault in str(caught.value)
    assert "s3" not in str(caught.value).removeprefix(str(path))


def test_password_in_a_file_may_have_blanks_and_other_letters(tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_text("Bearer é  x\n", "utf-8")
    assert from_file(path, "password", print) == "Bearer é  x"


def test_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"the file of the token, .*none, cannot be read: No such file"):
        from_file(tmp_path / "none", "token", print)
    with pytest.raises(UsageError, match="Is a directory"):
        from_file(tmp_path, "token", print)


def test_stdin_is_read_typed_or_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"s3cret\n")))
    assert from_file(Path("-"), "token", print) == "s3cret"
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(credentials, "getpass", lambda prompt: f"typed-{prompt.strip()}")
    assert from_stdin("token") == "typed-token:"
    for closed in (None, io.StringIO()):
        if closed is not None:
            closed.close()
        monkeypatch.setattr(sys, "stdin", closed)
        with pytest.raises(UsageError, match="stdin, which is closed"):
            from_stdin("token")


def test_password_may_have_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse\n"))
    assert from_stdin("password") == "correct horse"


def test_variable_that_is_not_set_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORK_TOKEN", " s3cret ")
    assert from_variable("WORK_TOKEN", "token", "[work.chat]") == "s3cret"
    monkeypatch.setenv("WORK_TOKEN", "")
    with pytest.raises(UsageError, match=r"\[work.chat\] takes the token from WORK_TOKEN, which is not set"):
        from_variable("WORK_TOKEN", "token", "[work.chat]")


def test_credential_is_kept_by_profile_and_service(keyring_entries: dict[tuple[str, str], str]) -> None:
    keep_in_keyring("work", "chat", "s3cret")
    assert keyring_entries == {("trivet", "work.chat"): "s3cret"}
    assert from_keyring("work", "chat") == "s3cret"
    assert from_keyring("home", "chat") is None
    assert (forget_in_keyring("work", "chat"), forget_in_keyring("work", "chat")) == (True, False)


def test_keyring_that_does_not_work_is_a_failure(keyring_entries: object, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = sys.modules["keyring"]

    def locked(*_: str) -> None:
        raise keyring.errors.KeyringError("with the s3cret")

    monkeypatch.setattr(keyring, "set_password", locked)
    with pytest.raises(UsageError, match=r"keyring does not work here \(KeyringError\): use token_file") as caught:
        keep_in_keyring("work", "chat", "s3cret")
    assert "s3cret" not in str(caught.value)


def test_without_the_extra_the_line_for_pip_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(UsageError, match=r"keyring is not installed: pip install '/path/to/trivet\[keyring\]'"):
        from_keyring("work", "chat")
