"""`trivet chat leavers`: saves, hands over and deactivates the accounts of people who have left."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from attrs import evolve

from trivet._core.files import write_whole
from trivet.cli.chat.accounts.job_options import Limits, Own, new_folder
from trivet.cli.chat.accounts.running import (
    Task,
    can_be_sent_again,
    chat_command,
    check_own_account,
    confirmed,
    option_names,
    plan_columns,
    record_of,
    status_of,
    summary,
)
from trivet.cli.chat.accounts.selection import Selection, account_name, find_account
from trivet.cli.chat.leavers_steps import (
    FIELDS_OF_ACCOUNT,
    Recipe,
    Steps,
    check_service,
    open_recipe,
    outcomes,
    save_recipe,
)
from trivet.cli.command_function import add_recipe, with_groups
from trivet.cli.failures import FAILED, UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format
from trivet.cli.output.fields import Column
from trivet.cli.output.writer import write_records
from trivet.cli.text import plural

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.chat.bulk import Bulk, Report

EXAMPLES = (
    "trivet chat leavers --csv leavers.csv --dry-run",
    "trivet chat leavers --csv leavers.csv --hand-over-to nadia@example.com --revoke-links",
    "trivet chat leavers --folder leavers-20250616-080000",
)
RESULT = (
    Column("email", "Account"),
    Column("outcome", "Outcome"),
    Column("saved", "Saved"),
    Column("conversations", "Conversations"),
    Column("account", "Account now"),
    Column("reason", "Note"),
)


def add(app: typer.Typer) -> None:
    """Add the command `leavers`."""
    add_recipe(app, "leavers", "chat", with_groups(leavers), epilog="\n\n".join(EXAMPLES))


def leavers(
    invocation: Invocation,
    *,
    accounts: Selection,
    limits: Limits,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            metavar="FOLDER",
            help="For the files of the run; an earlier run is resumed. Default: a new folder here.",
        ),
    ] = None,
    hand_over_to: Annotated[
        str | None, typer.Option(metavar="ACCOUNT", help="Let this account edit their conversations.")
    ] = None,
    revoke_links: Annotated[bool, typer.Option("--revoke-links", help="Revoke their public links.")] = False,
    delete_conversations: Annotated[
        bool, typer.Option("--delete-conversations", help="Delete their conversations, once they are saved.")
    ] = False,
    delete: Annotated[bool, typer.Option("--delete", help="Delete the accounts instead of deactivating them.")] = False,
    admin: Annotated[
        list[str] | None, typer.Option(metavar="ACCOUNT", help="An administrator who leaves, too; may be repeated.")
    ] = None,
    own: Own = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would happen; change nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Change without a question, as in scripts.")] = False,
) -> int:
    """Offboard leavers: save their conversations, hand them over, revoke links, deactivate or delete the accounts."""
    if not dry_run:
        invocation.check_may_change("chat leavers")
        invocation.check_fields(RESULT, records=[dict.fromkeys(FIELDS_OF_ACCOUNT)])
    if delete and (hand_over_to or delete_conversations):
        raise UsageError(
            "--delete takes the conversations with it; leave out --hand-over-to and --delete-conversations"
        )
    if hand_over_to and delete_conversations:
        raise UsageError("--delete-conversations takes away what --hand-over-to hands over; leave out one of them")
    recipe = None if folder is None else open_recipe(folder)
    plan_options = (accounts.given, hand_over_to, revoke_links, delete_conversations, delete, admin, own)
    if recipe is not None and any(plan_options):
        raise UsageError(f"--folder: {folder} has a run already; give it alone to resume the run, or another folder")
    if folder is not None and not folder.absolute().parent.is_dir():
        raise UsageError(f"--folder: there is no folder {folder.parent}")
    if folder is not None and recipe is None and folder.exists() and not (folder.is_dir() and _is_empty(folder)):
        raise UsageError(f"--folder: {folder} has files of another program; give a new folder, or an empty one")
    base_url = str(invocation.settings.value("base_url") or "").rstrip("/")
    if recipe is not None:
        check_service(recipe, base_url, limits.moved_from)
    nameless = 0
    if recipe is None:
        selected = accounts.accounts(invocation)
        nameless = selected.nameless
        recipe = Recipe(
            (), None, hand_over_to, revoke_links, delete_conversations, delete, tuple(admin or ()), base_url, own
        )
        planned = _plan(invocation, recipe, selected.rows, dry_run=dry_run, yes=yes, nameless=nameless)
        if isinstance(planned, int):
            return planned
        recipe = planned
        folder = folder or new_folder("leavers", datetime.now(UTC))
        save_recipe(recipe, folder)
    assert folder is not None
    if dry_run:
        count = len(recipe.ids)
        invocation.note(f"{folder} continues with: {recipe.steps}, {count} {plural(count, 'account')}")
        return 0
    invocation.note(f"folder: {folder}")
    return _run(invocation, recipe, folder, limits, nameless)


def _is_empty(folder: Path) -> bool:
    return next(folder.iterdir(), None) is None


def _plan(
    invocation: Invocation, recipe: Recipe, rows: Any, *, dry_run: bool, yes: bool, nameless: int
) -> Recipe | int:
    """Return the recipe with its accounts, once it is confirmed; an exit status if there is nothing to do."""
    admins = tuple(account_name(account, "--admin") for account in recipe.admins)
    successor = None if recipe.successor is None else find_account(invocation.chat, recipe.successor, "--hand-over-to")
    own = None if recipe.own is None else account_name(recipe.own, "--own")
    recipe = evolve(recipe, admins=admins, own=own, hand_over_to=None if successor is None else successor.id)

    def job(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
        if recipe.delete:
            return bulk.delete_users(rows, admins=admins, dry_run=True)
        return bulk.update_users(rows, is_active=False, admins=admins, skip_unchanged=False, dry_run=True)

    effect = "will be deleted for ever" if recipe.delete else "will be deactivated"
    task = Task("leavers", "", f"{effect} ({recipe.steps})", job, lambda row: recipe.steps)
    from trivet.chat.bulk import Bulk  # noqa: PLC0415

    with option_names():
        preview = job(Bulk(invocation.chat, own=own), rows, dry_run=True, confirm=None)
    if any(row.id == recipe.hand_over_to and row.outcome == "planned" for row in preview.rows):
        raise UsageError(f"--hand-over-to: {recipe.successor} is one of the leavers")
    if successor is not None and (successor.old or {}).get("is_active") is False:
        raise UsageError(f"--hand-over-to: {recipe.successor} is not active")
    if dry_run or not preview.planned:
        columns = plan_columns(invocation.options, RESULT)
        invocation.show((record_of(row, task.change) for row in preview.rows), columns)
        invocation.note(f"{summary(preview)}; nothing was changed")
        return status_of(preview, nameless)
    check_own_account(preview)
    if not confirmed(invocation, task, preview, yes=yes):
        return FAILED
    return evolve(recipe, rows=tuple(record_of(row, task.change) for row in preview.rows))


def _run(invocation: Invocation, recipe: Recipe, folder: Path, limits: Limits, nameless: int) -> int:
    resume_command = chat_command(invocation.options, "leavers", flags=[("--folder", folder)])
    steps = Steps(invocation, recipe, folder, limits, resume_command)
    saved = steps.save(recipe.ids)
    ready = [account_id for account_id in recipe.ids if saved[account_id].outcome == "done"]
    results = [("saved", saved)]
    if recipe.acts:
        acted = steps.act(ready)
        ready = [account_id for account_id in ready if acted[account_id].outcome == "done"]
        results.append(("conversations", acted))
    results.append(("account", steps.end(ready)))
    records = outcomes(recipe, results)
    path = folder / "results.csv"
    write_whole(path, lambda file: file.write(_csv(invocation, records)), overwrite=True)
    invocation.show_effects(records, RESULT)
    unfinished = sum(record["outcome"] != "done" for record in records)
    invocation.note(f"{len(records) - unfinished} of {len(records)} accounts are done; results: {path}")
    rows = [row for _, step in results for row in step.values()]
    if can_be_sent_again(rows) or any(row.outcome == "unknown" for row in rows):
        invocation.note(f"try the failed ones again: {resume_command} --retry-failed")
    return FAILED if unfinished or nameless else 0


def _csv(invocation: Invocation, records: list[dict[str, Any]]) -> bytes:
    text = io.StringIO()
    options = evolve(invocation.options, output=Format.CSV, fields=(), query=None, raw=False)
    with redirect_stdout(text):
        write_records(records, options, columns=tuple(Column(name) for name in _names(records)), on_terminal=False)
    return text.getvalue().encode("utf-8-sig", "backslashreplace")


def _names(records: list[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for record in records for name in record))
