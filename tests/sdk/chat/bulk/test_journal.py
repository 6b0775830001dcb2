"""The journal of a bulk job: which rows and outcomes it holds, also after a crash at any byte."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from attrs import evolve

from trivet import InvalidArgumentError
from trivet.chat._bulk.files import path_argument
from trivet.chat._bulk.journal import Journal
from trivet.chat._bulk.replay import LOST_WITHIN, RecentAnswers
from trivet.chat._bulk.state import RowState
from trivet.chat.bulk import Row

JOB = {"job": "delete_users", "base_url": "http://chat.test", "title": "\ud800 \u2028 ü"}
SKIPPED = Row("c", "skipped", "an administrator")


@pytest.fixture
def written(path):
    """The bytes of a journal, and the state of its rows after each line."""
    rows = [RowState(Row("a", "planned"), False), RowState(Row("b", "planned")), RowState(SKIPPED, True)]
    journal = Journal(path)
    journal.begin(JOB, rows)
    head = path.stat().st_size
    states = [(head, [("a", "planned", False), ("b", "planned", False), ("c", "skipped", False)])]
    for row_id, outcome in [("a", None), ("b", None), ("b", "failed"), ("a", "done"), ("b", None), ("b", "planned")]:
        if outcome is None:
            journal.sending(Row(row_id, "planned"))
        else:
            journal.settle(Row(row_id, outcome, "why", 500, "CODE"))
        state = {row[0]: row for row in states[-1][1]}
        state[row_id] = (row_id, outcome or "unknown", outcome != "planned")
        states.append((path.stat().st_size, list(state.values())))
    journal.close()
    return path.read_bytes(), states


@pytest.mark.long
def test_journal_cut_at_any_byte_resumes_from_its_whole_lines(path, written):
    data, states = written
    for size in range(len(data) + 1):
        path.write_bytes(data[:size])
        journal = Journal(path)
        replay = journal.resume(JOB)
        reached = [state for end, state in states if end <= size]
        if not reached:
            assert replay is None
        else:
            resumed = replay.states.values()
            assert [(state.row.id, state.row.outcome, state.sent) for state in resumed] == reached[-1]
            journal.settle(Row("a", "done"))
        journal.close()
        if reached:
            resumed, settled, closed = map(json.loads, path.read_bytes().splitlines()[-3:])
            assert (list(resumed), settled["outcome"], list(closed)) == (["resumed"], "done", ["closed"])


def test_resume_restores_rows_with_outcome_and_is_admin(path, written):
    journal = Journal(path)
    states = list(journal.resume(JOB).states.values())
    journal.close()
    assert [state.row for state in states] == [
        Row("a", "done", "why", 500, "CODE"),
        Row("b", "planned", "why", 500, "CODE"),
        SKIPPED,
    ]
    assert [state.is_admin for state in states] == [False, None, True]


def test_head_names_version_job_and_base_url(written):
    data, _ = written
    assert data.startswith(b'{"journal": "trivet.chat.bulk", "version": 4, "job": "delete_users", "base_url": ')


def test_cause_is_kept_and_journal_without_causes_is_read(path):
    journal = Journal(path)
    journal.begin(JOB, [RowState(Row("a", "skipped", "why", cause="unchanged")), RowState(Row("b", "planned"))])
    journal.close()
    journal = Journal(path)
    assert [state.row.cause for state in journal.resume(JOB).states.values()] == ["unchanged", None]
    journal.close()


def test_unknown_cause_is_refused(path):
    journal = Journal(path)
    journal.begin(JOB, [RowState(Row("a", "skipped", "why", cause="unchanged"))])
    journal.close()
    path.write_bytes(path.read_bytes().replace(b'"unchanged"', b'"mood"'))
    with pytest.raises(InvalidArgumentError, match="a journal whose line 2 can be understood"):
        Journal(path).resume(JOB)


DESCRIBED = Row("a", "planned", label="ann@old.example", old={"is_active": True}, new={"is_active": False})


def details(state):
    return (state.row.label, state.row.old, state.row.new)


@pytest.mark.parametrize("planned", [DESCRIBED, Row("a", "planned")])
def test_label_and_values_survive_from_plan_or_from_sending(path, planned):
    journal = Journal(path)
    journal.begin(JOB, [RowState(planned)])
    journal.sending(DESCRIBED)
    journal.close()
    journal = Journal(path)
    [state] = journal.resume(JOB).states.values()
    assert (state.row.outcome, details(state)) == ("unknown", ("ann@old.example", DESCRIBED.old, DESCRIBED.new))
    journal.settle(Row("a", "done"))
    journal.close()
    head, [state] = Journal(path).finished({})
    assert (head, state.row, details(state)[1]) == (JOB, Row("a", "done"), {"is_active": True})


@pytest.fixture
def resume(path):
    """Resume a job at a base URL, and close the journal again."""

    def resume(base_url, moved_from=None, **job):
        journal = Journal(path, moved_from and f"http://{moved_from}.test")
        try:
            replay = journal.resume({**JOB, "base_url": f"http://{base_url}.test", **job})
            return [state.row for state in replay.states.values()]
        finally:
            journal.close()

    return resume


def test_moved_service_is_refused_unless_its_old_base_url_is_named(path, written, resume):
    with pytest.raises(
        InvalidArgumentError, match=r"base_url must be 'http://chat.test' .*give 'http://chat.test' as moved_f"
    ):
        resume("new")
    with pytest.raises(InvalidArgumentError, match=r"base_url must be 'http://chat.test'"):
        resume("new", moved_from="new")
    with pytest.raises(InvalidArgumentError, match=r"title must be .* as in the journal"):
        resume("new", moved_from="chat", title="y")
    assert path.read_bytes() == written[0]


def test_moved_service_is_named_once(path, written, resume):
    rows = resume("chat")
    assert resume("new", moved_from="chat") == resume("new") == resume("new", moved_from="chat") == rows
    assert resume("third", moved_from="new") == resume("third") == rows
    assert path.read_bytes().count(b"base_url") == 3
    with pytest.raises(InvalidArgumentError, match=r"base_url must be 'http://third.test'"):
        resume("chat", moved_from="new")
    assert resume("chat", moved_from="third") == rows


def test_job_to_undo_is_one_of_the_same_service_that_has_begun(path, written):
    data, _ = written
    job, states = Journal(path).finished({"base_url": "http://chat.test"})
    assert (job, len(states)) == (JOB, 3)
    with pytest.raises(InvalidArgumentError, match=r"base_url must be 'http://chat.test'"):
        Journal(path).finished({"base_url": "http://other.test"})
    moved, _ = Journal(path, "http://chat.test").finished({"base_url": "http://other.test"})
    assert moved["base_url"] == "http://other.test"
    assert path.read_bytes() == data
    for content in (b"", data[:30], data.splitlines(keepends=True)[0]):
        path.write_bytes(content)
        with pytest.raises(InvalidArgumentError, match="journal must be the journal of a job that has begun"):
            Journal(path).finished({})
    path.unlink()
    with pytest.raises(InvalidArgumentError, match="journal must be the journal of a job that has begun"):
        Journal(path).finished({})


@pytest.mark.parametrize("durable", [False, True])
def test_durable_journal_syncs_the_line_of_a_row_before_it_is_sent(path, monkeypatch, durable):
    synced = []
    monkeypatch.setattr("os.fsync", lambda file: synced.append(path.read_bytes().count(b"\n")))
    journal = Journal(path, durable=durable)
    journal.begin(JOB, [RowState(Row("a", "planned"))])
    journal.sending(Row("a", "planned"))
    assert synced == ([2, 3] if durable else [2])
    journal.close()
    assert synced[-1] == 4, "the line of the end of the run"


@pytest.fixture
def times():
    """The time of each line: a test adds those to come."""
    return []


@pytest.fixture
def write(path, times):
    """Begin or resume a journal of the rows a, b and c."""

    def write(*, resume=False):
        journal = Journal(path, now=lambda: datetime(2025, 6, 16, 8, tzinfo=UTC) + timedelta(seconds=times[-1]))
        if resume:
            journal.resume(JOB)
        else:
            journal.begin(JOB, [RowState(Row(row_id, "planned")) for row_id in "abc"])
        return journal

    return write


@pytest.fixture
def change(times):
    """Journal that a row is sent and settled at a time."""

    def change(journal, at, row, *, sent=True, by_hand=False):
        times.append(at)
        if sent:
            journal.sending(Row(row.id, "planned"))
        journal.settle(evolve(row, cause="by_hand") if by_hand else row)

    return change


@pytest.fixture
def doubtful(path):
    """Return the ids of the doubtful rows, as if the process had been killed now."""

    def doubtful():
        copy = path.with_name("copy")
        copy.write_bytes(path.read_bytes())
        journal = Journal(copy)
        replay = journal.resume(JOB, read_only=True)
        journal.close()
        return [state.row.id for state in replay.doubtful]

    return doubtful


DONE = [Row(row_id, "done") for row_id in "abc"]
UNANSWERED = Row("c", "unknown", "Connection reset")


def test_changes_before_a_crash_are_doubtful_for_30_seconds(write, change, doubtful):
    journal = write()
    change(journal, 0, DONE[0])
    change(journal, 30, DONE[1])
    assert doubtful() == ["a", "b"]
    change(journal, 31, Row("c", "failed", "no", 422))
    assert doubtful() == ["b"]
    journal.close()
    assert doubtful() == []


def test_changes_before_a_missing_answer_are_doubtful_however_long_it_took(write, change, doubtful):
    journal = write()
    change(journal, 0, DONE[0])
    change(journal, 31, DONE[1])
    change(journal, 600, UNANSWERED)
    journal.close()
    assert doubtful() == ["b"]


def test_change_that_a_look_up_has_shown_is_doubted_no_more(write, change, doubtful):
    journal = write()
    change(journal, 0, DONE[0])
    change(journal, 1, UNANSWERED)
    journal.close()
    journal = write(resume=True)
    change(journal, 2, DONE[0], sent=False)
    change(journal, 3, DONE[1])
    change(journal, 4, UNANSWERED)
    journal.close()
    assert doubtful() == ["b"]


def test_changes_before_a_crash_stay_doubtful_until_they_are_looked_up(path, write, change, doubtful):
    journal = write()
    change(journal, 0, DONE[0])
    change(journal, 1, DONE[1])
    killed = path.read_bytes()
    journal.close()
    path.write_bytes(killed)
    journal = write(resume=True)
    change(journal, 100, DONE[0], sent=False)
    journal.close()
    assert doubtful() == ["b"]


def test_change_that_the_user_has_settled_is_not_doubtful(write, change, doubtful):
    journal = write()
    change(journal, 0, DONE[0], by_hand=True)
    change(journal, 1, DONE[1])
    change(journal, 2, UNANSWERED)
    journal.close()
    journal = write(resume=True)
    change(journal, 3, DONE[1], sent=False, by_hand=True)
    journal.close()
    assert doubtful() == []


@pytest.mark.parametrize("at", [None, 7, "yesterday"])
def test_outcome_without_its_time_is_refused(path, write, change, at):
    journal = write()
    change(journal, 0, DONE[0])
    journal.close()
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    lines[-2]["at"] = at
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    with pytest.raises(InvalidArgumentError, match="a journal whose line 6 can be understood"):
        Journal(path).resume(JOB)


def test_journal_of_another_version_is_refused_with_both_versions(path, written):
    data, _ = written
    path.write_bytes(data.replace(b'"version": 4', b'"version": 3', 1))
    with pytest.raises(InvalidArgumentError, match="journal must be a journal of version 4, not of 3, got"):
        Journal(path).resume(JOB)


def test_resumed_job_without_a_new_line_leaves_the_file_as_it_was(path, written, resume):
    resume("chat")
    assert path.read_bytes() == written[0]


def test_journal_without_path_writes_nothing():
    journal = Journal(None)
    assert journal.resume(JOB) is None
    journal.begin(JOB, [RowState(Row("a", "planned"))])
    journal.sending(Row("a", "planned"))
    journal.settle(Row("a", "done"))
    journal.close()


@pytest.mark.parametrize("journal", [7, True, b"job.jsonl", ["job.jsonl"]])
def test_journal_other_than_a_path_is_refused(journal):
    with pytest.raises(InvalidArgumentError, match="journal must be the path of a file"):
        path_argument("journal", journal, "file")


def test_journal_path_takes_text_and_paths(path):
    assert path_argument("journal", str(path), "file") == path_argument("journal", path, "file") == path


START = datetime(2025, 6, 16, 8, tzinfo=UTC)


@pytest.fixture
def answers():
    return RecentAnswers()


@pytest.fixture
def settled(answers):
    """Settle a row so many seconds after the start; return its id."""

    def settled(seconds, outcome="done", *, sent=True, row_id=None, **details):
        row_id = row_id or f"{seconds}"
        if sent:
            answers.send(row_id)
        answers.settle(START + timedelta(seconds=seconds), Row(row_id, outcome, **details))
        return row_id

    return settled


def test_changes_are_doubtful_that_are_no_older_than_the_bound(answers, settled):
    bound = LOST_WITHIN.total_seconds()
    rows = [settled(seconds) for seconds in (0, 1, bound, bound + 1)]
    answers.doubt()
    assert answers.doubtful == set(rows[1:])


def test_change_that_the_user_has_recorded_since_is_not_doubted(answers, settled):
    by_hand, doubted = settled(0), settled(1)
    settled(2, sent=False, row_id=by_hand, cause="by_hand")
    answers.doubt()
    assert answers.doubtful == {doubted}


def test_outcome_that_the_user_has_recorded_is_no_sign_of_life(answers, settled):
    done = settled(0)
    settled(60, sent=False, cause="by_hand")
    answers.doubt()
    assert answers.doubtful == {done}


def test_answer_of_any_kind_is_the_latest_sign_of_life(answers, settled):
    done = [settled(0), settled(10)]
    settled(35, "failed", status=422)
    settled(39, sent=False)
    answers.doubt()
    assert answers.doubtful == {done[1]}


@pytest.mark.parametrize(
    ("outcome", "status", "doubtful"),
    [
        ("unknown", None, True),
        ("failed", None, True),
        ("unknown", 504, True),
        ("unknown", 404, True),
        ("failed", 404, False),
        ("failed", 500, False),
        ("unknown", 200, False),
        ("skipped", None, False),
    ],
)
def test_outcome_without_an_answer_makes_earlier_ones_doubtful(answers, settled, outcome, status, doubtful):
    done = settled(0)
    settled(1, outcome, status=status)
    assert answers.doubtful == ({done} if doubtful else set())


def test_change_in_flight_during_a_failure_is_doubtful_when_it_is_answered(answers, settled):
    answers.send("overtaken")
    settled(1, "failed")
    settled(2, sent=False, row_id="overtaken")
    settled(3)
    assert answers.doubtful == {"overtaken"}


def test_change_that_is_sent_again_after_a_failure_is_not_doubtful(answers, settled):
    answers.send("a")
    answers.doubt()
    settled(1, row_id="a")
    assert not answers.doubtful


@pytest.mark.parametrize("closed", [False, True])
def test_change_in_flight_at_the_end_of_a_run_is_looked_up_and_not_doubtful(answers, settled, closed):
    done = settled(0)
    answers.send("a")
    answers.end_run(closed=closed)
    settled(100, sent=False, row_id="a")
    answers.end_run(closed=True)
    assert answers.doubtful == (set() if closed else {done})


def test_time_of_a_record_and_repeated_rows_are_kept(path):
    journal = Journal(path)
    journal.begin(JOB, [RowState(Row("a", "planned"), False, read_at=START), RowState(Row("b", "planned"), False)], 3)
    journal.close()
    resumed = Journal(path)
    replay = resumed.resume(JOB)
    resumed.close()
    assert [state.read_at for state in replay.states.values()] == [START, None], "only a record has a time"
    assert replay.head["repeated"] == 3


def test_journal_whose_time_of_a_record_cannot_be_read_is_refused(path):
    journal = Journal(path)
    journal.begin(JOB, [RowState(Row("a", "planned"), False, read_at=START)])
    journal.close()
    path.write_bytes(path.read_bytes().replace(b"2025-06-16T08", b"yesterday"))
    broken = Journal(path)
    with pytest.raises(InvalidArgumentError, match="line 2 can be understood"):
        broken.resume(JOB)
    broken.close()
