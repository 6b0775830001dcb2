"""Email addresses as rows of a bulk job."""

from types import SimpleNamespace

import pytest

from trivet.chat._bulk.email_address import user_with_email
from trivet.chat._bulk.rows.change import RowChange


@pytest.mark.parametrize(
    ("email", "addresses", "expected"),
    [
        ("a_b@x", ["axb@x", "a_b@x", "za_b@x"], "a_b@x"),
        ("A_B@x", ["axb@x", "a_b@X"], "a_b@X"),
        ("A@x", ["a@x", "A@x"], "A@x"),
        ("ÜNAL@x", ["ünal@x", "unal@x"], "ünal@x"),
    ],
)
def test_exact_address_wins_over_one_of_other_case(email, addresses, expected):
    assert user_with_email(email, [SimpleNamespace(email=address) for address in addresses]).email == expected


@pytest.mark.parametrize(
    ("addresses", "reason"),
    [
        ([], "no user has this email address"),
        (["axb@x", "a_b@x.y"], "no user has this email address"),
        (["A_b@x", "a_B@x"], "2 users have this email address"),
        (["a_b@x", "a_b@x"], "2 users have this email address"),
        ([None], "no user has this email address"),
    ],
)
def test_address_of_none_or_several_is_a_skipped_row(addresses, reason):
    change = user_with_email(
        "a_b@x", [SimpleNamespace(email=address) if address else SimpleNamespace() for address in addresses]
    )
    assert isinstance(change, RowChange)
    assert (change.row.id, change.row.outcome, change.row.reason, change.row.label) == (
        "a_b@x",
        "skipped",
        reason,
        "a_b@x",
    )


@pytest.mark.parametrize(
    ("email", "other"),
    [("strasse@x", "straße@x"), ("MIKE@x", "mi\u212ae@x"), ("mi\u212ae@x", "mike@x"), ("\ufb01@x", "fi@x")],
)
def test_address_with_another_letter_that_folds_alike_is_another_user(email, other):
    change = user_with_email(email, [SimpleNamespace(email=other)])
    assert (change.row.outcome, change.row.reason) == ("skipped", "no user has this email address")
