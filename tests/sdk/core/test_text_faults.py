"""Faults of secrets and URLs: the kind of character and its place, without the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.text_faults import credential_fault, url_fault

SECRET = "s3cret-of-a-user"
TOKEN = "[!-~]"
PASSWORD = r"[^\x00-\x1f\x7f\ud800-\udfff]"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "''"),
        (" \r\n", "a text of blanks or line ends alone"),
        (f"{SECRET}\r", "a text with a carriage return (of a Windows line end) at its end"),
        (f"{SECRET}\r\n", "a text with a carriage return (of a Windows line end) at its end"),
        (f"{SECRET}\n", "a text with a line end at its end"),
        (f"{SECRET} \n", "a text with a blank, a line end at its end"),
        (f"\t{SECRET} ", "a text with a tab at its start and a blank at its end"),
        (f"{SECRET} {SECRET}", "a text with a blank within it"),
        (f"\ufeff{SECRET}", "a text with a byte order mark at its start"),
        (f"{SECRET}\u200b", "a text with an invisible character at its end"),
        (f"{SECRET}\xa0", "a text with a blank that is not ASCII at its end"),
        (f"{SECRET}\x00", "a text with a control character at its end"),
        (f"{SECRET}\udcff", "a text with half a character (a byte that is not UTF-8) at its end"),
        (f"{SECRET[:3]}é{SECRET}", "a text with a character that is not ASCII within it"),
        (f"Bearer {SECRET}", "a text that begins with 'Bearer', which the client adds itself"),
        (f" BEARER\t{SECRET}\r\n", "a text that begins with 'Bearer', which the client adds itself"),
        (f"Authorization: Bearer {SECRET}", "a text that begins with 'Authorization:', which the client adds itself"),
        (f"AccountKey: {SECRET}", "a text that begins with 'Accountkey:', which the client adds itself"),
        (f"bearers {SECRET}", "a text with a blank within it"),
    ],
)
def test_fault_of_a_token_names_kind_and_place(text: str, fault: str) -> None:
    assert str(credential_fault(text, TOKEN)) == fault
    assert str(credential_fault(text, TOKEN, "from TRIVET_X")) == f"{fault}, from TRIVET_X"


def test_password_may_begin_with_a_scheme() -> None:
    assert str(credential_fault(f"Bearer {SECRET}\r", PASSWORD)) == (
        "a text with a carriage return (of a Windows line end) at its end"
    )


@given(st.text(st.characters(exclude_characters="'")))
def test_no_fault_shows_a_character_of_a_secret(text: str) -> None:
    marked = "".join(char for char in text if not char.isascii() or not char.isalnum())
    fault = str(credential_fault(f"Q7{marked}Q7", TOKEN))
    assert "Q7" not in fault
    assert fault.isascii()


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("localhost:4096", "'localhost:4096', which does not begin with http:// or https://"),
        ("chat.example.com/api/v1", "'chat.example.com/api/v1', which does not begin with http:// or https://"),
        ("ftp://chat.test", "'ftp://chat.test', which does not begin with http:// or https://"),
        ("htps://chat.test", "'htps://chat.test', which does not begin with http:// or https://"),
        (SECRET, "a text, which does not begin with http:// or https://"),
        (f"me:{SECRET}@chat.test", "'...', which does not begin with http:// or https://"),
        (f"http://me:{SECRET}@chat.test", "'http://...', with a user or a password, which have arguments of their own"),
        (f"https://chat.test?key={SECRET}", "'https://chat.test?...', with a query or a fragment"),
        (f"https://chat.test/#{SECRET}", "'https://chat.test/#...', with a query or a fragment"),
        ("https://chat.test\r", r"'https://chat.test\r', with a carriage return (of a Windows line end) at its end"),
        (" https://chat.test", "' https://chat.test', with a blank at its start"),
        ("https://b\xfccher.test", "'https://b\xfccher.test', with a character that is not ASCII within it"),
        ("https://chat.test:99999", "'https://chat.test:99999', whose host or port is not valid"),
        ("https://:80", "'https://:80', whose host or port is not valid"),
    ],
)
def test_fault_of_a_url_names_the_mistake_and_shows_no_secret(url: str, fault: str) -> None:
    assert str(url_fault(url, "from TRIVET_X")) == f"{fault}, from TRIVET_X"
