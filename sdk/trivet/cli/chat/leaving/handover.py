"""What is done as a leaver: conversations are shared with a successor, links revoked, conversations deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trivet import ChatClient
from trivet.chat.bulk import Bulk, Report, Row
from trivet.cli.chat.leaving.recipe import Recipe

__all__ = ["hand_over"]


def hand_over(user: ChatClient, row: Row, recipe: Recipe, folder: Path) -> str | Report:
    """Do for one leaver what only they may do; what was done before is not done twice.

    Args:
        user: A client that acts as the leaver.
        row: The leaver.
        recipe: What is to be done.
        folder: Where conversations are saved before they are deleted, and the journal of their deletion.

    Returns:
        What was done, in words; the report of a step that is not done.
    """
    conversations = user.conversations.list(include_archived=True).complete()
    done: list[str] = []
    if recipe.hand_over_to is not None:
        for each in conversations:
            _share(user, each.id, recipe.hand_over_to)
        done.append(f"{len(conversations)} handed over")
    if recipe.revoke_links:
        report = _revoke_links(user, conversations)
        if report.failed or report.unknown:
            return report
        done.append(_count(report, "link", "revoked"))
    if recipe.delete_conversations:
        bulk = Bulk(user, journal=folder / f"{row.id}.journal", retry_failed=True)
        report = bulk.delete_conversations(conversations, confirm=len(conversations), export=folder / row.id)
        if report.failed or report.unknown:
            return report
        done.append(_count(report, "conversation", "deleted"))
    return ", ".join(done)


def _share(user: ChatClient, conversation_id: str, successor: str) -> None:
    """Let the successor edit a conversation, unless they may already."""
    shares = user.conversations.shares
    theirs = [each for each in shares.list(conversation_id) if (each.shared_with or "").lower() == successor.lower()]
    if any(each.permission == "edit" for each in theirs):
        return
    for each in theirs:  # as observed, a share to view is in the way of one to edit
        shares.delete(conversation_id, each.id)
    shares.create(conversation_id, shared_with=successor, permission="edit")


def _revoke_links(user: ChatClient, conversations: Any) -> Report:
    def is_link(share: Any) -> bool:
        return share.shared_with is None

    planned = Bulk(user).revoke_shares(conversations, where=is_link, dry_run=True).planned
    return Bulk(user).revoke_shares(conversations, where=is_link, confirm=len(planned))


def _count(report: Report, noun: str, verb: str) -> str:
    count = len(report.done)
    return f"{count} {noun}{'' if count == 1 else 's'} {verb}"
