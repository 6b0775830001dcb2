"""One account, found by its email address or id."""

from __future__ import annotations

import pytest

from trivet import ChatClient
from trivet.cli.chat.accounts.one import find_account
from trivet.cli.failures import UsageError
from trivet_stubs import ChatStub


def test_account_is_found_exactly(chat_stub: ChatStub, chat_client: ChatClient) -> None:
    chat_stub.observed.search_wildcards = True
    row = find_account(chat_client, "Bob@example.com", "USER")
    assert (row.id, row.label, row.role) == (chat_stub.user_id("bob"), "bob@example.com", "user")
    assert find_account(chat_client, chat_stub.user_id("admin").upper(), "USER").role == "admin"


def test_account_that_is_not_there_or_there_twice_is_refused(chat_stub: ChatStub, chat_client: ChatClient) -> None:
    with pytest.raises(UsageError, match=r"USER: b_b@example\.com: no user has this email address"):
        find_account(chat_client, "b_b@example.com", "USER")
    with pytest.raises(UsageError, match=r"USER: 4f8a1c9e-.*404"):
        find_account(chat_client, "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001", "USER")
    chat_stub.records.users[chat_stub.user_id("erin")].email = "bob@example.com"
    with pytest.raises(UsageError, match="2 users have this email address"):
        find_account(chat_client, "bob@example.com", "USER")
