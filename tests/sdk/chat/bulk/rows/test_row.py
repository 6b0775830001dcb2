"""The row of a call that failed."""

import pytest

from trivet import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    DecodeError,
    InternalServerError,
    NotFoundError,
    StreamError,
)
from trivet.chat._bulk.rows.row import Row, row_of_error


@pytest.mark.parametrize(
    ("error", "changed", "looked_up"),
    [
        (NotFoundError("op", 404, {}, b"", "NOT_FOUND", "gone"), ("failed", 404, "NOT_FOUND"), "failed"),
        (AuthenticationError("op", 401, {}, b""), ("failed", 401, None), "failed"),
        (InternalServerError("op", 500, {}, b""), ("failed", 500, None), "failed"),
        (InternalServerError("op", 503, {}, b""), ("unknown", 503, None), "failed"),
        (InternalServerError("op", 504, {}, b"", "GATEWAY"), ("unknown", 504, "GATEWAY"), "failed"),
        (DecodeError("op", 200, {}, b"", "no"), ("unknown", 200, None), "failed"),
        (APITimeoutError("op", "late"), ("unknown", None, None), "failed"),
        (StreamError("op", "cut"), ("unknown", None, None), "failed"),
        (APIConnectionError("op", "refused", sent=False), ("failed", None, None), "failed"),
    ],
)
def test_error_of_change_that_may_have_taken_effect_is_unknown(error, changed, looked_up):
    row = row_of_error("id", error, changing=True)
    assert (row.outcome, row.status, row.code) == changed
    assert row.reason == str(error)
    assert row_of_error("id", error, changing=False).outcome == looked_up


def test_reason_over_500_characters_is_cut():
    row = row_of_error("id", NotFoundError("op", 404, {}, b"", None, "x" * 9000), changing=True)
    assert len(row.reason) == 500
    assert row.reason.endswith("x...")


def test_description_is_kept_and_never_overwritten():
    before = Row("a", "planned", label="ann@old.example", old={"role": "user"}, new={"role": "admin"})
    done = Row("a", "done", "why", 200, label="ann@new.example").described_as(before)
    assert (done.outcome, done.reason, done.status) == ("done", "why", 200)
    assert (done.label, done.old, done.new) == ("ann@new.example", {"role": "user"}, {"role": "admin"})


def test_rows_are_equal_by_id_and_outcome_and_can_be_counted():
    assert Row("a", "done", label="x", old={"role": "user"}) == Row("a", "done")
    assert Row("a", "done") != Row("a", "failed")
    assert len({Row("a", "done", new={"role": "user"}), Row("a", "done")}) == 1
