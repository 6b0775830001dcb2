"""One job over accounts: plan, question, progress, results, and how to go on when it stops."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from attrs import evolve

from trivet.chat.bulk import Bulk, Report, Row
from trivet.cli.chat.accounts.limits import Limits, Run
from trivet.cli.chat.accounts.new_name import new_name
from trivet.cli.chat.accounts.plan import (
    PLAN,
    RESULT,
    in_words,
    is_as_asked,
    looked_up_again,
    planned_count,
    record_of,
    summary,
)
from trivet.cli.chat.accounts.selection import Selected
from trivet.cli.chat.accounts.task import Task
from trivet.cli.chat.accounts.way_on import command_line
from trivet.cli.failures import FAILED, UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format
from trivet.cli.output.writer import write_records
from trivet.cli.terminal import Advance, confirm_count, progress
from trivet.errors import InvalidArgumentError

__all__ = ["carry_out", "confirmed", "run_task", "status_of"]

SHOWN = 50
"""The most lines of a plan above the question; `--dry-run` shows all."""


def run_task(invocation: Invocation, task: Task, select: Callable[[], Selected], limits: Limits, run: Run) -> int:
    """Run a task, from its plan to its results; return the exit status.

    Args:
        invocation: The run of the command.
        task: What to do.
        select: Returns the selected accounts; not called for a job that is resumed.
        limits: How fast, and when to stop.
        run: What to ask and to write.

    Raises:
        UsageError: A file cannot be written, or nothing can be asked; nothing was changed.
        TrivetError: The job stopped; how to go on has been noted.
    """
    run.check()
    journal = run.journal or run.resume
    selected = Selected() if run.resume is not None else select()
    try:
        preview = task.job(_bulk(invocation, limits, journal), selected.rows, dry_run=True, confirm=None)
    except KeyboardInterrupt:
        invocation.note("interrupted; nothing was changed")
        raise
    if run.resume is not None and not preview.rows:  # as a full disk leaves a journal that could not be begun
        raise UsageError(f"--resume: {run.resume} has no accounts: its job never began; run it with them again")
    count = planned_count(preview)
    if run.dry_run or not count:
        _write_results(run.results, preview)
        begun = any(row.outcome in ("done", "unknown") for row in preview.rows)
        invocation.show((record_of(row, task.change) for row in preview.rows), RESULT if begun else PLAN)
        invocation.note(
            f"{summary(preview)}; {'nothing is left to do' if begun and not count else 'nothing was changed'}"
        )
        return status_of(preview, selected.nameless)
    if not confirmed(invocation, task, preview, yes=run.yes):
        return FAILED
    journal = journal or new_name(f"users-{task.name}", ".journal", datetime.now(UTC))
    invocation.note(f"journal: {journal}")
    words = ("users", task.name, *task.words)
    flags = [("--resume", journal), *task.flags, *_again(limits, run)]
    go_on = command_line(invocation.options, *words, flags=flags)
    source: object = () if run.resume is not None else preview
    report = carry_out(invocation, task, source, count, limits, journal, go_on=go_on, results=run.results)
    show_result(invocation, task, report)
    if task.undoable and report.done:
        invocation.note(f"undo: {command_line(invocation.options, 'users', 'undo', journal)}")
    if report.failed:
        again = command_line(invocation.options, *words, flags=[*flags, ("--retry-failed", True)])
        invocation.note(f"send the failed ones again: {again}")
    return status_of(report, selected.nameless)


def confirmed(invocation: Invocation, task: Task, preview: Report, *, yes: bool) -> bool:
    """Show the plan on stderr, and ask for the number of accounts that it changes; nothing is shown with `yes`."""
    count = planned_count(preview)
    if not yes and invocation.interactive:
        _show_plan(invocation, task, preview)
    try:
        if confirm_count(count, task.what if count > 1 else task.what.replace("accounts", "account", 1), yes=yes):
            return True
    except KeyboardInterrupt:
        invocation.note("\ninterrupted; nothing was changed")
        raise
    invocation.note("that is another number; nothing was changed")
    return False


def carry_out(
    invocation: Invocation,
    task: Task,
    rows: object,
    count: int,
    limits: Limits,
    journal: Path,
    *,
    go_on: str,
    results: Path | None = None,
) -> Report:
    """Run a confirmed job with progress; if it stops, note how far it got and how to go on, and write the results.

    Args:
        invocation: The run of the command.
        task: What to do.
        rows: The report of its dry run, or nothing for a job to resume.
        count: How many accounts were confirmed.
        limits: How fast, and when to stop.
        journal: Its journal.
        go_on: The command that goes on with it.
        results: The CSV file of its results, or None.
    """
    failed = 0
    advance: Advance | None = None

    def step(row: Row, done: int, total: int) -> None:
        nonlocal failed
        failed += row.outcome in ("failed", "unknown")
        if advance is not None:
            advance(done, total, f"{failed} failed" if failed else "")

    bulk = _bulk(invocation, limits, journal, step)
    try:
        with progress(task.title, unit="accounts") as advance:  # what is noted comes after it
            report = task.job(bulk, rows, dry_run=False, confirm=count)
    except InvalidArgumentError:  # before anything was sent
        raise
    except BaseException as error:
        why = "interrupted" if isinstance(error, KeyboardInterrupt) else "stopped"
        _write_so_far(invocation, results, bulk.report)
        _note_again(invocation, bulk.report)
        invocation.note(f"{why} at {summary(bulk.report)}; go on with: {go_on}")
        _forget_notes(error)
        if isinstance(error, OSError) and error.filename is None and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(journal)) from None
        raise
    _note_again(invocation, report)
    _write_results(results, report)
    return report


def show_result(invocation: Invocation, task: Task, report: Report) -> None:
    """Write the outcome: every row for a script, the rows that are not done for a terminal."""
    everything = invocation.options.output is not None or not invocation.on_terminal
    shown = report.rows if everything else [row for row in report.rows if row.outcome != "done"]
    if shown or everything:
        invocation.show((record_of(row, task.change) for row in shown), RESULT)
    invocation.note(summary(report))


def status_of(report: Report, nameless: int = 0) -> int:
    """Return 0 if every account is as it was asked, otherwise 1; lines without an account count."""
    return 0 if all(map(is_as_asked, report.rows)) and not nameless else FAILED


def _show_plan(invocation: Invocation, task: Task, preview: Report) -> None:
    refused = [row for row in preview.rows if not is_as_asked(row)]
    others = [row for row in preview.rows if is_as_asked(row)]
    # Those that are changed have room, however many are refused; and no text of theirs may redraw the plan.
    room = max(SHOWN // 2, SHOWN - len(others))
    first = [*refused[:room], *others][:SHOWN]
    options = evolve(invocation.options, output=Format.TABLE, fields=(), raw=False)
    with redirect_stdout(sys.stderr):
        write_records([record_of(row, task.change) for row in first], options, columns=PLAN, on_terminal=True)
    if len(first) < len(preview.rows):
        invocation.note(f"… and {len(preview.rows) - len(first)} more; --dry-run shows all")


def _note_again(invocation: Invocation, report: Report) -> None:
    if text := looked_up_again(report):
        invocation.note(text)


def _bulk(
    invocation: Invocation,
    limits: Limits,
    journal: Path | None,
    step: Callable[[Row, int, int], object] | None = None,
) -> Bulk:
    return Bulk(
        invocation.chat,
        journal=journal,
        concurrency=limits.concurrency,
        rate=limits.rate,
        progress=step,
        retry_failed=limits.retry_failed,
        max_failures=limits.max_failures,
        verify=limits.verify,
        moved_from=limits.moved_from,
    )


def _again(limits: Limits, run: Run) -> list[tuple[str, Any]]:
    default = Limits()
    return [
        *(
            (f"--{name}", value)
            for name in ("concurrency", "rate")
            if (value := getattr(limits, name)) != getattr(default, name)
        ),
        ("--max-failures", limits.max_failures),
        ("--verify", limits.verify),
        ("--results", run.results),
        ("--yes", run.yes),
    ]


def _write_results(path: Path | None, report: Report) -> None:
    if path is not None:
        Report(tuple(map(in_words, report.rows))).save(path, encoding="utf-8-sig")


def _write_so_far(invocation: Invocation, path: Path | None, report: Report) -> None:
    try:
        _write_results(path, report)
    except OSError as error:
        invocation.note(f"--results: {error}")


def _forget_notes(error: BaseException) -> None:
    """Remove what the library has added for programs: the same in other words has been noted."""
    notes = getattr(error, "__notes__", [])
    notes[:] = [each for each in notes if not each.startswith("the job stopped ")]
