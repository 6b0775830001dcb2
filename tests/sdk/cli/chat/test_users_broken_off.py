"""`trivet chat users` when a run breaks off: Ctrl-C, a kill, a service that fails, a full disk, two administrators."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.chat.conftest import Administrator
from tests.sdk.cli.console import environment, in_terminal
from tests.waiting import until
from trivet import ChatClient
from trivet.chat.bulk import Bulk, JobStoppedError, Row
from trivet_stubs.chat import ChatObserved

ALL = ("users", "deactivate", "--search", "user", "--concurrency", "2")
UPDATE = "admin.users.update"


@pytest.fixture(scope="session")
def chat_stub_options() -> dict[str, Any]:
    observed = ChatObserved(unstable_ties=True, missing_user_500=True, search_wildcards=True)
    return {"seed": "empty", "users": 24, "observed": observed}


def effects(ann: Administrator) -> Counter[str]:
    """Count the changes of each account."""
    return Counter(
        request.path for request in ann.stub.requests if request.operation == UPDATE and request.status == 200
    )


def active(ann: Administrator) -> int:
    return sum(user.is_active for user in ann.stub.records.users.values() if user.role == "user")


@pytest.mark.long
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_command_that_an_interrupted_run_notes_completes_it(ann: Administrator, number: int, status: int) -> None:
    ann.stub.faults.add(UPDATE, after=10, times=None, delay=0.3)
    with in_terminal("chat", *ALL, "--yes", "--results", "r.csv", env=ann.env) as terminal:
        until(lambda: ann.count(UPDATE) > 10)
        terminal.process.send_signal(number)
        assert terminal.wait() == status
        [line] = re.findall(r"^interrupted at 24 accounts: (.*)", terminal.text, re.M) or [terminal.text]
    [journal] = ann.journals()
    assert f"resume with: trivet chat users deactivate --resume {journal.name} --concurrency 2" in line
    assert "--results r.csv --force" in line
    assert 0 < active(ann) < 24
    assert Path("r.csv").read_text("utf-8-sig").count("\n") == 25
    ann.stub.faults.clear()
    words = shlex.split(f"trivet chat {' '.join(ALL[:2])} --resume {journal.name} --yes --results r.csv --force")[2:]
    preview = ann.run(*words[:4], "--dry-run", "-o", "json")
    assert Counter(row["outcome"] for row in json.loads(preview.out)).keys() <= {"done", "planned", "unknown"}
    assert ann.run(*words).status == 0
    assert (active(ann), set(effects(ann).values())) == (0, {1})
    assert Path("r.csv").read_text("utf-8-sig").count(",done,") == 24


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="a process cannot be killed with SIGKILL on Windows")
def test_killed_run_is_resumed_with_its_journal_and_no_change_is_repeated(ann: Administrator) -> None:
    command = [sys.executable, "-m", "trivet", "chat", *ALL, "--yes", "--journal", "j"]
    ann.stub.faults.add(UPDATE, after=15, times=None, hang=True)  # and two in flight
    process = subprocess.Popen(command, env=environment(ann.env), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: ann.count(UPDATE) == 17)
    busy = ann.run(*ALL, "--yes", "--journal", "j")
    assert (busy.status, "journal must be a file that no other run is using" in busy.err) == (2, True)
    process.send_signal(signal.SIGKILL)
    process.wait()
    ann.stub.faults.clear()
    result = ann.run("users", "deactivate", "--resume", "j", "--yes")
    assert (result.status, active(ann)) == (0, 0), result.err
    assert len(effects(ann)) == 24
    assert max(effects(ann).values()) == 1
    again = ann.run(*ALL, "--yes", "--journal", "j")
    assert (again.status, sum(effects(ann).values())) == (0, 24)


def test_run_with_throttled_and_cut_requests_can_be_completed(
    ann: Administrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trivet._core.settings.SystemClock", lambda: ann.stub.clock)  # no pause takes time
    ann.stub.faults.add(UPDATE, after=3, times=4, status=429, headers={"Retry-After": "0"})
    ann.stub.faults.add(UPDATE, after=8, times=2, drop=True)
    ann.stub.faults.add(UPDATE, after=12, times=2, cut_after=5)
    ann.stub.faults.add("admin.users.list", times=2, status=429, headers={"Retry-After": "0"})
    first = ann.run(*ALL, "--yes", "--journal", "j")
    last = (
        first
        if first.status == 0
        else ann.run("users", "deactivate", "--resume", "j", "--yes", "--verify", "--retry-failed")
    )
    assert (last.status, active(ann)) == (0, 0), last.err
    assert max(effects(ann).values()) == 1


def test_dead_service_stops_the_run_and_the_command_to_resume_is_noted(ann: Administrator) -> None:
    ann.stub.faults.add(UPDATE, after=6, times=None, status=503, body="no upstream")
    result = ann.run(*ALL, "--yes", "--journal", "j", "--concurrency", "1")
    assert (result.status, result.out) == (1, "")
    note, line = result.err.splitlines()[-2:]
    assert note.startswith("stopped at 24 accounts: 6 done, ")
    assert "resume with: trivet chat users deactivate --resume j --concurrency 1 --yes" in note
    assert line.startswith("trivet: the job was stopped: 5 rows in a row got no answer from the service")
    ann.stub.faults.clear()
    assert ann.run("users", "deactivate", "--resume", "j", "--yes").status == 0


@pytest.mark.parametrize("status", [401, 403])
def test_run_that_an_expired_token_stops_shows_what_it_has_done(ann: Administrator, status: int) -> None:
    ann.stub.faults.add(UPDATE, after=6, times=None, status=status)
    result = ann.run(*ALL, "--yes", "--journal", "j", "--results", "r.csv")
    rows = json.loads(result.out)
    assert (result.status, [row["outcome"] for row in rows]) == (1, ["done"] * 6)
    assert len({row["email"] for row in rows}) == 24 - active(ann) == 6
    note, line = result.err.splitlines()[-2:]
    assert note.startswith("stopped at 24 accounts: 6 done, 18 planned; resume with: trivet chat users deactivate")
    assert line.startswith(f"trivet: {UPDATE}: {status}")
    assert Path("r.csv").read_text("utf-8-sig").count(",done,") == 6
    ann.stub.faults.clear()
    assert ann.run("users", "deactivate", "--resume", "j", "--yes").status == 0


def test_run_that_is_refused_at_once_shows_no_rows(ann: Administrator) -> None:
    ann.stub.faults.add(UPDATE, times=None, status=401)
    result = ann.run(*ALL, "--yes", "--journal", "j")
    assert (result.status, result.out) == (1, "")
    assert result.err.splitlines()[-2].startswith("stopped at 24 accounts: 24 planned; resume with: ")


def test_reader_who_leaves_does_not_hide_that_the_run_has_stopped(
    ann: Administrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    ann.stub.faults.add(UPDATE, after=6, times=None, status=401)
    monkeypatch.setattr("trivet.cli.invocation.write_records", gone)
    result = ann.run(*ALL, "--yes", "--journal", "j")
    assert (result.status, "stopped at 24 accounts: 6 done, 18 planned" in result.err) == (1, True)


def test_resumed_run_counts_the_changes_that_were_lost_and_repeated(ann: Administrator) -> None:
    def die(row: Row, settled: int, total: int) -> None:
        if settled == 3:
            ann.stub.observed.lost_commits = True
        if settled == 6:
            ann.stub.faults.add(UPDATE, times=None, drop=True)

    with ChatClient(base_url=ann.url, token=ann.stub.admin_token) as chat:
        bulk = Bulk(chat, journal="j", concurrency=1, progress=die)
        with pytest.raises(JobStoppedError):
            bulk.update_users(chat.admin.users.list(search="user"), is_active=False, skip_unchanged=True)
    ann.stub.observed.lost_commits = False
    ann.stub.faults.clear()
    assert active(ann) == 21
    preview = ann.run("users", "deactivate", "--resume", "j", "--dry-run", "-o", "csv", "--fields", "outcome,reason")
    assert preview.out.count("it was done, but may be lost: the service or the job ended soon after") == 6
    result = ann.run("users", "deactivate", "--resume", "j", "--yes", "--results", "r.csv")
    assert (result.status, active(ann)) == (0, 0)
    assert result.err.splitlines()[1:3] == [
        "6 accounts were looked up again, because the service or the job ended within 30 s after the change; "
        "3 had been lost, and were changed again",
        "24 accounts: 24 done",
    ]
    assert Path("r.csv").read_text("utf-8-sig").count("the service had lost the change, which was sent again") == 3


def test_refused_rows_are_sent_again_only_when_asked(ann: Administrator) -> None:
    ann.stub.faults.add(UPDATE, times=2, status=422)
    first = ann.run(*ALL, "--yes", "--journal", "j")
    assert (first.status, "2 failed" in first.err) == (1, True)
    hint = "send the failed ones again: trivet chat users deactivate --resume j --concurrency 2 --yes --retry-failed"
    assert hint in first.err
    assert ann.run("users", "deactivate", "--resume", "j", "--yes").status == 1
    assert ann.run("users", "deactivate", "--resume", "j", "--yes", "--retry-failed").status == 0
    stopped = ann.run("users", "activate", "--search", "user", "--yes", "--max-failures", "1")
    assert stopped.status == 0


def test_refused_token_is_one_line_and_changes_nothing(ann: Administrator) -> None:
    result = ann.run(*ALL, "--yes", env={"TRIVET_CHAT_TOKEN": "wrong"})
    assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)
    assert "wrong" not in result.err
    assert (ann.count(UPDATE), ann.journals()) == (0, [])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_full_disk_stops_before_anything_is_changed(ann: Administrator) -> None:
    result = ann.run(*ALL, "--yes", "--journal", "/dev/full")
    assert (result.status, active(ann)) == (1, 24)
    assert "stopped at 24 accounts: 24 planned; the job never began: run the command again\n" in result.err
    assert "/dev/full" in result.err.splitlines()[-1]
    assert "No space left on device" in result.err.splitlines()[-1]


def test_results_on_a_full_disk_fail_after_the_job_and_can_be_written_again(
    ann: Administrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    with monkeypatch.context() as disk:
        disk.setattr("trivet.chat._bulk.report.write_whole", full)
        result = ann.run(*ALL, "--yes", "--journal", "j", "--results", "r.csv")
    assert (result.status, active(ann)) == (1, 0)
    assert "r.csv" in result.err.splitlines()[-1]
    assert not Path("r.csv").exists()
    assert ann.run("users", "deactivate", "--resume", "j", "--results", "r.csv", "--yes").status == 0
    assert Path("r.csv").read_text("utf-8-sig").count(",done,") == 24


def test_other_job_is_not_resumed_with_a_journal(ann: Administrator) -> None:
    assert ann.run("users", "deactivate", "--search", "user0001", "--yes", "--journal", "j").status == 0
    for other in (
        ("users", "activate", "--resume", "j"),
        ("users", "deactivate", "user0002@example.com", "--journal", "j"),
        ("users", "deactivate", "--resume", "j", "user0001@example.com"),
        ("users", "delete", "--resume", "j", "--no-export"),
    ):
        result = ann.run(*other, "--yes")
        assert (result.status, result.err.count("\n")) == (2, 1), result.err
    assert active(ann) == 23


def test_journal_of_a_job_that_never_began_is_refused(ann: Administrator) -> None:
    Path("j").touch()  # as a full disk leaves it
    for more in ("--yes", "--dry-run"):
        result = ann.run("users", "deactivate", "--resume", "j", more)
        assert (result.status, result.out) == (2, "")
        assert "--resume: j has no accounts: its job never began; run it with them again" in result.err


def test_results_never_replace_a_journal_or_the_accounts(ann: Administrator) -> None:
    assert ann.run("users", "deactivate", "user0001@example.com", "--yes", "--journal", "j").status == 0
    before = Path("j").read_bytes()
    Path("link").hardlink_to("j")
    Path("sub").mkdir()
    csv = Path("leavers.csv").read_bytes()
    for words in (
        ("users", "undo", "j", "--results", "j"),
        ("users", "undo", "j", "--results", "link"),
        ("users", "deactivate", "--resume", "j", "--results", "sub/../link"),
        ("users", "deactivate", "--csv", "leavers.csv", "--column", "e-mail", "--results", "sub/../leavers.csv"),
    ):
        result = ann.run(*words, "--yes")
        assert (result.status, "--results: it is the" in result.err) == (2, True), result.err
    assert (Path("j").read_bytes(), Path("leavers.csv").read_bytes()) == (before, csv)
