"""One account, found by its email address or id."""

from __future__ import annotations

from trivet import ChatClient
from trivet.chat.bulk import Bulk, Row
from trivet.cli.chat.accounts.name import account_name
from trivet.cli.failures import UsageError

__all__ = ["find_account"]


def find_account(chat: ChatClient, account: str, place: str) -> Row:
    """Return the account that has exactly this email address, or this id, as the row of a bulk job.

    >>> find_account(chat, "bob@example.com", "USER").role
    'user'

    Args:
        chat: The client of an administrator.
        account: The email address or the id.
        place: The argument or option that names it, for errors.

    Raises:
        UsageError: It is neither, or no account or several have it.
        APIError: The accounts could not be read.
    """
    name = account_name(account, place)
    # The dry run of an export resolves email addresses, looks ids up, and writes nothing.
    [row] = Bulk(chat, concurrency=1).export_users([name], "unused", dry_run=True).rows
    if row.outcome != "planned":
        raise UsageError(f"{place}: {name}: {row.reason}")
    return row
