"""Export the conversations of inactive users, then delete them: `python examples/clear_leavers.py FOLDER [--yes]`."""

import sys
from pathlib import Path

from trivet import ChatClient
from trivet.chat import AdminUser
from trivet.chat.bulk import Bulk, Report, Row


def has_left(user: AdminUser) -> bool:
    return not user.is_active and user.conversation_count > 0


def show(row: Row, done: int, total: int) -> None:
    print(f"{done} of {total}: {row.label} is {row.outcome}: {row.reason}", flush=True)


def main(folder: Path, *, confirmed: bool) -> int:
    def clear(user: ChatClient, row: Row) -> Report:
        # This client acts as the user, because only the owner of a conversation may delete it.
        conversations = user.conversations.list(include_archived=True).complete()
        bulk = Bulk(user, journal=folder / f"{row.id}.journal", retry_failed=True)
        return bulk.delete_conversations(conversations, confirm=len(conversations), export=folder / "conversations")

    journal = folder / "leavers.journal"
    if confirmed:
        folder.mkdir(exist_ok=journal.exists())  # a new folder, or the one of an interrupted run: no file is replaced
    with ChatClient() as chat:
        # If the program is interrupted or killed, the same command resumes, and deactivates users who are still active.
        bulk = Bulk(chat, journal=journal, concurrency=2, retry_failed=True, progress=show)
        users = chat.admin.users.list(limit=500)
        report = bulk.act_as_users(users, clear, activate=True, where=has_left, dry_run=not confirmed)
    advice = "" if confirmed else "Nothing was changed; add --yes to export and delete their conversations."
    print(report, *(f"  {row.label} is {row.outcome}" for row in report.rows), advice, sep="\n")
    return len(report.rows)


if __name__ == "__main__":
    main(Path(sys.argv[1]), confirmed="--yes" in sys.argv)
