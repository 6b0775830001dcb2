"""One job over accounts: its plan, its question and its results."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from trivet import ChatClient
from trivet.chat.bulk import Cause, JobStoppedError, Outcome, Report, Row, StopNote
from trivet.cli.chat.accounts.job_options import Limits
from trivet.cli.chat.accounts.running import (
    Task,
    change_of,
    chat_command,
    confirmed,
    is_as_requested,
    lookup_note,
    planned_count,
    record_of,
    run_confirmed,
    show_result,
    status_of,
    summary,
    with_option_names,
)
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options

ROWS = tuple(
    Row(f"{n}", "planned", label=f"u{n}@x.test", old={"is_active": True}, new={"is_active": False}) for n in range(80)
)
REFUSED = Row("x@x.test", "skipped", "no user has this email address", label="x@x.test")


def task(job: object = None) -> Task:
    return Task("deactivate", "Deactivating", "will be deactivated", job)  # type: ignore[arg-type]


def invocation(*, terminal: bool, chat: ChatClient | None = None) -> Invocation:
    run = Invocation("chat", Options())
    run.__dict__.update(interactive=terminal, on_terminal=terminal, client=chat)
    return run


class Typed(io.StringIO):
    """A terminal with typed text."""

    def isatty(self) -> bool:
        return True


def test_long_plan_shows_refusals_first_and_counts_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("80\n"))
    assert confirmed(invocation(terminal=True), task(), Report((*ROWS, REFUSED)), yes=False)
    output = capsys.readouterr()
    assert output.out == ""
    lines = output.err.splitlines()
    assert lines[0].split() == ["Account", "Role", "Change", "Note"]
    assert lines[1].startswith("x@x.test")
    assert "… and 31 more; --dry-run shows all" in lines[51]


def test_plan_shows_changes_below_many_refusals_and_never_raw(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("1\n"))
    refused = tuple(Row(f"{n}", "skipped", "no user has this email address", label=f"g{n}@x.test") for n in range(60))
    raw = invocation(terminal=True)
    raw.options = Options(raw=True)
    assert confirmed(raw, task(), Report((*refused, Row("b", "planned", label="b\x1b[8m@x.test"))), yes=False)
    err = capsys.readouterr().err
    assert r"b\x1b[8m@x.test" in err
    assert "… and 11 more; --dry-run shows all" in err
    assert err.count("no user has this email address") == 49


def test_terminal_shows_rows_that_are_not_done_and_a_script_all_rows(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report((Row("a", "done", label="a@x.test"), REFUSED))
    show_result(invocation(terminal=True), task(), report)
    assert "a@x.test" not in capsys.readouterr().out
    show_result(invocation(terminal=False), task(), report)
    assert "a@x.test" in capsys.readouterr().out
    show_result(invocation(terminal=True), task(), Report(report.rows[:1]))
    assert capsys.readouterr().out == ""


def test_status_counts_lines_without_an_account() -> None:
    assert (status_of(Report(ROWS)), status_of(Report(ROWS), 1), status_of(Report((REFUSED,)))) == (0, 1, 1)


def test_full_disk_is_raised_after_the_results_that_cannot_be_written(
    chat_client: ChatClient, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def full(*_: object, **__: object) -> Report:
        raise OSError(28, "No space left on device", "j")

    with pytest.raises(OSError, match=r"No space left on device: 'j'"):
        run_confirmed(
            invocation(terminal=False, chat=chat_client),
            task(full),
            (),
            3,
            Limits(),
            Path("j"),
            resume_command="trivet again",
            results=tmp_path / "none" / "r.csv",
        )
    lines = capsys.readouterr().err.splitlines()
    assert "--results: " in lines[0]
    assert lines[1] == "stopped at 0 accounts; resume with: trivet again"


def test_command_line_can_be_pasted_and_leads_to_the_same_server() -> None:
    options = Options(profile="work", base_url="https://chat.test/api", token_file=Path("my token"), timeout=3)
    flags = [("--resume", Path("a b.journal")), ("--export", None), ("--verify", True), ("--yes", False)]
    assert chat_command(options, "users", "delete", flags=flags) == (
        "trivet chat users delete --resume 'a b.journal' --verify --profile work --base-url https://chat.test/api "
        "--token-file 'my token'"
    )


BOB = Row(
    "4f8a",
    "planned",
    label="bob@x.test",
    old={"is_active": True, "role": "user"},
    new={"is_active": False},
    role="user",
)


def test_change_has_the_values_before_and_after() -> None:
    assert change_of(BOB) == "active → inactive"
    assert change_of(Row("a", "planned", new={"is_active": False})) == "? → inactive"
    assert change_of(Row("a", "planned", old={"role": "admin", "is_active": False}, new={"role": "user"})) == (
        "role: admin → user"
    )
    assert change_of(Row("a", "planned", old={"is_active": False}, new={"is_active": False})) == ""


def test_record_has_the_account_even_if_it_was_not_found() -> None:
    record = record_of(BOB)
    assert (record["email"], record["id"], record["role"]) == ("bob@x.test", "4f8a", "user")
    assert (record["before"], record["after"]) == ({"is_active": True, "role": "user"}, {"is_active": False})
    missing = record_of(Row("x@x.test", "skipped", "no user has this email address", label="x@x.test"))
    assert (missing["email"], missing["id"], missing["change"]) == ("x@x.test", None, "")


def test_reason_names_the_option_of_the_command() -> None:
    for cause in ("admin_not_named", "role_not_shown"):
        row = Row("a", "skipped", "in other words", cause=cause)
        assert "who is not named with --admin" in (with_option_names(row).reason or "")
    assert with_option_names(BOB) is BOB
    assert with_option_names(Row("a", "skipped", "who is not named in admins")).reason == "who is not named in admins"


@pytest.mark.parametrize(
    ("outcome", "cause", "expected"),
    [
        ("done", None, True),
        ("planned", None, True),
        ("skipped", "unchanged", True),
        ("skipped", "untouched", True),
        ("skipped", None, False),
        ("skipped", "admin_not_named", False),
        ("failed", None, False),
        ("unknown", None, False),
    ],
)
def test_refusal_and_account_that_is_not_found_are_not_as_asked(
    outcome: Outcome, cause: Cause | None, expected: bool
) -> None:
    assert is_as_requested(Row("a", outcome, "it has these values already", cause=cause)) is expected


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
    assert lookup_note(Report((), count, changed)) == text


def test_note_of_a_stopped_job_is_replaced_and_other_notes_stay(
    chat_client: ChatClient, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, **__: object) -> Report:
        error = JobStoppedError("5 rows failed")
        error.add_note("user b: the user may still be active")
        error.add_note(StopNote("in words that no test knows"))
        raise error

    with pytest.raises(JobStoppedError) as caught:
        run_confirmed(
            invocation(terminal=False, chat=chat_client),
            task(stop),
            (),
            3,
            Limits(),
            Path("j"),
            resume_command="trivet again",
        )
    assert caught.value.__notes__ == ["user b: the user may still be active"]
    assert capsys.readouterr().err == "stopped at 0 accounts; resume with: trivet again\n"
