"""The steps of `trivet chat leavers`, in a folder from which a run can be resumed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from attrs import asdict, frozen

from trivet._core.files import write_whole
from trivet.cli.chat.accounts.job_options import Limits
from trivet.cli.chat.accounts.running import Task, run_confirmed
from trivet.cli.chat.as_user_audit_log import AuditLog
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.text import plural

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import ChatClient
    from trivet.chat.bulk import Bulk, Report, Row

FIELDS_OF_ACCOUNT = ("email", "id", "role", "outcome", "reason")
"""The fields of a result that do not belong to a step."""

NAME = "recipe.json"

VERSION = 1


@frozen
class Recipe:
    """The accounts of a run, and the steps for each of them.

    >>> Recipe(rows=({"id": "4f8a…", "email": "bob@example.com"},), delete=True).steps
    'save, delete'

    Attributes:
        rows: The accounts as they were confirmed, each as a mapping with `id`, `email`, `role`, `outcome` and `reason`.
        hand_over_to: The id of the account that may edit the conversations afterwards, or None.
        successor: The name of this account, as the user gave it.
        revoke_links: Whether public links are revoked.
        delete_conversations: Whether the conversations are deleted.
        delete: Whether the accounts are deleted, not deactivated.
        admins: The administrators who may be changed, too.
        base_url: The service for which it was confirmed; a copy of the service, as for tests, has the same ids.
        own: The account that runs the steps, by id or email address, or None.
    """

    rows: tuple[Mapping[str, Any], ...]
    hand_over_to: str | None = None
    successor: str | None = None
    revoke_links: bool = False
    delete_conversations: bool = False
    delete: bool = False
    admins: tuple[str, ...] = ()
    base_url: str = ""
    own: str | None = None

    @property
    def acts(self) -> bool:
        """Whether a step acts as the leavers themselves, because only owners may share and delete conversations."""
        return self.hand_over_to is not None or self.revoke_links or self.delete_conversations

    @property
    def steps(self) -> str:
        """The names of the steps, in their order."""
        steps = ["save"]
        if self.successor is not None:
            steps.append(f"hand over to {self.successor}")
        if self.revoke_links:
            steps.append("revoke links")
        if self.delete_conversations:
            steps.append("delete conversations")
        return ", ".join([*steps, "delete" if self.delete else "deactivate"])

    @property
    def ids(self) -> list[str]:
        """The ids of the accounts that the steps are for."""
        return [row["id"] for row in self.rows if row["outcome"] == "planned"]


def save_recipe(recipe: Recipe, folder: Path) -> None:
    """Write a recipe to its folder, which only its owner can read.

    Raises:
        OSError: The file cannot be written; nothing was sent.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    body = json.dumps({"trivet": "leavers", "version": VERSION, **asdict(recipe)}, indent=1).encode()
    write_whole(folder / NAME, lambda file: file.write(body + b"\n"), overwrite=False)


def check_service(recipe: Recipe, base_url: str, moved_from: str | None) -> None:
    """Refuse to resume a run at a service for which it was not confirmed.

    Args:
        recipe: The recipe of an earlier run.
        base_url: The service of this run.
        moved_from: Its URL in the earlier run, if it has another one now.

    Raises:
        UsageError: The service is another one; nothing was sent.
    """
    if recipe.base_url not in (base_url, (moved_from or base_url).rstrip("/")):
        raise UsageError(
            f"--folder: its run was confirmed for {recipe.base_url or 'another service'}, and this one is for "
            f"{base_url}; if the same service has moved, give --moved-from"
        )


def open_recipe(folder: Path) -> Recipe | None:
    """Return the recipe of a folder; None if no run has begun there.

    Raises:
        UsageError: The file is not a recipe of this version.
    """
    try:
        content: Any = json.loads((folder / NAME).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ValueError:
        raise UsageError(f"--folder: {folder / NAME} is not a file of `trivet chat leavers`") from None
    fields = cast("dict[str, Any]", content) if isinstance(content, dict) else {}
    if fields.pop("trivet", None) != "leavers" or fields.pop("version", None) != VERSION:
        raise UsageError(f"--folder: {folder / NAME} is not a file of `trivet chat leavers`, version {VERSION}")
    try:
        values: dict[str, Any] = {**fields, "rows": tuple(fields["rows"]), "admins": tuple(fields["admins"])}
        return Recipe(**values)
    except (KeyError, TypeError):
        raise UsageError(f"--folder: {folder / NAME} was changed, and cannot be understood") from None


class Steps:
    """The steps of one run, each a bulk job with journals of its own, so that a run that broke off can be resumed.

    >>> saved = Steps(invocation, recipe, folder, limits, resume_command).save(recipe.ids)
    """

    def __init__(
        self, invocation: Invocation, recipe: Recipe, folder: Path, limits: Limits, resume_command: str
    ) -> None:
        """Prepare the steps; nothing is sent.

        Args:
            invocation: The run of the command.
            recipe: The accounts and the steps.
            folder: The folder of the journals and the saved accounts.
            limits: The speed of the jobs, and their end.
            resume_command: The command that resumes the run after a step has stopped.
        """
        self._invocation = invocation
        self._recipe = recipe
        self._folder = folder
        self._limits = limits
        self._resume_command = resume_command

    def save(self, ids: Sequence[str]) -> dict[str, Row]:
        """Save accounts with their conversations; return the rows by id."""
        saved = self._folder / "accounts"

        def job(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
            return bulk.export_users(rows, saved, dry_run=dry_run)

        return self._run(Task("save", "Saving", "", job), ids)

    def act(self, ids: Sequence[str]) -> dict[str, Row]:
        """Act as the leavers for the steps that only they may take; every impersonation is in the audit log."""
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
            admins = recipe.admins
            return bulk.update_users(rows, is_active=False, admins=admins, skip_unchanged=False, dry_run=dry_run)

        def delete(bulk: Bulk, rows: Any, *, dry_run: bool, confirm: int | None) -> Report:
            # Saved again right before: since the first step, perhaps days ago, more may have been written.
            saving = partial(bulk.delete_users, export=self._folder / "accounts", admins=recipe.admins)
            # All were confirmed; accounts that are gone since, or administrators now, must not stop the others.
            left = len(saving(rows, dry_run=True).planned) if rows else confirm
            return saving(rows, confirm=left, dry_run=dry_run)

        if recipe.delete:
            return self._run(Task("delete", "Deleting", "", delete, own=recipe.own), ids)
        return self._run(Task("deactivate", "Deactivating", "", deactivate, own=recipe.own), ids)

    def _run(self, task: Task, ids: Sequence[str]) -> dict[str, Row]:
        """Resume the journals of a step, then begin one for the accounts that no journal has."""
        rows: dict[str, Row] = {}
        journals = sorted(self._folder.glob(f"{task.name}-*.journal"))
        for journal in journals:
            rows |= self._run_confirmed(task, (), len(ids), journal)
        new = [account_id for account_id in ids if account_id not in rows]
        if new:
            journal = self._folder / f"{task.name}-{len(journals) + 1:03d}.journal"
            rows |= self._run_confirmed(task, new, len(new), journal)
        return rows

    def _run_confirmed(self, task: Task, rows: object, count: int, journal: Path) -> Mapping[str, Row]:
        report = run_confirmed(
            self._invocation, task, rows, count, self._limits, journal, resume_command=self._resume_command
        )
        return {row.id: row for row in report.rows}


def outcomes(recipe: Recipe, steps: Sequence[tuple[str, Mapping[str, Row]]]) -> list[dict[str, Any]]:
    """Return the outcome of every account as a record, from the rows of the steps.

    >>> outcomes(recipe, [("saved", saved), ("account", ended)])

    An account is done if its last step is; otherwise it has the reason of the first step that is not.

    Args:
        recipe: The accounts and the steps.
        steps: The name and the rows of each step, in order.
    """
    records: list[dict[str, Any]] = []
    for account in recipe.rows:
        record: dict[str, Any] = {name: account[name] for name in FIELDS_OF_ACCOUNT}
        record |= dict.fromkeys((name for name, _ in steps), None)
        if account["outcome"] == "planned":
            record["outcome"] = "planned"
            for name, rows in steps:
                row = rows.get(account["id"])
                if row is None:
                    break
                record[name] = row.reason if row.outcome == "done" and row.reason else row.outcome
                record["outcome"] = row.outcome
                if row.outcome != "done":
                    record["reason"] = row.reason
                    break
        records.append(record)
    return records


def hand_over(user: ChatClient, row: Row, recipe: Recipe, folder: Path) -> str | Report:
    """Hand the conversations of one leaver over, revoke links and delete conversations, as the recipe says.

    Steps of an earlier run are not repeated.

    Args:
        user: A client that acts as the leaver.
        row: The leaver.
        recipe: The accounts and the steps.
        folder: The folder for conversations that are saved before their deletion, and for its journal.

    Returns:
        A summary in words, or the report of a step that failed.
    """
    conversations = user.conversations.list(include_archived=True).complete()
    done: list[str] = []
    if recipe.hand_over_to is not None:
        for conversation in conversations:
            _share(user, conversation.id, recipe.hand_over_to)
        done.append(f"{len(conversations)} handed over")
    if recipe.revoke_links:
        report = _revoke_links(user, conversations)
        if report.failed or report.unknown:
            return report
        done.append(_summary(report, "link", "revoked"))
    if recipe.delete_conversations:
        from trivet.chat.bulk import Bulk  # noqa: PLC0415

        bulk = Bulk(user, journal=folder / f"{row.id}.journal", retry_failed=True)
        report = bulk.delete_conversations(conversations, confirm=len(conversations), export=folder / row.id)
        if report.failed or report.unknown:
            return report
        done.append(_summary(report, "conversation", "deleted"))
    return ", ".join(done)


def _share(user: ChatClient, conversation_id: str, successor: str) -> None:
    """Let the successor edit a conversation, unless they may already."""
    shares = user.conversations.shares
    existing = [
        share for share in shares.list(conversation_id) if (share.shared_with or "").lower() == successor.lower()
    ]
    if any(share.permission == "edit" for share in existing):
        return
    for share in existing:  # as observed, a share to view is in the way of one to edit
        shares.delete(conversation_id, share.id)
    shares.create(conversation_id, shared_with=successor, permission="edit")


def _revoke_links(user: ChatClient, conversations: Any) -> Report:
    def is_link(share: Any) -> bool:
        return share.shared_with is None

    from trivet.chat.bulk import Bulk  # noqa: PLC0415

    planned = Bulk(user).revoke_shares(conversations, where=is_link, dry_run=True).planned
    return Bulk(user).revoke_shares(conversations, where=is_link, confirm=len(planned))


def _summary(report: Report, noun: str, verb: str) -> str:
    count = len(report.done)
    return f"{count} {plural(count, noun)} {verb}"
