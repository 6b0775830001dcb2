"""The audit log of commands that run as another user: one line for each beginning and end."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from trivet.chat import ActingAs
from trivet.cli.failures import UsageError

LONGEST = 500

_WORD = re.compile(r"[a-z][a-z-]{0,23}")

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)


class AuditLog:
    """A file of JSON lines, which only its owner can read; each line is on the disk before the command continues.

    >>> log = AuditLog(Path("audit.ndjson"))
    >>> with chat.acting_as(user_id, audit=lambda acting: log.begin(acting, ("conversations", "list"))):
    ...     ...
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(
        self, acting: ActingAs, command: Sequence[str], *, ids: Sequence[str] = (), email: str | None = None
    ) -> None:
        """Record that an administrator begins to act as a user.

        Args:
            acting: The administrator, the user, and the end of the impersonation.
            command: The words that name the operation; no values of options, which may be secret.
            ids: The ids of the records of the operation.
            email: The email address of the user, if it is known.

        Raises:
            OSError: The line is not on the disk, so that the command must not run.
        """
        self._append("begin", acting, command, {"email": email, "until": acting.until.isoformat(), "ids": list(ids)})

    def end(self, acting: ActingAs, command: Sequence[str], *, status: int, error: str | None = None) -> None:
        """Record the outcome of a command.

        Args:
            acting: The administrator and the user.
            command: As in `begin`.
            status: The exit status.
            error: The error, in words without secrets.

        Raises:
            OSError: The line is not on the disk.
        """
        outcome = "done" if status == 0 else "interrupted" if status > 128 else "failed"
        self._append("end", acting, command, {"outcome": outcome, "status": status, "error": error})

    def _append(self, event: str, acting: ActingAs, command: Sequence[str], more: dict[str, Any]) -> None:
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "event": event,
            "admin_id": acting.admin_id[:LONGEST],
            "user_id": acting.user_id[:LONGEST],
            "operation": " ".join(command),
            **{name: value for name, value in more.items() if value is not None},
        }
        data = json.dumps(line).encode() + b"\n"
        try:
            with open(self.path, "ab", buffering=0, opener=_open) as file:
                while data:  # one write, unless the disk is full: then the next one raises
                    data = data[file.write(data) :]
                os.fsync(file.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None


def _open(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def default_log() -> Path:
    """Return the file of the audit log without `--audit`, in the platform's folder for the state of programs.

    >>> default_log()
    PosixPath('/home/ann/.local/state/trivet/audit.ndjson')

    Raises:
        UsageError: The user has no home folder.
    """
    from platformdirs import user_state_path  # noqa: PLC0415  # the help of a command needs no folder

    try:
        return user_state_path("trivet", appauthor=False) / "audit.ndjson"
    except RuntimeError:
        raise UsageError("--audit: there is no home folder for the audit log: name a file") from None


def words_of(command: Sequence[str]) -> tuple[str, ...]:
    """Return the words at the beginning of a command that name the operation.

    The words after them may be text of the user, or a secret.

    >>> words_of(["conversations", "update", "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001", "--title", "Plans"])
    ('conversations', 'update')
    """
    words: list[str] = []
    for word in command:
        if not _WORD.fullmatch(word):
            break
        words.append(word)
    return tuple(words)


def ids_of(command: Sequence[str]) -> tuple[str, ...]:
    """Return the ids among the words of a command.

    >>> ids_of(["conversations", "get", "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001"])
    ('0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001',)
    """
    return tuple(word for word in command if _ID.fullmatch(word))
