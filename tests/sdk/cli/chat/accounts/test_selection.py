"""The selection of accounts."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from trivet import ChatClient
from trivet.cli.chat.accounts import selection
from trivet.cli.chat.accounts.selection import Accounts, Selected, Selection, account_name, accounts_of, find_account
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options
from trivet_stubs import ChatStub

OFFLINE = Invocation("chat", Options())


def test_repeated_names_are_kept_for_the_job_to_count_and_nothing_is_sent() -> None:
    names = ("b@x.test", "b@x.test", "c@x.test")
    assert Selection(names=["b@x.test", " b@x.test", "c@x.test"]).accounts(OFFLINE) == Selected(names)
    assert not Selection().given
    assert Selection(csv=Path("-")).given


def test_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "LARGEST", 10)
    path = tmp_path / "f.csv"
    path.write_text("email\nb@x.test\n")
    with pytest.raises(UsageError, match="is larger than"):
        Selection(csv=path).accounts(OFFLINE)
    with pytest.raises(UsageError, match="Is a directory"):
        Selection(csv=tmp_path).accounts(OFFLINE)


ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"


@pytest.mark.parametrize(
    "data",
    [
        b"email,name\nb@x.test,B\nc@x.test,C\n",
        b"name;Email\r\nB;b@x.test\r\nC;c@x.test\r\n",
        b"\xef\xbb\xbfEMAIL\tname\nb@x.test\tB\nc@x.test\tC",
        b'sep=;\n"name";" email "\n"B;\nBee";b@x.test\n\nC;\'c@x.test\n'.replace(b"'c", b"c"),
        "name|email\nÄ|b@x.test\n|c@x.test\n".encode("utf-16"),
        "email\nb@x.test\nc@x.test\n".encode("utf-32"),
    ],
    ids=["commas", "semicolons", "tabs-with-mark", "spreadsheet", "utf-16", "utf-32"],
)
def test_column_is_found_in_any_usual_file(data: bytes) -> None:
    assert accounts_of(data, "f.csv", "email") == Accounts(("b@x.test", "c@x.test"))


def test_ids_repeated_and_blank_lines_are_counted_and_guards_of_cells_removed() -> None:
    data = f"id,x\n{ID.upper()},1\n,2\n'+b@x.test,3\n{ID},4\n  ,5\nshort\n".encode()
    with pytest.raises(UsageError, match=r"f\.csv, line 7: 'short' is neither an email address nor an id"):
        accounts_of(data, "f.csv", "id")
    accounts = accounts_of(data.replace(b"short\n", b""), "f.csv", "id")
    assert accounts == Accounts((ID, "+b@x.test"), repeated=1, blank=(3, 6))


def test_other_encoding_is_read_by_its_name() -> None:
    for workbook in (b"PK\x03\x04\x14\xff", b"\xd0\xcf\x11\xe0\xa1"):
        with pytest.raises(UsageError, match=r"l\.xlsx: this is a workbook, not CSV; .* save it as CSV UTF-8"):
            accounts_of(workbook, "l.xlsx", "email", None)
    data = "näme,email\nÖ,b@x.test\n".encode("cp1252")
    assert accounts_of(data, "f.csv", "email", "cp1252").names == ("b@x.test",)
    with pytest.raises(UsageError, match=r"f\.csv, line 1: this is not utf-8; name the encoding with --encoding"):
        accounts_of(data, "f.csv", "email")
    with pytest.raises(UsageError, match="--encoding: klingon is not an encoding"):
        accounts_of(data, "f.csv", "email", "klingon")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "f.csv is empty: its first line has to name the columns, such as email"),
        (b"\xef\xbb\xbf \n", "f.csv is empty"),
        (b"sep=;\n", "f.csv has no column 'email'"),
        (b"Name;Mail\nB;b@x.test\n", "f.csv has no column 'email', but 'Name', 'Mail'; choose with --column"),
        (b"b@x.test\nc@x.test\n", "has no column 'email', but 'b@x.test'; its first line has to name the columns"),
        (b"email,Email\n", "f.csv has 2 columns 'email'; rename all but one"),
        (b'email\n"b@x.test\n', "f.csv, line 2: unexpected end of data"),
        ("email\nb@x.test\n".encode("utf-16-le"), "NUL characters; name its encoding with --encoding, such as utf-16"),
        (b"email\nbob\x1b[31m\n", r"f.csv, line 2: 'bob\\x1b[31m' is neither an email address nor an id"),
        (b"email\n" + b"x" * 140_000, "f.csv, line 2: 'xxx"),
    ],
)
def test_file_that_cannot_be_used_is_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        accounts_of(data, "f.csv", "email")
    assert message.replace("\\\\", "\\") in str(caught.value)
    assert "\n" not in str(caught.value)


def test_header_without_rows_has_no_accounts() -> None:
    assert accounts_of(b"email\n", "f.csv", "email") == Accounts(())


def test_line_with_too_many_cells_is_refused_unless_they_are_empty() -> None:
    data = b"name,manager,email\nBrown, Bob,boss@x.test,b@x.test\n"  # the manager stands where the address should
    with pytest.raises(UsageError, match=r"f\.csv, line 2: it has 4 cells, and the first line 3; quote the cells"):
        accounts_of(data, "f.csv", "email")
    assert accounts_of(b"email,name\nb@x.test,B,, \nc@x.test\n", "f.csv", "email").names == ("b@x.test", "c@x.test")


@pytest.mark.parametrize(
    ("text", "name"),
    [(" Bob@Example.com\n", "Bob@Example.com"), (ID.upper(), ID), (f"{{{ID}}}", ID), (ID.replace("-", ""), ID)],
)
def test_email_addresses_and_ids_are_names(text: str, name: str) -> None:
    assert account_name(text, "USER") == name


@pytest.mark.parametrize("text", ["", "bob", "-", ID[:-1]])
def test_other_text_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(UsageError, match=r"USER: .* is neither an email address nor an id"):
        account_name(text, "USER")


def test_account_is_found_by_its_exact_name(chat_stub: ChatStub, chat_client: ChatClient) -> None:
    chat_stub.observed.search_wildcards = True
    row = find_account(chat_client, "Bob@example.com", "USER")
    assert (row.id, row.label, row.role) == (chat_stub.user_id("bob"), "bob@example.com", "user")
    assert find_account(chat_client, chat_stub.user_id("admin").upper(), "USER").role == "admin"


def test_missing_or_ambiguous_account_is_refused(chat_stub: ChatStub, chat_client: ChatClient) -> None:
    with pytest.raises(UsageError, match=r"USER: b_b@example\.com: no user has this email address"):
        find_account(chat_client, "b_b@example.com", "USER")
    with pytest.raises(UsageError, match=r"USER: 4f8a1c9e-.*404"):
        find_account(chat_client, "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001", "USER")
    chat_stub.records.users[chat_stub.user_id("erin")].email = "bob@example.com"
    with pytest.raises(UsageError, match="2 users have this email address"):
        find_account(chat_client, "bob@example.com", "USER")


@pytest.mark.parametrize("delimiter", [",", ";"])
@pytest.mark.parametrize("length", [131_072, 131_073, 3_000_000])
def test_cell_of_any_length_in_another_column_is_read(delimiter: str, length: int) -> None:
    limit = csv.field_size_limit()
    rows = [["note", "email"], ['a"' + "x" * length, "bob@example.com"], ["y" * length, "erin@example.com"]]
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    assert accounts_of(text.getvalue().encode(), "f.csv", "email").names == ("bob@example.com", "erin@example.com")
    assert csv.field_size_limit() == limit
