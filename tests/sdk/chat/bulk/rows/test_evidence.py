"""The verdict of a look-up on a change: it took effect, it did not, or its effect is unknown."""

from types import SimpleNamespace
from typing import Any

import pytest

from trivet import APITimeoutError, InternalServerError, NotFoundError
from trivet.chat._bulk.rows.evidence import is_gone, is_shown, row_of_answer, unknown_row, verified_row
from trivet.chat._bulk.rows.row import Row

SERVICE = b'{"error": {"code": "NOT_FOUND", "message": "User not found", "details": null}}'


def not_found(body: bytes) -> NotFoundError:
    return NotFoundError("admin.users.get", 404, {}, body)


def test_own_error_of_the_service_says_that_a_record_is_gone() -> None:
    assert is_gone(not_found(SERVICE))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not found",
        b"<html><h1>404 Not Found</h1></html>",
        b'{"detail": "Not Found"}',
        b'{"code": "NOT_FOUND"}',
        b'{"detail": {"code": "NOT_FOUND"}}',
        b'{"error": "NOT_FOUND"}',
        b'{"error": {"code": "ROUTE_NOT_FOUND"}}',
        b'["NOT_FOUND"]',
        b"[" * 100_000,
        b"\xff",
    ],
)
def test_any_other_404_does_not_say_that_a_record_is_gone(body: bytes) -> None:
    assert not is_gone(not_found(body))


def test_other_status_with_the_same_code_does_not_say_it() -> None:
    assert not is_gone(InternalServerError("admin.users.get", 500, {}, SERVICE))


@pytest.mark.parametrize(
    ("values", "record", "effect", "row"),
    [
        (None, None, True, Row("a", "done")),
        (None, {}, False, Row("a", "failed", "the deletion has no effect: the service still has the record", 204)),
        ({"is_active": False}, {"is_active": False}, True, Row("a", "done")),
        (
            {"is_active": False, "role": "user"},
            {"is_active": True, "role": "user"},
            False,
            Row("a", "failed", "the update has no effect: is_active is True", 200),
        ),
        (
            {"is_active": False, "is_app_admin": True},
            {"is_active": False},
            None,
            Row("a", "unknown", "the service does not show is_app_admin", 200),
        ),
        (
            {"is_active": False, "is_app_admin": True},
            {"is_active": True},
            False,
            Row("a", "failed", "the update has no effect: is_active is True", 200),
        ),
        ({"title": None}, {"title": None}, True, Row("a", "done")),
        ({"title": None}, {"title": "x"}, False, Row("a", "failed", "the update has no effect: title is 'x'", 200)),
        ({"title": " x "}, {"title": "x"}, True, Row("a", "done")),
        ({"title": " x "}, {"title": " x "}, True, Row("a", "done")),
        (
            {"role": "user"},
            None,
            False,
            Row("a", "failed", "the service does not have the record any more", 404, "NOT_FOUND"),
        ),
    ],
)
def test_record_shows_effect_of_a_change(values: Any, record: Any, effect: bool | None, row: Row) -> None:
    answer = None if record is None else SimpleNamespace(**record)
    assert is_shown(values, answer) is effect
    assert verified_row("a", values, answer) == row


def test_long_value_is_cut_in_a_reason() -> None:
    reason = verified_row("a", {"title": "x"}, SimpleNamespace(title="y\n" * 5000)).reason
    assert reason is not None
    assert len(reason) < 200
    assert "\n" not in reason


def test_404_of_a_gateway_to_a_change_leaves_the_row_unknown() -> None:
    assert row_of_answer("a", not_found(b"<html>")).outcome == "unknown"
    assert row_of_answer("a", not_found(SERVICE)).outcome == "failed"
    assert row_of_answer("a", APITimeoutError("op", "late", sent=False)).outcome == "failed"


def test_failed_look_up_leaves_the_row_unknown() -> None:
    assert unknown_row("a", not_found(b"gateway")) == Row("a", "unknown", "admin.users.get: 404", 404)
    assert unknown_row("a", APITimeoutError("op", "late")) == Row("a", "unknown", "op: late")
