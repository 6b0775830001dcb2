"""A row: its description, and when two rows are equal."""

from trivet.chat.bulk import Row


def test_description_is_kept_and_never_overwritten():
    before = Row("a", "planned", label="ann@old.example", old={"role": "user"}, new={"role": "admin"})
    done = Row("a", "done", "why", 200, label="ann@new.example").described_as(before)
    assert (done.outcome, done.reason, done.status) == ("done", "why", 200)
    assert (done.label, done.old, done.new) == ("ann@new.example", {"role": "user"}, {"role": "admin"})


def test_rows_are_equal_by_id_and_outcome_and_can_be_counted():
    assert Row("a", "done", label="x", old={"role": "user"}) == Row("a", "done")
    assert Row("a", "done") != Row("a", "failed")
    assert len({Row("a", "done", new={"role": "user"}), Row("a", "done")}) == 1
