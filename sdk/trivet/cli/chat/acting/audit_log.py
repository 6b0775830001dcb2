"""The audit log: one line for each thing that an administrator did as another user."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from trivet.chat import ActingAs

__all__ = ["AuditLog", "default_log"]

LONGEST = 500


class AuditLog:
    """A file of JSON lines, which only its owner can read; a line is on the disk before the next thing is done.

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
            acting: Who acts as whom, and until when.
            command: The words that name the operation; no values of options, which may be secret.
            ids: The ids of the records that it is for.
            email: The email address of the user, if it is known.

        Raises:
            OSError: The line is not on the disk, so that nothing may be done.
        """
        self._append("begin", acting, command, {"email": email, "until": acting.until.isoformat(), "ids": list(ids)})

    def end(self, acting: ActingAs, command: Sequence[str], *, status: int, error: str | None = None) -> None:
        """Record how it ended.

        Args:
            acting: Who acted as whom.
            command: As in `begin`.
            status: The exit status.
            error: What went wrong, in words without secrets.

        Raises:
            OSError: The line is not on the disk.
        """
        outcome = "done" if status == 0 else "interrupted" if status == 130 else "failed"
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
                while data:  # one write, unless the disk is full: then the next one says so
                    data = data[file.write(data) :]
                os.fsync(file.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None


def _open(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def default_log(environment: Mapping[str, str]) -> Path:
    """Return the file of the audit log that is used without `--audit`.

    >>> default_log(os.environ)
    PosixPath('/home/ann/.local/state/trivet/audit.ndjson')
    """
    state = environment.get("XDG_STATE_HOME") or environment.get("LOCALAPPDATA")
    return (Path(state) if state else Path.home() / ".local" / "state") / "trivet" / "audit.ndjson"
