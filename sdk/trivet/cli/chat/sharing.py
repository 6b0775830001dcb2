"""`trivet chat conversations share` and `undo`: shares your own conversations with a user, and revokes these shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivet.cli.chat.accounts.job_options import Limits, RunOptions
from trivet.cli.chat.accounts.running import Task, run_task
from trivet.cli.chat.accounts.selection import Selected
from trivet.cli.chat.users import run_undo, undoing
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.chat.bulk import Bulk, Report


def share(
    invocation: Invocation,
    user: Annotated[str, typer.Argument(metavar="USER", help="The id of the user to share with.")],
    conversations: Annotated[
        list[str] | None, typer.Argument(metavar="[CONVERSATION]...", help="Ids.", show_default=False)
    ] = None,
    *,
    run: RunOptions,
    limits: Limits,
    every: Annotated[bool, typer.Option("--all", help="All of your conversations, archived ones, too.")] = False,
    permission: Annotated[str, typer.Option(metavar="NAME", help="view or edit.")] = "view",
) -> int:
    """Share your conversations with a user; those that are shared with the user already stay as they are."""
    if run.resume is None and bool(conversations) == every:
        raise UsageError("name the conversations either by their ids or by --all")
    if run.resume is not None and (conversations or every):
        raise UsageError("--resume: the journal has the conversations already; leave out --all and ids")
    if not run.dry_run:
        invocation.check_may_change("chat conversations share")

    def job(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
        return bulk.share_conversations(rows, user, permission=permission, dry_run=dry_run)

    def select() -> Selected:
        rows: Iterable[Any] = conversations or invocation.chat.conversations.list(include_archived=True, limit=100)
        return Selected(rows)

    task = Task(
        "share",
        "Sharing",
        f"will be shared with {user}",
        job,
        lambda row: f"→ shared with {user}",
        undoable=True,
        arguments=(user,),
        flags=[("--permission", permission)],
        group="conversations",
        noun="conversation",
        label="title",
    )
    return run_task(invocation, task, select, limits, run)


def undo(
    invocation: Invocation,
    undone: Annotated[Path, typer.Argument(metavar="JOURNAL", help="The journal of the job to undo.")],
    *,
    run: RunOptions,
    limits: Limits,
) -> int:
    """Undo a job over conversations from its journal: the shares that it has made are revoked, and no others."""
    task = Task(
        "undo",
        "Undoing",
        "will be as before",
        undoing(undone),
        lambda row: "→ as before",
        group="conversations",
        noun="conversation",
        label="title",
    )
    return run_undo(invocation, task, undone, run, limits)


EXAMPLES: Mapping[Callable[..., int | None], tuple[str, ...]] = {
    share: (
        "trivet chat conversations share 538453d7-0000-4000-8000-000000000007 --all --dry-run",
        "trivet chat conversations share 538453d7-0000-4000-8000-000000000007 --all --permission edit --yes",
    ),
    undo: ("trivet chat conversations undo conversations-share-20250616-080000.journal --dry-run",),
}
"""The commands and the examples below their help."""
