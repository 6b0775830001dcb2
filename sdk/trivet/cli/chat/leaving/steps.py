"""The steps of a run over leavers, each a bulk job with journals of its own, so that a broken run goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from trivet.chat.bulk import Bulk, Report, Row
from trivet.cli.chat.accounts.limits import Limits
from trivet.cli.chat.accounts.running import carry_out
from trivet.cli.chat.accounts.task import Task
from trivet.cli.chat.acting.audit_log import AuditLog
from trivet.cli.chat.leaving.handover import hand_over
from trivet.cli.chat.leaving.recipe import Recipe
from trivet.cli.invocation import Invocation

__all__ = ["Steps", "outcomes"]


class Steps:
    """The steps of one run.

    >>> saved = Steps(invocation, recipe, folder, limits, go_on).save(recipe.ids)
    """

    def __init__(self, invocation: Invocation, recipe: Recipe, folder: Path, limits: Limits, go_on: str) -> None:
        """Prepare the steps; nothing is sent.

        Args:
            invocation: The run of the command.
            recipe: What is to be done.
            folder: Where journals and saved accounts go.
            limits: How fast, and when to stop.
            go_on: The command that goes on after a step has stopped.
        """
        self._invocation = invocation
        self._recipe = recipe
        self._folder = folder
        self._limits = limits
        self._go_on = go_on

    def save(self, ids: Sequence[str]) -> dict[str, Row]:
        """Save accounts with their conversations; return the rows by id."""
        saved = self._folder / "accounts"

        def job(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
            return bulk.export_users(rows, saved, dry_run=dry_run)

        return self._run(Task("save", "Saving", "", job), ids)

    def act(self, ids: Sequence[str]) -> dict[str, Row]:
        """Do what only the leavers may do, as them; every impersonation is in the audit log."""
        recipe, folder = self._recipe, self._folder / "deleted"
        if recipe.delete_conversations:
            folder.mkdir(mode=0o700, exist_ok=True)
        log = AuditLog(self._folder / "audit.ndjson")

        def job(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
            return bulk.act_as_users(
                rows,
                lambda user, row: hand_over(user, row, recipe, folder),
                activate=True,
                audit=lambda acting: log.begin(acting, ("leavers",)),
                admins=recipe.admins,
                dry_run=dry_run,
            )

        return self._run(Task("act", "Handing over", "", job), ids)

    def end(self, ids: Sequence[str]) -> dict[str, Row]:
        """Deactivate or delete accounts; return the rows by id."""
        recipe = self._recipe

        def deactivate(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
            return bulk.update_users(rows, is_active=False, admins=recipe.admins, dry_run=dry_run)

        def delete(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
            # Saved again right before: since the first step, which may be days ago, there may be more.
            saving = partial(bulk.delete_users, export=self._folder / "accounts", admins=recipe.admins)
            # All were confirmed; some may be gone since, or administrators, and must not keep the rest.
            left = len(saving(rows, dry_run=True).planned) if rows else confirm
            return saving(rows, confirm=left, dry_run=dry_run)

        if recipe.delete:
            return self._run(Task("delete", "Deleting", "", delete), ids)
        return self._run(Task("deactivate", "Deactivating", "", deactivate), ids)

    def _run(self, task: Task, ids: Sequence[str]) -> dict[str, Row]:
        """Go on with the journals of a step, then begin one for accounts that are in none of them."""
        rows: dict[str, Row] = {}
        journals = sorted(self._folder.glob(f"{task.name}-*.journal"))
        for journal in journals:
            rows |= self._carry_out(task, (), len(ids), journal)
        new = [each for each in ids if each not in rows]
        if new:
            journal = self._folder / f"{task.name}-{len(journals) + 1:03d}.journal"
            rows |= self._carry_out(task, new, len(new), journal)
        return rows

    def _carry_out(self, task: Task, rows: object, count: int, journal: Path) -> Mapping[str, Row]:
        report = carry_out(self._invocation, task, rows, count, self._limits, journal, go_on=self._go_on)
        return {row.id: row for row in report.rows}


def outcomes(recipe: Recipe, steps: Sequence[tuple[str, Mapping[str, Row]]]) -> list[dict[str, Any]]:
    """Return the outcome of every account as a record, from those of the steps.

    >>> outcomes(recipe, [("saved", saved), ("account", ended)])

    An account is done if its last step is; the reason is that of the first step that is not.

    Args:
        recipe: What was to be done.
        steps: The name and the rows of each step, in order.
    """
    found: list[dict[str, Any]] = []
    for given in recipe.rows:
        record: dict[str, Any] = {name: given[name] for name in ("email", "id", "role", "outcome", "reason")}
        record |= dict.fromkeys((name for name, _ in steps), None)
        if given["outcome"] == "planned":
            record["outcome"] = "planned"
            for name, rows in steps:
                row = rows.get(given["id"])
                if row is None:
                    break
                record[name] = row.reason if row.outcome == "done" and row.reason else row.outcome
                record["outcome"] = row.outcome
                if row.outcome != "done":
                    record["reason"] = row.reason
                    break
        found.append(record)
    return found
