"""`trivet chat users`: deactivates, activates, deletes and exports accounts, undoes jobs, and shows their journals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from attrs import evolve

from trivet.cli.chat.accounts.job_options import Limits, Own, RunOptions, same_file
from trivet.cli.chat.accounts.running import JobFunction, Task, record_of, run_task, summary
from trivet.cli.chat.accounts.selection import Selected, Selection, account_name
from trivet.cli.command_function import add_recipe, with_groups
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.lazy_group import LazyGroup
from trivet.cli.output.fields import Column

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.chat.bulk import Bulk, Report

JOURNAL_COLUMNS = (
    Column("email", "Row"),
    Column("steps", "Steps"),
    Column("change", "Change"),
    Column("reason", "Note"),
)
"""The columns of a journal."""

Admin = Annotated[
    list[str] | None,
    typer.Option(metavar="ACCOUNT", help="An administrator to change, too; may be repeated.", show_default=False),
]


def add(app: typer.Typer) -> None:
    """Add the group `users`."""
    users = typer.Typer(cls=LazyGroup, help="Deactivate, activate, delete or export accounts.", no_args_is_help=True)
    for function, examples in EXAMPLES.items():
        add_recipe(users, function.__name__, "chat", with_groups(function), epilog="\n\n".join(examples))
    app.add_typer(users, name="users")


def deactivate(
    invocation: Invocation,
    *,
    accounts: Selection,
    run: RunOptions,
    limits: Limits,
    admin: Admin = None,
    own: Own = None,
) -> int:
    """Deactivate accounts: they may not sign in until they are activated again."""
    job = _activity(False, admin)
    task = Task("deactivate", "Deactivating", "will be deactivated", job, undoable=True, own=_own(own))
    return _run(invocation, task, accounts, run, limits, admin)


def activate(
    invocation: Invocation, *, accounts: Selection, run: RunOptions, limits: Limits, admin: Admin = None
) -> int:
    """Activate accounts."""
    task = Task("activate", "Activating", "will be activated", _activity(True, admin), undoable=True)
    return _run(invocation, task, accounts, run, limits, admin)


def delete(
    invocation: Invocation,
    *,
    accounts: Selection,
    run: RunOptions,
    limits: Limits,
    export: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Save each account with its conversations here first.")
    ] = None,
    no_export: Annotated[bool, typer.Option("--no-export", help="Delete without saving anything.")] = False,
    admin: Admin = None,
    own: Own = None,
) -> int:
    """Delete accounts for ever, with their conversations and ratings, after saving them."""
    if (export is None) != no_export:
        raise UsageError("a deletion cannot be undone: give --export FOLDER to save the accounts first, or --no-export")
    _check_folder("--export", export)
    admins = _admins(admin)

    def job(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
        return bulk.delete_users(rows, confirm=confirm, export=export, admins=admins, dry_run=dry_run)

    flags = [("--export", export), ("--no-export", no_export)]
    task = Task(
        "delete", "Deleting", "will be deleted for ever", job, lambda row: "→ deleted", own=_own(own), flags=flags
    )
    return _run(invocation, task, accounts, run, limits, admin)


def export(
    invocation: Invocation,
    *,
    accounts: Selection,
    run: RunOptions,
    limits: Limits,
    folder: Annotated[
        Path, typer.Option("--folder", metavar="FOLDER", help="Where each account gets a folder.")
    ] = Path("accounts"),
) -> int:
    """Save accounts with their conversations as JSON files; nothing is changed."""
    _check_folder("--folder", folder)

    def job(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
        return bulk.export_users(rows, folder, dry_run=dry_run)

    task = Task(
        "export",
        "Saving",
        "will be saved",
        job,
        lambda row: f"→ {folder / row.id}",
        flags=[("--folder", folder)],
    )
    return _run(invocation, task, accounts, evolve(run, yes=not run.dry_run), limits, None)


def undo(
    invocation: Invocation,
    undone: Annotated[Path, typer.Argument(metavar="JOURNAL", help="The journal of the job to undo.")],
    *,
    run: RunOptions,
    limits: Limits,
    own: Own = None,
) -> int:
    """Undo a job from its journal: accounts get their old values back, unless others have changed them since."""
    task = Task("undo", "Undoing", "will be as before", undoing(undone), undoable=True, own=_own(own))
    return run_undo(invocation, task, undone, run, limits)


def run_undo(invocation: Invocation, task: Task, undone: Path, run: RunOptions, limits: Limits) -> int:
    """Undo the job of a journal, after the checks of its file; return the exit status.

    >>> run_undo(invocation, task, Path("users-deactivate-20250616-080000.journal"), run, limits)

    Args:
        invocation: The run of the command.
        task: The undoing task.
        undone: The journal.
        run: The question, and the files.
        limits: The speed of the job, and its end.

    Raises:
        UsageError: The journal is no file, or would be overwritten; nothing was changed.
    """
    if not undone.is_file():
        raise UsageError(f"JOURNAL: {undone} is not a file")
    if run.results is not None and same_file(run.results, undone):
        raise UsageError("--results: it is the journal that is undone; name another file")

    if not run.dry_run:
        invocation.check_may_change(f"chat {task.group} undo")
    return run_task(invocation, evolve(task, arguments=(undone,)), Selected, limits, run)


def undoing(undone: Path) -> JobFunction:
    """Return the job that undoes the one of a journal."""

    def job(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
        return bulk.undo(undone, dry_run=dry_run)

    return job


def journal(
    invocation: Invocation,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The journal of a job; the job may still be running.")],
) -> int:
    """Show the journal of a job: what was planned, sent, settled, doubted and undone. Nothing is sent."""
    from trivet.chat.bulk import Report, read_journal  # noqa: PLC0415

    if not file.is_file():
        raise UsageError(f"FILE: {file} is not a file")
    history = read_journal(file)
    records = [
        {**record_of(entry.row), "steps": ", ".join(map(str, entry.steps)), "outcome": entry.row.outcome}
        for entry in history.rows
    ]
    invocation.show(records, JOURNAL_COLUMNS)
    invocation.note(f"{history}; {summary(Report(tuple(entry.row for entry in history.rows)), 'row')}")
    return 0


def _run(
    invocation: Invocation, task: Task, accounts: Selection, run: RunOptions, limits: Limits, admin: list[str] | None
) -> int:
    if run.resume is not None and accounts.given:
        raise UsageError("--resume: the journal has the accounts already; leave out --csv, --search and names")
    if run.results is not None and accounts.csv is not None and same_file(run.results, accounts.csv):
        raise UsageError("--results: it is the file of --csv; name another one")
    if task.name != "export" and not run.dry_run:
        invocation.check_may_change(f"chat users {task.name}")
    flags = [*task.flags, *(("--admin", account) for account in admin or ())]
    return run_task(invocation, evolve(task, flags=flags), lambda: accounts.accounts(invocation), limits, run)


def _activity(is_active: bool, admin: list[str] | None) -> Any:
    admins = _admins(admin)

    def job(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
        return bulk.update_users(rows, is_active=is_active, admins=admins, dry_run=dry_run)

    return job


def _admins(admin: list[str] | None) -> list[str]:
    return [account_name(account, "--admin") for account in admin or ()]


def _own(own: str | None) -> str | None:
    return None if own is None else account_name(own, "--own")


def _check_folder(option: str, folder: Path | None) -> None:
    if folder is not None and (folder.exists() and not folder.is_dir()):
        raise UsageError(f"{option}: {folder} is not a folder")
    if folder is not None and not folder.exists() and not folder.parent.is_dir():
        raise UsageError(f"{option}: there is no folder {folder.parent}")


EXAMPLES: Mapping[Callable[..., int | None], tuple[str, ...]] = {
    deactivate: (
        "trivet chat users deactivate --csv leavers.csv --dry-run",
        "trivet chat users deactivate --csv leavers.csv --results done.csv",
        "trivet chat users deactivate bob@example.com --yes",
    ),
    activate: ("trivet chat users activate bob@example.com", "trivet chat users activate --csv back.csv --dry-run"),
    delete: (
        "trivet chat users delete --csv leavers.csv --export saved --dry-run",
        "trivet chat users delete bob@example.com --export saved",
    ),
    export: ("trivet chat users export bob@example.com --folder saved",),
    undo: ("trivet chat users undo users-deactivate-20250616-080000.journal --dry-run",),
    journal: ("trivet chat users journal users-deactivate-20250616-080000.journal",),
}
"""The commands and the examples below their help."""
