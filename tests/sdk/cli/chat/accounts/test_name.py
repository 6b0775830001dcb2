"""Names of accounts."""

from __future__ import annotations

import pytest

from trivet.cli.chat.accounts.name import account_name
from trivet.cli.failures import UsageError

ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"


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
