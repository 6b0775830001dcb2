"""Rows of a bulk job as people read them."""

from __future__ import annotations

import pytest

from trivet.chat.bulk import Outcome, Report, Row
from trivet.cli.chat.accounts.plan import (
    change_of,
    in_words,
    is_as_asked,
    looked_up_again,
    planned_count,
    record_of,
    summary,
)

BOB = Row(
    "4f8a",
    "planned",
    label="bob@x.test",
    old={"is_active": True, "role": "user"},
    new={"is_active": False},
    role="user",
)


def test_change_names_what_is_before_and_after() -> None:
    assert change_of(BOB) == "active → inactive"
    assert change_of(Row("a", "planned", new={"is_active": False})) == "? → inactive"
    assert change_of(Row("a", "planned", old={"role": "admin", "is_active": False}, new={"role": "user"})) == (
        "role: admin → user"
    )
    assert change_of(Row("a", "planned", old={"is_active": False}, new={"is_active": False})) == ""


def test_record_has_the_account_once_whether_it_was_found_or_not() -> None:
    found = record_of(BOB)
    assert (found["email"], found["id"], found["role"]) == ("bob@x.test", "4f8a", "user")
    assert (found["before"], found["after"]) == ({"is_active": True, "role": "user"}, {"is_active": False})
    missing = record_of(Row("x@x.test", "skipped", "no user has this email address", label="x@x.test"))
    assert (missing["email"], missing["id"], missing["change"]) == ("x@x.test", None, "")


def test_reason_names_the_option_of_the_command() -> None:
    row = Row("a", "skipped", "an administrator who is not named in admins")
    assert in_words(row).reason == "an administrator who is not named with --admin"
    assert in_words(BOB) is BOB


@pytest.mark.parametrize(
    ("outcome", "reason", "expected"),
    [
        ("done", None, True),
        ("planned", None, True),
        ("skipped", "it has these values already", True),
        ("skipped", "the job did not change it: its outcome is skipped", True),
        ("skipped", "no user has this email address", False),
        ("skipped", "an administrator who is not named in admins", False),
        ("failed", "403", False),
        ("unknown", None, False),
    ],
)
def test_refusal_and_account_that_is_not_found_are_not_as_asked(
    outcome: Outcome, reason: str | None, expected: bool
) -> None:
    assert is_as_asked(Row("a", outcome, reason)) is expected


def test_rows_that_a_run_would_send_are_counted() -> None:
    rows = (
        BOB,
        Row("b", "unknown"),
        Row("c", "failed"),
        Row("d", "failed", status=200),
        Row("e", "failed", status=403),
        Row("f", "done"),
    )
    assert planned_count(Report(rows)) == 4
    assert summary(Report(rows)) == "6 accounts: 1 done, 3 failed, 1 unknown, 1 planned"
    assert summary(Report((BOB,))) == "1 account: 1 planned"


@pytest.mark.parametrize(
    ("count", "changed", "text"),
    [
        (0, 0, ""),
        (1, 0, "1 account was looked up again, because the service or the job ended within 30 s after the change"),
        (
            12,
            1,
            "12 accounts were looked up again, because the service or the job ended within 30 s after the change; "
            "1 had been lost, and was changed again",
        ),
    ],
)
def test_accounts_that_were_looked_up_again_are_counted(count: int, changed: int, text: str) -> None:
    assert looked_up_again(Report((), count, changed)) == text
