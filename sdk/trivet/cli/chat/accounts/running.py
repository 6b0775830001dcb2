"""A job over accounts or conversations: its plan, the question, progress, results, and the command that resumes it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from attrs import evolve, field, frozen

from trivet.cli.chat.accounts.job_options import Limits, RunOptions, new_journal
from trivet.cli.chat.accounts.selection import Selected
from trivet.cli.failures import FAILED, UsageError, discard_stdout
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format, Options
from trivet.cli.output.fields import Column
from trivet.cli.output.writer import write_records
from trivet.cli.terminal import Advance, confirm_count, progress
from trivet.cli.text import plural
from trivet.errors import InvalidArgumentError, TrivetError

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.chat.bulk import Bulk, Cause, Reading, Report, Row

MAX_SHOWN = 50
"""The most lines of a plan above the question; `--dry-run` shows all."""

REASONS: Mapping[Cause, str] = {
    "admin_not_named": "an administrator who is not named with --admin",
    "role_not_shown": "a user whose role the service does not show, and who is not named with --admin",
    "own_not_known": "perhaps your own account; name yours with --own",
}
"""Reasons that name an option of the command, in place of an argument of the library."""

READING: Mapping[str, str] = {"pages": "the list", "searches": "by search", "look-ups": "one by one"}
"""The words for the steps in which accounts are read."""

WORDS: Mapping[str, Mapping[object, str]] = {"is_active": {True: "active", False: "inactive"}}
"""The words for the values of fields, which need no name of the field beside them."""

PLAN_COLUMNS = (
    Column("email", "Account"),
    Column("role", "Role"),
    Column("change", "Change"),
    Column("reason", "Note"),
)
"""The columns of a plan."""

RESULT_COLUMNS = (
    Column("email", "Account"),
    Column("outcome", "Outcome"),
    Column("change", "Change"),
    Column("reason", "Note"),
)
"""The columns of a result."""


def change_of(row: Row) -> str:
    """Return the change of an update in words: `active → inactive`.

    >>> change_of(Row("4f8a…", "planned", old={"is_active": True}, new={"is_active": False}))
    'active → inactive'
    """
    old, new = row.old or {}, row.new or {}
    changes = [
        (name, f"{_word(name, old.get(name, '?'))} → {_word(name, value)}")
        for name, value in new.items()
        if name not in old or old[name] != value
    ]
    return ", ".join(text if name in WORDS else f"{name}: {text}" for name, text in changes)


def _word(name: str, value: object) -> str:
    words = WORDS.get(name, {})
    if isinstance(value, bool) and value in words:
        return words[value]
    return "true" if value is True else "false" if value is False else str(value)


class JobFunction(Protocol):
    """Calls a method of `Bulk`."""

    def __call__(self, bulk: Bulk, rows: object, *, dry_run: bool, confirm: int | None) -> Report:
        """Run the job over selected rows or the report of its dry run; a resumed job has its rows in the journal."""
        ...


@frozen
class Task:
    """A job over accounts, or over conversations.

    Attributes:
        name: The name of its command in its group, and in the name of its journal.
        title: The title of its progress: `Deactivating`.
        effect: The end of the question, after the number of accounts: `will be deactivated`.
        job: Runs it.
        change: Returns the change of a row, in words.
        undoable: Whether its journal can be undone.
        own: The account that runs the job, by id or email address; None if it is not given.
        arguments: The arguments that the command needs to resume the job.
        flags: The options that the command needs to resume the job.
        group: The group of its command.
        noun: The name of its rows.
        label: The field that names a row.
    """

    name: str
    title: str
    effect: str
    job: JobFunction
    change: Callable[[Row], str] = change_of
    undoable: bool = False
    own: str | None = None
    arguments: tuple[object, ...] = ()
    flags: tuple[tuple[str, object], ...] = field(default=(), converter=tuple[tuple[str, object], ...])
    group: str = "users"
    noun: str = "account"
    label: str = "email"

    def columns(self, columns: tuple[Column, ...]) -> tuple[Column, ...]:
        """Return columns whose first one names the rows of the job."""
        return (Column(self.label, self.noun.capitalize()), *columns[1:])

    def record(self, row: Row) -> dict[str, Any]:
        """Return a row as a record for output."""
        record = record_of(row, self.change)
        return {self.label: record.pop("email"), **record}


def run_task(
    invocation: Invocation, task: Task, select: Callable[[], Selected], limits: Limits, run: RunOptions
) -> int:
    """Run a task, from its plan to its results; return the exit status.

    Args:
        invocation: The run of the command.
        task: The task.
        select: Returns the selected accounts; not called for a job that is resumed.
        limits: The speed of the job, and its end.
        run: The question, and the files.

    Raises:
        UsageError: A file cannot be written, or the user cannot be asked; nothing was changed.
        TrivetError: The job stopped; the command that resumes it has been noted.
    """
    run.check()
    journal = run.journal or run.resume
    selected = Selected() if run.resume is not None else select()
    try:
        with progress("Reading", unit=f"{task.noun}s") as advance:

            def read(step: str, done: int, total: int) -> None:
                advance(done, total, READING[step])

            bulk = _bulk(invocation, limits, journal, reading=read, own=task.own)
            with option_names():
                preview = task.job(bulk, selected.rows, dry_run=True, confirm=None)
    except KeyboardInterrupt:
        invocation.note("interrupted; nothing was changed")
        raise
    if run.resume is not None and not preview.rows:  # a full disk leaves such a journal
        raise UsageError(f"--resume: {run.resume} has no {task.noun}s: its job never began; run it with them again")
    _note_names(invocation, preview, task.noun)
    count = planned_count(preview)
    if run.dry_run or not count:
        _write_results(run.results, preview)
        begun = any(row.outcome in ("done", "unknown") for row in preview.rows)
        columns = RESULT_COLUMNS if begun else plan_columns(invocation.options, RESULT_COLUMNS)
        invocation.show(map(task.record, preview.rows), task.columns(columns))
        end = "nothing is left to do" if begun and not count else "nothing was changed"
        invocation.note(f"{summary(preview, task.noun)}; {end}")
        return status_of(preview, selected.nameless)
    check_own_account(preview)
    invocation.check_fields(task.columns(RESULT_COLUMNS), records=[*map(task.record, preview.rows)])
    if not confirmed(invocation, task, preview, yes=run.yes):
        return FAILED
    journal = journal or new_journal(f"{task.group}-{task.name}", datetime.now(UTC))
    invocation.note(f"journal: {journal}")
    words = (task.group, task.name, *task.arguments)
    flags = [("--resume", journal), *task.flags, ("--own", task.own), *_flags(limits, run)]
    resume_command = chat_command(invocation.options, *words, flags=flags)
    source: object = () if run.resume is not None else preview
    report = run_confirmed(
        invocation,
        task,
        source,
        count,
        limits,
        journal,
        resume_command=resume_command,
        results=run.results,
        shows_rows=True,
        resumes_by_journal=True,
    )
    show_result(invocation, task, report)
    if task.undoable and report.done:
        undo = chat_command(invocation.options, task.group, "undo", journal, flags=[("--own", task.own)])
        invocation.note(f"undo: {undo}")
    if can_be_sent_again(report.rows):
        again = chat_command(invocation.options, *words, flags=[*flags, ("--retry-failed", True)])
        invocation.note(f"send the failed ones again: {again}")
    return status_of(report, selected.nameless)


def check_own_account(preview: Report) -> None:
    """Refuse a job that may lock out the account that runs it, as far as its plan shows.

    Raises:
        UsageError: A row of the plan is marked; nothing was changed.
    """
    row = next((row for row in preview.rows if row.cause == "own_not_known"), None)
    if row is not None:
        raise UsageError(
            "--own: name your own account, the one that runs this job, by its email address or id: "
            f"{row.label or row.id} is an administrator, and may be it; nothing was changed"
        )


@contextmanager
def option_names() -> Generator[None]:
    """Let an error of the library about the argument `own` name the option of the command.

    >>> with option_names():
    ...     bulk.update_users(rows, is_active=False, dry_run=True)

    Raises:
        UsageError: The account cannot be the one that runs the job; nothing was changed.
    """
    try:
        yield
    except InvalidArgumentError as error:
        if error.argument != "own":
            raise
        raise UsageError(f"--own: it must be {error.rule}, got {error.value_repr}") from None


def confirmed(invocation: Invocation, task: Task, preview: Report, *, yes: bool) -> bool:
    """Show the plan on stderr, and ask for the number of accounts that it changes, unless `yes` is set."""
    count = planned_count(preview)
    if not yes and invocation.interactive:
        _show_plan(invocation, task, preview)
    try:
        if confirm_count(count, f"{plural(count, task.noun)} {task.effect}", yes=yes):
            return True
    except KeyboardInterrupt:
        invocation.note("\ninterrupted; nothing was changed")
        raise
    invocation.note("that is another number; nothing was changed")
    return False


def run_confirmed(
    invocation: Invocation,
    task: Task,
    rows: object,
    count: int,
    limits: Limits,
    journal: Path,
    *,
    resume_command: str,
    results: Path | None = None,
    shows_rows: bool = False,
    resumes_by_journal: bool = False,
) -> Report:
    """Run a job after its confirmation, with progress; if it stops, note the outcomes and the command that resumes it.

    Args:
        invocation: The run of the command.
        task: The task.
        rows: The report of its dry run; empty for a job that is resumed.
        count: The number of accounts that were confirmed.
        limits: The speed of the job, and its end.
        journal: The journal of the job.
        resume_command: The command that resumes the job.
        results: The CSV file for the results, which is written after an error, too; or None.
        shows_rows: Whether the rows that have an outcome are shown if the service refuses the caller, as after a token
            has expired: nothing but the next run, perhaps of another person, would show them.
        resumes_by_journal: Whether the command takes the accounts from the journal alone, so that it cannot resume a
            job that has ended before it wrote them.
    """
    failed = 0
    advance: Advance | None = None

    def step(row: Row, done: int, total: int) -> None:
        nonlocal failed
        failed += row.outcome in ("failed", "unknown")
        if advance is not None:
            advance(done, total, f"{failed} failed" if failed else "")

    from trivet.chat.bulk import JobStoppedError  # noqa: PLC0415

    bulk = _bulk(invocation, limits, journal, step, own=task.own)
    try:
        with option_names(), progress(task.title, unit=f"{task.noun}s") as advance:
            report = task.job(bulk, rows, dry_run=False, confirm=count)
    except (InvalidArgumentError, UsageError):  # the job has not begun
        raise
    except BaseException as error:
        end = "interrupted" if isinstance(error, KeyboardInterrupt) else "stopped"
        _write_so_far(invocation, results, bulk.report)
        if shows_rows and isinstance(error, TrivetError) and not isinstance(error, JobStoppedError):
            _show_so_far(invocation, task, bulk.report)
        _note_lookups(invocation, bulk.report, task.noun)
        begun = not resumes_by_journal or _has_rows(journal)
        remedy = f"resume with: {resume_command}" if begun else "the job never began: run the command again"
        invocation.note(f"{end} at {summary(bulk.report, task.noun)}; {remedy}")
        _forget_notes(error)
        raise
    _note_lookups(invocation, report, task.noun)
    _write_results(results, report)
    return report


def _has_rows(journal: Path) -> bool:
    """Return whether a journal has the rows of its job; a disk that was full from the start leaves an empty one."""
    try:
        return journal.stat().st_size > 0
    except OSError:
        return False


def can_be_sent_again(rows: Iterable[Row]) -> bool:
    """Return whether some rows have failed that the next run may change; an account that is gone stays gone."""
    return any(row.outcome == "failed" and row.cause != "gone" for row in rows)


def plan_columns(options: Options, results: tuple[Column, ...]) -> tuple[Column, ...]:
    """Return the columns of a plan: its own in a table, and in CSV those of its results, so that a program reads both.

    Args:
        options: The shared options of the run.
        results: The columns of the results.
    """
    return results if options.output is Format.CSV else PLAN_COLUMNS


def show_result(invocation: Invocation, task: Task, report: Report) -> None:
    """Write the outcome: every row for a script, the rows that are not done for a terminal."""
    everything = invocation.options.output is not None or not invocation.on_terminal
    rows = report.rows if everything else [row for row in report.rows if row.outcome != "done"]
    if rows or everything:
        invocation.show_effects([*map(task.record, rows)], task.columns(RESULT_COLUMNS))
    invocation.note(summary(report, task.noun))


def chat_command(options: Options, *words: object, flags: Iterable[tuple[str, object]] = ()) -> str:
    """Return a command of `trivet chat` as a line for a shell, with the shared options that lead to the same server.

    >>> chat_command(Options(profile="work"), "users", "delete", flags=[("--resume", "a.journal"), ("--export", None)])
    'trivet chat users delete --resume a.journal --profile work'

    Args:
        options: The shared options of the run.
        words: The words after `trivet chat`.
        flags: Options and their values; an option with None or False is left out, one with True stands alone.
    """
    line = ["trivet", "chat", *map(str, words)]
    server = (("--profile", options.profile), ("--base-url", options.base_url), ("--token-file", options.token_file))
    for name, value in (*flags, *server):
        if value is True:
            line.append(name)
        elif value is not None and value is not False:
            line += [name, str(value)]
    return shlex.join(line)


def record_of(row: Row, change: Callable[[Row], str] = change_of) -> dict[str, Any]:
    """Return a row as a record for output.

    Args:
        row: The row.
        change: Returns the change of a row, in words.
    """
    return {
        "email": row.label or row.id,
        "id": None if "@" in row.id else row.id,
        "role": row.role,
        "outcome": row.outcome,
        "change": "" if row.outcome == "skipped" else change(row),
        "reason": with_option_names(row).reason,
        "status": row.status,
        "before": None if row.old is None else dict(row.old),
        "after": None if row.new is None else dict(row.new),
    }


def with_option_names(row: Row) -> Row:
    """Return a row whose reason names an option of the command, if the library's names an argument."""
    reason = None if row.cause is None else REASONS.get(row.cause)
    return row if reason is None else evolve(row, reason=reason)


def is_as_requested(row: Row) -> bool:
    """Return whether an account is, or will be, as requested; False if the row was refused or not found."""
    if row.outcome == "skipped":
        return row.cause in ("unchanged", "untouched")
    if row.cause == "own_not_known":
        return False
    return row.outcome in ("planned", "done")


def planned_count(report: Report) -> int:
    """Return the number of rows that a run would send: those not sent before, and those without a known outcome."""
    return sum(
        row.outcome in ("planned", "unknown") or (row.outcome == "failed" and (row.status is None or row.status < 300))
        for row in report.rows
    )


def summary(report: Report, noun: str = "account") -> str:
    """Return the outcomes in words: `12 accounts: 11 done, 1 skipped`."""
    count = len(report.rows)
    counts = ", ".join(f"{count} {outcome}" for outcome, count in report.counts.items())
    return f"{count} {plural(count, noun)}" + (f": {counts}" if counts else "")


def lookup_note(report: Report, noun: str = "account") -> str:
    """Return a note about the rows of an earlier run that were looked up again; empty if there are none."""
    count, changed = report.looked_up_again, report.changed_again
    if not count:
        return ""
    lost = f"; {changed} had been lost, and {plural(changed, 'was', 'were')} changed again" if changed else ""
    rows = f"{count} {plural(count, f'{noun} was', f'{noun}s were')}"
    return f"{rows} looked up again, because the service or the job ended within 30 s after the change{lost}"


def status_of(report: Report, nameless: int = 0) -> int:
    """Return the exit status: 0 if every account is, or will be, as requested, and no line lacks an account."""
    return 0 if all(map(is_as_requested, report.rows)) and not nameless else FAILED


def _show_plan(invocation: Invocation, task: Task, preview: Report) -> None:
    refused = [row for row in preview.rows if not is_as_requested(row)]
    others = [row for row in preview.rows if is_as_requested(row)]
    # Half of the lines are kept for accounts that are changed, however many are refused.
    room = max(MAX_SHOWN // 2, MAX_SHOWN - len(others))
    first = [*refused[:room], *others][:MAX_SHOWN]
    # Never raw: control characters in a name could redraw the plan that is confirmed.
    options = evolve(invocation.options, output=Format.TABLE, fields=(), raw=False)
    with redirect_stdout(sys.stderr):
        columns = task.columns(PLAN_COLUMNS)
        write_records([task.record(row) for row in first], options, columns=columns, on_terminal=True)
    if len(first) < len(preview.rows):
        invocation.note(f"… and {len(preview.rows) - len(first)} more; --dry-run shows all")


def _note_names(invocation: Invocation, preview: Report, noun: str) -> None:
    """Note the rows that were named more than once, and a file of which most addresses have no account."""
    if preview.repeated:
        names = plural(preview.repeated, "name is", "names are")
        article = "an" if noun == "account" else "a"
        invocation.note(f"{preview.repeated} {names} of {article} {noun} that was named before; it counts once")
    unknown = sum(row.cause == "no_user" for row in preview.rows)
    if unknown > max(1, len(preview.rows) // 2):
        invocation.note(
            f"{unknown} of {len(preview.rows)} addresses have no account: is it the right file and service?"
        )


def _note_lookups(invocation: Invocation, report: Report, noun: str) -> None:
    if text := lookup_note(report, noun):
        invocation.note(text)


def _bulk(
    invocation: Invocation,
    limits: Limits,
    journal: Path | None,
    step: Callable[[Row, int, int], object] | None = None,
    reading: Reading | None = None,
    own: str | None = None,
) -> Bulk:
    from trivet.chat.bulk import Bulk  # noqa: PLC0415

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
        reading=reading,
        own=own,
    )


def _flags(limits: Limits, run: RunOptions) -> list[tuple[str, Any]]:
    """Return the options that the command needs to resume the run in the same way."""
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
        ("--force", run.results is not None),  # the run that is resumed has written the file
        ("--yes", run.yes),
    ]


def _write_results(path: Path | None, report: Report) -> None:
    if path is not None:
        from trivet.chat.bulk import Report  # noqa: PLC0415

        Report(tuple(map(with_option_names, report.rows))).save(path, encoding="utf-8-sig")


def _show_so_far(invocation: Invocation, task: Task, report: Report) -> None:
    rows = [task.record(row) for row in report.rows if row.outcome not in ("planned", "skipped")]
    try:
        if rows:
            invocation.show(rows, task.columns(RESULT_COLUMNS))
    except (OSError, UsageError):  # the error that stopped the job says more
        discard_stdout()


def _write_so_far(invocation: Invocation, path: Path | None, report: Report) -> None:
    try:
        _write_results(path, report)
    except OSError as error:
        invocation.note(f"--results: {error}")


def _forget_notes(error: BaseException) -> None:
    """Remove the notes of the library about the job: the command has noted the same in its own words."""
    notes = getattr(error, "__notes__", [])
    from trivet.chat.bulk import StopNote  # noqa: PLC0415

    notes[:] = [note for note in notes if not isinstance(note, StopNote)]
